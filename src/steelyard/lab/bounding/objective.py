"""What is made small or large, over stacks of matrices and exactly at one; and where a search begins."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from functools import cache
from itertools import combinations
from typing import Any

import numpy as np

from steelyard.counts.confusion import Confusion
from steelyard.lab import enumeration
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
    """Return counts as nested tuples, which print well and can be kept."""
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


# Corners: all items of a class are predicted as one class.


@cache
def targets(classes: int) -> Integers:
    """Return ways to predict every class as one class, of shape (N, C), each once; read-only.

    All right, all as one class, everyone a place further, all as one class and that one as another, two classes
    exchanged, the order reversed, one class wrong, one class right.
    """
    own = np.arange(classes)
    last = classes - 1
    ways = [own, np.roll(own, 1), np.roll(own, -1)]
    ways += [np.full(classes, k) for k in range(classes)]
    ends = sorted({0, 1, classes - 2, last})
    for k in ends:
        for other in ends:
            if k != other:
                ways.append(np.where(own == k, other, k))  # all as k, k as another
                ways.append(np.where(own == k, other, np.where(own == other, k, own)))  # two exchanged
                ways.append(np.where(own == k, other, own))  # one wrong
    turned = own[::-1].copy()
    turned[turned == own] = 0
    ways += [turned, np.where(own == 0, 0, np.roll(own, 1)), np.where(own == 0, 0, np.roll(own, -1))]
    unique_ways = np.unique(np.array(ways, dtype=np.int64), axis=0)
    unique_ways.flags.writeable = False
    return unique_ways


def filled(where: Integers, sizes: Integers) -> Integers:
    """Return the matrices in which each class has these items, all in its target's cell; shapes (N, C) and (…, C)."""
    corners = np.zeros((*where.shape, where.shape[-1]), dtype=np.int64)
    np.put_along_axis(corners, where[..., None], np.broadcast_to(sizes, where.shape)[..., None], axis=-1)
    return corners


# Classifiers between right and wrong: every class, or one of them, is recognised in ever more of its items.


FINE, COARSE = 500, 50
"""Steps from never to always, of all classes together and of one class alone."""


def levels(sizes: Integers) -> Integers:
    """Return matrices of these class sizes, with errors as the next class, or spread evenly over the others.

    All classes are recognised alike, or the first or last one differs from the others, which are right or wrong.
    """
    C = len(sizes)
    together = np.broadcast_to(np.linspace(0, 1, FINE + 1)[:, None], (FINE + 1, C))
    alone = []
    for k in (0, C - 1):
        for others in (0.0, 1.0):
            recalls = np.full((COARSE + 1, C), others)
            recalls[:, k] = np.linspace(0, 1, COARSE + 1)
            alone.append(recalls)
    one, all_alike = np.concatenate(alone), together
    return np.concatenate([_next(all_alike, sizes), _even(all_alike, sizes), _next(one, sizes), _even(one, sizes)])


def _next(recalls: Any, sizes: Integers) -> Integers:
    own = np.eye(len(sizes), dtype=np.int64)
    hits = np.rint(recalls * sizes).astype(np.int64)[..., None]
    matrices: Integers = hits * own + (sizes[:, None] - hits) * np.roll(own, 1, axis=1)
    return matrices


def _even(recalls: Any, sizes: Integers) -> Integers:
    C = len(sizes)
    own = np.eye(C, dtype=np.int64)
    hits = np.rint(recalls * sizes).astype(np.int64)[..., None]
    each, left = np.divmod(sizes[:, None] - hits, C - 1)
    place = (np.arange(C) - np.arange(C)[:, None] - 1) % C  # 0 for the next class, C − 1 for the class itself
    matrices: Integers = hits * own + (1 - own) * (each + (place < left))
    return matrices


# Matrices whose class sizes are far apart: every cell is empty, or 1, R or R² items, for a ratio R that can grow.


RATIO = 10**6
"""R of the search: R² and sums of it are exact in floating point."""

TINY = {2: 8, 3: 5}
"""Up to so many items, all matrices are tried, by the number of classes; of more classes, none beside the corners."""


def pattern_counts(patterns: Integers, ratio: int = RATIO) -> Integers:
    """Return the matrices of patterns."""
    return np.array([0, 1, ratio, ratio**2], dtype=np.int64)[patterns]


def pattern_matrix(pattern: Integers, ratio: int) -> Matrix:
    """Return the matrix of one pattern, for a ratio of any size."""
    amounts = (0, 1, ratio, ratio**2)
    return tuple(tuple(amounts[code] for code in row) for row in pattern.tolist())


