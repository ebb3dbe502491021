"""`sy.measure` on a device: counts that are there or are sent there, values that stay there."""

from __future__ import annotations

import math
import warnings
from abc import ABC, abstractmethod
from collections.abc import Iterable, Iterator
from typing import Any

import numpy as np
import torch
from torch import Tensor

from steelyard.counts.confusion import Confusion
from steelyard.counts.labels import Label
from steelyard.measuring.apply import EXACT, TAME, apply, as_confusion, checked_policy, resolved
from steelyard.measuring.program import record
from steelyard.measuring.program.torch_replay import OnDevice, TorchReplay
from steelyard.measuring.record import Metric
from steelyard.measuring.registry import chosen
from steelyard.measuring.view import DEFAULT_POLICY
from steelyard.type_names import Floats

BLOCK_CELLS = {"cpu": 1 << 17}
"""Cells per block: on a CPU what stays in its cache, elsewhere `MOST_CELLS`."""

MOST_CELLS = 1 << 25
"""Enough to keep a GPU busy for much longer than it takes to start an operation."""

SHARE_OF_MEMORY = 0.5
"""How much of a GPU's free memory a block may take."""

_WHOLE = (torch.uint8, torch.int8, torch.int16, torch.int32, torch.int64)
_FRACTIONS = (torch.float16, torch.bfloat16, torch.float32, torch.float64)
_WIDENED = {torch.bool: torch.uint8, torch.uint16: torch.int32, torch.uint32: torch.int64, torch.uint64: torch.float64}
"""Types that PyTorch stores but hardly computes with, and what holds their numbers (as NumPy's floats do, rounded)."""


def measure(
    stack: Any,
    metrics: Iterable[str | Metric] | str | Metric | None = None,
    *,
    importance: Any = None,
    undefined: str = DEFAULT_POLICY,
    device: Any = None,
) -> dict[str, Tensor]:
    """Return the values of many metrics over a stack, as `sy.measure` does, as tensors on a device.

    Parameters
    ----------
    stack
        Counts of shape (..., C, C): a tensor, or a `Confusion` or array. What is not on the device is sent there block
        by block; what is there stays there, but for the C × C sums that an importance needs.
    metrics, importance, undefined
        As for `sy.measure`.
    device
        Where to compute, such as "cuda"; where the tensor is, if not given.

    Examples
    --------
    >>> import torch
    >>> measure(torch.tensor([[8, 2], [10, 90]]), "accuracy")
    {'accuracy': tensor(0.8909, dtype=torch.float64)}
    """
    policy = checked_policy(undefined)
    there = checked_device(stack.device if device is None and isinstance(stack, Tensor) else device or "cpu")
    with torch.no_grad():
        counts = _OfTensor(stack) if isinstance(stack, Tensor) else _OfConfusion(as_confusion(stack))
        return _DeviceJob(chosen(metrics), counts, resolved(importance, counts.pooled()), policy, there).run()


def checked_device(device: Any) -> torch.device:
    """Refuse a device that is not here or has no float64."""
    try:
        torch_device = torch.device(device)
        torch.empty(1, dtype=torch.float64, device=torch_device)
    except (RuntimeError, AssertionError, TypeError, NotImplementedError) as error:
        why = str(error).splitlines()[0].rstrip(".")
        raise ValueError(f"PyTorch cannot compute in float64 on the device {str(device)!r}: {why}.") from None
    return torch_device


