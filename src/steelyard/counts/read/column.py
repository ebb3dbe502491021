"""Columns as codes: what every kind offers to the counting, and those of Python's objects and of categories.

A column has a code for each item, and a label for each code. It is read in chunks that fit a core's cache, so that no
copy of a whole column is ever made.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import TYPE_CHECKING, Any, Protocol

import numpy as np

from steelyard.counts.labels import MISSING, Label
from steelyard.counts.read.label import is_missing, plain, several_values

if TYPE_CHECKING:
    from numpy.typing import NDArray


class LabelColumn(Protocol):
    """One label per item, read chunk by chunk; a missing one has the label `labels.MISSING`."""

    @property
    def size(self) -> int:
        """Number of items."""
        ...

    @property
    def known(self) -> int:
        """Codes given so far are below this; not each must have occurred."""
        ...

    @property
    def missing(self) -> int | None:
        """The code of items without a label; None as long as there was none."""
        ...

    @property
    def order(self) -> Sequence[Label] | None:
        """All labels in an order of their own, as ordered categories have; None if they have none."""
        ...

    def codes(self, start: int, stop: int) -> NDArray[np.intp]:
        """Return the codes of the items from `start` to `stop`; a label keeps its code for ever."""
        ...

    def labels_of(self, codes: NDArray[np.intp]) -> list[Label]:
        """Return the labels of codes given so far: plain Python values, different ones for different codes."""
        ...


class HasLabels(Protocol):
    """A book of codes: it hands out a code for each new label."""

    @property
    def labels(self) -> Sequence[Label]:
        """The label of each code."""
        ...

    @property
    def missing_code(self) -> int | None:
        """The code of what is missing, if something was."""
        ...


class Booked:
    """A column whose codes come from a book."""

    def __init__(self, size: int, book: HasLabels, order: Sequence[Label] | None = None) -> None:
        self.size = size
        self.order = order
        self._from = book

    @property
    def known(self) -> int:
        return len(self._from.labels)

    @property
    def missing(self) -> int | None:
        return self._from.missing_code

    def labels_of(self, codes: NDArray[np.intp]) -> list[Label]:
        labels = self._from.labels
        return [labels[code] for code in codes.tolist()]


def names_of(values: Any) -> list[Any] | None:
    """Return the names of the columns of a mapping or a table (`values[name]` is the column); None for one column."""
    if isinstance(values, Mapping):
        return list(values)
    if hasattr(values, "column_names"):  # a PyArrow table, whose .columns are the arrays
        return list(values.column_names)
    return list(values.columns) if hasattr(values, "columns") else None


PLAIN = frozenset({str, int, bool, bytes})
"""Types whose values are labels as they are."""


class Book(dict[Any, int]):
    """Label → code; a label that is looked up for the first time gets the next code."""

    def __init__(self, what: str, *, fractions: bool = False) -> None:
        super().__init__()
        self.what = what
        self.labels: list[Label] = []
        self.missing_code: int | None = None
        self._fractions = fractions

    def __missing__(self, value: Any) -> int:
        if type(value) in PLAIN:
            return self._enter(value)
        label = self._label(value)
        if label is MISSING:
            return self.missing()
        if label is not value:  # NumPy's scalars find the label by themselves from now on; tensors come here each time
            return self[label]
        return self._enter(label)

    def missing(self) -> int:
        """Return the code of items without a label. NaN is not entered: each would be a key of its own."""
        if self.missing_code is None:
            self.missing_code = self._enter(MISSING)
        return self.missing_code

    def codes(self, values: Sequence[Any]) -> NDArray[np.intp]:
        """Return the code of each value."""
        try:
            return np.fromiter(map(self.__getitem__, values), dtype=np.intp, count=len(values))
        except TypeError:
            raise self._unhashable(values) from None

    def _label(self, value: Any) -> Label:
        return MISSING if is_missing(value) else plain(value, self.what, fractions=self._fractions)

    def _enter(self, label: Label) -> int:
        code = self[label] = len(self.labels)
        self.labels.append(label)
        return code

    def _unhashable(self, values: Iterable[Any]) -> Exception:
        for value in values:
            try:
                hash(value)
            except TypeError as error:
                if isinstance(value, list) or hasattr(value, "shape"):
                    return several_values(value, self.what)
                return ValueError(
                    f"the {self.what} contain {value!r}, which is not hashable ({error}); "
                    "use texts, numbers or tuples as labels."
                )
        return TypeError(f"the {self.what} cannot be compared with each other.")


class Objects(Booked):
    """A column whose items come as lists of Python objects."""

    def __init__(
        self, size: int, read: Callable[[int, int], Sequence[Any]], what: str, *, fractions: bool = False
    ) -> None:
        self._read = read
        self._book = Book(what, fractions=fractions)
        super().__init__(size, self._book)

    def codes(self, start: int, stop: int) -> NDArray[np.intp]:
        return self._book.codes(self._read(start, stop))


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
