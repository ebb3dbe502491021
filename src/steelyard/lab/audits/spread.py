"""How far apart a metric's values lie: by this scale differences are told from rounding, however small the values."""

from __future__ import annotations

from functools import reduce
from typing import Any
from weakref import WeakKeyDictionary

import numpy as np

from steelyard.lab.audits import matrices
from steelyard.lab.audits.subject import Subject
from steelyard.type_names import Floats

LOOKED_AT, LOOKED_AT_LABELLED = 400, 40
"""About how many small matrices are valued, and how many of a function of labels."""

CLEAR = 1e-9
"""Differences above this share of the scale are no rounding. Below, nothing is claimed. Every witness is confirmed by
exact arithmetic all the same."""

OF_SIZE = 1e-3
"""Values far from 0 round more, however near to each other: they have errors of at most 1e-13 of their size, far less
than this share of it times `CLEAR`."""

_known: WeakKeyDictionary[Subject, dict[int, float]] = WeakKeyDictionary()


def spread(subject: Subject, classes: int) -> float:
    """Return the difference of the greatest and the least value among small matrices of so many classes.

    If these have all the same value, among extreme ones; 1, if those have as well.
    """
    known = _known.setdefault(subject, {})
    if classes not in known:
        small = np.concatenate(list(matrices.small(classes, few=True)))
        some = small[:: 1 + len(small) // (LOOKED_AT_LABELLED if subject.labelled else LOOKED_AT)]
        known[classes] = _range(subject.each(some)) or _range(subject.each(matrices.extreme(classes, few=True))) or 1.0
    return known[classes]


def scaled(subject: Subject, classes: int, differences: Any, *values: Any) -> Floats:
    """Return differences of some values by their scale: what is above `CLEAR` is no rounding."""
    size = reduce(np.maximum, map(np.abs, values))
    found: Floats = np.asarray(differences) / np.maximum(spread(subject, classes), OF_SIZE * size)
    return found


def _range(values: Floats) -> float:
    """Return how far apart values are by more than rounding; 0 if they are not."""
    finite = values[np.isfinite(values)]
    apart = float(np.ptp(finite)) if len(finite) else 0.0
    return apart if apart > 1e-12 * float(np.abs(finite).max(initial=0.0)) else 0.0
