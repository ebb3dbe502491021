"""Losses in which classes weigh what they matter: cross-entropy, focal loss, logit adjustment (Menon et al. 2021).

Shapes and types are checked always. To look at a value on a GPU, the host waits for it. So values are looked at on a
CPU alone, unless the user asks.

A model that states probabilities p is right by the weighted balanced accuracy where it chooses the largest p·w/π, with
weights w and the class shares π of the training data. Logits are log p and a constant, so that log(w/π) is added.
"""

from __future__ import annotations

import math
from collections.abc import Iterable
from numbers import Integral, Real
from typing import Any

import numpy as np
import torch
from torch import Tensor, nn
from torch.nn import functional

from steelyard.counts.confusion import Confusion
from steelyard.counts.labels import some
from steelyard.decisions.shares_shift import item_weights
from steelyard.importance import as_importance
from steelyard.integrations.goals import sizes_in_order
from steelyard.measuring.probabilities import checked_probabilities
from steelyard.measuring.view import Floats

# Cross-entropy and focal loss in which the classes weigh what they matter.


IGNORED = -100
"""The target that PyTorch's losses leave out."""

REDUCTIONS = ("mean", "sum", "none")


class CrossEntropy(nn.Module):
    """Cross-entropy with the weights that an importance gives to the items of each class (see `item_weights`).

    Parameters
    ----------
    importance
        As for `sy.evaluate`; uniform weighs the classes alike, as "balanced" does in scikit-learn.
    counts
        The class sizes of the training data in the order of the logits: a list, an array, a tensor, or a mapping by
        class number (by label, with `labels`).
    labels
        The classes in the order of the logits, so that an importance can name them.
    per
        "class": all items of a class together get its importance; "item": each item does.
    reduction
        "mean" divides by the sum of the items' weights, as `torch.nn.CrossEntropyLoss` does, so that its size does not
        depend on which classes a batch holds; 0 for a batch in which nothing weighs. "sum" and "none" do not divide.
    ignore_index
        A target that marks items to leave out.

    Notes
    -----
    The weights are not part of `state_dict`: a checkpoint does not bring back the importance of another training.

    Examples
    --------
    >>> import torch
    >>> loss = CrossEntropy("uniform", counts=[90, 10])
    >>> loss.weight
    tensor([0.5556, 5.0000])
    >>> loss(torch.tensor([[2.0, 0.0], [2.0, 0.0]]), torch.tensor([0, 1]))
    tensor(1.9269)
    """

    weight: Tensor

    def __init__(
        self,
        importance: Any,
        counts: Any,
        *,
        labels: Iterable[Any] | None = None,
        per: str = "class",
        reduction: str = "mean",
        ignore_index: int = IGNORED,
    ) -> None:
        super().__init__()
        if reduction not in REDUCTIONS:
            raise ValueError(f"reduction must be one of {', '.join(REDUCTIONS)}, not {reduction!r}.")
        weights = item_weights(importance, sizes_in_order(counts, labels), per)
        self.register_buffer("weight", torch.tensor(weights, dtype=torch.get_default_dtype()), persistent=False)
        self.reduction = reduction
        self.ignore_index = checked_ignore_index(ignore_index)

    def forward(self, logits: Tensor, target: Tensor) -> Tensor:
        """Return the loss of logits (N, C) or (N, C, …) and class numbers (N) or (N, …)."""
        check_logits(logits, len(self.weight))
        numbers = checked_target(target, logits, len(self.weight), self.ignore_index)
        surprise = _surprises(logits, numbers, self.ignore_index)
        kept = numbers != self.ignore_index
        weights = self.weight.to(surprise.dtype)[torch.where(kept, numbers, 0)] * kept
        losses = weights * self._of(surprise)
        if self.reduction == "none":
            return losses
        if self.reduction == "sum":
            return losses.sum()
        total = weights.sum()
        return losses.sum() / torch.where(total > 0, total, 1.0)  # nothing weighs: 0, not NaN

    def _of(self, surprise: Tensor) -> Tensor:
        """Return the loss of an item from −log(probability of its class)."""
        return surprise

    def extra_repr(self) -> str:
        """Return what `print(loss)` shows."""
        return f"weight={[round(weight, 4) for weight in self.weight.tolist()]}, reduction={self.reduction!r}"


class FocalLoss(CrossEntropy):
    """Focal loss, in which items that are right already count less: −(1 − p)^γ·log p (Lin et al. 2017), weighed.

    Parameters are those of `CrossEntropy`, which it is for γ = 0; its α is the weights. It is divided by the sum of
    the weights too, not by the sum of weights times (1 − p)^γ.

    Parameters
    ----------
    importance, counts
        As for `CrossEntropy`.
    gamma
        How much less; a number of at least 0.
    **settings
        The other parameters of `CrossEntropy`.

    Examples
    --------
    >>> import torch
    >>> loss = FocalLoss("uniform", counts=[90, 10], gamma=2)
    >>> loss(torch.tensor([[2.0, 0.0], [2.0, 0.0]]), torch.tensor([0, 1]))
    tensor(1.4853)
    """

    def __init__(self, importance: Any, counts: Any, gamma: float = 2.0, **settings: Any) -> None:
        super().__init__(importance, counts, **settings)
        self.gamma = _at_least_0(gamma, "gamma")

    def _of(self, surprise: Tensor) -> Tensor:
        # Where p = 1 rounded, the slope of a root of 1 − p would be infinite, and times 0 NaN.
        missed = (-torch.expm1(-surprise)).clamp_min(torch.finfo(surprise.dtype).tiny)
        return missed**self.gamma * surprise

    def extra_repr(self) -> str:
        """Return what `print(loss)` shows."""
        return f"{super().extra_repr()}, gamma={self.gamma:g}"


