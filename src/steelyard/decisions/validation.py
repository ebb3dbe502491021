"""Validation items: how good a rule is on them, and which recalibration their held-out log loss chooses."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from typing import TYPE_CHECKING, Any

import numpy as np

from steelyard.counts.confusion import Confusion
from steelyard.counts.labels import Label, nearest, some
from steelyard.counts.read.amounts import checked_weights
from steelyard.decisions.recalibration import SCALED, Recalibration, log_scaling, losses
from steelyard.decisions.rule import decided, positive_place
from steelyard.importance import as_importance
from steelyard.measuring.probabilities import as_numbers, checked_probabilities

if TYPE_CHECKING:
    from numpy.typing import ArrayLike, NDArray

    from steelyard.measuring.goal import Goal
    from steelyard.measuring.view import Floats


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
            f"class {some(empty)} matters for {goal.name} but has no validation items, so there is no way to "
            "tell when to answer it; give it some, or leave it out."
        )


# Whether the columns of probabilities are in the order of the classes.


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


# Whether probabilities are better recalibrated, and in which way: chosen by the log loss of held-out items.


MapFit = Callable[[Validation], Recalibration]
"""Fits a map on items."""

AUTO = "auto"

FEWEST = 20
"""With fewer items of a class, "auto" leaves probabilities as they are: each way was then worse for decisions on unseen
items by over 0.02 in 13 to 18 % of cases, and "auto" in 5 % from 40 items on (benchmarks/results/recalibration.md)."""

ENOUGH = 20_000
"""Of more items than that, some are enough to choose the way."""


@dataclass(frozen=True, eq=False)
class Recalibrator:
    """Fits a map: that of the way asked for, or the one that is best on held-out items, which may be none.

    Attributes
    ----------
    ways
        What fits each way.
    chooses
        Whether the way is to be chosen.
    """

    ways: Mapping[str, MapFit]
    chooses: bool

    def fitted(self, items: Validation, parts: Sequence[Any]) -> Recalibration | None:
        """Return a map fitted on items; `parts` of them are held out in turn to choose how."""
        return None if self._lacks(items) else self._fitted(items, parts)

    def maps(self, items: Validation, parts: Sequence[Any]) -> list[Recalibration | None]:
        """Return for each part of the items the map that is fitted, and chosen, without what is held out."""
        if self._lacks(items):
            return [None for _ in parts]
        result = []
        for find, judge in parts:
            place = np.full(len(items.truth), -1, dtype=np.intp)
            place[find] = np.arange(len(find))
            inner = [(_kept(place, rows), _kept(place, held)) for rows, held in parts if held is not judge]
            result.append(self._fitted(items.of(find), inner))
        return result

    def _lacks(self, items: Validation) -> bool:
        """Whether there are too few items of a class to choose by."""
        return self.chooses and bool(np.bincount(items.truth, minlength=items.C).min() < FEWEST)

    def _fitted(self, items: Validation, parts: Sequence[Any]) -> Recalibration | None:
        if not self.chooses:
            (fit,) = self.ways.values()
            return fit(items)
        way = self._best(items, parts)
        return None if way is None else self.ways[way](items)

    def _best(self, items: Validation, parts: Sequence[Any]) -> str | None:
        """Return the way with the least log loss on held-out items; None if that is no map."""
        total: dict[str | None, float] = dict.fromkeys([None, *self.ways], 0.0)
        judged = 0
        for find, judge in parts:
            others, own = items.of(find), items.of(judge)
            if not (len(judge) and others.t.all()):
                continue
            judged += 1
            fewer = others.thinned(ENOUGH)
            for way in total:
                total[way] += loss_of(own if way is None else through(own, self.ways[way](fewer)))
        return min(total, key=lambda way: total[way]) if judged > 1 else None


def recalibrator(asked: Any, more: Mapping[str, MapFit] | None = None) -> Recalibrator | None:
    """Return what fits the map that is asked for by name; `more` are ways beside the scaling of logarithms.

    Examples
    --------
    >>> recalibrator("platt")
    Traceback (most recent call last):
    ...
    ValueError: recalibrate must be None, 'auto', 'temperature' or 'vector', not 'platt'.
    """
    if asked is None:
        return None
    ways: dict[str, MapFit] = {way: _scaling(way) for way in SCALED} | dict(more or {})
    if asked == AUTO:
        return Recalibrator(ways, chooses=True)
    if isinstance(asked, str) and asked in ways:
        return Recalibrator({asked: ways[asked]}, chooses=False)
    names = [AUTO, *ways]
    known = f"None, {', '.join(map(repr, names[:-1]))} or {names[-1]!r}"
    raise ValueError(f"recalibrate must be {known}, not {asked!r}.{nearest(str(asked), names)}")


def through(items: Validation, found: Recalibration | None) -> Validation:
    """Return items with their probabilities recalibrated, or as they are."""
    return items if found is None else items.at(found.moved(items.columns.T))


def mean_losses(items: Validation, parts: Sequence[Any], maps: Sequence[Recalibration | None]) -> tuple[float, float]:
    """Return the log loss of what is held out, by the stated probabilities and by the maps; NaN of nothing."""
    total, before, after = 0.0, 0.0, 0.0
    for (_, judge), found in zip(parts, maps, strict=True):
        own = items.of(judge)
        total += float(own.t.sum())
        before += loss_of(own)
        after += loss_of(through(own, found))
    return (before / total, after / total) if total else (np.nan, np.nan)


def loss_of(items: Validation) -> float:
    """Return the sum of the log losses of items."""
    each = losses(items.columns.T, items.truth)
    if items.weights is None:
        return float(each.sum())
    told = items.weights > 0
    return float(items.weights[told] @ each[told])


def _scaling(way: str) -> MapFit:
    return lambda items: log_scaling(way, items.labels, items.truth, items.columns.T, items.weights)


def _kept(place: NDArray[np.intp], rows: NDArray[np.intp]) -> NDArray[np.intp]:
    """Return the places of rows among those that are there."""
    among = place[rows]
    return np.asarray(among[among >= 0])
