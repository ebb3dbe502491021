"""The metric under audit: its values over stacks of matrices, its exact value at one, and what it does wrong."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from typing import Any

import numpy as np

from steelyard.audits.witness import Matrix, Scene
from steelyard.confusion import Confusion
from steelyard.exact import Number, exact_values
from steelyard.label_functions import OfLabels
from steelyard.measuring import apply
from steelyard.record import Metric
from steelyard.recording.tape import NotRecordable
from steelyard.view import Policy

Floats = np.ndarray[Any, np.dtype[np.float64]]
Integers = np.ndarray[Any, np.dtype[np.int64]]
Weights = Sequence[int | Fraction]

POLICY: Policy = "exclude"
"""How undefined terms are treated in audits: as by default."""


class MetricFault(ValueError):
    """The metric did something that no metric may do; the message says what, and on which matrix."""


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
        self.recordable = True

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
        found = self._measured(stack, weights)
        return np.where(np.isfinite(found), found, np.nan)

    def scores(self, stack: Integers, weights: Weights | None = None) -> Floats:
        """Return the values with a sign such that more is better."""
        return self.metric.sign * self.values(stack, weights)

    def exact(self, m: Matrix, weights: Weights | None = None, place: int = 0) -> Number | None:
        """Return the exact value at one matrix (of the class at this place, for a rate); None where undefined.

        Raises NotRecordable, and remembers it, if the metric does what cannot be recorded.
        """
        try:
            found = exact_values(self.metric, m, relevance=weights, policy=POLICY, at_priors=weights is not None)
        except NotRecordable:
            self.recordable = False
            raise
        return found[place]

    def scene(self, caption: str, m: Matrix, weights: Weights | None = None, place: int = 0) -> Scene:
        """Return a matrix with its value, for a witness."""
        stack = np.array([m], dtype=np.int64)
        each = self.each(stack, weights)[0]
        value = float(each[place])
        exact = self.exact(m, weights, place) if self.recordable else None
        kept = None if weights is None else tuple(map(Fraction, weights))
        return Scene(caption, m, None if np.isnan(value) else value, None if exact is None else str(exact), kept)

    def _measured(self, stack: Integers, weights: Weights | None) -> Floats:
        try:
            return self._applied(stack, weights)
        except Exception:
            if len(stack) == 1:
                raise
        for one in stack:  # which of them did it?
            self._blamed(one, weights)
        return self._applied(stack, weights)  # it fails on the stack alone: tell as it is

    def _blamed(self, one: Integers, weights: Weights | None) -> None:
        try:
            self._applied(one[None], weights)
        except Exception as error:
            raise MetricFault(
                f"the metric {self.metric.id!r} fails on the matrix {one.tolist()}: "
                f"{type(error).__name__}: {str(error).rstrip('.')}."
            ) from error

    def _applied(self, stack: Integers, weights: Weights | None) -> Floats:
        importance = None if weights is None else [float(weight) for weight in weights]
        (found,) = apply([self.metric], Confusion(stack), importance=importance, undefined=POLICY, whole_at_priors=True)
        value = found.value
        return value if self.metric.kind == "rate" else value[:, None]


def as_matrix(m: Integers) -> Matrix:
    """Return counts as nested tuples, which print well and can be kept."""
    return tuple(tuple(row) for row in m.tolist())
