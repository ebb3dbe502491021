"""Logit adjustment (Menon et al. 2021) for any importance: after the training, or within it.

A model that states probabilities p is right by the weighted balanced accuracy where it chooses the largest p·w/π, with
weights w and the class shares π of the training data. Logits are log p and a constant, so that log(w/π) is added.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

import numpy as np
import torch
from torch import Tensor, nn

from steelyard.counts.confusion import Confusion
from steelyard.counts.labels import some
from steelyard.decisions.item_weights import item_weights
from steelyard.importance import as_importance
from steelyard.integrations.logit_order import sizes_in_order
from steelyard.integrations.torch.losses import (
    IGNORED,
    at_least_0,
    check_logits,
    checked_ignore_index,
    checked_target,
    surprises,
    widened,
)
from steelyard.measuring.view import Floats


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
    shift = _shift(importance, sizes_in_order(counts, labels), at_least_0(tau, "tau"))
    check_logits(logits, len(shift))
    wide = widened(logits)
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
        self.tau = at_least_0(tau, "tau")
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
        moved = widened(logits) - _along_classes(self.shift, logits)
        losses = surprises(moved, numbers, self.ignore_index)
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
