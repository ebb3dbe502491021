"""The axes of a stack: columns whose keys say to which slice each item belongs."""

from __future__ import annotations

from collections.abc import Hashable, Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import numpy as np

from steelyard.counts import labels as naming
from steelyard.counts.read.classes import arranged
from steelyard.counts.read.columns.column import Book, Booked, Lookup, names_of
from steelyard.counts.read.columns.containers import as_column

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from steelyard.counts.labels import Label
    from steelyard.counts.read.columns.column import LabelColumn

SLICE = "slice"
"""The name of an axis whose column has none."""


@dataclass(frozen=True, eq=False)
class Slices:
    """Keys that are coded already, and whose order is to be kept; keys without items stay.

    Attributes
    ----------
    codes
        The position among the keys of each item's key.
    keys
        The slices, in the order wanted.

    Examples
    --------
    >>> import steelyard as sy
    >>> from steelyard.counts.read import Slices
    >>> size = Slices([1, 0, 1], ["small", "large"])
    >>> sy.Confusion.from_labels(["a", "b", "b"], ["a", "a", "b"], by={"size": size}).axes
    {'size': ('small', 'large')}
    """

    codes: Any
    keys: Sequence[Hashable]


def named_axes(by: Any) -> dict[str, Any]:
    """Return the columns of a stack's axes, by name."""
    if by is None:
        return {}
    names = names_of(by)
    if names is None:
        name = getattr(by, "name", None)  # of a Series
        return {SLICE if name is None or callable(name) or str(name) == "" else str(name): by}
    if not names:
        raise ValueError("`by` names no column; leave it out for a single matrix.")
    texts = [str(name) for name in names]
    repeated = [text for text in dict.fromkeys(texts) if texts.count(text) > 1]
    if repeated:
        raise ValueError(f"two axes are called {repeated[0]!r}; give each column of `by` a name of its own.")
    return {text: by[name] for text, name in zip(texts, names, strict=True)}


def slice_columns(axes: Mapping[str, Any], size: int) -> dict[str, LabelColumn]:
    """Return the columns as they are counted, each with a key per item."""
    columns: dict[str, LabelColumn] = {}
    for name, values in axes.items():
        what = f"keys of {name!r}"
        columns[name] = _Fixed(values, what) if isinstance(values, Slices) else _ByAppearance(values, what)
        if columns[name].size != size:
            raise ValueError(f"there are {columns[name].size} {what} for {size} items.")
    return columns


def axis_keys(column: LabelColumn) -> tuple[tuple[Label, ...], NDArray[np.intp]]:
    """Return the slices along an axis, in order, and the code of each."""
    labels = column.labels_of(np.arange(column.known))
    if isinstance(column, _Fixed):
        return tuple(labels), np.arange(column.known)
    keys = arranged(labels, [column.order])
    code = {key: i for i, key in enumerate(labels)}
    return keys, np.array([code[key] for key in keys], dtype=np.intp)


class _Fixed:
    """Slices whose order is given."""

    missing = None
    order = None

    def __init__(self, slices: Slices, what: str) -> None:
        self._keys = naming.checked(slices.keys)
        codes = np.asarray(slices.codes)
        if codes.ndim != 1 or (codes.size and codes.dtype.kind not in "iu"):
            raise ValueError(f"the codes of the {what} must be a list of positions among the keys.")
        if codes.size and not 0 <= int(codes.min()) <= int(codes.max()) < len(self._keys):
            worst = codes[(codes < 0) | (codes >= len(self._keys))][0]
            raise ValueError(f"the codes of the {what} must be from 0 to {len(self._keys) - 1}, but there is {worst}.")
        self._codes = codes
        self.size = len(codes)
        self.known = len(self._keys)

    def codes(self, start: int, stop: int) -> NDArray[np.intp]:
        return self._codes[start:stop].astype(np.intp, copy=False)

    def labels_of(self, codes: NDArray[np.intp]) -> list[Label]:
        return [self._keys[code] for code in codes.tolist()]


class _ByAppearance(Booked):
    """Keys of any kind, renumbered by appearance, so that each code has occurred and the table stays small."""

    def __init__(self, values: Any, what: str) -> None:
        self._column = as_column(values, what, fractions=True)
        book = Book(what, fractions=True)
        self._lookup = Lookup(book, self._column.labels_of)
        super().__init__(self._column.size, book, self._column.order)

    def codes(self, start: int, stop: int) -> NDArray[np.intp]:
        return self._lookup.codes(self._column.codes(start, stop))
