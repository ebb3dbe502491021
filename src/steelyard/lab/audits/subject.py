"""The metric under audit: its values over stacks of matrices, its exact value at one, and what it does wrong."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction

import numpy as np

from steelyard.counts.confusion import Confusion
from steelyard.lab.audits.witness import Scene
from steelyard.lab.bounding.result import Matrix
from steelyard.lab.exact import Number, Undecided, exact_values
from steelyard.measuring.label_functions import OfLabels
from steelyard.measuring.measure import apply
from steelyard.measuring.program.tape import NotRecordable
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
        found = self._measured(stack, weights)
        return np.where(np.isfinite(found), found, np.nan)

    def scores(self, stack: Integers, weights: Weights | None = None) -> Floats:
        """Return the values with a sign such that more is better."""
        return self.metric.sign * self.values(stack, weights)

    def exact(self, m: Matrix, weights: Weights | None = None, place: int = 0) -> Number | None:
        """Return the exact value at one matrix (of the class at this place, for a rate).

        None where it is undefined, or where exact arithmetic cannot tell. Raises NotRecordable, and remembers it, if
        the metric does what cannot be recorded.
        """
        try:
            found = exact_values(self.metric, m, relevance=weights, policy=POLICY)
        except Undecided:
            return None
        except KeyboardInterrupt:
            raise
        except BaseException as error:
            self.recordable = False
            if isinstance(error, NotRecordable):
                raise
            raise NotRecordable(f"the metric {self.metric.id!r} cannot be recorded: {told(error)}.") from error
        return found[place]

    def scene(self, caption: str, m: Matrix, weights: Weights | None = None, place: int = 0) -> Scene:
        """Return a matrix with its value, for a witness."""
        stack = np.array([m], dtype=np.int64)
        each = self.each(stack, weights)[0]
        value = float(each[place])
        kept = None if weights is None else tuple(map(Fraction, weights))
        return Scene(caption, m, None if np.isnan(value) else value, self._written(m, weights, place), kept)

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
            (found,) = apply([self.metric], Confusion(stack), importance=importance, undefined=POLICY)
        value = found.value
        return value if self.metric.kind == "rate" else value[:, None]


def as_matrix(m: Integers) -> Matrix:
    """Return counts as nested tuples, which print well and can be kept."""
    return tuple(tuple(row) for row in m.tolist())


def told(error: BaseException) -> str:
    """Return what an error says, on one line and without the full stop."""
    said = " ".join(str(error).split()).rstrip(".")
    return f"{type(error).__name__}: {said}" if said else type(error).__name__
