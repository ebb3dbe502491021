"""When a metric misleads: each rule is a fact about a matrix, told with its numbers."""

from __future__ import annotations

from abc import ABC, abstractmethod
from functools import cached_property
from typing import TYPE_CHECKING, Any, ClassVar

import numpy as np

from steelyard.advice.seen import Floats, Seen, complete, scaled
from steelyard.labels import some
from steelyard.measuring import Measured, apply

if TYPE_CHECKING:
    from numpy.typing import NDArray

Places = np.ndarray[Any, np.dtype[np.bool_]]

TENTH = 0.1
"""What is much: a tenth of the way from the worst value to the best, or of the weight."""

HALF = 0.5

TEMPTING = 2 / 3
"""A constant answer that gets further than this from the worst value to the best looks like a good classifier."""

ROUNDING = 1e-12


class Rule(ABC):
    """One way in which a metric misleads on a matrix.

    Attributes
    ----------
    id, title
        Its name, and what it says in a few words.
    """

    id: ClassVar[str]
    title: ClassVar[str]

    def __init__(self, seen: Seen) -> None:
        self.seen = seen

    @abstractmethod
    def where(self, result: Measured) -> Places:
        """Return at which matrices of the stack the metric misleads."""

    @abstractmethod
    def sentence(self, result: Measured, at: tuple[int, ...]) -> str:
        """Return the fact about one matrix."""

    def nowhere(self, result: Measured) -> Places:
        """Return that it misleads at no matrix."""
        return np.zeros(result.value.shape, dtype=np.bool_)


class ConstantAnswer(Rule):
    """Always giving the same answer scores as high."""

    id = "constant_answer"
    title = "always giving one answer scores as high"

    @cached_property
    def _answer(self) -> NDArray[np.intp]:
        """The largest class of each matrix."""
        return np.asarray(self.seen.support.argmax(axis=-1))

    @cached_property
    def _constant(self) -> dict[str, Measured]:
        seen = self.seen
        counts = np.zeros((*seen.cm.shape, seen.C, seen.C), dtype=seen.cm.support.dtype)
        sizes = seen.cm.support[..., :, None]
        np.put_along_axis(counts, np.broadcast_to(self._answer[..., None, None], sizes.shape), sizes, axis=-1)
        return seen.applied(counts, lambda _: True)

    def where(self, result: Measured) -> Places:
        if not self.seen.small:
            return self.nowhere(result)
        found = self._constant[result.metric.name]
        # A value that left classes out answers another question.
        high = complete(found) & (scaled(found) > TEMPTING)
        reached = result.metric.sign * (found.value - result.value) >= -ROUNDING
        return np.asarray(high & complete(result) & reached)

    def sentence(self, result: Measured, at: tuple[int, ...]) -> str:
        answer = self.seen.cm.labels[int(self._answer[at])]
        return f"always answering {some([answer])} would get {float(self._constant[result.metric.name].value[at]):.3f}"


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

    def where(self, result: Measured) -> Places:
        worst = complete(result) & (scaled(result) <= ROUNDING)
        # With one class that is recognised it would be a constant answer, for which the worst value is right.
        several = (self.seen.recall > 0).sum(axis=-1) > 1
        return np.asarray(worst & several & self._ruined.any(axis=-1) & (self._others >= HALF))

    def sentence(self, result: Measured, at: tuple[int, ...]) -> str:  # noqa: ARG002 - the same for all metrics
        ruined = [label for label, out in zip(self.seen.cm.labels, self._ruined[at], strict=True) if out]
        one = "class" if len(ruined) == 1 else "classes"
        verb = "is" if len(ruined) == 1 else "are"
        return (
            f"it stands at its worst as {one} {some(ruined)} {verb} never recognised, although the others have a mean "
            f"recall of {float(self._others[at]):.3f}"
        )


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

    @cached_property
    def _exchanged(self) -> dict[str, Measured]:
        first, second, _ = self._pair
        columns = np.broadcast_to(np.arange(self.seen.C), (*self.seen.cm.shape, self.seen.C)).copy()
        np.put_along_axis(columns, first[..., None], second[..., None], axis=-1)
        np.put_along_axis(columns, second[..., None], first[..., None], axis=-1)
        counts = np.take_along_axis(np.asarray(self.seen.cm.counts), columns[..., None, :], axis=-1)
        return self.seen.applied(counts, lambda result: result.metric.kind == "whole")

    def where(self, result: Measured) -> Places:
        if result.metric.kind != "whole" or not self.seen.small:
            return self.nowhere(result)
        *_, better = self._pair
        if not better.any():
            return self.nowhere(result)
        same = np.abs(self._exchanged[result.metric.name].value - result.value) <= ROUNDING
        return np.asarray(better & same)

    def sentence(self, result: Measured, at: tuple[int, ...]) -> str:  # noqa: ARG002 - the same for all metrics
        first, second, _ = (int(each[at]) for each in self._pair)
        m, labels = np.asarray(self.seen.cm.counts)[at], self.seen.cm.labels
        now, then = m[first, first] + m[second, second], m[first, second] + m[second, first]
        return (
            f"it is the same with the answers {some([labels[first], labels[second]])} exchanged, which would be right "
            f"about {then:g} of their items, not {now:g}"
        )


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
    def _reweighted(self) -> dict[str, Measured]:
        seen = self.seen
        metrics = [result.metric for result in seen.results if result.metric.kind == "whole"]
        found = apply(metrics, seen.cm, importance=seen.weights, undefined="exclude", whole_at_priors=True)
        return {each.metric.name: each for each in found}

    def where(self, result: Measured) -> Places:
        if result.metric.kind != "whole" or not self._large.any():
            return self.nowhere(result)
        apart = np.abs(scaled(result) - scaled(self._reweighted[result.metric.name])) >= TENTH
        return np.asarray(self._large & apart)

    def sentence(self, result: Measured, at: tuple[int, ...]) -> str:
        i = int(self._dominant[at])
        share, weight = float(self.seen.shares[at][i]), float(self.seen.weights[i])
        value = float(self._reweighted[result.metric.name].value[at])
        return (
            f"class {some([self.seen.cm.labels[i]])} is {share:.0%} of the items and {weight:.0%} of what matters; "
            f"with class shares by what matters it would be {value:.3f}"
        )


