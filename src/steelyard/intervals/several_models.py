"""Draws of several models together, with a little beforehand for outcomes that were not seen.

And how little a few items tell.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import combinations, permutations
from typing import TYPE_CHECKING

import numpy as np

from steelyard.counts.confusion import Confusion
from steelyard.intervals.draws import Drawing
from steelyard.intervals.rows import UNSEEN, items_apart, some_items
from steelyard.intervals.units import Units
from steelyard.type_names import Floats

if TYPE_CHECKING:
    from numpy.typing import NDArray


MOST_ROUNDS = 3
"""How often all pairs are gone through: an exchange may bring one of them before a third."""

ROUNDING = 1e-9
"""So that three quarters of a thousand draws are not 749."""


def by_chance(units: Units, a: int, b: int, telling: float = math.inf) -> float:
    """Return how likely all items, or groups, that two models answer differently speak for the same one by chance.

    `telling`: how many of them matter, at most.
    """
    return float(0.5 ** max(min(telling, units.telling_apart(a, b)), 1.0))


def by_chance_of_pairs(units: Units) -> Floats:
    """Return the same for all pairs of models, (models, models)."""
    chances = np.zeros((units.models, units.models))
    for a, b in combinations(range(units.models), 2):
        chances[a, b] = chances[b, a] = by_chance(units, a, b)
    return chances


def least_of(of_pairs: Floats, observed: Floats) -> Floats:
    """Return the least share of draws in which model a is not ahead of b, (models, models, ...).

    That is what few items leave to chance, (models, models), and a half if a is not ahead in the data, (models, ...),
    larger better: what is beforehand does not turn an order that was observed.
    """
    behind = ~(observed[:, None] > observed[None, :])
    by_chance_alone = of_pairs.reshape(of_pairs.shape + (1,) * (observed.ndim - 1))
    return np.maximum(by_chance_alone, 0.5 * behind)


def exchanged(values: Floats, least: Floats) -> Floats:
    """Return drawn values, (draws, models, ...), larger better, in which no model is ahead of another too often.

    Of the draws in which a is ahead of b, those with the smallest lead change the values of the two, as many as it
    takes that a is not ahead in `least`, (models, models, ...), of all. A model that few items tell from several
    others, which are alike, so falls behind them in the same draws.

    Examples
    --------
    >>> import numpy as np
    >>> exchanged(np.array([[9, 1], [9, 2], [9, 3], [9, 4]]), np.array([[0, 0.25], [0.25, 0]])).tolist()
    [[9.0, 1.0], [9.0, 2.0], [9.0, 3.0], [4.0, 9.0]]
    """
    draws = np.array(values, dtype=np.float64)
    by_place = draws.reshape(*draws.shape[:2], -1)
    most = ((1 - least) * len(draws) + ROUNDING).astype(np.intp).reshape(*least.shape[:2], -1)
    for _ in range(MOST_ROUNDS):
        if not sum(_exchange(by_place, a, b, most[a, b]) for a, b in permutations(range(len(least)), 2)):
            break
    return draws


def _exchange(values: Floats, a: int, b: int, most: NDArray[np.intp]) -> int:
    """Exchange two models where the first is ahead in more draws than it may be; return in how many."""
    lead = values[:, a] - values[:, b]
    too_many = (lead > 0).sum(axis=0) - most
    places = np.flatnonzero(too_many > 0)
    if not len(places):
        return 0
    leads = np.ascontiguousarray(lead.T[places])
    leads[~(leads > 0)] = np.inf
    some = np.argpartition(leads, too_many.max() - 1, axis=1)[:, : too_many.max()]
    order = np.take_along_axis(some, np.argsort(np.take_along_axis(leads, some, axis=1), axis=1), axis=1)
    which = np.arange(order.shape[1]) < too_many[places, None]
    draws, at = order[which], np.broadcast_to(places[:, None], order.shape)[which]
    values[draws, a, at], values[draws, b, at] = values[draws, b, at], values[draws, a, at]
    return len(draws)


# The draws; above them, how little a few items tell.


def completed(units: Units) -> Completed:
    """Return draws of all models on some items, or on groups of them, which count as fewer items."""
    return Completed(items_apart(units, range(units.models)))


@dataclass(frozen=True, eq=False)
class Completed:
    """Items, and for each class those beforehand: all models right, all wrong, each alone right and alone wrong.

    Of any two models, each of the four outcomes then has half an item or more; of two models alone, exactly half; of
    one model, its hits and its errors have half an item each. In each draw, the errors of one outcome fall on another
    class at random: to spread them over all of them as a gamma variable each would mostly do the same, as shares of an
    item that small are 0 but for one, and would take C² of them.

    A class that a model never predicted it does not predict in any draw: it is wrong on all items of that class, and
    none of its errors fall there. Half an item of hits and none of errors would make a precision near 1 of what the
    data have none of, and the model that gave up a class the best. Where a model has but one answer for a class, only
    the others have outcomes there.
    """

    units: Units
    credit: bool = False
    """Whether models may predict what they never did, as the comparison of two models allows for, too."""

    @property
    def numbers(self) -> int:
        """How many numbers one draw takes."""
        C, K = len(self.units.labels), self.units.models
        return len(self.units.truth) + K * C**2 + len(self._classes) * self.outcomes[0].shape[1] * (2 + K)

    def tables(self, rng: np.random.Generator, draws: int) -> Confusion:
        """Return the matrices of the models in so many draws: a stack (draws, models)."""
        scales = self._scales[self.units.truth]
        seen = some_items(rng, self.units.entries / scales, (draws, len(scales))) * scales
        counts = np.array(self.units.tables(seen).dense().counts)
        right, items = self.outcomes
        unseen = some_items(rng, items, (draws, *items.shape)) * self._scales[self._classes, None]
        C, classes = len(self.units.labels), self._classes[:, None]
        errors = self._others(rng.random(unseen.shape), np.asarray(self._predicted.any(axis=0)))
        cells = np.arange(draws)[:, None, None] * C**2 + classes * C
        for model, predicted in enumerate(self._predicted):
            wrong = errors
            if not predicted[errors].all():
                wrong = np.where(predicted[errors], errors, self._others(rng.random(unseen.shape), predicted))
            places = cells + np.where(right[..., model], classes, wrong)
            added = np.bincount(places.reshape(-1), weights=unseen.reshape(-1), minlength=draws * C**2)
            counts[:, model] += added.reshape(draws, C, C)
        return Confusion(counts, self.units.labels)

    @property
    def tried(self) -> list[bytes]:
        """Of each model, which of the classes that have items it predicted: equal for models that gave up the same."""
        return [each[self._classes].tobytes() for each in self._seen_predicted]

    def _others(self, chance: Floats, among: NDArray[np.bool_]) -> NDArray[np.intp]:
        """Return one of some classes by chance, not that of the item (the second axis) unless there is no other."""
        some = np.flatnonzero(among)
        itself = np.searchsorted(some, self._classes)[:, None]
        excluded = among[self._classes][:, None] & (len(some) > 1)
        place = (chance * (len(some) - excluded)).astype(np.intp)
        others: NDArray[np.intp] = some[place + (excluded & (place >= itself))]
        return others

    @cached_property
    def _classes(self) -> NDArray[np.intp]:
        """The classes that have items: of the others nothing is known."""
        return np.unique(self.units.truth[self.units.entries > 0])

    @cached_property
    def _predicted(self) -> NDArray[np.bool_]:
        """Which classes each model may predict, (models, classes): those it did; with credit, all that are there."""
        if not self.credit:
            return self._seen_predicted
        there = np.array(self._seen_predicted.any(axis=0))
        there[self._classes] = True
        return np.tile(there, (self.units.models, 1))

    @cached_property
    def _seen_predicted(self) -> NDArray[np.bool_]:
        seen = np.zeros((self.units.models, len(self.units.labels)), dtype=np.bool_)
        some = self.units.entries > 0
        for model, predictions in enumerate(self.units.predictions):
            seen[model, predictions[some]] = True
        return seen

    @cached_property
    def outcomes(self) -> tuple[NDArray[np.bool_], Floats]:
        """Which models are right, (classes, outcomes, models), and the items that an outcome has, (classes, outcomes).

        The classes are those that have items.
        """
        K = self.units.models
        can_hit = self._predicted[:, self._classes].T
        is_open = can_hit & (self._predicted.sum(axis=1) > 1)  # it predicted this class, and another
        one = np.eye(K, dtype=np.bool_)
        right = np.concatenate([np.ones((1, K), np.bool_), np.zeros((1, K), np.bool_), one, ~one])
        several = is_open & (is_open.sum(axis=1, keepdims=True) > 1)
        of_all = np.stack([np.ones(len(is_open), np.bool_), is_open.any(axis=1)], axis=1)
        items = np.concatenate([UNSEEN * of_all, UNSEEN / 2 * several, UNSEEN / 2 * several], axis=1)
        return np.where(is_open[:, None], right, can_hit[:, None]), items

    @cached_property
    def _scales(self) -> Floats:
        """What an item of each class weighs, seen or not: Σw²/Σw, as class by class; 1 for those without items."""
        amounts, squares = (
            np.bincount(self.units.truth, weights=each, minlength=len(self.units.labels))
            for each in (self.units.entries, self.units.squares_of_entries)
        )
        return np.asarray(np.divide(squares, amounts, out=np.ones_like(amounts), where=amounts > 0))


def tried_others(drawings: Sequence[Drawing]) -> bool:
    """Whether some models never predicted a class that others did."""
    return len({each for drawing in drawings if isinstance(drawing, Completed) for each in drawing.tried}) > 1


def without_pull(values: Floats, observed: Floats, drawings: Sequence[Drawing]) -> Floats:
    """Return drawn values, (draws, models, ...), of which what is beforehand favours no model that tried other classes.

    Half an item of hits lifts the precision of a class that was predicted twice, not of one that was given up. So
    models that tried the same classes keep what they got in the mean, and all of those are moved to where they were
    observed, (models, ...), on average.
    """
    if not tried_others(drawings):
        return values
    tried = [each for drawing in drawings if isinstance(drawing, Completed) for each in drawing.tried]
    known = np.isfinite(values)
    pull = np.sum(values, axis=0, where=known) / np.maximum(known.sum(axis=0), 1) - np.nan_to_num(observed)
    for some in set(tried):
        alike = [model for model, each in enumerate(tried) if each == some]
        pull[alike] = pull[alike].mean(axis=0)
    return np.asarray(values - pull)


def restrained(values: Floats, observed: Floats, drawings: Sequence[Drawing], of_pairs: Floats) -> Floats:
    """Return drawn values, (draws, models, ...), larger better, that claim no more than the data, (models, ...).

    What is beforehand favours none, but makes none surer either by being taken off; and few items leave something to
    chance, (models, models).
    """
    centred, least = without_pull(values, observed, drawings), least_of(of_pairs, observed)
    if centred is not values:
        for a, b in permutations(range(len(observed)), 2):
            not_ahead = 1 - (values[:, a] > values[:, b]).mean(axis=0)
            least[a, b] = np.maximum(least[a, b], np.minimum(not_ahead, 0.5))
    return exchanged(centred, least)
