"""Arrays of scores wherever they lie: NumPy's in memory, PyTorch's on a device, with the same words for both.

The formulas of metrics are written once, in these words; what comes back to the host are numbers, not items.
"""

from __future__ import annotations

import sys
from typing import Any

import numpy as np

from steelyard.counts.read.columns.containers import is_a
from steelyard.type_names import Floats


class TorchArrays:
    """PyTorch with NumPy's words, as far as they differ; along the only axis of an array."""

    def __init__(self) -> None:
        self._torch = sys.modules["torch"]

    def __getattr__(self, name: str) -> Any:
        return getattr(self._torch, name)

    def cumsum(self, values: Any) -> Any:
        return self._torch.cumsum(values, 0)

    def flip(self, values: Any) -> Any:
        return self._torch.flip(values, (0,))

    def bincount(self, places: Any, weights: Any = None, minlength: int = 0) -> Any:
        return self._torch.bincount(places, weights, minlength)

    def falling(self, values: Any) -> Any:
        return self._torch.argsort(values, descending=True)

    def whole(self, values: Any) -> Any:
        return values.contiguous()

    def floats(self, values: Any) -> Any:
        return values.to(self._torch.float64)

    def like(self, values: Any, there: Any) -> Any:
        return self._torch.as_tensor(values, device=there.device)

    def every(self, values: Any) -> Any:
        return self._torch.arange(len(values), device=values.device)

    def host(self, values: Any) -> Floats:
        return np.asarray(values.detach().cpu().numpy(), dtype=np.float64)


class NumPyArrays:
    """NumPy, and the few words that it has not."""

    def __getattr__(self, name: str) -> Any:
        return getattr(np, name)

    def falling(self, values: Any) -> Any:
        return np.argsort(values)[::-1]

    def whole(self, values: Any) -> Any:
        return np.ascontiguousarray(values)

    def floats(self, values: Any) -> Any:
        return np.asarray(values, dtype=np.float64)

    def like(self, values: Any, _: Any) -> Any:
        return np.asarray(values)

    def every(self, values: Any) -> Any:
        return np.arange(len(values))

    def host(self, values: Any) -> Floats:
        return np.asarray(values, dtype=np.float64)


NUMPY = NumPyArrays()


def arrays_of(values: Any) -> Any:
    """Return the words for an array.

    Examples
    --------
    >>> import numpy as np
    >>> arrays_of(np.zeros(2)).falling(np.array([1.0, 3.0, 2.0])).tolist()
    [1, 2, 0]
    """
    return TorchArrays() if is_a(values, "torch", "Tensor") else NUMPY
