"""Groups of rows with equal labels and keys, as an engine found them in files: all that leaves the engine."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np

from steelyard.counts.cells.whole import LIMIT

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from steelyard.counts.read.amounts import GroupAmounts


@dataclass(frozen=True, eq=False)
class Coded:
    """A column with one value per group.

    Attributes
    ----------
    codes
        The position of each group's value among the values.
    values
        Plain Python values; None where one is missing. The same value may stand there twice.
    """

    codes: NDArray[np.intp]
    values: Sequence[Any]

    def items(self) -> NDArray[Any]:
        """Return the value of each group; unless all are whole numbers, pointers to the same few objects."""
        whole = all(type(value) is int and -LIMIT <= value < LIMIT for value in self.values)
        kind = np.dtype(np.int64 if whole else object)
        return np.fromiter(self.values, dtype=kind, count=len(self.values))[self.codes]

    def without(self, lost: NDArray[np.bool_]) -> Coded:
        """Return the column with None in the groups that are lost, and without the values that only they had."""
        if not lost.any():
            return self
        found, codes = np.unique(np.where(lost, len(self.values), self.codes), return_inverse=True)
        values = [*self.values, None]
        return Coded(codes, [values[code] for code in found.tolist()])

    def map(self, change: Callable[[Any], Any]) -> Coded:
        """Return other values in the places of these; None stays."""
        return Coded(self.codes, [None if value is None else change(value) for value in self.values])


def coded(values: Iterable[Any]) -> Coded:
    """Return listed values as a column.

    Examples
    --------
    >>> coded(["a", None, "a"]).codes
    array([0, 1, 0])
    """
    code: dict[Any, int] = {}
    codes = [code.setdefault(value, len(code)) for value in values]
    return Coded(np.array(codes, dtype=np.intp), list(code))


def joined(columns: Sequence[Coded]) -> Coded:
    """Return the columns of several parts, one below the other."""
    if len(columns) == 1:
        return columns[0]
    starts = np.cumsum([0, *(len(column.values) for column in columns)])
    codes = [column.codes + start for column, start in zip(columns, starts, strict=False)]
    return Coded(np.concatenate(codes), [value for column in columns for value in column.values])


@dataclass(frozen=True, eq=False)
class FileGroups:
    """Groups of rows.

    Attributes
    ----------
    columns
        The values of each group, by our names of the columns: truth, prediction_0, by_0.
    rows
        Number of rows.
    amounts
        What they count: items or weights.
    lost
        How many of the rows lack the truth or a prediction, be it another model's.
    model
        Our name of the predictions that are grouped; None if all of them are, side by side.
    """

    columns: dict[str, Coded]
    lost: NDArray[np.int64]
    rows: NDArray[np.int64]
    amounts: GroupAmounts
    model: str | None = None


class Found(NamedTuple):
    """What an engine found in files.

    Attributes
    ----------
    groups
        The groups, in one or several parts.
    texts
        Whether the values are the texts of CSV files, which may write numbers.
    keys
        The columns that only the names of folders tell.
    """

    groups: list[FileGroups]
    texts: bool
    keys: frozenset[str]
