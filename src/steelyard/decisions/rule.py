"""A decision rule: which class to answer, given probabilities of all; of two classes, from which threshold on.

Whatever decides between two classes asks here: labels beside scores, rules, curves, regrets and pages. So an item that
lies on the threshold, as many do whose probability is a share of trees, gets the same answer everywhere.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import NDArray

from steelyard.counts.answer import Answer, Row, number, plain_label
from steelyard.counts.labels import Label, storable
from steelyard.measuring.goal import Goal
from steelyard.measuring.probabilities import as_numbers, checked_probabilities
from steelyard.type_names import Floats

if TYPE_CHECKING:
    from numpy.typing import ArrayLike

    from steelyard.decisions.recalibration import CalibrationGain, Recalibration


# Of two classes: which is the positive one, where its threshold lies, and that it is answered from there on.


LARGEST_DENOMINATOR = 100_000
"""Of a fraction that a threshold may be: costs are small numbers, and shares are those of items."""

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
    near = float(Fraction(threshold).limit_denominator(LARGEST_DENOMINATOR))
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


def _gains_more(positive: Floats, other: Floats, for_it: float, against: float) -> NDArray[np.bool_]:
    """Return whether the positive class is answered, where each class gains so much if it is true, both above 0.

    Both probabilities are asked: of one that is 1 but for 10⁻²⁰, the other knows more. Where the gains differ by no
    more than rounding, the threshold decides.
    """
    own, others = for_it * positive, against * other
    close = np.abs(own - others) <= ROUNDING * others
    return np.where(close, reached(positive, threshold_of_gains(for_it, against)), own > others)


# A decision rule: which class to answer, given the probabilities of all.


def decide(probabilities: ArrayLike, gains: ArrayLike, *, positive: int | None = None) -> NDArray[np.intp]:
    """Return the position of the class to answer for each item.

    Parameters
    ----------
    probabilities
        One row per item, one column per class.
    gains
        What it is worth to answer class c where it is true, one number of at least 0 per class: the answer is the class
        with the largest g_c·p_c; of classes that tie, the one with the larger gain, then the first. So gains (0, 1)
        mean "always the second". Or a matrix, what it is worth to answer j (columns) where i is true (rows): the
        answer is the class with the largest Σ_i p_i·G_ij, the first of those that tie. Costs are gains below 0.
    positive
        Of two classes, the place of the one that is answered from its threshold on, so also where both gain the same.

    Examples
    --------
    >>> import steelyard as sy
    >>> sy.decisions.decide([[0.9, 0.1], [0.4, 0.6]], [1, 10])
    array([1, 1])
    >>> sy.decisions.decide([[0.9, 0.1], [0.4, 0.6]], [[0, -1], [-5, 0]])
    array([0, 1])
    >>> sy.decisions.decide([[0.5, 0.5]], [1, 1]), sy.decisions.decide([[0.5, 0.5]], [1, 1], positive=1)
    (array([0]), array([1]))
    """
    g = _checked_gains(gains)
    if positive is not None and (len(g) != 2 or positive not in (0, 1)):
        raise ValueError(f"positive must be the place of one of two classes, 0 or 1, not {positive!r} of {len(g)}.")
    return decided(checked_probabilities(probabilities, len(g)), g, positive)


def decided(p: Floats, g: Floats, positive: int | None = None) -> NDArray[np.intp]:
    """Return the same of what is checked already; of two classes, the positive one from its threshold on."""
    columns = p.T
    if positive is not None and len(g) == 2:
        other = 1 - positive
        for_it, against = _stakes(g, positive)
        if for_it > 0 and against > 0:
            return np.where(_gains_more(columns[positive], columns[other], for_it, against), positive, other)
    if g.ndim == 1:
        return largest(columns, g, ranked(g).tolist())[0]
    return largest(_expected(columns, g), np.ones(len(g)), list(range(len(g))))[0]


def _stakes(g: Floats, positive: int) -> tuple[float, float]:
    """Return what is gained by the right answer and not the other, of two classes, where each of them is true."""
    worth = np.diag(g) if g.ndim == 1 else g
    for_it, against = (float(worth[i, i] - worth[i, 1 - i]) for i in (positive, 1 - positive))
    return for_it, against


def _expected(columns: Floats, g: Floats) -> Floats:
    """Return Σ_i p_i·G_ij by answer j: added up in order, which `@` does not promise.

    So an item gets the same answer alone and among others, also where two answers tie but for the rounding.
    """
    expected = np.empty_like(columns)
    for j in range(len(g)):
        np.multiply(columns[0], g[0, j], out=expected[j])
        for i in range(1, len(g)):
            expected[j] += columns[i] * g[i, j]
    return expected


def largest(columns: Floats, g: Floats, order: list[int]) -> tuple[NDArray[np.intp], Floats]:
    """Return for each item the class with the largest g·p, the first in the order of those that tie, and that g·p.

    Class by class, so that nothing of the size of all is copied; faster than `argmax` where the classes lie one after
    the other in memory, as a search has them.
    """
    first, *rest = order
    best = columns[first] * g[first]
    at = np.full(best.shape, first, dtype=np.intp)
    worth = np.empty_like(best)
    for c in rest:
        np.multiply(columns[c], g[c], out=worth)
        np.copyto(at, c, where=worth > best)
        np.maximum(best, worth, out=best)
    return at, best


def ranked(g: Floats) -> NDArray[np.intp]:
    """Return the classes in the order in which ties are decided: larger gains first, then as they stand."""
    return np.argsort(-g, kind="stable")


def scaled(gains: Floats) -> Floats:
    """Return gains of which the largest, of a matrix the largest magnitude, is 1; no −0 in them."""
    largest = np.abs(gains).max()
    return gains / largest + 0.0 if largest > 0 else np.zeros_like(gains)


def _checked_gains(gains: ArrayLike) -> Floats:
    g = as_numbers(gains, "gains")
    if not (g.ndim == 1 or (g.ndim == 2 and g.shape[0] == g.shape[1])) or not g.size:
        raise ValueError(f"gains must be one number per class, or a matrix of C × C of them, not the shape {g.shape}.")
    if not np.isfinite(g).all():
        raise ValueError(f"gains must be finite, not {g.tolist()}.")
    if g.ndim == 1 and not (g.min() >= 0 and g.max() > 0):
        raise ValueError(f"gains must be at least 0, one of them above, not {g.tolist()}.")
    return g


@dataclass(frozen=True, eq=False, repr=False)
class Rule(Answer):
    """How to decide, found on validation items for one goal. Made by `tune`.

    Attributes
    ----------
    labels
        The classes, in the order of the columns of probabilities.
    gains
        As `decide` takes them, the largest 1: one number per class, or a matrix (its largest magnitude 1) of what it is
        worth to answer j (columns) where i is true (rows).
    goal
        The metric and the importance it was found for.
    score
        The metric on the validation items by this rule: on those it was found on, so it flatters the rule.
    unseen
        The metric to expect on new items: a part of the items is held out, a rule is found on the others in the same
        way and answers them, and so in turn. NaN if a class has a single item, which cannot be in both.
    untuned
        The metric by the most probable class.
    method
        What found it: "closed_form", "search" or "linearised"; "untuned" if nothing was better than the most probable
        class.
    items
        The number of validation items, or what they weigh.
    recalibration
        The map through which probabilities go first; None if they are taken as they are.
    calibration_gain
        What it gained on held-out items; None if it was not asked for.
    positive
        Of two classes, the one whose threshold is told: the one that was said, or the rarer one.
    """

    labels: tuple[Label, ...]
    gains: Floats
    goal: Goal
    score: float
    unseen: float
    untuned: float
    method: str
    items: float
    recalibration: Recalibration | None = None
    calibration_gain: CalibrationGain | None = None
    positive: Label | None = None

    @property
    def threshold(self) -> float | None:
        """From which probability of the positive class on it is answered; None if it always or never is."""
        k = self._place
        if k is None:
            return None
        for_it, against = _stakes(self.gains, k)
        return threshold_of_gains(for_it, against) if for_it > 0 and against > 0 else None

    @property
    def _place(self) -> int | None:
        """The place of the positive class, of two."""
        return None if self.positive is None or len(self.labels) != 2 else self.labels.index(self.positive)

    def decide(self, probabilities: ArrayLike) -> NDArray[Any]:
        """Return the label to answer for each row of a model's own probabilities, which it recalibrates if it must.

        Of two classes, a single column is of the positive one.

        Examples
        --------
        >>> import steelyard as sy
        >>> truth, p = [0, 0, 0, 1, 1, 1] * 10, [0.1, 0.2, 0.2, 0.3, 0.4, 0.4] * 10
        >>> sy.decisions.tune(truth, p, "balanced_accuracy", positive=1).decide([0.05, 0.35]).tolist()
        [0, 1]
        """
        if self.positive is not None and np.ndim(probabilities) == 1:
            one = as_numbers(probabilities, "probabilities")
            place = self.labels.index(self.positive)
            probabilities = np.stack([one, 1 - one] if place == 0 else [1 - one, one], axis=1)
        given = checked_probabilities(probabilities, len(self.labels), self.labels)
        if self.recalibration is not None:
            given = self.recalibration.moved(given)
        return label_array(self.labels)[self.places(given)]

    def places(self, recalibrated: Floats) -> NDArray[np.intp]:
        """Return the place of the class to answer, of probabilities that are recalibrated already, and checked."""
        return decided(recalibrated, self.gains, self._place)

    def to_dict(self) -> dict[str, Any]:
        """Return plain values, ready for JSON."""
        return {
            "metric": self.goal.metric.name,
            "importance": None if self.goal.importance is None else str(self.goal.importance),
            "labels": storable(self.labels),
            "weights": None if self.goal.weights is None else self.goal.weights.tolist(),
            "gains": self.gains.tolist(),
            "score": number(self.score),
            "unseen": number(self.unseen),
            "untuned": number(self.untuned),
            "method": self.method,
            "positive": plain_label(self.positive),
            "threshold": self.threshold,
            "items": self.items,
            "recalibration": None if self.recalibration is None else self.recalibration.to_dict(),
            "calibration_gain": None if self.calibration_gain is None else self.calibration_gain.to_dict(),
        }

    def to_rows(self) -> list[Row]:
        """Return one row for each class: what it is worth to answer it where it is true, or where each class is."""
        record = self.to_dict()
        apart = ("labels", "weights", "gains", "recalibration", "calibration_gain")
        same = {name: value for name, value in record.items() if name not in apart}
        weights = record["weights"] or [None] * len(self.labels)
        return [
            {"label": plain_label(label), "weight": weight, "gain": gain, **same}
            for label, weight, gain in zip(self.labels, weights, record["gains"], strict=True)
        ]


HELD_ALIKE = (str, int, float, bool)
"""Kinds of labels that NumPy holds as they are."""


def label_array(labels: tuple[Label, ...]) -> NDArray[Any]:
    """Return labels as an array that keeps each as it is: NumPy would make texts of (1, "a")."""
    if len({type(label) for label in labels}) == 1 and isinstance(labels[0], HELD_ALIKE):
        return np.array(labels)
    array = np.empty(len(labels), dtype=object)
    for place, label in enumerate(labels):  # a slice would take tuples apart
        array[place] = label
    return array
