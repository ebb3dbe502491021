"""Classes and their sizes, from labels or from numbers by class."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

import numpy as np

from steelyard.counts import labels as naming
from steelyard.counts.confusion import Confusion
from steelyard.importance.amounts import amounts


def sizes_of(
    y: Any = None,
    *,
    counts: Any = None,
    labels: Iterable[Any] | None = None,
    weights: Any = None,
) -> Confusion:
    """Return classes and their sizes as the counts of a perfect classifier: from labels, or from sizes by class.

    Examples
    --------
    >>> sizes_of(counts={"ok": 99, "ill": 1}).support
    array([99.,  1.])
    """
    if y is not None and counts is not None:
        raise ValueError("class sizes come from labels or from counts=…, not from both.")
    if weights is not None and counts is not None:
        raise ValueError("weights=… are those of items, so that they go with labels, not with counts=….")
    if counts is None:
        found = Confusion.from_labels(y, y, labels=labels, weights=weights, missing="drop")
        if found.dropped:
            raise ValueError("labels are missing (None or NaN); leave those items out first.")
        return found
    given = amounts(
        counts.tolist() if hasattr(counts, "tolist") and not hasattr(counts, "keys") else counts, "a class size"
    )
    listed = tuple(given) if isinstance(given, dict) else range(len(given))
    named = naming.checked(listed if labels is None else labels)
    sizes = naming.by_label(given, named, "class sizes")
    unnamed = [label for place, label in enumerate(named) if place not in sizes]
    if unnamed:
        raise ValueError(f"class sizes must name every class; {naming.some(unnamed)} has none.")
    if not any(sizes.values()):
        raise ValueError(f"at least one class must have items, but the sizes of {naming.some(named)} are all 0.")
    return Confusion(np.diag([sizes[place] for place in range(len(named))]), named)
