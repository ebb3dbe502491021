"""What may enter a counter: the labels and weights that `Confusion.from_labels` would take, refused in its words."""

from __future__ import annotations

from collections.abc import Collection, Iterable
from itertools import chain
from typing import Any

from steelyard.counts.labels import MISSING, Label
from steelyard.counts.read.amounts import LARGEST, checked_item_weights
from steelyard.counts.read.classes import check_declared, check_kinds, without_label
from steelyard.counts.read.columns.column import Book
from steelyard.counts.read.count import PREDICTION, TRUTH
from steelyard.stream.batch import DROPPED, Pair

PLAIN = frozenset([str, int, bool])
"""Types whose values are labels as they are."""


class Admission:
    """The door of a counter with these declared labels, if any, and this way with missing ones."""

    __slots__ = ("_allowed", "_declared", "_missing")

    def __init__(self, declared: tuple[Label, ...] | None, missing: str) -> None:
        self._declared = declared
        self._allowed = frozenset((*(declared or ()), MISSING))  # missing labels get this far only if they are kept
        self._missing = missing

    def pair(self, y: Any, y_hat: Any) -> Pair:
        """Return two values as a pair of plain labels."""
        pair = _plain(y, TRUTH), _plain(y_hat, PREDICTION)
        if self._missing == "keep" or MISSING not in pair:
            return pair
        if self._missing == "refuse":
            raise without_label(1, 1)
        return DROPPED

    def check(self, pairs: Iterable[Pair], known: Collection[Pair]) -> None:
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

    def check_saved(self, pairs: Collection[Pair]) -> None:
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


def _some_label(pairs: Iterable[Pair]) -> Label:
    """Return a label of the pairs: one stands for all, since they are of one kind."""
    return next((label for pair in pairs for label in pair or () if label is not MISSING), MISSING)
