"""On how many units the rate of a class rests: those of its denominator, which need not be the class's own."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, NamedTuple

import numpy as np

from steelyard.counts.confusion import Confusion
from steelyard.intervals.influence import recorded_slopes
from steelyard.intervals.units import Units
from steelyard.measuring.lead import TIED
from steelyard.measuring.measure import Measured
from steelyard.measuring.program.tape import NotRecordable
from steelyard.type_names import Floats

if TYPE_CHECKING:
    from numpy.typing import NDArray


SMOOTH = 0.5
"""Added to every cell: a recall of 1 does not move with its hits, but still rests on them."""


class Denominator(NamedTuple):
    """On what a rate rests, for each model and class."""

    units: NDArray[np.int64]
    """How many units move it."""
    own_class: NDArray[np.bool_]
    """Whether every item of the class moves it, however it is told: those of recall do, of precision only the hits."""


def denominators(rates: Sequence[Measured], units: Units, tables: Confusion) -> list[Denominator | None]:
    """Return on what each rate rests; None for one that cannot be recorded or that nothing moves.

    `tables`: the observed matrices, of shape (models,).
    """
    smooth = Confusion(np.asarray(tables.dense().counts, dtype=np.float64) + SMOOTH, tables.labels)
    return [_of_rate(rate, units, smooth) for rate in rates]


def _of_rate(rate: Measured, units: Units, smooth: Confusion) -> Denominator | None:
    try:
        (slopes,) = recorded_slopes([rate], smooth)
    except NotRecordable:
        return None
    models, classes = slopes.shape[:2]
    found = np.zeros((models, classes), dtype=np.int64)
    own_class = np.zeros((models, classes), dtype=np.bool_)
    for model, c in np.ndindex(models, classes):  # class by class, as there are C³ slopes
        moves = _that_move(slopes[model, c], smooth.counts[model])
        found[model, c] = _units_among(moves[units.truth, units.predictions[model]], units)
        own_class[model, c] = moves[c].all()
    return Denominator(found, own_class) if found.any() else None


def _that_move(slopes: Floats, counts: Floats) -> NDArray[np.bool_]:
    """Return which cells move a rate by more than rounding, beside the mean of all items."""
    influences = np.abs(slopes - np.average(slopes, weights=counts))
    found: NDArray[np.bool_] = influences > TIED * influences.max()
    return found


def _units_among(entries: NDArray[np.bool_], units: Units) -> int:
    """Return how many units have one of some entries of the table."""
    if units.kind is None:
        return int(units.sizes[entries].sum())
    return len(np.unique(units.kind[entries]))
