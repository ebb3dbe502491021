"""What is made small or large: a metric's value over stacks of matrices, and exactly at one."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction

import numpy as np

from steelyard.counts.confusion import Confusion
from steelyard.lab.bounding.result import Matrix
from steelyard.lab.exact import Number, Undecided, compare, exact_values
from steelyard.measuring.apply import apply
from steelyard.measuring.define import OfLabels
from steelyard.measuring.program.program import NotRecordable
from steelyard.measuring.record import Metric
from steelyard.type_names import Floats, Integers

ROUNDING = 1e-11
"""Scores nearer than this may be the same number; exact values decide."""

DECLARED = 1e-8
"""A score this near to the declared range is at its end."""

NOISE = 1e-13
"""Relative differences below this are rounding."""

LARGEST = 2**53
"""Items of a matrix, beyond which counts are rounded."""


class UndefinedError(ValueError):
    """The metric is undefined wherever it was tried."""


class Objective:
    """A metric with fixed weights. Of a rate, the value of the first class.

    Attributes
    ----------
    metric, weights, policy
        What is measured; weights None for all alike.
    unit
        How far values typically lie apart. Scores are values in this unit, so that no tolerance depends on the scale.
    valued, undefined
        How many matrices were valued, and at how many of them the metric is undefined.
    labelled
        Whether the metric counts out labels: then matrices must stay small, and fewer are tried.
    """

    def __init__(self, metric: Metric, weights: Sequence[float] | None, policy: str) -> None:
        self.metric = metric
        self.weights = None if weights is None else list(weights)
        self._relevance = None if weights is None else [_rational(weight) for weight in weights]
        self.policy = policy
        self.unit = 1.0
        self.valued = 0
        self.undefined = 0
        self.labelled = isinstance(metric.body, OfLabels)
        self._recordable = True

    def values(self, stack: Integers) -> Floats:
        """Return the values over a stack of shape (N, C, C); NaN where undefined."""
        values = self._measured(stack)
        self.valued += len(stack)
        self.undefined += int(np.isnan(values).sum())
        return values

    def scores(self, stack: Integers, sign: int) -> Floats:
        """Return the values in units, with this sign; minus infinity where undefined."""
        return self.scored(self.values(stack), sign)

    def scored(self, values: Floats, sign: int) -> Floats:
        """Return values as scores."""
        return np.where(np.isnan(values), -np.inf, sign * values / self.unit)

    def measure_unit(self, *samples: Floats) -> None:
        """Take as the unit what the first sample tells in which values differ, else their size."""
        every = np.concatenate(samples)
        size = np.abs(every[np.isfinite(every)]).max(initial=0.0)
        self.unit = next((unit for unit in map(_apart, samples) if unit), float(size) or 1.0)

    def known(self, value: float, sign: int, classes: int) -> bool:
        """Return whether no matrix goes beyond a value, since the range that a metric of ours declares ends there."""
        if not self.metric.builtin or self.policy == "zero":  # a term set to 0 may lie outside
            return False
        relevance = np.ones(classes) if self.weights is None else np.array(self.weights)
        end = self.metric.bounds(relevance, self.metric.arguments(tuple(range(classes))))[0 if sign < 0 else 1]
        return value == end or abs(value - end) <= DECLARED * self.unit

    def exact(self, m: Matrix) -> Number | None:
        """Return the exact value at one matrix; None where it is undefined or cannot be computed."""
        if not self._recordable:
            return None
        relevance, policy = self._relevance, self.policy
        try:
            values = exact_values(self.metric, m, relevance=relevance, policy=policy)
        except NotRecordable:
            self._recordable = False
            return None
        except Undecided:
            return None
        return values[0]

    def value(self, m: Matrix) -> float:
        """Return the value at one matrix, rounded from the exact one where that can be computed."""
        exact = self.exact(m)
        return float(self.values(np.array([m], dtype=np.float64))[0]) if exact is None else float(exact)

    def order(self, a: Matrix, b: Matrix) -> int:
        """Return −1, 0 or 1 as the value at the first matrix is below, the same as, or above that at the second.

        Where exact values cannot tell, floating-point numbers that differ by no more than rounding are the same.
        """
        first, second = self.exact(a), self.exact(b)
        decided = None if first is None or second is None else compare(first, second)
        if decided is not None:
            return decided
        one, other = self.value(a), self.value(b)
        return 0 if one == other or abs(one - other) <= ROUNDING * self.unit else int(np.sign(one - other))

    def _measured(self, stack: Integers) -> Floats:
        (measured,) = apply([self.metric], Confusion(stack), importance=self.weights, undefined=self.policy)
        values: Floats = measured.value[:, 0] if self.metric.kind == "rate" else measured.value
        return values


def as_matrix(m: Integers) -> Matrix:
    """Return counts as nested tuples."""
    return tuple(tuple(row) for row in m.tolist())


def _apart(values: Floats) -> float:
    """Return how far values typically lie from their median, those aside that lie there; 0 if all do.

    Not from the least to the greatest: a few values of a metric without bound may be huge.
    """
    finite = values[np.isfinite(values)]
    if not len(finite):
        return 0.0
    apart = np.abs(finite - np.median(finite))
    apart = apart[apart > NOISE * np.abs(finite).max()]
    return float(np.median(apart)) if len(apart) else 0.0


def _rational(weight: float) -> Fraction:
    """Return the simple fraction that rounds to a weight, such as 1/3 or 7/10; else the weight as it is."""
    simple = Fraction(weight).limit_denominator(10**6)
    return simple if float(simple) == weight else Fraction(weight)
