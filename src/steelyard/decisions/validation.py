"""Validation items: their classes and probabilities, how good a rule is on them, and columns in a wrong order."""

from __future__ import annotations

from dataclasses import dataclass, replace
from functools import cached_property
from typing import TYPE_CHECKING, Any

import numpy as np

from steelyard.counts import labels as naming
from steelyard.counts.confusion import Confusion
from steelyard.counts.labels import some
from steelyard.counts.read.amounts import checked_weights
from steelyard.decisions.rule import decided
from steelyard.decisions.threshold import positive_place
from steelyard.importance import as_importance
from steelyard.measuring.probabilities import as_numbers, checked_probabilities

if TYPE_CHECKING:
    from numpy.typing import ArrayLike, NDArray

    from steelyard.counts.labels import Label
    from steelyard.measuring.goal import Goal
    from steelyard.measuring.view import Floats


STANDARD_ERRORS = 4.0
"""How far below chance: a useless model comes so low once in 30,000 times."""


def below_chance(truth: NDArray[np.intp], columns: Floats) -> tuple[float, float] | None:
    """Return what items give to their own class and to one drawn by the class shares, if the first is clearly less.

    Means over the items, of columns of probabilities of shape (C, n).
    """
    size = len(truth)
    shares = np.bincount(truth, minlength=len(columns)) / size
    own, drawn = columns[truth, np.arange(size)], shares @ columns
    beyond = own - drawn
    if beyond.mean() < -STANDARD_ERRORS * beyond.std() / np.sqrt(size):
        return float(own.mean()), float(drawn.mean())
    return None


def refuse_other_order(items: Validation) -> None:
    """Refuse probabilities that are worse than chance: then the columns are hardly in the order of the classes."""
    if means := below_chance(items.truth, items.columns):
        own, drawn = means
        raise ValueError(
            f"items get less probability of their own class ({own:.3g} on average) than of a class drawn at "
            f"random ({drawn:.3g}); are the columns in the order {some(items.labels)}? If not, say labels=[…]."
        )


# Validation items: their classes and probabilities, and how good a rule is on them.


