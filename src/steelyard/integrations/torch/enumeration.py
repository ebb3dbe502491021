"""All confusion matrices with given class sizes, made on the device: only the lists of possible rows travel there."""

from __future__ import annotations

from collections.abc import Sequence

import torch
from torch import Tensor

from steelyard.lab.enumeration import checked_range, how_many, rows, tables


class Matrices:
    """The matrices of `steelyard.lab.enumeration`, in the layout that `TorchReplay` takes.

    Examples
    --------
    >>> every = Matrices([1, 1], torch.device("cpu"))
    >>> len(every)
    4
    >>> every.block(1, 3)[..., 0].tolist()
    [[0.0, 1.0], [1.0, 0.0]]
    """

    def __init__(self, supports: Sequence[int], device: torch.device) -> None:
        self.supports = supports
        self.device = device
        self._tables = [torch.from_numpy(table).to(device, torch.float64) for table in tables(supports)]

    def __len__(self) -> int:
        return how_many(self.supports)

    def block(self, start: int, stop: int) -> Tensor:
        """Return the cells of these matrices, float64 of shape (C, C, stop − start)."""
        return self.at(torch.arange(*checked_range(self.supports, start, stop), device=self.device))

    def at(self, index: Tensor) -> Tensor:
        """Return the cells of the matrices of any numbers."""
        return torch.stack([*rows(self._tables, index)])
