"""A batch of items as a few distinct pairs of labels, and the number of its pair for each item, in order."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np

from steelyard.counts.cells.whole import LIMIT
from steelyard.counts.labels import MISSING, Label
from steelyard.counts.read.amounts import checked_item_weights
from steelyard.counts.read.chosen_columns import Columns
from steelyard.counts.read.classes import without_label
from steelyard.counts.read.columns.column import chunks
from steelyard.counts.read.count import label_columns
from steelyard.stream.exact_weight import ONE, SQUARE_OF_ONE, exact
from steelyard.stream.orders import Order

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from steelyard.counts.read.columns.column import Column

Pair = tuple[Label, Label] | None
"""(truth, prediction), as plain labels; None stands for the items that are dropped because one of them is missing."""

DROPPED: None = None

LARGEST_TABLE = 1 << 21
"""Keys below it are looked up in a table, others sorted. Measured on 10 to 32,768 items: up to here the table takes a
third to a thirtieth of the time; at twice the size it loses, since its memory is new each time."""


class Extra(NamedTuple):
    """By how much items are more than as many items that weigh 1.

    Attributes
    ----------
    weight, squares
        Of the sum of their weights, and of that of the squares, in the units of `exact_weight`.
    idle
        How many of them weigh nothing.
    """

    weight: int
    squares: int
    idle: int


NO_EXTRA = Extra(0, 0, 0)


class Batch(NamedTuple):
    """Items in the order in which they came.

    Attributes
    ----------
    pairs
        The distinct pairs, in the order of their first items.
    codes
        For each item, the position of its pair.
    weights
        For each item, its weight; None if each weighs 1.
    orders
        The orders that the labels have by themselves, as ordered categories do.
    """

    pairs: list[Pair]
    codes: NDArray[np.intp]
    weights: NDArray[Any] | None
    orders: tuple[Order, ...] = ()

    def items(self) -> list[int]:
        """Return how many items each pair has."""
        return np.bincount(self.codes, minlength=len(self.pairs)).tolist()

    def extras(self) -> list[Extra]:
        """Return by how much the items of each pair are more than items that weigh 1."""
        if self.weights is None:
            return [NO_EXTRA] * len(self.pairs)
        items, size = self.items(), len(self.pairs)
        idle = np.bincount(self.codes[self.weights == 0], minlength=size).tolist()
        if self.weights.dtype.kind == "f":
            sums, squares = [0] * size, [0] * size
            for code, units in zip(self.codes.tolist(), map(exact, self.weights.tolist()), strict=True):
                sums[code] += units
                squares[code] += units * units
        else:
            whole = _whole_sums(self.codes, self.weights, size)
            squared = _whole_sums(self.codes, self.weights, size, power=2)
            sums, squares = [weight * ONE for weight in whole], [square * SQUARE_OF_ONE for square in squared]
        return [
            Extra(weight - number * ONE, square - number * SQUARE_OF_ONE, none)
            for weight, square, number, none in zip(sums, squares, items, idle, strict=True)
        ]

    def last(self, size: int) -> Batch:
        """Return the last items; pairs may then have none."""
        if len(self.codes) <= size:
            return self
        weights = None if self.weights is None else self.weights[-size:]
        return self._replace(codes=self.codes[-size:], weights=weights)


def encode(y_true: Any, y_pred: Any, weights: Any, missing: str) -> Batch:
    """Return columns as a batch; `missing` says what happens to items without a label, as in `from_labels`."""
    truth, prediction = label_columns(Columns(y_true, (y_pred,))).values()
    size = truth.size
    known: dict[Pair, int] = {}
    codes = np.empty(size, dtype=np.intp)
    for start, stop in chunks(size):
        rows, columns = truth.codes(start, stop), prediction.codes(start, stop)
        distinct, positions = _distinct(rows * prediction.known + columns, truth.known * prediction.known)
        pairs = _pairs(truth, prediction, distinct, keep=missing == "keep")
        codes[start:stop] = np.array([known.setdefault(pair, len(known)) for pair in pairs])[positions]
    if missing == "refuse" and DROPPED in known:
        raise without_label(int((codes == known[DROPPED]).sum()), size)
    weighed = None if weights is None or not (size or np.size(weights)) else checked_item_weights(weights, size)
    if weighed is not None and weighed.dtype.kind == "f":
        weighed = weighed.astype(np.float64, copy=False)  # longer ones would leave the window as they did not enter it
    orders = tuple(tuple(column.order) for column in (truth, prediction) if column.order is not None)
    return Batch(list(known), codes, weighed, orders)


def _whole_sums(codes: NDArray[np.intp], weights: NDArray[Any], size: int, power: int = 1) -> list[int]:
    """Return the sum of whole weights, or of a power of them, of each code."""
    if int(weights.max(initial=0)) ** power * len(weights) < LIMIT:
        sums = np.zeros(size, dtype=np.int64)
        np.add.at(sums, codes, weights.astype(np.int64) ** power)
        return sums.tolist()
    found = [0] * size
    for code, weight in zip(codes.tolist(), weights.tolist(), strict=True):
        found[code] += weight**power
    return found


def _distinct(keys: NDArray[np.intp], span: int) -> tuple[NDArray[np.intp], NDArray[np.intp]]:
    """Return the distinct keys (all below `span`) in the order of their first items, and each item's position there."""
    items = np.arange(len(keys))
    if span > LARGEST_TABLE:
        found, first, inverse = np.unique(keys, return_index=True, return_inverse=True)
        order = np.argsort(first)
        position = np.empty(len(found), dtype=np.intp)
        position[order] = np.arange(len(found))
        return found[order], position[inverse]
    table = np.empty(span, dtype=np.intp)
    table[keys[::-1]] = items[::-1]  # of several values for one place NumPy keeps the last, which is the first item
    distinct = keys[table[keys] == items]
    table[distinct] = np.arange(len(distinct))
    return distinct, table[keys]


def _pairs(truth: Column, prediction: Column, keys: NDArray[np.intp], *, keep: bool) -> list[Pair]:
    """Return the labels that keys stand for."""
    rows, columns = np.divmod(keys, prediction.known)
    pairs = zip(truth.labels_of(rows), prediction.labels_of(columns), strict=True)
    return [DROPPED if MISSING in pair and not keep else pair for pair in pairs]
