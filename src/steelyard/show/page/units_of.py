"""What was drawn from, and the counts of slices, as the page takes them: long lists of numbers as short JSON.

Packed numbers are a plain list, or {"n": how many, "fill": what all are but those at some positions, "at": each of
these as its distance from the one before (the first from −1), "values": what stands there}. What is not finite is a
text, as in programs.
"""

from __future__ import annotations

import json
import math
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import combinations
from typing import Any

import numpy as np

from steelyard.counts.confusion import Confusion
from steelyard.counts.labels import some, text
from steelyard.counts.matrix_input import MODEL
from steelyard.intervals.interval import standard_errors_within
from steelyard.intervals.rows import hits_and_items
from steelyard.intervals.units import Units
from steelyard.measuring.apply import EXACT
from steelyard.measuring.program.program import plain

Packed = list[Any] | dict[str, Any]

BESIDE = 8
"""Numbers that take as much room as the names of the four parts."""


def packed(values: Any) -> Packed:
    """Return numbers of any shape, row by row, in the shorter of the two ways.

    Examples
    --------
    >>> packed([0, 0, 0, 7, 0, 0, 0, 0, 2, 0, 0, 0, 0, 0, 0])
    {'n': 15, 'fill': 0, 'at': [4, 5], 'values': [7, 2]}
    >>> packed([1.5, float("nan"), 3.0])
    [1.5, 'NaN', 3]
    """
    flat = np.ascontiguousarray(values).reshape(-1)
    if not len(flat):
        return []
    # As bits, because −0 equals 0 and NaN not even itself.
    bits = flat.view(np.int64) if flat.dtype == np.float64 else flat
    _, firsts, counts = np.unique(bits, return_index=True, return_counts=True)
    commonest = firsts[np.argmax(counts)]
    others = np.flatnonzero(bits != bits[commonest])
    if 2 * len(others) + BESIDE >= len(flat):
        return _written(flat)
    (fill,), gaps = _written(flat[[commonest]]), np.diff(others, prepend=-1)
    return {"n": len(flat), "fill": fill, "at": gaps.tolist(), "values": _written(flat[others])}


def unpacked(record: Sequence[Any] | Mapping[str, Any]) -> np.ndarray[Any, np.dtype[np.float64]]:
    """Return packed numbers as an array.

    Examples
    --------
    >>> unpacked({"n": 4, "fill": 1, "at": [2], "values": ["Infinity"]})
    array([ 1., inf,  1.,  1.])
    """
    if not isinstance(record, Mapping):
        return np.array([float(value) for value in record])
    result = np.full(record["n"], float(record["fill"]))
    result[np.cumsum(record["at"], dtype=np.intp) - 1] = [float(value) for value in record["values"]]
    return result


def _written(values: np.ndarray[Any, Any]) -> list[Any]:
    """Return numbers as JSON holds them shortest: 3 rather than 3.0, and truth as 1 and 0."""
    if values.dtype.kind != "f":
        return values.astype(np.int64).tolist()
    return [_number(value) for value in values.tolist()]


def _number(value: float) -> Any:
    # Whole numbers without a point; a browser reads the same number.
    if value.is_integer() and abs(value) < EXACT and (value or math.copysign(1, value) > 0):
        return int(value)
    return plain(np.asarray(value))


# The counts of slices, such as months, as the page takes them.


MOST_NUMBERS = 200_000
"""Counts of all slices and models together that a page can hold."""


def slices_of(counts: Confusion) -> dict[str, Any] | None:
    """Return the slices of counts, if there are some that a page can hold: along one axis, and not too many."""
    axes = counts.slice_axes
    if len(axes) != 1 or _numbers(counts) > MOST_NUMBERS:
        return None
    (axis,) = axes
    dense, models = counts.dense(), [list(counts.axes).index(MODEL)] if MODEL in counts.axes else []

    def by_model(every: Any) -> list[list[Packed]]:
        moved = np.moveaxis(np.asarray(every), [*models, list(counts.axes).index(axis)], range(1 + len(models)))
        return [[packed(slice_) for slice_ in of_model] for of_model in (moved if models else moved[None])]

    return {
        "axis": axis,
        "keys": [text(key) for key in counts.axes[axis]],
        "counts": by_model(dense.counts),
        "squares": by_model(dense.squares) if counts.is_weighted else None,
    }


def why_no_slices(counts: Confusion) -> str:
    """Return why slices are not on the page, in a sentence; empty if they are, or if there are none."""
    axes = counts.slice_axes
    if len(axes) > 1:
        return (
            f"The slices along {some(axes)} are not on this page, which takes one axis; it shows all of them together."
        )
    if axes and _numbers(counts) > MOST_NUMBERS:
        many = f"{_numbers(counts):,} counts, more than {MOST_NUMBERS:,}"
        return (
            f"The slices along {some(axes)} are not on this page, as they have {many}; it shows all of them together."
        )
    return ""


def _numbers(counts: Confusion) -> int:
    return int(np.prod(counts.shape)) * len(counts.labels) ** 2


# What was drawn from, as the page takes it: with it, the page tells how sure its numbers are.


MOST_OF_JOINT = 400_000
"""Characters of a joint table, beyond which the page does without it."""

