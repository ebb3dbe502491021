"""Columns of PyArrow arrays: dictionaries by their indices; others as Arrow encodes them, slice by slice."""

from __future__ import annotations

import sys
from bisect import bisect_right
from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

import numpy as np

from steelyard.counts.read.columns.array_column import array_column
from steelyard.counts.read.columns.categories import MISSING_POSITION, Lookup
from steelyard.counts.read.columns.column import Booked
from steelyard.counts.read.columns.objects import Book

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from steelyard.counts.read.columns.column import Column

NUMBERS = {"int8", "int16", "int32", "int64", "uint8", "uint16", "uint32", "uint64", "float", "double"}

MANY = 1 << 12
"""A slice with more different values than this is a sign of many classes: then all is encoded at once.

That takes four bytes an item, but each label becomes a Python object once, not once per slice.
"""


def arrow_column(array: Any, what: str, *, fractions: bool = False) -> Column:
    """Return a PyArrow Array or ChunkedArray as a column."""
    pieces = array.chunks if hasattr(array, "chunks") else [array]
    if len(pieces) == 1 and str(array.type) in NUMBERS and not array.null_count:
        return array_column(pieces[0].to_numpy(zero_copy_only=True), what, fractions=fractions)
    return Arrow(pieces, what, fractions=fractions)


class Arrow(Booked):
    """Arrow arrays one after the other."""

    def __init__(self, pieces: Sequence[Any], what: str, *, fractions: bool = False) -> None:
        self._pieces = [piece for piece in pieces if len(piece)]
        self._starts = [0]
        for piece in self._pieces:
            self._starts.append(self._starts[-1] + len(piece))
        self._book = Book(what, fractions=fractions)
        self._lookups: dict[int, Lookup] = {}
        super().__init__(self._starts[-1], self._book, _order(self._pieces))

    def codes(self, start: int, stop: int) -> NDArray[np.intp]:
        found = []
        while start < stop:
            at = bisect_right(self._starts, start) - 1
            end = min(stop, self._starts[at + 1])
            found.append(self._slice(at, start - self._starts[at], end - start))
            start = end
        return found[0] if len(found) == 1 else np.concatenate([np.empty(0, dtype=np.intp), *found])

    def _slice(self, at: int, start: int, length: int) -> NDArray[np.intp]:
        items = self._pieces[at].slice(start, length)
        if hasattr(items, "dictionary"):
            if at not in self._lookups:
                self._lookups[at] = self._lookup(at)
            return self._lookups[at].codes(_positions(items))
        try:
            coded = items.dictionary_encode()
        except NotImplementedError:  # Arrow does not compare nested types
            return self._book.codes(items.to_pylist())
        if len(coded.dictionary) > MANY:
            self._pieces = sys.modules["pyarrow"].chunked_array(self._pieces).dictionary_encode().chunks
            return self._slice(at, start, length)
        codes = self._book.codes(coded.dictionary.to_pylist())
        if coded.indices.null_count:
            codes = np.append(codes, self._book.missing())  # where position −1 finds it
        return codes[_positions(coded)]

    def _lookup(self, at: int) -> Lookup:
        """Return the lookup of a piece's dictionary: that of the piece before, if it has the same one."""
        dictionary = self._pieces[at].dictionary
        if at - 1 in self._lookups and self._pieces[at - 1].dictionary.equals(dictionary):
            return self._lookups[at - 1]
        return Lookup(self._book, lambda positions: _entries(dictionary, positions))


def _positions(items: Any) -> NDArray[Any]:
    positions = items.indices
    if positions.null_count:
        positions = positions.cast("int64").fill_null(MISSING_POSITION)
    return positions.to_numpy(zero_copy_only=False)


def _entries(dictionary: Any, positions: NDArray[np.intp]) -> list[Any]:
    try:
        return dictionary.take(positions).to_pylist()
    except NotImplementedError:  # Arrow does not take views of strings
        return [dictionary[position].as_py() for position in positions.tolist()]


def _order(pieces: Sequence[Any]) -> list[Any] | None:
    """Return the order of the labels, if all pieces have the same ordered dictionary."""
    if not pieces or not getattr(pieces[0].type, "ordered", False):
        return None
    dictionary = pieces[0].dictionary
    same = all(piece.dictionary.equals(dictionary) for piece in pieces[1:])
    return dictionary.to_pylist() if same and not dictionary.null_count else None
