"""What is made small or large: a metric's value over stacks of matrices, and exactly at one."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from typing import Any

import numpy as np

from steelyard.confusion import Confusion
from steelyard.exact import Number, Undecided, compare, exact_values
from steelyard.extremes.result import Matrix
from steelyard.label_functions import OfLabels
from steelyard.measuring import apply
from steelyard.record import Metric
from steelyard.recording.tape import NotRecordable

Floats = np.ndarray[Any, np.dtype[np.float64]]
Integers = np.ndarray[Any, np.dtype[np.int64]]

ROUNDING = 1e-11
"""Floating-point values nearer than this may be the same number; exact values decide."""


class UndefinedError(ValueError):
    """The metric is undefined wherever it was tried, so that it has no bounds."""


class Objective:
    """A metric with fixed weights. Of a rate, the value of the first class.

    Attributes
    ----------
    metric, weights, policy
        What is measured; weights None for all alike.
    valued
        How many matrices were valued.
    labelled
        Whether the metric counts out labels: then matrices must stay small, and fewer are tried.
    """

    def __init__(self, metric: Metric, weights: Sequence[float] | None, policy: str) -> None:
        self.metric = metric
        self.weights = None if weights is None else list(weights)
        self._relevance = None if weights is None else [_rational(weight) for weight in weights]
        self.policy = policy
        self.valued = 0
        self.labelled = isinstance(metric.body, OfLabels)
        self._recordable = True

    def values(self, stack: Integers) -> Floats:
        """Return the values over a stack of shape (N, C, C); NaN where undefined or infinite."""
        self.valued += len(stack)
        (found,) = apply(
            [self.metric], Confusion(stack), importance=self.weights, undefined=self.policy, whole_at_priors=True
        )
        values: Floats = found.value[:, 0] if self.metric.kind == "rate" else found.value
        return np.where(np.isfinite(values), values, np.nan)

    def exact(self, m: Matrix) -> Number | None:
        """Return the exact value at one matrix; None where it is undefined or cannot be computed."""
        if not self._recordable:
            return None
        relevance, policy = self._relevance, self.policy
        try:
            found = exact_values(self.metric, m, relevance=relevance, policy=policy, at_priors=relevance is not None)
        except NotRecordable:
            self._recordable = False
            return None
        except Undecided:
            return None
        return found[0]

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
        gap = self.value(a) - self.value(b)
        return 0 if abs(gap) <= ROUNDING else int(np.sign(gap))


def as_matrix(m: Integers) -> Matrix:
    """Return counts as nested tuples."""
    return tuple(tuple(row) for row in m.tolist())


def _rational(weight: float) -> Fraction:
    """Return the simple fraction that rounds to a weight, such as 1/3 or 7/10; else the weight as it is."""
    simple = Fraction(weight).limit_denominator(10**6)
    return simple if float(simple) == weight else Fraction(weight)
