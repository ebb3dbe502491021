"""How much the items of each class weigh in training, so that the classes weigh what they should."""

from __future__ import annotations

from typing import Any

import numpy as np

from steelyard import labels as naming
from steelyard.confusion import Confusion
from steelyard.importance import as_importance
from steelyard.priors import prior_scale
from steelyard.view import Floats

PER = ("class", "item")


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
    >>> from steelyard.class_sizes import sizes_of
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
    return prior_scale(w, t, n) if per == "class" else w * n / (w * t).sum()
