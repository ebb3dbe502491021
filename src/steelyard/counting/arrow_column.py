"""Columns of PyArrow arrays: each chunk is dictionary-encoded by Arrow, and its few dictionary entries by us."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

import numpy as np

from steelyard.counting.array_column import array_column
from steelyard.counting.column import Booked
from steelyard.counting.objects import Book

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from steelyard.counting.column import Column

NUMBERS = {"int8", "int16", "int32", "int64", "uint8", "uint16", "uint32", "uint64", "float", "double"}


def arrow_column(array: Any, what: str) -> Column:
    """Return a PyArrow Array or ChunkedArray as a column."""
    pieces = array.chunks if hasattr(array, "chunks") else [array]
    if len(pieces) == 1 and str(array.type) in NUMBERS and not array.null_count:
        return array_column(pieces[0].to_numpy(zero_copy_only=True), what)
    return Arrow(pieces, what)


class Arrow(Booked):
    """Arrow arrays one after the other."""

    def __init__(self, pieces: Sequence[Any], what: str) -> None:
        self._pieces = [piece for piece in pieces if len(piece)]
        self._starts = [0]
        for piece in self._pieces:
            self._starts.append(self._starts[-1] + len(piece))
        self._book = Book(what)
        super().__init__(self._starts[-1], self._book)

    def codes(self, start: int, stop: int) -> NDArray[np.intp]:
        found = []
        while start < stop:
            at = bisect_right(self._starts, start) - 1
            end = min(stop, self._starts[at + 1])
            found.append(self._slice(self._pieces[at].slice(start - self._starts[at], end - start)))
            start = end
        return found[0] if len(found) == 1 else np.concatenate(found)

    def _slice(self, items: Any) -> NDArray[np.intp]:
        try:
            if hasattr(items, "dictionary"):  # a dictionary of this slice alone, without entries that do not occur
                items = items.dictionary_decode()
            coded = items.dictionary_encode()
        except NotImplementedError:  # Arrow does not compare nested types
            return self._book.codes(items.to_pylist())
        codes = self._book.codes(coded.dictionary.to_pylist())
        positions = coded.indices
        if positions.null_count:
            codes = np.append(codes, self._book.missing())
            positions = positions.fill_null(len(codes) - 1)
        return codes[positions.to_numpy(zero_copy_only=False)]
