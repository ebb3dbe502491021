"""What may enter a counter: labels and weights as `from_labels` takes them, and sums of weights without rounding.

Every finite float is a whole multiple of 2⁻¹⁰⁷⁴, so a Python int holds any sum of them exactly.
`fractions.Fraction` would do as well, but takes 5 to 8 times as long for each item: it looks for a common divisor each
time.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable
from itertools import chain
from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np

from steelyard.counts.cells import LIMIT
from steelyard.counts.labels import MISSING, Label
from steelyard.counts.read.amounts import LARGEST, checked_item_weights
from steelyard.counts.read.chosen_columns import Columns
from steelyard.counts.read.column import Book, LabelColumn
from steelyard.counts.read.count import PREDICTION, TRUTH, label_columns
from steelyard.counts.read.label import check_declared, check_kinds, without_label
from steelyard.counts.read.tables import chunks

if TYPE_CHECKING:
    from numpy.typing import NDArray


# Sums of weights without rounding: what was added can be taken back, in any order, and nothing is left over.


BITS = 1074
"""Behind the point, of the smallest float."""

ONE = 1 << BITS
"""The weight 1, in units of 2⁻¹⁰⁷⁴."""

SQUARE_OF_ONE = ONE * ONE
"""Its square, in units of 2⁻²¹⁴⁸."""

MOST_BITS = 8192
"""No sum has more: that of the squares of 2⁶⁴ of the largest floats takes 2·(1074 + 1024) + 64."""


def exact(weight: float) -> int:
    """Return a weight in units of 2⁻¹⁰⁷⁴.

    Examples
    --------
    >>> from steelyard.stream.batch import exact, number
    >>> number(exact(0.1) + exact(0.2) - exact(0.1))
    0.2
    """
    if isinstance(weight, int):
        return weight << BITS
    numerator, denominator = weight.as_integer_ratio()
    return numerator << (BITS + 1 - denominator.bit_length())


def number(units: int) -> int | float:
    """Return a sum as the nearest number: an int if it is whole and of 64 bits, else a float."""
    if not units & (ONE - 1) and units < LIMIT << BITS:
        return units >> BITS
    try:
        return units / ONE  # Python rounds the quotient of two ints correctly, whatever their size
    except OverflowError:
        return float("inf")


def square_number(units: int) -> float:
    """Return a sum of squares as the nearest float."""
    try:
        return units / SQUARE_OF_ONE
    except OverflowError:
        return float("inf")


def packed(units: int) -> list[int]:
    """Return a sum as odd·2^shift: two small ints, for a file."""
    shift = max(0, (units & -units).bit_length() - 1)
    return [units >> shift, shift]


def unpacked(odd: int, shift: int) -> int:
    """Return what `packed` took apart."""
    if shift > MOST_BITS:
        raise ValueError(f"the shift {shift} should be at most {MOST_BITS}")
    return odd << shift


# What enters: plain labels and weights.


LabelPair = tuple[Label, Label] | None
"""(truth, prediction), as plain labels; None stands for the items that are dropped because one of them is missing."""

DROPPED: None = None

PLAIN = frozenset([str, int, bool])
"""Types whose values are labels as they are."""


class Admission:
    """The door of a counter with these declared labels, if any, and this way with missing ones."""

    __slots__ = ("_allowed", "_declared", "_missing")

    def __init__(self, declared: tuple[Label, ...] | None, missing: str) -> None:
        self._declared = declared
        self._allowed = frozenset((*(declared or ()), MISSING))  # missing labels get this far only if they are kept
        self._missing = missing

    def pair(self, y: Any, y_hat: Any) -> LabelPair:
        """Return two values as a pair of plain labels."""
        pair = _plain(y, TRUTH), _plain(y_hat, PREDICTION)
        if self._missing == "keep" or MISSING not in pair:
            return pair
        if self._missing == "refuse":
            raise without_label(1, 1)
        return DROPPED

    def check(self, pairs: Iterable[LabelPair], known: Collection[LabelPair]) -> None:
        """Refuse labels that are not declared, or of another kind than those of the pairs known so far."""
        new = [pair for pair in pairs if pair is not DROPPED and pair not in known]
        if not new:
            return
        columns = {TRUTH: [truth for truth, _ in new], PREDICTION: [prediction for _, prediction in new]}
        if self._declared is None:
            so_far = _some_label(known)
            if {type(label) for pair in new for label in pair} != {type(so_far)}:  # labels of one type are of one kind
                check_kinds({what: [so_far, *labels] for what, labels in columns.items()})
        elif not self._allowed.issuperset(chain.from_iterable(columns.values())):
            check_kinds(columns, self._declared)
            for what, labels in columns.items():
                check_declared([label for label in labels if label is not MISSING], self._declared, what)

    def check_saved(self, pairs: Collection[LabelPair]) -> None:
        """Refuse pairs that could not have entered here."""
        if DROPPED in pairs and self._missing != "drop":
            raise ValueError(f"with missing={self._missing!r} no items should be dropped")
        for pair in pairs:
            if pair is not DROPPED and self.pair(*pair) != pair:
                raise ValueError(f"{pair!r} should be a pair of labels")
        self.check(pairs, ())


def one_weight(weight: Any) -> int | float:
    """Return the weight of one item as a plain number, or refuse it."""
    if type(weight) is float and 0 <= weight <= LARGEST:
        return weight
    if isinstance(weight, Iterable) and getattr(weight, "ndim", True):  # a scalar of NumPy or PyTorch looks like a list
        raise ValueError(f"weights must be one number per item, not {weight!r}.")
    return checked_item_weights([weight], 1).tolist()[0]


def _plain(value: Any, what: str) -> Label:
    if type(value) in PLAIN:
        return value
    book = Book(what)
    book.codes([value])
    return book.labels[0]


def _some_label(pairs: Iterable[LabelPair]) -> Label:
    """Return a label of the pairs: one stands for all, since they are of one kind."""
    return next((label for pair in pairs for label in pair or () if label is not MISSING), MISSING)


# The order that labels have by themselves, as ordered categories do: kept over the batches of a stream.


Order = tuple[Label, ...]

MOST_ORDERS = 8
"""So many orders that contradict each other are kept; a stream that brings ever new ones shall not fill the memory."""


def with_orders(known: Iterable[Order], more: Iterable[Order]) -> tuple[Order, ...]:
    """Return orders that decide as all of them together do: those that are not part of another one.

    Examples
    --------
    >>> from steelyard.stream.batch import with_orders
    >>> with_orders([("low", "high")], [("low", "medium", "high"), ("medium", "high")])
    (('low', 'medium', 'high'),)
    """
    kept: list[Order] = list(known)
    for order in more:
        if not any(_is_part(order, other) for other in kept):
            kept = [other for other in kept if not _is_part(other, order)]
            kept = [*kept, order][:MOST_ORDERS]
    return tuple(kept)


def _is_part(order: Order, other: Order) -> bool:
    """Whether the labels of an order are in another one, in the same order."""
    left = iter(other)
    return all(label in left for label in order)


# A batch of items as a few distinct pairs of labels, and the number of its pair for each item, in order.


LARGEST_TABLE = 1 << 21
"""Keys below it are looked up in a table, others sorted. Measured on 10 to 32,768 items: up to here the table takes a
third to a thirtieth of the time; at twice the size it loses, since its memory is new each time."""


class Extra(NamedTuple):
    """By how much items are more than as many items that weigh 1.

    Attributes
    ----------
    weight, squares
        Of the sum of their weights, and of that of the squares, in the units of `exact`.
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

    pairs: list[LabelPair]
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
    known: dict[LabelPair, int] = {}
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
    totals = [0] * size
    for code, weight in zip(codes.tolist(), weights.tolist(), strict=True):
        totals[code] += weight**power
    return totals


def _distinct(keys: NDArray[np.intp], span: int) -> tuple[NDArray[np.intp], NDArray[np.intp]]:
    """Return the distinct keys (all below `span`) in the order of their first items, and each item's position there."""
    items = np.arange(len(keys))
    if span > LARGEST_TABLE:
        unique, first, inverse = np.unique(keys, return_index=True, return_inverse=True)
        order = np.argsort(first)
        position = np.empty(len(unique), dtype=np.intp)
        position[order] = np.arange(len(unique))
        return unique[order], position[inverse]
    table = np.empty(span, dtype=np.intp)
    table[keys[::-1]] = items[::-1]  # of several values for one place NumPy keeps the last, which is the first item
    distinct = keys[table[keys] == items]
    table[distinct] = np.arange(len(distinct))
    return distinct, table[keys]


def _pairs(truth: LabelColumn, prediction: LabelColumn, keys: NDArray[np.intp], *, keep: bool) -> list[LabelPair]:
    """Return the labels that keys stand for."""
    rows, columns = np.divmod(keys, prediction.known)
    pairs = zip(truth.labels_of(rows), prediction.labels_of(columns), strict=True)
    return [DROPPED if MISSING in pair and not keep else pair for pair in pairs]
