"""When a metric misleads on a matrix: what the rules look at, the facts that they find, the marks they leave."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Collection, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import compress
from typing import TYPE_CHECKING, Any, ClassVar

import numpy as np

from steelyard.counts.answer import Answer, plain_label
from steelyard.counts.confusion import Confusion
from steelyard.counts.labels import Label
from steelyard.evaluation.score import SliceName
from steelyard.measuring.apply import Measured, apply, complete, scaled
from steelyard.measuring.notes import Kind, Note, Notes
from steelyard.measuring.record import Metric
from steelyard.measuring.view import DEFAULT_POLICY, Policy
from steelyard.type_names import Floats

if TYPE_CHECKING:
    from numpy.typing import NDArray


@dataclass(frozen=True, slots=True)
class Mark(Answer):
    """A metric that misleads, and why.

    Attributes
    ----------
    metric
        The metric.
    rule
        Which rule marks it, such as "constant_answer".
    fact, sentence
        The fact, with its numbers, which can be checked on the matrix; and in words.
    slice
        Which slice of a stack it is about; empty for a single matrix.
    """

    metric: Metric
    rule: str
    fact: Notes
    slice: SliceName = ()

    @property
    def sentence(self) -> str:
        return str(self.fact)

    def to_dict(self) -> dict[str, Any]:
        """Return plain values."""
        where = {name: plain_label(key) for name, key in self.slice}
        return {**where, "metric": self.metric.name, "rule": self.rule, "sentence": self.sentence}


# Classifiers that always give one answer: what they get tells how much a value says.


TEMPTING = 2 / 3
"""A constant answer that gets further than this from the worst value to the best looks like a good classifier."""

MOST_CELLS_OF_ANSWERS = 1 << 15
"""Up to so many cells (32 classes) every class is tried as the answer."""


def answers(sizes: NDArray[Any], weights: NDArray[Any]) -> NDArray[np.intp]:
    """Return the answers to try for class sizes of shape (..., C): shape (..., answers).

    Of many classes only the largest, the one that matters most and the one that matters least: an average gives a
    constant answer high marks for its own class or for all others, a metric as counted for the largest one.
    """
    C = sizes.shape[-1]
    if sizes.size * C**2 <= MOST_CELLS_OF_ANSWERS:
        return np.broadcast_to(np.arange(C), (*sizes.shape[:-1], C))
    extreme = (sizes.argmax(axis=-1), np.argmax(weights), np.argmin(weights))
    return np.stack(np.broadcast_arrays(*extreme), axis=-1)


def constant_answers(sizes: NDArray[Any], given: NDArray[np.intp]) -> NDArray[Any]:
    """Return the counts of classifiers that always give one answer: shape (..., answers, C, C)."""
    columns = np.arange(sizes.shape[-1]) == given[..., None, None]
    return np.asarray(sizes[..., None, :, None] * columns)


# What the rules look at: metrics over a stack, and the same metrics of classifiers that tell something by contrast.


MOST_CELLS = 1 << 22
"""Larger stacks are not rebuilt for contrast: the rules that would need it say nothing."""


@dataclass(frozen=True, eq=False)
class Seen:
    """An evaluation as the rules see it: arrays over metrics and matrices.

    Attributes
    ----------
    cm, weights, policy
        The counts, how much each class matters, and what is done with undefined classes.
    results
        The metrics over the stack.
    note
        What is already said about a value that left classes out.
    """

    cm: Confusion
    weights: Floats
    policy: Policy
    results: Sequence[Measured]
    note: Callable[[Measured, tuple[int, ...]], Notes]

    @property
    def C(self) -> int:
        """The number of classes."""
        return len(self.cm.labels)

    @cached_property
    def support(self) -> Floats:
        return np.asarray(self.cm.support, dtype=np.float64)

    @cached_property
    def shares(self) -> Floats:
        """The share of each class; NaN where a matrix is empty."""
        with np.errstate(invalid="ignore"):
            return self.support / self.support.sum(axis=-1, keepdims=True)

    @cached_property
    def recall(self) -> Floats:
        """The recall of each class; NaN where it has no items."""
        with np.errstate(invalid="ignore"):
            return np.asarray(self.cm.correct, dtype=np.float64) / self.support

    @cached_property
    def small(self) -> bool:
        """Whether the matrices can be rebuilt."""
        return not self.cm.is_sparse and int(np.prod(self.cm.shape)) * self.C**2 <= MOST_CELLS

    @cached_property
    def values(self) -> Floats:
        """The values, by metric and matrix."""
        return np.stack([result.value for result in self.results])

    @cached_property
    def scaled(self) -> Floats:
        """The values from 0 (worst possible) to 1 (best possible)."""
        return scaled(self.results)

    @cached_property
    def complete(self) -> NDArray[np.bool_]:
        """Where a value is defined and no class that matters left its average."""
        return complete(self.results)

    @cached_property
    def signs(self) -> NDArray[np.int_]:
        """1 for metrics of which larger values are better, −1 for others."""
        return np.array([result.metric.sign for result in self.results])

    def over_metrics(self, each: NDArray[Any]) -> NDArray[Any]:
        """Return numbers, one for each metric, as they combine with values by metric, matrix and answer."""
        return each.reshape(-1, *(1 for _ in self.cm.shape), 1)

    @cached_property
    def whole(self) -> list[int]:
        """The places of the metrics of the whole matrix."""
        return [i for i, result in enumerate(self.results) if result.metric.kind == "whole"]

    @cached_property
    def of_one_class(self) -> list[int]:
        """The places of the rates of one class."""
        return [i for i, result in enumerate(self.results) if result.metric.kind == "class"]

    def applied(
        self, counts: NDArray[Any], metrics: Sequence[int] | None = None, *, alike: bool = False
    ) -> list[Measured]:
        """Return the metrics, or those at some places, of other counts; with all classes mattering alike if so said."""
        chosen = range(len(self.results)) if metrics is None else metrics
        policy = DEFAULT_POLICY if self.policy == "raise" else self.policy
        other = Confusion(counts, self.cm.labels)
        importance = None if alike else self.weights
        return apply([self.results[i].metric for i in chosen], other, importance=importance, undefined=policy)


# The rules: each finds a fact about a matrix, with its numbers.


Places = np.ndarray[Any, np.dtype[np.bool_]]

TENTH = 0.1
"""What is much: a tenth of the way from the worst value to the best, or of the weight."""

HALF = 0.5

ROUNDING = 1e-12


class Rule(ABC):
    """One way in which a metric misleads on a matrix.

    Attributes
    ----------
    id, title
        Its name, and what it says in a few words.
    """

    id: ClassVar[Kind]
    title: ClassVar[str]

    def __init__(self, seen: Seen) -> None:
        self.seen = seen

    @abstractmethod
    def where(self) -> Places:
        """Return, by metric and matrix, where the metric misleads."""

    @property
    def unit(self) -> str:
        """What is counted."""
        return "weight" if self.seen.cm.is_weighted else "items"

    @abstractmethod
    def fact(self, place: int, at: tuple[int, ...]) -> Notes:
        """Return the fact about one metric and matrix."""

    def nowhere(self) -> Places:
        """Return that none misleads anywhere."""
        return np.zeros(self.seen.values.shape, dtype=np.bool_)

    def valued(
        self, place: int, value: Any, labels: tuple[Label, ...] = (), kind: Kind | None = None, **also: Any
    ) -> Notes:
        """Return a fact about the value that the metric at a place would have."""
        metric = self.seen.results[place].metric.name
        return Notes([Note(kind or self.id, labels, amount=float(value), metric=metric, **also)])


class ConstantAnswer(Rule):
    """Always giving the same answer scores as high, and it is the class sizes or weights at hand that make it.

    What a constant answer gets where all classes are alike is a matter of the metric, not of this matrix: an audit
    tells it (by that alone, confusion entropy would be marked nearly everywhere). Here the answer is a class with half
    of the items or of what matters, and it gets at least half-way from there to the best value: with two classes, an
    accuracy of 0.75 instead of 0.5.
    """

    id = "constant_answer"
    title = "always giving one answer scores as high"

    @cached_property
    def _answers(self) -> NDArray[np.intp]:
        """The largest class and the one that matters most."""
        return np.stack(np.broadcast_arrays(self.seen.support.argmax(axis=-1), self.seen.weights.argmax()), axis=-1)

    @cached_property
    def _dominant(self) -> Places:
        """Whether they are half of the items or of what matters, and not all classes are alike."""
        seen = self.seen
        unequal = (np.ptp(seen.shares, axis=-1) > ROUNDING) | (np.ptp(seen.weights) > ROUNDING)
        share = np.take_along_axis(seen.shares, self._answers, axis=-1)
        return np.asarray(unequal[..., None] & (np.maximum(share, seen.weights[self._answers]) >= HALF))

    @cached_property
    def _found(self) -> tuple[Floats, Floats]:
        """By metric, matrix and answer: how far it gets from the worst value (0) to the best, and its value."""
        result = self.seen.applied(constant_answers(np.asarray(self.seen.cm.support), self._answers))
        return _how_far(result), np.stack([each.value for each in result])

    @cached_property
    def _tempting(self) -> Places:
        """By metric, matrix and answer: whether it scores high, as high as here, and due to class sizes or weights."""
        seen, (far, value) = self.seen, self._found
        reached = seen.over_metrics(seen.signs) * (value - seen.values[..., None]) >= -ROUNDING
        hit = self._dominant & (far > TEMPTING) & seen.complete[..., None] & reached
        some_hit = np.flatnonzero(hit.reshape(len(hit), -1).any(axis=-1)).tolist()
        if some_hit:
            usual = seen.over_metrics(self._usual(some_hit))
            # The recall of one class is the best for who always answers it: whatever the sizes, not due to them.
            hit[some_hit] &= (usual < 1) & (far[some_hit] - usual >= HALF * (1 - usual))
        return hit

    def _usual(self, metrics: list[int]) -> Floats:
        """Return how far the best constant answer gets if all classes are equally large and matter alike."""
        alike = np.ones(self.seen.C)
        counts = constant_answers(alike, answers(alike, alike))
        return np.asarray(_how_far(self.seen.applied(counts, metrics, alike=True)).max(axis=-1))

    def where(self) -> Places:
        if not self.seen.small or not self._dominant.any():
            return self.nowhere()
        return np.asarray(self._tempting.any(axis=-1))

    def fact(self, place: int, at: tuple[int, ...]) -> Notes:
        """Return the fact; of two such answers, the one for the largest class; and whether its weight makes it."""
        which = int(self._tempting[(place, *at)].argmax())
        seen, answer, value = self.seen, self._answers[at][which], self._found[1][(place, *at, which)]
        label, weight = (seen.cm.labels[answer],), float(seen.weights[answer])
        by_weight = seen.results[place].metric.weighted and np.ptp(seen.weights) > ROUNDING
        if not (by_weight and weight > seen.shares[(*at, answer)]):
            return self.valued(place, value, label)
        return self.valued(place, value, label, kind="weight_of_one_class", beside=(weight,))


def _how_far(result: list[Measured]) -> Floats:
    """Return how far constant answers get; −1 if undefined, or if classes were left out: that is another question."""
    far = np.where(complete(result), scaled(result), -1.0)
    return np.nan_to_num(far, nan=-1.0)


class OneClassAtZero(Rule):
    """A class that is never recognised sets the value to its worst, although the others do well."""

    id = "one_class_at_zero"
    title = "one class at 0 hides how the others do"

    @cached_property
    def _ruined(self) -> Places:
        return (self.seen.recall == 0) & (self.seen.weights > 0)

    @cached_property
    def _others(self) -> Floats:
        """The mean recall of the other classes, by what matters; NaN if there are none."""
        seen = self.seen
        counted = np.where(self._ruined | np.isnan(seen.recall), 0.0, seen.weights)
        with np.errstate(invalid="ignore"):
            return np.asarray(np.nansum(counted * seen.recall, axis=-1) / counted.sum(axis=-1))

    def where(self) -> Places:
        # With one class that is recognised it would be a constant answer, for which the worst value is right.
        several = (self.seen.recall > 0).sum(axis=-1) > 1
        here = several & self._ruined.any(axis=-1)
        if not here.any():
            return self.nowhere()
        worst = self.seen.complete & (self.seen.scaled <= ROUNDING)
        worst[self.seen.of_one_class] = False  # of which it is the answer
        return np.asarray(worst & here & (self._others >= HALF))

    def fact(self, place: int, at: tuple[int, ...]) -> Notes:  # noqa: ARG002 - the same for all metrics
        ruined = tuple(compress(self.seen.cm.labels, self._ruined[at]))
        return Notes([Note(self.id, ruined, amount=float(self._others[at]))])


class ExchangedAnswers(Rule):
    """Two classes are mistaken for each other, and the value would be the same if their answers were exchanged."""

    id = "exchanged_answers"
    title = "it does not see that two classes are mistaken for each other"

    @cached_property
    def _pair(self) -> tuple[NDArray[np.intp], NDArray[np.intp], Places]:
        """The two classes most often mistaken for each other, and whether an exchange makes both better."""
        m = np.asarray(self.seen.cm.counts, dtype=np.float64)
        hits = np.diagonal(m, axis1=-2, axis2=-1)
        gain = m - hits[..., :, None]
        both = (gain >= 0) & (np.swapaxes(gain, -1, -2) >= 0)
        total = np.where(both, gain + np.swapaxes(gain, -1, -2), 0.0).reshape(*m.shape[:-2], -1)
        at = total.argmax(axis=-1)
        return at // self.seen.C, at % self.seen.C, total.max(axis=-1) > 0

    def _exchanged(self) -> Floats:
        """Return the values with the answers exchanged, of the metrics of the whole matrix."""
        first, second, _ = self._pair
        columns = np.broadcast_to(np.arange(self.seen.C), (*self.seen.cm.shape, self.seen.C)).copy()
        np.put_along_axis(columns, first[..., None], second[..., None], axis=-1)
        np.put_along_axis(columns, second[..., None], first[..., None], axis=-1)
        counts = np.take_along_axis(np.asarray(self.seen.cm.counts), columns[..., None, :], axis=-1)
        return np.stack([each.value for each in self.seen.applied(counts, self.seen.whole)])

    def where(self) -> Places:
        seen, result = self.seen, self.nowhere()
        if not seen.small or not seen.whole or not self._pair[-1].any():
            return result
        result[seen.whole] = self._pair[-1] & (np.abs(self._exchanged() - seen.values[seen.whole]) <= ROUNDING)
        return result

    def fact(self, place: int, at: tuple[int, ...]) -> Notes:  # noqa: ARG002 - the same for all metrics
        first, second, _ = (int(each[at]) for each in self._pair)
        m, labels = np.asarray(self.seen.cm.counts)[at], self.seen.cm.labels
        now, then = m[first, first] + m[second, second], m[first, second] + m[second, first]
        of = m[first].sum() + m[second].sum() if self.seen.cm.is_weighted else 1
        pair, right, instead = (labels[first], labels[second]), float(then / of), float(now / of)
        return Notes([Note(self.id, pair, amount=right, beside=(instead,), unit=self.unit)])


class ClassShares(Rule):
    """Most of what is counted is a class that is little of what matters."""

    id = "class_shares"
    title = "it answers for a large class that matters little"

    @cached_property
    def _dominant(self) -> NDArray[np.intp]:
        return np.asarray((self.seen.shares - self.seen.weights).argmax(axis=-1))

    @cached_property
    def _large(self) -> Places:
        share = np.take_along_axis(self.seen.shares, self._dominant[..., None], axis=-1)[..., 0]
        return np.asarray((share >= HALF) & (share - self.seen.weights[self._dominant] >= TENTH))

    @cached_property
    def _as_counted(self) -> list[int]:
        """The places of the metrics that do not follow the importance; whoever gave costs has said what matters."""
        given = [self.seen.results[i].metric for i in self.seen.whole]
        return [i for i, m in zip(self.seen.whole, given, strict=True) if not m.weighted and not m.priced]

    @cached_property
    def _reweighted(self) -> dict[int, Measured]:
        seen = self.seen
        metrics = [seen.results[i].metric.at_importance() for i in self._as_counted]
        result = apply(metrics, seen.cm, importance=seen.weights, undefined=DEFAULT_POLICY)
        return dict(zip(self._as_counted, result, strict=True))

    def where(self) -> Places:
        seen, places, result = self.seen, self._as_counted, self.nowhere()
        if not places or not self._large.any():
            return result
        apart = np.abs(seen.scaled[places] - scaled(list(self._reweighted.values()))) >= TENTH
        result[places] = self._large & apart
        return result

    def fact(self, place: int, at: tuple[int, ...]) -> Notes:
        i = int(self._dominant[at])
        share, weight = float(self.seen.shares[at][i]), float(self.seen.weights[i])
        value, label = self._reweighted[place].value[at], self.seen.cm.labels[i]
        return self.valued(place, value, (label,), beside=(share, weight), unit=self.unit)


class HighFloor(Rule):
    """Nobody can score low: the value stands in the upper half of 0 to 1, and in the lower half of what is possible."""

    id = "high_floor"
    title = "its least possible value lies far above 0"

    def _floor(self, place: int) -> float:
        result = self.seen.results[place]
        return result.metric.bounds(result.relevance, result.arguments)[0]

    def where(self) -> Places:
        seen, result = self.seen, self.nowhere()
        lofty = [i for i, each in enumerate(seen.results) if each.metric.direction == "higher" and self._floor(i) > 0]
        result[lofty] = seen.complete[lofty] & (seen.values[lofty] >= HALF) & (seen.scaled[lofty] <= HALF)
        return result

    def fact(self, place: int, at: tuple[int, ...]) -> Notes:  # noqa: ARG002 - the same for all matrices
        return self.valued(place, self._floor(place), beside=(self.seen.C,))


class LeftOut(Rule):
    """Classes that matter are left out, as their rate is undefined."""

    id = "left_out"
    title = "classes that matter are left out of it"

    def where(self) -> Places:
        places = self.nowhere()
        for place, result in enumerate(self.seen.results):
            if result.left_out is not None and result.metric.weighted:
                lost = (result.left_out * self.seen.weights).sum(axis=-1)
                places[place] = ~np.isnan(result.value) & (lost >= TENTH)
        return places

    def fact(self, place: int, at: tuple[int, ...]) -> Notes:
        return self.seen.note(self.seen.results[place], at)


RULES: tuple[type[Rule], ...] = (
    ConstantAnswer,
    OneClassAtZero,
    ExchangedAnswers,
    ClassShares,
    HighFloor,
    LeftOut,
)
"""The most telling first: a metric is marked by the first rule that it falls under."""


# What the rules come to: which metrics are marked, and by which to judge instead.


def marks(seen: Seen, slices: Mapping[tuple[int, ...], SliceName]) -> tuple[Mark, ...]:
    """Return a mark for each metric and matrix of the stack that falls under a rule: the first that it does."""
    if not seen.results:
        return ()
    rules = [rule(seen) for rule in RULES]
    hits = np.stack([rule.where() for rule in rules])
    first = hits.argmax(axis=0)
    return tuple(
        Mark(seen.results[place].metric, rule.id, rule.fact(place, tuple(at)), slices[tuple(at)])
        for place, *at in np.argwhere(hits.any(axis=0)).tolist()
        for rule in [rules[first[(place, *at)]]]
    )


def trusted(seen: Seen, marked: Collection[str]) -> frozenset[str]:
    """Return the metrics to judge by: none that is marked, and none by which always one answer looks as good.

    Whatever the answer: it may neither score high nor better than all models at hand, or who gives up all other classes
    would be judged good. Where matrices are too large to be rebuilt, what is not marked is all that is known.
    """
    names = [result.metric.name for result in seen.results]
    lost = set(marked)
    if seen.small and names:
        support = np.asarray(seen.cm.support)
        far = _how_far(seen.applied(constant_answers(support, answers(support, seen.weights))))
        best, own = (each.reshape(len(names), -1).max(axis=-1) for each in (far, np.nan_to_num(seen.scaled, nan=-1.0)))
        lost |= set(compress(names, (best > TEMPTING) | (best > own + ROUNDING)))
    return frozenset(names) - lost