MOST_OF_GROUPS = 600_000
"""Characters of the tables of groups; without them there are no intervals at all."""

NOT_JOINT = (
    "The joint table of the models is too large for this page, so that differences are taken as if each model had "
    "items of its own; sy.compare takes them on the same items."
)
NO_GROUPS = "the groups hold too many combinations for a page; sy.evaluate and sy.compare give the intervals"


@dataclass(frozen=True)
class Drawn:
    """How sure the page can be.

    Attributes
    ----------
    confidence
        The level of the intervals; None if there are none, and then `why_none` says why.
    kind, paired
        Whether "items" or "groups" are drawn, and whether models are known on the same of them.
    tables
        Tables of units, ready for JSON; of items that are not paired there are none, as each model's matrix says all.
    groups
        How many groups each model has; None if items are drawn.
    alone
        The hits and items of each model's classes, if groups are drawn and each model has its own; None for one that
        has too few of them.
    note
        What was left out.
    """

    confidence: float | None
    why_none: str = ""
    kind: str = "items"
    paired: bool = False
    tables: tuple[dict[str, Any], ...] = ()
    groups: tuple[int, ...] | None = None
    alone: tuple[tuple[list[int], list[int]] | None, ...] = ()
    note: str = ""

    def reach(self, models: int) -> list[float | None]:
        """Return how many standard errors the intervals of each model reach to each side; None if it has none."""
        confidence = self.confidence
        if confidence is None:
            return [None] * models
        if self.groups is None:
            return [standard_errors_within(confidence, None)] * models
        return [standard_errors_within(confidence, n - 1) if n > 1 else None for n in self.groups]

    def variance_factor(self, models: int) -> list[float]:
        """Return what makes the variance of each model's groups that of a sample."""
        return [1.0] * models if self.groups is None else [n / (n - 1) if n > 1 else 1.0 for n in self.groups]

    def to_dict(self) -> dict[str, Any]:
        """Return the units as plain values, ready for JSON."""
        return {"kind": self.kind, "paired": self.paired, "tables": list(self.tables)}


def items(confidence: float, joint: Units | None, most: int = MOST_OF_JOINT) -> Drawn:
    """Return items as what is drawn, in a joint table, or one for each pair of models, that takes at most so much."""
    if joint is None or joint.models < 2:
        return Drawn(confidence)
    every = range(joint.models)
    tables = _tables([(joint, every)], most) or _tables(_pairs(joint), most)
    return Drawn(confidence, note=NOT_JOINT) if tables is None else Drawn(confidence, paired=True, tables=tables)


def groups(confidence: float, units: Sequence[Units | None]) -> Drawn:
    """Return groups as what is drawn: one table of all models, or one for each; None for one that has too few."""
    together = units[0] if len(units) == 1 else None
    if together is not None:
        parts: list[tuple[Units, Sequence[int]]] = [(together, range(together.models))]
        sizes = [together.total] * together.models
    else:
        parts = [(each, [k]) for k, each in enumerate(units) if each is not None]
        sizes = [0 if each is None else each.total for each in units]
    tables = _tables(parts, MOST_OF_GROUPS)
    if tables is None:
        return Drawn(None, NO_GROUPS, "groups")
    paired = together is not None and together.models > 1
    alone = () if paired else tuple(None if each is None else hits_and_items(each) for each in units)
    return Drawn(confidence, "", "groups", paired, tables, tuple(sizes), alone)


def _pairs(joint: Units) -> Iterator[tuple[Units, Sequence[int]]]:
    """Yield the table of each pair of models: combinations that differ in other models only are one."""
    C = len(joint.labels)
    for pair in combinations(range(joint.models), 2):
        first, second = joint.predictions[list(pair)]
        places, of = np.unique((joint.truth * C + first) * C + second, return_inverse=True)
        sizes = np.zeros(len(places), dtype=np.int64)
        np.add.at(sizes, of, joint.sizes)
        both, second = np.divmod(places, C)
        truth, first = np.divmod(both, C)
        amounts, squares = (
            None if each is None else np.bincount(of, weights=each, minlength=len(places)).astype(np.float64)
            for each in (joint.amounts, joint.squares)
        )
        yield Units(sizes, truth, np.stack([first, second]), joint.labels, amounts=amounts, squares=squares), pair


def _tables(units: Iterable[tuple[Units, Sequence[int]]], most: int) -> tuple[dict[str, Any], ...] | None:
    """Return tables as plain values; None as soon as they are too large."""
    result, left = [], most
    for each, models in units:
        if 2 * len(each.truth) > left:  # a digit and a comma of each entry, at least: not worth writing
            return None
        result.append(_table(each, models))
        left -= len(json.dumps(result[-1], separators=(",", ":")))
        if left < 0:
            return None
    return tuple(result)


def _table(units: Units, models: Sequence[int]) -> dict[str, Any]:
    return {
        "models": list(models),
        "truth": packed(units.truth),
        "predictions": [packed(predicted) for predicted in units.predictions],
        "sizes": packed(units.sizes),
        "kind": None if units.kind is None else packed(units.kind),
        "amounts": None if units.amounts is None else packed(units.amounts),
        "squares": None if units.squares is None else packed(units.squares),
    }