@cache
def starts(classes: int, *, few: bool = False) -> Integers:
    """Return patterns to start from: corners with sizes alike and far apart, and even spreads; read-only."""
    sizes = _sizes(classes)
    sizes = sizes[(sizes.max(axis=-1) <= 2) & ((sizes == 2).sum(axis=-1) <= 1)] if few else sizes
    ways = targets(classes)
    corners = [filled(ways, each) for each in sizes]
    errors = 1 - np.eye(classes, dtype=np.int64)
    spreads = np.array([errors, np.ones_like(errors), errors + 2 * np.eye(classes, dtype=np.int64)])
    patterns = np.unique(np.concatenate([*corners, spreads]), axis=0)
    patterns.flags.writeable = False
    return patterns


def _sizes(classes: int) -> Integers:
    """Return class sizes as patterns: alike, one or two larger, one smaller, three scales."""
    alike = np.ones(classes, dtype=np.int64)
    ends = sorted({0, 1, classes - 2, classes - 1})
    some = [[k] for k in ends] + [list(pair) for pair in combinations(ends, 2)]
    larger = [np.where(np.isin(np.arange(classes), each), 2, 1) for each in some]
    smaller = [3 - each for each in larger[: len(ends)]]
    scales = []
    for first in ends:
        for second in ends:
            if first != second:
                each = alike.copy()
                each[first], each[second] = 3, 2
                scales.append(each)
    return np.unique(np.array([alike, *larger, *smaller, *scales]), axis=0)


@cache
def tiny(classes: int, *, few: bool = False) -> Integers:
    """Return all matrices of few items in which every class has some, the smallest first; read-only."""
    if classes not in TINY:
        return np.zeros((0, classes, classes), dtype=np.int64)
    blocks = []
    for items in range(classes, TINY[classes] + (0 if few else 1)):
        rest = enumeration.tables([items - classes, *[0] * (classes - 1)])[0].T
        blocks += [enumeration.matrices([int(part) + 1 for part in way]) for way in rest]
    matrices = np.concatenate(blocks)
    matrices.flags.writeable = False
    return matrices


def alternatives(pattern: Integers, i: int) -> Integers:
    """Return the patterns in which class i is wholly predicted as one class, or one cell of its row is another."""
    C = len(pattern)
    units = np.eye(C, dtype=np.int64)
    whole = [amount * units for amount in (1, 2, 3)]
    cells = [np.where(units == 1, amount, pattern[i]) for amount in (0, 1, 2, 3)]
    rows = np.concatenate([*whole, *cells])
    rows = rows[rows.any(axis=-1)]
    around = np.repeat(pattern[None], len(rows), axis=0)
    around[:, i] = rows
    return around


# A matrix carried into one class more or one fewer, as nearly the same classifier as there is.


BESIDE_ONE = (1, 10, 10**3, 10**6, 10**9)
"""By which a matrix grows beside a class with one item."""


def carried(m: Integers, classes: int, *, most: int = LARGEST) -> Integers:
    """Return matrices of one class more, or one fewer, that hold the same classifier; of at most so many items.

    A class with one item is added, right or wrong; or a class is split in two halves. Two classes become one; or a
    class is left out.
    """
    matrices = [*_beside(m, most), *_split(m)] if classes > len(m) else [*_merged(m), *_without(m)]
    every = np.array(matrices, dtype=np.int64).reshape(-1, classes, classes)
    return every[(every.sum(axis=2).min(axis=1) > 0) & (every.sum(axis=(1, 2)) <= most)]


def _beside(m: Integers, most: int) -> list[Integers]:
    C = len(m)
    matrices = []
    for ratio in BESIDE_ONE:
        if int(m.sum()) * ratio < most:
            for j in range(C + 1):
                more = np.zeros((C + 1, C + 1), dtype=np.int64)
                more[:C, :C] = m * ratio
                more[C, j] = 1
                matrices.append(more)
    return matrices


def _split(m: Integers) -> list[Integers]:
    """Return each class split in halves; errors of others fall on the first half, or on both."""
    C = len(m)
    matrices = []
    for i in range(C):
        own = np.append(np.arange(C), i)
        halves = np.where(own == i, 1, 2)
        for columns in (halves, np.where(np.arange(C + 1) == C, 0, 2)):
            more = m[np.ix_(own, own)] * halves[:, None] * columns
            for hits in (np.eye(2), 1 - np.eye(2)):  # of the halves: each its own, or each the other's
                more = more.copy()
                more[np.ix_([i, C], [i, C])] = 2 * m[i, i] * hits
                matrices.append(more // np.gcd.reduce(more, axis=None))
    return matrices


def _merged(m: Integers) -> list[Integers]:
    matrices = []
    for i, j in combinations(range(len(m)), 2):
        fewer = m.copy()
        fewer[i] += fewer[j]
        fewer[:, i] += fewer[:, j]
        matrices.append(_left_out(fewer, j))
    return matrices


def _without(m: Integers) -> list[Integers]:
    return [_left_out(m, i) for i in range(len(m))]


def _left_out(m: Integers, i: int) -> Integers:
    return np.delete(np.delete(m, i, axis=0), i, axis=1)
