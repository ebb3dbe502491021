"""Distinct scores, kept chunk by chunk: fractions, square roots of fractions, and enclosures.

Square roots are kept as the fractions under them: x ↦ x·|x| is strictly increasing, so values differ exactly where
these squares with a sign do. Products, quotients and roots of such numbers stay such numbers; sums do not, and are
refused.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field, replace
from fractions import Fraction
from typing import TYPE_CHECKING, Any

import numpy as np

from steelyard.lab.discrimination.enclosures import Enclosed
from steelyard.lab.exact import rational_arrays as exact
from steelyard.lab.exact import rational_replay
from steelyard.lab.exact.rational_arrays import NotRational, Rationals, TooLarge, reduced
from steelyard.measuring.program.program import Node

if TYPE_CHECKING:
    from numpy.typing import NDArray


@dataclass(frozen=True, slots=True, eq=False)
class Roots:
    """Numbers x, of which x·|x| is known exactly."""

    square: Rationals


NAN = Rationals(np.array(0), np.array(0), Fraction(1), (0, 1))


def computed(node: Node, operands: list[Any], inputs: dict[str, Rationals]) -> Any:
    """Return the value of one node: fractions as long as possible, then roots."""
    if node.operation == "sqrt":
        return _root(operands[0])
    if not any(isinstance(x, Roots) for x in operands):
        return rational_replay.computed(node, operands, inputs)
    if node.operation in ("multiply", "divide"):
        combine = exact.multiply if node.operation == "multiply" else exact.divide
        return Roots(combine(*(squared(x) for x in operands)))
    if node.operation == "negative":
        return Roots(exact.negative(squared(operands[0])))
    if node.operation == "where":
        condition: NDArray[np.bool_] = operands[0]
        return Roots(exact.where(condition, squared(operands[1]), squared(operands[2])))
    if node.operation in ("index", "swapaxes", "diagonal", "equal", "not_equal", "isfinite", "isnan", "isinf"):
        value = rational_replay.computed(node, [squared(x) for x in operands], inputs)
        return Roots(value) if isinstance(value, Rationals) else value
    raise NotRational(f"{node.operation} of roots is not followed.")


def squared(x: Any) -> Rationals:
    """Return x·|x| of fractions, or of roots."""
    if isinstance(x, Roots):
        return x.square
    fractions = exact.as_rationals(x)
    try:
        return exact.multiply(fractions, exact.absolute(fractions))
    except TooLarge:
        return exact.multiply(fractions.unlimited(), exact.absolute(fractions.unlimited()))


def _root(x: Any) -> Roots:
    if isinstance(x, Roots):
        raise NotRational("roots of roots are not followed.")
    fractions = exact.as_rationals(x)
    below = fractions.numerator < 0
    return Roots(exact.where(~below, fractions, NAN) if below.any() else fractions)


# Sets of scores that grow chunk by chunk: fractions in lowest terms, and enclosures.


NUMERATORS, DENOMINATORS = 1 << 31, 1 << 32
"""A fraction below both is one 64-bit key, numerator · 2³² + denominator."""

PAIRS = 1 << 53
"""Numerators and denominators below this are exact as the two doubles of a complex number."""

FEW = 1 << 16
"""Keys that wait, at least, before they are merged."""


@dataclass(slots=True)
class Pile:
    """A set of keys, sorted; new ones wait until there are enough of them to be merged."""

    merge: Callable[[list[NDArray[Any]]], NDArray[Any]]
    merged: list[NDArray[Any]] = field(default_factory=list)
    waiting: list[NDArray[Any]] = field(default_factory=list)

    def add(self, keys: NDArray[Any]) -> None:
        if not len(keys):
            return
        self.waiting.append(keys)
        # Half as many as are there: each key is moved a few times in all, and few are held twice.
        if sum(map(len, self.waiting)) > max(FEW, sum(map(len, self.merged)) // 2):
            self.settle()

    def settle(self) -> None:
        if self.waiting:
            parts, self.merged, self.waiting = self.merged + self.waiting, [], []
            self.merged = [self.merge(parts)]

    def __len__(self) -> int:
        self.settle()
        return sum(map(len, self.merged))


def each_once(parts: list[NDArray[Any]]) -> NDArray[Any]:
    """Return the keys of all parts, sorted, each once; np.unique hashes whole numbers, which is slower here."""
    keys = np.concatenate(parts)
    parts.clear()
    keys.sort(kind="stable")  # which is quick for runs that are sorted already
    return keys[np.concatenate([[True], keys[1:] != keys[:-1]])] if len(keys) else keys


@dataclass(frozen=True, slots=True)
class FractionKeys:
    """The distinct fractions of some matrices, as keys; which kind of key a fraction has follows from itself."""

    narrow: NDArray[np.int64]
    wide: NDArray[np.complex128]
    others: frozenset[tuple[int, int]]
    undefined: int

    @classmethod
    def of(cls, scores: Rationals) -> FractionKeys:
        """Return the keys of one score per matrix."""
        above, below = scores.parts()
        undefined = 0
        if below is not None and not below.all():
            there = below != 0
            undefined = int(len(there) - there.sum())
            above, below = above[there], below[there]
        lowest = _thinned(replace(scores, numerator=above, denominator=below)).values()
        return cls(*_keys(lowest.numerator, lowest.denominator), undefined)


def _thinned(scores: Rationals) -> Rationals:
    """Return the fractions in lowest terms but for the scale, and each once if that is quickly done."""
    if scores.unlimited_already:
        return scores
    if scores.denominator is None:
        return replace(scores, numerator=each_once([scores.numerator]))
    lowest = reduced(scores)
    if lowest.most[0] >= NUMERATORS or lowest.most[1] >= DENOMINATORS:
        return lowest
    keys = each_once([_packed(lowest.numerator, lowest.lower)])
    return replace(lowest, numerator=keys >> 32, denominator=keys & (DENOMINATORS - 1))


def _packed(above: NDArray[Any], below: NDArray[Any]) -> NDArray[np.int64]:
    packed: NDArray[np.int64] = (above << 32) + below
    return packed


def _keys(above: NDArray[Any], below: NDArray[Any]) -> tuple[Any, Any, frozenset[tuple[int, int]]]:
    small = (abs(above) < NUMERATORS) & (below < DENOMINATORS)
    medium = ~small & (abs(above) < PAIRS) & (below < PAIRS)
    large = ~small & ~medium
    narrow = _packed(above[small].astype(np.int64), below[small].astype(np.int64))
    wide = above[medium].astype(np.float64) + 1j * below[medium].astype(np.float64)
    others = frozenset(zip(above[large].tolist(), below[large].tolist(), strict=True))
    return each_once([narrow]), each_once([wide]), others


class DistinctFractions:
    """The distinct fractions met so far, and how many matrices had none."""

    def __init__(self) -> None:
        self.narrow, self.wide = Pile(each_once), Pile(each_once)
        self.others: set[tuple[int, int]] = set()
        self.undefined = 0

    def add(self, keys: FractionKeys) -> None:
        self.narrow.add(keys.narrow)
        self.wide.add(keys.wide)
        self.others |= keys.others
        self.undefined += keys.undefined

    def __len__(self) -> int:
        return len(self.narrow) + len(self.wide) + len(self.others)


@dataclass(frozen=True, slots=True)
class EnclosureKeys:
    """Stretches that hold the scores of some matrices and do not touch, as rows (low, high)."""

    stretches: NDArray[np.float64]
    undefined: int

    @classmethod
    def of(cls, scores: Enclosed) -> EnclosureKeys:
        """Return the stretches of one score per matrix."""
        there = ~(np.isnan(scores.low) | np.isnan(scores.high))
        stretches = np.stack([scores.low[there], scores.high[there]], axis=-1)
        return cls(joined([stretches]), int(len(there) - there.sum()))


def joined(parts: list[NDArray[np.float64]]) -> NDArray[np.float64]:
    """Return stretches that do not touch, which together cover the given ones."""
    rows = np.concatenate(parts)
    parts.clear()
    rows = rows[np.argsort(rows[:, 0], kind="stable")]
    reach = np.maximum.accumulate(rows[:, 1])
    first = np.flatnonzero(np.concatenate([[True], rows[1:, 0] > reach[:-1]])[: len(rows)])
    last = np.append(first[1:] - 1, len(rows) - 1) if len(first) else first
    return np.stack([rows[first, 0], reach[last]], axis=-1)


class DistinctEnclosures:
    """Stretches with scores met so far. Equal scores lie in one of them, so there are at least as many scores."""

    def __init__(self) -> None:
        self.stretches = Pile(joined)
        self.undefined = 0

    def add(self, keys: EnclosureKeys) -> None:
        self.stretches.add(keys.stretches)
        self.undefined += keys.undefined

    def __len__(self) -> int:
        return len(self.stretches)
