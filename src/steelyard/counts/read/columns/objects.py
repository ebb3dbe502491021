"""A column of Python objects: any hashable labels, numbered in the order in which they appear."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from typing import TYPE_CHECKING, Any

import numpy as np

from steelyard.counts.labels import MISSING
from steelyard.counts.read.columns.column import Booked
from steelyard.counts.read.columns.plain import is_missing, plain, several_values

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from steelyard.counts.labels import Label


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