class HighFloor(Rule):
    """Nobody can score low: the least possible value lies far above 0."""

    id = "high_floor"
    title = "its least possible value lies far above 0"

    def _floor(self, result: Measured) -> float:
        return result.metric.bounds(result.relevance, result.arguments)[0]

    def where(self, result: Measured) -> Places:
        if result.metric.direction == "lower" or not self._floor(result) > 0:
            return self.nowhere(result)
        return np.asarray(complete(result) & (result.value - scaled(result) >= TENTH))

    def sentence(self, result: Measured, at: tuple[int, ...]) -> str:  # noqa: ARG002 - the same for all matrices
        return f"with {self.seen.C} classes nobody gets less than {self._floor(result):.3f}"


class LeftOut(Rule):
    """Classes that matter are left out, as their rate is undefined."""

    id = "left_out"
    title = "classes that matter are left out of it"

    def where(self, result: Measured) -> Places:
        if result.undefined is None or not result.metric.weighted or self.seen.policy == "zero":
            return self.nowhere(result)
        lost = (result.undefined * self.seen.weights).sum(axis=-1)
        return np.asarray(~np.isnan(result.value) & (lost >= TENTH))

    def sentence(self, result: Measured, at: tuple[int, ...]) -> str:
        return self.seen.note(result, at)


RULES: tuple[type[Rule], ...] = (
    ConstantAnswer,
    OneClassAtZero,
    ExchangedAnswers,
    ClassShares,
    HighFloor,
    LeftOut,
)
"""The most telling first: a metric is marked by the first rule that it falls under."""
