"""Columns that are coded already: categories, and the position of each item's category."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, Any

import numpy as np

from steelyard.counts.read.columns.column import Booked
from steelyard.counts.read.columns.objects import Book

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from steelyard.counts.labels import Label

MISSING_POSITION = -1
NOT_ASKED = -1


class Lookup:
    """Positions among categories → codes of a book. Only categories that occur are looked at: most may never do."""

    def __init__(self, book: Book, categories: Callable[[NDArray[np.intp]], Sequence[Any]]) -> None:
        self._book = book
        self._categories = categories
        self._codes = np.empty(0, dtype=np.intp)

    def codes(self, positions: NDArray[Any]) -> NDArray[np.intp]:
        """Return the code of each position; −1 is the position of items without a category."""
        places = positions.astype(np.intp) - MISSING_POSITION
        more = int(places.max(initial=-1)) + 1 - len(self._codes)
        if more > 0:
            self._codes = np.concatenate([self._codes, np.full(more, NOT_ASKED, dtype=np.intp)])
        codes = self._codes.take(places)
        new = codes == NOT_ASKED
        if new.any():
            self._ask(np.unique(places[new]))
            codes = self._codes.take(places)
        return codes

    def _ask(self, places: NDArray[np.intp]) -> None:
        if places[0] == 0:
            self._codes[0] = self._book.missing()
            places = places[1:]
        self._codes[places] = self._book.codes(self._categories(places + MISSING_POSITION))


class Categories(Booked):
    """A column of positions.

    Parameters
    ----------
    size
        Number of items.
    read
        Returns the positions from start to stop, −1 where an item has no category.
    categories
        The categories by position.
    what
        What the column is called in messages.
    order
        The categories in their order, if they have one.
    """

    def __init__(
        self,
        size: int,
        read: Callable[[int, int], NDArray[Any]],
        categories: Callable[[NDArray[np.intp]], Sequence[Any]],
        what: str,
        *,
        fractions: bool = False,
        order: Sequence[Label] | None = None,
    ) -> None:
        book = Book(what, fractions=fractions)
        self._read = read
        self._lookup = Lookup(book, categories)
        super().__init__(size, book, order)

    def codes(self, start: int, stop: int) -> NDArray[np.intp]:
        return self._lookup.codes(self._read(start, stop))
