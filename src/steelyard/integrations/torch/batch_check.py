"""Whether a batch is what a loss can be computed of: shapes and types always, values where looking at them is free.

To look at a value on a GPU, the host waits for it. So values are looked at on a CPU alone, unless the user asks.
"""

from __future__ import annotations

from numbers import Integral
from typing import Any

import torch
from torch import Tensor

from steelyard.measuring.probabilities import checked_probabilities


def check_logits(logits: Tensor, classes: int, what: str = "logits") -> None:
    """Refuse scores that do not have one column per class."""
    if not isinstance(logits, Tensor):
        raise ValueError(f"{what} must be a tensor, not {type(logits).__name__}.")
    if not logits.is_floating_point():
        raise ValueError(f"{what} must be floating-point numbers, not {logits.dtype}.")
    if logits.ndim < 2 or logits.shape[1] != classes:
        wanted = f"(N, {classes}) or (N, {classes}, …), one column per class"
        raise ValueError(f"{what} must have the shape {wanted}, not {tuple(logits.shape)}.")


def checked_target(
    target: Tensor, logits: Tensor, classes: int, ignore_index: int, check: bool | None = None
) -> Tensor:
    """Return the numbers of the true classes as int64; refuse what are none, or not one for each item.

    As int64 before anything is compared with them: in a byte, as masks of images often are, −100 is class 156.
    """
    if not isinstance(target, Tensor):
        raise ValueError(f"the target must be a tensor of class numbers, not {type(target).__name__}.")
    if target.is_floating_point() or target.is_complex() or target.dtype == torch.bool:
        raise ValueError(f"the target must be the numbers of the true classes, as int64, not {target.dtype}.")
    wanted = (logits.shape[0], *logits.shape[2:])
    if target.shape != wanted:
        raise ValueError(f"the target must have the shape {wanted}, one class per item, not {tuple(target.shape)}.")
    numbers = target.long()
    if may_look(numbers, check):
        _check_range(numbers, classes, ignore_index)
    return numbers


def may_look(tensor: Tensor, check: bool | None = None) -> bool:
    """Return whether values are to be checked: as the user says, else where the host need not wait for them."""
    return tensor.device.type == "cpu" and not torch.compiler.is_compiling() if check is None else check


def _check_range(target: Tensor, classes: int, ignore_index: int) -> None:
    """Refuse a class that has no logit."""
    outside = ((target < 0) | (target >= classes)) & (target != ignore_index)
    if bool(outside.any()):
        first = int(target[outside][0])
        raise ValueError(f"the target must be class numbers from 0 to {classes - 1}, but there is {first}.")


def check_finite(logits: Tensor) -> None:
    """Refuse NaN, and +∞, of which the softmax is NaN; −∞ is a class that is never chosen."""
    wrong = logits.isnan() | logits.isposinf() | logits.isneginf().all(dim=1, keepdim=True)
    if bool(wrong.any()):
        row = int(wrong.flatten(1).any(dim=1).nonzero()[0])
        raise ValueError(f"logits must be numbers, but item {row} of the batch has NaN or infinite ones.")


def check_sums(probabilities: Tensor) -> None:
    """Refuse rows that are no probabilities."""
    rows = probabilities.detach().movedim(1, -1).flatten(0, -2)
    checked_probabilities(rows.to("cpu", torch.float64).numpy(), rows.shape[1])


def check_weights(weights: Tensor | None, target: Tensor, check: bool | None = None) -> None:
    """Refuse weights that are not one number of at least 0 for each item."""
    if weights is None:
        return
    if not isinstance(weights, Tensor):
        raise ValueError(f"weights must be a tensor, not {type(weights).__name__}.")
    if weights.shape != target.shape:
        wanted = f"the shape {tuple(target.shape)}, one number per item"
        raise ValueError(f"weights must have {wanted}, not {tuple(weights.shape)}.")
    if may_look(weights, check) and not bool((weights.isfinite() & (weights >= 0)).all()):
        raise ValueError("weights must be finite and at least 0.")


def checked_ignore_index(ignore_index: Any) -> int:
    """Return the target that marks items to leave out."""
    if isinstance(ignore_index, bool) or not isinstance(ignore_index, Integral):
        raise ValueError(f"ignore_index must be a whole number, not {ignore_index!r}.")
    return int(ignore_index)
