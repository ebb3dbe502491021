"""The metric under audit: its values, what is rounding among them, how far they go; and what a property of it is."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import reduce
from typing import Any, ClassVar
from weakref import WeakKeyDictionary

import numpy as np

from steelyard.counts.answer import Shown
from steelyard.counts.confusion import Confusion
from steelyard.lab.audits import matrices
from steelyard.lab.audits.verdict import Finding, Scene, Verdict
from steelyard.lab.bounding.anywhere import anywhere
from steelyard.lab.bounding.objective import Objective, as_matrix
from steelyard.lab.bounding.result import End, Matrix
from steelyard.lab.exact import Number, Undecided, exact_values
from steelyard.measuring.apply import apply
from steelyard.measuring.define import OfLabels
from steelyard.measuring.program.program import NotRecordable
from steelyard.measuring.record import Metric
from steelyard.measuring.view import Policy
from steelyard.type_names import Floats, Integers

Weights = Sequence[int | Fraction]

POLICY: Policy = "exclude"
"""How undefined terms are treated in audits: left out, since the papers state and prove their conditions so."""


class MetricFault(ValueError):
    """The metric did something that no metric may do; the message says what, and on which matrix."""


class MetricFails(MetricFault):
    """The metric raises, or returns what is no value.

    Attributes
    ----------
    matrix
        On which matrix it does.
    why
        What it said, without the full stop.
    """

    def __init__(self, metric: Metric, m: Integers, error: BaseException) -> None:
        self.matrix = as_matrix(m)
        self.why = told(error)
        super().__init__(f"the metric {metric.id!r} fails on the matrix {m.tolist()}: {self.why}.")


class Subject:
    """A metric under audit. Of a rate, the value of the first class is audited: the seeds' binary indices.

    Attributes
    ----------
    metric
        The metric.
    recordable
        Whether its exact values can be computed.
    """

    def __init__(self, metric: Metric) -> None:
        self.metric = metric
        self.recordable = not self.labelled
        self._known: dict[bytes, float] = {}

    @property
    def labelled(self) -> bool:
        """Whether it is a function of labels, counted out for it: then matrices stay small, and less is tried."""
        return isinstance(self.metric.body, OfLabels)

    def values(self, stack: Integers, weights: Weights | None = None) -> Floats:
        """Return the values over a stack of shape (N, C, C); NaN where undefined. With weights, as `importance=`."""
        each = self.each(stack, weights)
        return each[:, 0]

    def each(self, stack: Integers, weights: Weights | None = None) -> Floats:
        """Return all values, (N, C) for a rate, else (N, 1)."""
        as_counted = weights is None or not self.metric.weighted
        return self._remembered(stack) if self.labelled and as_counted else self.anew(stack, weights)

    def anew(self, stack: Integers, weights: Weights | None = None) -> Floats:
        """Return the same, and compute it even if it is known."""
        values = self._measured(stack, weights)
        return np.where(np.isfinite(values), values, np.nan)

    def scores(self, stack: Integers, weights: Weights | None = None) -> Floats:
        """Return the values with a sign such that more is better."""
        return self.metric.sign * self.values(stack, weights)

    def exact(self, m: Matrix, weights: Weights | None = None, place: int = 0) -> Number | None:
        """Return the exact value at one matrix (of the class at this place, for a rate).

        None where it is undefined, or where exact arithmetic cannot tell. Raises NotRecordable, and remembers it, if
        the metric does what cannot be recorded.
        """
        try:
            values = exact_values(self.metric, m, relevance=weights, policy=POLICY)
        except Undecided:
            return None
        except KeyboardInterrupt:
            raise
        except BaseException as error:
            self.recordable = False
            if isinstance(error, NotRecordable):
                raise
            raise NotRecordable(f"the metric {self.metric.id!r} cannot be recorded: {told(error)}.") from error
        return values[place]

    def scene(self, what: Finding, m: Matrix, weights: Weights | None = None, place: int = 0) -> Scene:
        """Return a matrix with its value, for a witness."""
        stack = np.array([m], dtype=np.int64)
        each = self.each(stack, weights)[0]
        value = float(each[place])
        kept = None if weights is None else tuple(map(Fraction, weights))
        return Scene(what, m, None if np.isnan(value) else value, self._written(m, weights, place), kept)

    def _written(self, m: Matrix, weights: Weights | None, place: int) -> str | None:
        """Return the exact value as text; None if only the float is known."""
        if not self.recordable:
            return None
        try:
            exact = self.exact(m, weights, place)
            return None if exact is None else str(exact)
        except (NotRecordable, Undecided):
            return None

    def _remembered(self, stack: Integers) -> Floats:
        """Return values, each matrix measured once: a function of labels may take long, and searches meet again."""
        keys = [one.tobytes() for one in np.ascontiguousarray(stack, dtype=np.int64)]
        new = {key: k for k, key in enumerate(keys) if key not in self._known}
        if new:
            self._known |= dict(zip(new, self.anew(stack[list(new.values())])[:, 0].tolist(), strict=True))
        return np.array([self._known[key] for key in keys], dtype=np.float64)[:, None]

    def _measured(self, stack: Integers, weights: Weights | None) -> Floats:
        try:
            return self._applied(stack, weights)
        except KeyboardInterrupt:
            raise
        except BaseException as error:
            for one in stack:  # which of them did it?
                self._blamed(one, weights)
            raise MetricFault(
                f"the metric {self.metric.id!r} fails on {len(stack):,} matrices at once, and on none of them alone: "
                f"{told(error)}."
            ) from error

    def _blamed(self, one: Integers, weights: Weights | None) -> None:
        try:
            self._applied(one[None], weights)
        except KeyboardInterrupt:
            raise
        except BaseException as error:
            raise MetricFails(self.metric, one, error) from error

    def _applied(self, stack: Integers, weights: Weights | None) -> Floats:
        importance = None if weights is None else [float(weight) for weight in weights]
        with np.errstate(all="ignore"):
            (measured,) = apply([self.metric], Confusion(stack), importance=importance, undefined=POLICY)
        value = measured.value
        return value if self.metric.kind == "rate" else value[:, None]


def told(error: BaseException) -> str:
    """Return what an error says, on one line and without the full stop."""
    said = " ".join(str(error).split()).rstrip(".")
    return f"{type(error).__name__}: {said}" if said else type(error).__name__


# The scale of its values: which differences are no rounding.


LOOKED_AT, LOOKED_AT_LABELLED = 400, 40
"""About how many small matrices are valued, and how many of a function of labels."""

CLEAR = 1e-9
"""Differences above this share of the scale are no rounding. Below, nothing is claimed. Every witness is confirmed by
exact arithmetic all the same."""

OF_SIZE = 1e-3
"""Values far from 0 round more, however near to each other: they have errors of at most 1e-13 of their size, far less
than this share of it times `CLEAR`."""

_spreads: WeakKeyDictionary[Subject, dict[int, float]] = WeakKeyDictionary()


def spread(subject: Subject, classes: int) -> float:
    """Return the difference of the greatest and the least value among small matrices of so many classes.

    If these have all the same value, among extreme ones; 1, if those have as well.
    """
    known = _spreads.setdefault(subject, {})
    if classes not in known:
        small = np.concatenate(list(matrices.small(classes, few=True)))
        some = small[:: 1 + len(small) // (LOOKED_AT_LABELLED if subject.labelled else LOOKED_AT)]
        known[classes] = _range(subject.each(some)) or _range(subject.each(matrices.extreme(classes, few=True))) or 1.0
    return known[classes]


def scaled(subject: Subject, classes: int, differences: Any, *values: Any) -> Floats:
    """Return differences of some values by their scale: what is above `CLEAR` is no rounding."""
    size = reduce(np.maximum, map(np.abs, values))
    ratios: Floats = np.asarray(differences) / np.maximum(spread(subject, classes), OF_SIZE * size)
    return ratios


def _range(values: Floats) -> float:
    """Return how far apart values are by more than rounding; 0 if they are not."""
    finite = values[np.isfinite(values)]
    apart = float(np.ptp(finite)) if len(finite) else 0.0
    return apart if apart > 1e-12 * float(np.abs(finite).max(initial=0.0)) else 0.0


# How far it can go, over all class sizes.


_ends: WeakKeyDictionary[Subject, dict[int, tuple[End, End]]] = WeakKeyDictionary()
"""The least and the greatest value by the number of classes, which audits of neighbouring numbers share."""


class Audited(Objective):
    """The metric under audit as an objective: what it does wrong is told with the matrix that did it."""

    def __init__(self, subject: Subject) -> None:
        super().__init__(subject.metric, None, POLICY)
        self._subject = subject

    def _measured(self, stack: Integers) -> Floats:
        return self._subject.values(stack)

    def exact(self, m: Matrix) -> Number | None:
        if not self._subject.recordable:
            return None
        try:
            return self._subject.exact(m)
        except (NotRecordable, Undecided):
            return None


def over_all_sizes(subject: Subject, classes: int) -> tuple[End, End]:
    """Return the least and the greatest value of so many classes; a ValueError if all is undefined."""
    known = _ends.setdefault(subject, {})
    if classes not in known:
        known[classes] = anywhere(Audited(subject), classes)
    return known[classes]


# What a property is, and how hard to look for what refutes it.


@dataclass(frozen=True, slots=True)
class Effort:
    """How hard to look."""

    seed: int = 0
    """For the random matrices, which come last: a constant. Tests try others, since no verdict may depend on it."""


class Definition(Shown):
    """What a property says of a metric, in words.

    Attributes
    ----------
    id
        Its name in an audit, and that of its file.
    title
        A few words for tables.
    definition
        What it says, in one sentence.
    otherwise, matters
        What is the case if a metric has it not, in words that can follow "otherwise"; and why a user cares, in one
        sentence, which is the same unless something else is said.
    source
        Where it comes from.
    expected
        Whether a metric should have it; if not, it only tells what the metric looks at.
    """

    id: ClassVar[str]
    title: ClassVar[str]
    definition: ClassVar[str]
    otherwise: ClassVar[str] = ""
    source: ClassVar[str]
    expected: ClassVar[bool] = True

    @property
    def matters(self) -> str:
        return f"Otherwise {self.otherwise}"


class Property(Definition, ABC):
    """A property that a metric of labels may have."""

    @abstractmethod
    def examine(self, subject: Subject, classes: int, effort: Effort) -> Verdict:
        """Look for a counterexample among matrices of so many classes, and say what came out."""
