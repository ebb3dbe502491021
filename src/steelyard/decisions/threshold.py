"""Of two classes: which is the positive one, where its threshold lies, and that it is answered from there on.

Whatever decides between two classes asks here: labels beside scores, rules, curves, regrets and pages. So an item that
lies on the threshold, as many do whose probability is a share of trees, gets the same answer everywhere.
"""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from typing import Any

import numpy as np
from numpy.typing import NDArray

from steelyard.counts.labels import Label
from steelyard.type_names import Floats

LARGEST = 100_000
"""Denominator of a fraction that a threshold may be: costs are small numbers, and shares are those of items."""

ROUNDING = 1e-14
"""By which part what was computed may be off."""


def positive_place(labels: Sequence[Label], sizes: Floats, positive: Label | None = None) -> int:
    """Return the place of the class that thresholds are of: the positive one, or the rarer one of two.

    Examples
    --------
    >>> positive_place(["ok", "ill"], np.array([90, 10])), positive_place(["ok", "ill"], np.array([90, 10]), "ok")
    (1, 0)
    """
    return int(np.argmin(sizes)) if positive is None else list(labels).index(positive)


def unrounded(threshold: Any) -> Any:
    """Return thresholds that were computed, without what rounding did to those that are fractions.

    So a tenth is 0.1, and a third is 1/3: the numbers that the votes of trees or neighbours are, too.

    Examples
    --------
    >>> 0.3 / 3, 1 - 2 / 3
    (0.09999999999999999, 0.33333333333333337)
    >>> unrounded(0.3 / 3), unrounded(np.array([1 - 2 / 3, np.sqrt(0.5)])).tolist()
    (0.1, [0.3333333333333333, 0.7071067811865476])
    """
    if np.ndim(threshold):
        return np.array([unrounded(each) for each in threshold])
    near = float(Fraction(threshold).limit_denominator(LARGEST))
    return near if abs(near - threshold) <= ROUNDING * threshold else float(threshold)


def threshold_of_gains(for_it: float, against: float) -> float:
    """Return from which probability on the positive class gains most, by what it and the other gain where true.

    Examples
    --------
    >>> threshold_of_gains(10, 1) == 1 / 11, threshold_of_gains(9 * 0.37, 0.37)
    (True, 0.1)
    """
    return float(unrounded(against / (for_it + against)))


def reached(probability: Any, threshold: Any) -> NDArray[np.bool_]:
    """Return whether the positive class is answered: from the threshold on, so also where a probability is equal to it.

    Examples
    --------
    >>> reached([0.49, 0.5, 0.51], 0.5).tolist()
    [False, True, True]
    """
    return np.asarray(np.asarray(probability) >= threshold)


def gains_more(positive: Floats, other: Floats, for_it: float, against: float) -> NDArray[np.bool_]:
    """Return whether the positive class is answered, where each class gains so much if it is true, both above 0.

    Both probabilities are asked: of one that is 1 but for 10⁻²⁰, the other knows more. Where the gains differ by no
    more than rounding, the threshold decides.
    """
    own, others = for_it * positive, against * other
    close = np.abs(own - others) <= ROUNDING * others
    return np.where(close, reached(positive, threshold_of_gains(for_it, against)), own > others)