@dataclass(frozen=True, eq=False)
class Validation:
    """Items on which rules are compared.

    Attributes
    ----------
    goal
        What is sought, with the weights of the classes fixed.
    labels
        The classes.
    w
        Their weights.
    t
        How many items each has, or what they weigh.
    truth
        The position of each item's class.
    columns
        Probabilities, shape (C, n): one class after the other, as all loops here go.
    weights
        What each item weighs; None if 1.
    positive
        Of two classes, the place of that which is answered from its threshold on.
    """

    goal: Goal
    labels: tuple[Label, ...]
    w: Floats
    t: Floats
    truth: NDArray[np.intp]
    columns: Floats
    weights: Floats | None
    positive: int | None = None

    @property
    def C(self) -> int:
        return len(self.labels)

    @cached_property
    def _seeking(self) -> Goal:
        """The goal for rules that are only tried: an undefined one is no error, it is not taken."""
        return replace(self.goal, undefined="nan") if self.goal.undefined == "raise" else self.goal

    def thinned(self, most: int) -> Validation:
        """Return about so many of the items, spread over the data, as many of each class, which keep the class sizes.

        Rare classes keep all of theirs; items of larger classes weigh more instead.
        """
        if len(self.truth) <= most:
            return self
        kept, weights = [], []
        for c, t in enumerate(self.t):
            own = np.flatnonzero(self.truth == c)
            own = own[:: -(-len(own) * self.C // most) or 1]
            each = np.ones(len(own)) if self.weights is None else self.weights[own]
            if each.sum() > 0:
                kept.append(own)
                weights.append(each * (t / each.sum()))
        places = np.concatenate(kept)
        return replace(self, truth=self.truth[places], columns=self.columns[:, places], weights=np.concatenate(weights))

    def at(self, probabilities: Floats) -> Validation:
        """Return the same items with other probabilities."""
        return replace(self, columns=np.ascontiguousarray(probabilities.T))

    def of(self, places: NDArray[np.intp]) -> Validation:
        """Return some of the items; the goal and the weights of the classes stay as fixed on all."""
        truth, weights = self.truth[places], None if self.weights is None else self.weights[places]
        t = np.bincount(truth, weights=weights, minlength=self.C).astype(np.float64)
        return replace(self, t=t, truth=truth, columns=np.ascontiguousarray(self.columns[:, places]), weights=weights)

    def tallied(self, cells: NDArray[np.intp], size: int, items: NDArray[Any] | slice = slice(None)) -> NDArray[Any]:
        """Return how many of some items lie in each of so many cells, or what they weigh."""
        weights = None if self.weights is None else self.weights[items]
        return np.bincount(cells, weights=weights, minlength=size)

    def counts(self, answers: NDArray[np.intp]) -> NDArray[Any]:
        """Return the confusion matrix of some answers."""
        return self.tallied(self.truth * self.C + answers, self.C**2).reshape(self.C, self.C)

    def measured(self, counts: NDArray[Any]) -> Any:
        """Return the metric of counts, or of a stack of them; NaN where it is undefined."""
        return self._seeking.of_counts(Confusion(counts, self.labels))

    def worths(self, counts: NDArray[Any]) -> Floats:
        """Return how good counts are: the larger the better, whatever the metric's direction; undefined is worst."""
        values = self.goal.sign * np.asarray(self.measured(counts), dtype=np.float64)
        return np.where(np.isnan(values), -np.inf, values)

    def answers(self, gains: Floats) -> NDArray[np.intp]:
        """Return the answers of a rule."""
        return decided(self.columns.T, gains, self.positive)

    def worth(self, gains: Floats) -> float:
        """Return how good a rule is."""
        return float(self.worths(self.counts(self.answers(gains))))


def validation(
    goal: Goal, truth: ArrayLike, probabilities: ArrayLike, weights: Any = None, positive: Label | None = None
) -> Validation:
    """Return validation items, checked; class weights that depend on sizes are fixed on these items, if not before."""
    shape = as_numbers(probabilities, "probabilities").shape
    labels = goal.labels if goal.labels is not None else tuple(range(shape[-1] if shape else 0))
    if len(labels) < 2:
        raise ValueError(f"there is nothing to decide between {len(labels)} classes; at least two are needed.")
    p = checked_probabilities(probabilities, len(labels), labels)
    places = _checked_places(truth, len(p), labels)
    item = None if weights is None else checked_weights(weights, len(p)).astype(np.float64)
    t = np.bincount(places, weights=item, minlength=len(labels)).astype(np.float64)
    if not t.sum() > 0:
        raise ValueError("the validation items weigh nothing.")
    if goal.weights is None:
        w = as_importance(goal.importance).weights(Confusion(np.diag(t), labels))
        goal = goal if goal.importance is None else replace(goal, weights=w)
    else:
        w = goal.weights
    goal.metric.arguments(labels)
    _refuse_empty(goal, labels, w, t)
    place = positive_place(labels, t, positive) if len(labels) == 2 else None
    return Validation(goal, labels, w, t, places, np.ascontiguousarray(p.T), item, place)


def _checked_places(truth: ArrayLike, size: int, labels: tuple[Label, ...]) -> NDArray[np.intp]:
    places = np.asarray(truth)
    if places.ndim != 1 or len(places) != size:
        raise ValueError(f"there are {places.size} true labels but {size} rows of probabilities.")
    if not size:
        raise ValueError("there are no validation items.")
    if places.dtype.kind not in "iu" or places.min() < 0 or places.max() >= len(labels):
        raise ValueError(f"truth must hold positions of classes, whole numbers from 0 to {len(labels) - 1}.")
    return places.astype(np.intp)


def _refuse_empty(goal: Goal, labels: tuple[Label, ...], w: Floats, t: Floats) -> None:
    """Refuse a class that matters and has no items: the best on these items would be never to answer it."""
    if not goal.metric.weighted:
        return
    empty = [labels[place] for place in np.flatnonzero((w > 0) & (t == 0))]
    if empty:
        raise ValueError(
            f"class {naming.some(empty)} matters for {goal.name} but has no validation items, so there is no way to "
            "tell when to answer it; give it some, or leave it out."
        )