class _DeviceCounts(ABC):
    """A stack of counts as one tensor of shape (N, C, C), wherever it is."""

    def __init__(self, flat: Tensor, shape: tuple[int, ...], labels: tuple[Label, ...]) -> None:
        self.flat = flat
        self.shape = shape
        self.labels = labels
        self.largest = float(flat.max()) if flat.numel() else 0.0

    @property
    def classes(self) -> int:
        return len(self.labels)

    @abstractmethod
    def pooled(self) -> Confusion:
        """Return the sum of all matrices."""

    def whole_numbers(self) -> bool:
        """Return whether the numbers are whole and so small that sums of them are exact."""
        if self.largest * self.classes**2 > EXACT:
            return False
        if self.flat.dtype in _WHOLE:
            return True
        size = max(1, MOST_CELLS // self.classes**2)
        parts = (self.flat[start : start + size] for start in range(0, len(self.flat), size))
        return all(bool((part == part.floor()).all()) for part in parts)

    def blocks(self, size: int, device: torch.device) -> Iterator[tuple[int, Tensor]]:
        """Yield the matrices as float64 of shape (C, C, n) on the device."""
        for start in range(0, len(self.flat), size):
            part = self.flat[start : start + size].to(device).to(torch.float64)
            block = part.movedim(0, -1).contiguous()
            yield start, _tamed(block) if self.flat.dtype in _FRACTIONS else block

    def matrix(self, place: int) -> Confusion:
        return Confusion(self.flat[place].cpu().to(torch.float64).numpy(), self.labels)


def _tamed(block: Tensor) -> Tensor:
    """Scale weights whose squares would overflow or vanish, each matrix by a power of two of its own."""
    largest = block.amax(dim=(0, 1))
    wild = (largest > 0) & ~((largest > TAME[0]) & (largest < TAME[1]))
    if not bool(wild.any()):
        return block
    power = torch.where(wild, -torch.frexp(largest).exponent, 0).to(torch.float64)
    half = torch.floor(power / 2)  # in two steps: the whole power may be out of range
    return block * torch.exp2(half) * torch.exp2(power - half)


class _OfConfusion(_DeviceCounts):
    """Counts in NumPy's memory, checked by their `Confusion`."""

    def __init__(self, cm: Confusion) -> None:
        self._cm = cm
        counts = cm.cells.array()
        with warnings.catch_warnings():
            warnings.filterwarnings("ignore", "The given NumPy array is not writable")  # nor do we write
            flat = torch.from_numpy(counts.reshape(-1, *counts.shape[-2:]))
        super().__init__(flat, cm.shape, cm.labels)

    def pooled(self) -> Confusion:
        return self._cm.pooled()


class _OfTensor(_DeviceCounts):
    """Counts in a tensor, checked here."""

    def __init__(self, given: Tensor) -> None:
        if given.ndim < 2 or given.shape[-1] != given.shape[-2]:
            raise ValueError(f"counts must have the shape (..., C, C), not {tuple(given.shape)}.")
        if given.shape[-1] == 0:
            raise ValueError("counts are empty: there are no classes.")
        if given.layout != torch.strided:
            raise ValueError(f"counts must be a dense tensor, not one with the layout {given.layout}.")
        numbers = given.to(_WIDENED.get(given.dtype, given.dtype))
        if numbers.dtype not in (*_WHOLE, *_FRACTIONS):
            raise ValueError(f"counts must be numbers, not {given.dtype}.")
        flat = numbers.reshape(-1, *given.shape[-2:])
        super().__init__(flat, tuple(given.shape[:-2]), tuple(range(given.shape[-1])))
        least = float(flat.min()) if flat.numel() else 0.0
        if not least >= 0:  # also false for NaN
            raise ValueError(f"counts must be at least 0, but there is {least:g}.")
        if math.isinf(self.largest):
            raise ValueError("counts must be finite, but there is an infinite one.")

    def pooled(self) -> Confusion:
        # As floats where even the sum of all would not fit into 64 bits, as a Confusion keeps its counts.
        fits = self.flat.dtype in _WHOLE and float(self.flat.sum(dtype=torch.float64)) < 2**63
        sums = self.flat.sum(dim=0, dtype=torch.int64 if fits else torch.float64)
        return Confusion(sums.cpu().numpy(), self.labels)


class _DeviceJob:
    """Metrics on their way through the blocks."""

    def __init__(
        self,
        metrics: list[Metric],
        counts: _DeviceCounts,
        relevance: Floats,
        policy: str,
        device: torch.device,
    ) -> None:
        self._metrics = metrics
        self._counts = counts
        self._relevance = relevance
        self._device = device
        self._raises = policy == "raise"
        program = record(
            metrics,
            classes=counts.classes,
            policy=policy,
            whole_numbers=counts.whole_numbers(),
            labels=counts.labels,
        )
        self._replay = TorchReplay(program, relevance, device, masks=self._raises)

    def run(self) -> dict[str, Tensor]:
        size = len(self._counts.flat)
        results = {
            metric.name: torch.empty(
                (size, self._counts.classes) if metric.kind == "rate" else size,
                dtype=torch.float64,
                device=self._device,
            )
            for metric in self._metrics
        }
        undefined: dict[str, int] = {}
        for start, block in self._counts.blocks(block_size(self._replay, self._device), self._device):
            for name, output in self._replay(block).items():
                results[name][start : start + block.shape[-1]] = output.value.movedim(-1, 0)
                if self._raises and name not in undefined:
                    undefined.update((name, start + place) for place in self._first_undefined(name, output))
        for metric in self._metrics:
            if metric.name in undefined:
                self._refuse(metric, undefined[metric.name])
        return {name: result.reshape((*self._counts.shape, *result.shape[1:])) for name, result in results.items()}

    def _first_undefined(self, name: str, output: OnDevice) -> list[int]:
        value = output.value.reshape(-1, output.value.shape[-1])
        out = value.isnan().any(dim=0)
        if output.undefined is not None:
            rate = value.shape[0] > 1 or next(m for m in self._metrics if m.name == name).kind == "rate"
            relevant = torch.from_numpy(np.array(self._relevance > 0)).to(self._device)
            out |= (output.undefined if rate else output.undefined & relevant[:, None]).any(dim=0)
        return out.nonzero()[:1, 0].tolist()

    def _refuse(self, metric: Metric, place: int) -> None:
        """Raise what NumPy's side raises about this one matrix."""
        apply([metric], self._counts.matrix(place), importance=self._relevance, undefined="raise")


def block_size(replay: TorchReplay, device: torch.device) -> int:
    """Return how many matrices to take at a time."""
    classes = replay.program.classes
    size = BLOCK_CELLS.get(device.type, MOST_CELLS) // classes**2
    if device.type == "cuda":
        free, _ = torch.cuda.mem_get_info(device)
        free += torch.cuda.memory_reserved(device) - torch.cuda.memory_allocated(device)
        # Twice the cells besides: as they are given, and class by class.
        size = min(size, int(free * SHARE_OF_MEMORY) // (replay.bytes_per_matrix() + 16 * classes**2))
    return max(1, size)
