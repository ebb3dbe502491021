"""Where a search begins: at gains that are right for simpler metrics."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

import numpy as np

from steelyard.decisions.closed_form import balancing
from steelyard.decisions.slope import slope_of
from steelyard.measuring.program import NotRecordable

if TYPE_CHECKING:
    from steelyard.decisions.validation import Validation
    from steelyard.measuring.view import Floats


def starts(items: Validation) -> Iterator[Floats]:
    """Yield all gains 1 (the most probable class), w/π (the most for the weighted balanced accuracy), and the slope."""
    yield np.ones(items.C)
    balanced = balancing(items)
    if balanced.max() > 0:
        yield balanced
    by_slope = _by_slope(items)
    if by_slope is not None:
        yield by_slope


def _by_slope(items: Validation) -> Floats | None:
    """Return what a right answer is worth beside the mean wrong one, at the counts of the most probable class.

    The metric, replaced by its tangent there, is a gain for each cell; this is the nearest gain for each class.
    """
    try:
        slope = slope_of(items)
    except NotRecordable:
        return None
    by_cell = slope(items.counts(items.answers(np.ones(items.C))))
    if by_cell is None:
        return None
    right = np.diagonal(by_cell)
    wrong = (by_cell.sum(axis=1) - right) / (items.C - 1)
    gains = np.maximum(right - wrong, 0)
    return gains if gains.max() > 0 else None
