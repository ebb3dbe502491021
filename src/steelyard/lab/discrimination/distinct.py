"""Sets of scores that grow chunk by chunk: fractions in lowest terms, and enclosures.

Both hold each score once, sorted, so that a problem of millions of matrices needs memory for its distinct scores only.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING, Any

import numpy as np

from steelyard.lab.discrimination.enclosures import Enclosed
from steelyard.lab.exact.rational_arrays import Rationals, reduced

if TYPE_CHECKING:
    from numpy.typing import NDArray

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
        found = np.stack([scores.low[there], scores.high[there]], axis=-1)
        return cls(joined([found]), int(len(there) - there.sum()))


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
