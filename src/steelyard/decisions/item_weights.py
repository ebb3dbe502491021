"""How much the items of each class weigh in training, so that the classes weigh what they should."""

from __future__ import annotations

import warnings
from typing import Any

import numpy as np

from steelyard.counts import labels as naming
from steelyard.counts.class_shares import row_factors
from steelyard.counts.confusion import Confusion
from steelyard.importance import as_importance
from steelyard.measuring.view import Floats

PER = ("class", "item")

WIDE = 1000
"""Weights that span more than this hang on a few items: one of them weighs as much as a thousand others."""

ROUNDING = 1e-9


def item_weights(importance: Any, sizes: Confusion, per: str = "class") -> Floats:
    """Return how much one item of each class should weigh in training, 1 on average over the items.

    Parameters
    ----------
    importance
        As for `sy.evaluate`.
    sizes
        The classes and their sizes in the training data.
    per
        "class": all items of a class together get its importance, w·n/t, so that a weighted loss follows the weighted
        balanced accuracy; uniform importance gives what scikit-learn calls balanced. "item": each item gets it, as
        Gupta et al. 2020 weigh their loss.

    Examples
    --------
    >>> from steelyard.importance.stated import sizes_of
    >>> item_weights("uniform", sizes_of(counts={"ok": 90, "ill": 10})).round(2)
    array([0.56, 5.  ])
    """
    if per not in PER:
        raise ValueError(f"per must be one of {', '.join(PER)}, not {per!r}.")
    w = as_importance(importance).weights(sizes)
    t = np.asarray(sizes.support, dtype=np.float64)
    n = t.sum()
    without = [label for label, size, weight in zip(sizes.labels, t, w, strict=True) if size == 0 and weight > 0]
    if without and per == "class":
        raise ValueError(
            f"class {naming.some(without)} matters but has no items, so no weight of its items can give it its part; "
            "leave the class out, or weigh per='item'."
        )
    if not (w * t).sum() > 0:
        raise ValueError(f"under '{as_importance(importance)}' no class that has items matters.")
    return row_factors(w, t, n) if per == "class" else w * n / (w * t).sum()


def warn_of_wide_weights(importance: Any, sizes: Confusion, per: str, *, stacklevel: int) -> None:
    """Warn if an item of some class weighs more than a thousand times as much as one of another that matters."""
    t = np.asarray(sizes.support, dtype=np.float64)
    weights = item_weights(importance, sizes, per)
    known = np.flatnonzero((weights > 0) & (t > 0))
    span = _span(weights[known])
    if not span > WIDE * (1 + ROUNDING):
        return
    heavy, light = (sizes.labels[known[place]] for place in (weights[known].argmax(), weights[known].argmin()))
    others = {
        "importance 'uniform'": _span(1 / t[known]),
        "per='item'": _span(as_importance(importance).weights(sizes)[known]),
    }
    less = [f"with {way} {of:,.0f} times" for way, of in others.items() if 1 + ROUNDING < of < span * (1 - ROUNDING)]
    what_to_do = ", ".join(less) if less and per == "class" else "state weights that are nearer to each other"
    warnings.warn(
        f"an item of {naming.some([heavy])} weighs {span:,.0f} times as much as one of {naming.some([light])}, so that "
        f"few items decide what is learned ({what_to_do}).",
        UserWarning,
        stacklevel=stacklevel + 1,
    )


def _span(weights: Floats) -> float:
    return float(weights.max() / weights.min())