# Logit adjustment: after the training, or within it.


def adjusted(
    logits: Tensor,
    importance: Any,
    counts: Any,
    tau: float = 1.0,
    *,
    labels: Iterable[Any] | None = None,
) -> Tensor:
    """Return logits after which argmax is right by the weighted balanced accuracy: f + τ·log(w/π).

    Parameters
    ----------
    logits
        Of a model trained with plain cross-entropy, of shape (N, C) or (N, C, …).
    importance
        As for `sy.evaluate`. A class of weight 0 is never chosen: its logit becomes −∞.
    counts, labels
        The class sizes of the training data in the order of the logits, and the names of the classes, as for
        `CrossEntropy`.
    tau
        How much to adjust: 1 for a model whose probabilities are right, 0 not at all.

    Examples
    --------
    >>> import torch
    >>> adjusted(torch.tensor([[2.0, 0.0]]), "uniform", counts=[90, 10])
    tensor([[1.4122, 1.6094]])
    """
    shift = _shift(importance, sizes_in_order(counts, labels), _at_least_0(tau, "tau"))
    check_logits(logits, len(shift))
    wide = _widened(logits)
    return wide + _along_classes(torch.as_tensor(shift, dtype=wide.dtype, device=wide.device), wide)


class LogitAdjustedLoss(nn.Module):
    """Cross-entropy of f − τ·log(w/π): after training with it, plain argmax f is right by weighted balanced accuracy.

    Parameters
    ----------
    importance
        As for `sy.evaluate`; every class must matter, since one of weight 0 would have to be infinitely far off.
    counts, labels, ignore_index
        As for `CrossEntropy`.
    tau
        As for `adjusted`.

    Notes
    -----
    What is added is not part of `state_dict`, as the weights of `CrossEntropy` are not.

    Examples
    --------
    >>> import torch
    >>> loss = LogitAdjustedLoss("uniform", counts=[90, 10])
    >>> loss(torch.tensor([[2.0, 0.0], [2.0, 0.0]]), torch.tensor([0, 1]))
    tensor(2.1135)
    """

    shift: Tensor

    def __init__(
        self,
        importance: Any,
        counts: Any,
        tau: float = 1.0,
        *,
        labels: Iterable[Any] | None = None,
        ignore_index: int = IGNORED,
    ) -> None:
        super().__init__()
        sizes = sizes_in_order(counts, labels)
        self.tau = _at_least_0(tau, "tau")
        shift = _shift(importance, sizes, self.tau)
        never = np.flatnonzero(np.isneginf(shift)).tolist()
        if never:
            names = some(sizes.labels[place] for place in never)
            raise ValueError(
                f"LogitAdjustedLoss needs a weight above 0 for every class, but the importance gives 0 to {names}; "
                "`adjusted` can leave out a class after the training."
            )
        self.register_buffer("shift", torch.tensor(shift, dtype=torch.get_default_dtype()), persistent=False)
        self.ignore_index = checked_ignore_index(ignore_index)

    def forward(self, logits: Tensor, target: Tensor) -> Tensor:
        """Return the mean over the items of logits (N, C) or (N, C, …) and class numbers (N) or (N, …)."""
        check_logits(logits, len(self.shift))
        numbers = checked_target(target, logits, len(self.shift), self.ignore_index)
        moved = _widened(logits) - _along_classes(self.shift, logits)
        losses = _surprises(moved, numbers, self.ignore_index)
        return losses.sum() / (numbers != self.ignore_index).sum().clamp_min(1)

    def extra_repr(self) -> str:
        """Return what `print(loss)` shows."""
        return f"shift={[round(shift, 4) for shift in self.shift.tolist()]}, tau={self.tau:g}"


def _along_classes(shift: Tensor, logits: Tensor) -> Tensor:
    return shift.reshape(-1, *[1] * (logits.ndim - 2))


def _shift(importance: Any, sizes: Confusion, tau: float) -> Floats:
    """Return τ·log(w/π) of each class; −∞ for a class that does not matter, whatever τ is."""
    matters = as_importance(importance).weights(sizes) > 0
    gains = item_weights(importance, sizes)  # it refuses a class that matters but has no items
    shift = np.full(len(matters), -np.inf)
    shift[matters] = tau * np.log(gains[matters])
    return shift


# What the losses compute with, and what they refuse.


def _surprises(logits: Tensor, target: Tensor, ignore_index: int) -> Tensor:
    """Return −log(probability of the true class) of each item, in float32 at least; 0 for those to ignore."""
    return functional.cross_entropy(_widened(logits), target, reduction="none", ignore_index=ignore_index)


def _widened(logits: Tensor) -> Tensor:
    """Return logits in float32 at least."""
    return logits.to(torch.promote_types(logits.dtype, torch.float32))


def _at_least_0(number: Any, what: str) -> float:
    """Return a setting that must be a finite number of at least 0."""
    if isinstance(number, bool) or not isinstance(number, Real) or not 0 <= float(number) < math.inf:
        raise ValueError(f"{what} must be a number of at least 0, not {number!r}.")
    return float(number)


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
