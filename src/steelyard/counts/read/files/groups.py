"""Groups of rows with equal labels and keys, as DuckDB found them in files, and how they become items to be counted.

They are all that leaves DuckDB. Then it is decided what is missing (in CSV files also a NaN beside numbers, as a column
of floats would have it), which texts are numbers, and how slices are ordered.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np

from steelyard.counts import labels as naming
from steelyard.counts.cells import LIMIT
from steelyard.counts.read.amounts import GroupAmounts, all_groups
from steelyard.counts.read.chosen_columns import TRUTH, Columns, Slices
from steelyard.counts.read.label import as_compared, as_labels, gaps_among, whole

if TYPE_CHECKING:
    from numpy.typing import NDArray


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
        kept, codes = np.unique(np.where(lost, len(self.values), self.codes), return_inverse=True)
        values = [*self.values, None]
        return Coded(codes, [values[code] for code in kept.tolist()])

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


class GroupedFiles(NamedTuple):
    """The groups that DuckDB made of files.

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


def with_gaps(grouped: GroupedFiles, wanted: Columns, together: Callable[[], GroupedFiles]) -> GroupedFiles:
    """Return groups of files with None for each NaN that is a gap, and its rows lost.

    One decision for the truth and all predictions, as they share their labels; if incomplete rows are dropped, their
    labels have no say. `together` groups the rows by all predictions at once: a model's own groups do not tell what
    the others lack.
    """
    gaps = gaps_among(set(_texts(grouped, wanted))) if grouped.texts else set()
    if not gaps:
        return grouped
    if grouped.groups[0].model is None or len(wanted.predictions) == 1:
        return grouped._replace(groups=[_marked(part, wanted, gaps) for part in grouped.groups])
    marked = [_marked(part, wanted, gaps) for part in together().groups]
    return grouped._replace(
        groups=[_of_model(part, wanted, role) for role in wanted.prediction_roles for part in marked]
    )


def _texts(grouped: GroupedFiles, wanted: Columns) -> Iterator[str]:
    for part in grouped.groups:
        for role in wanted.label_roles:
            if role in part.columns:
                column = part.columns[role]
                yield from filter(None, (column.without(part.lost > 0) if wanted.drops else column).values)


def _marked(part: FileGroups, wanted: Columns, gaps: set[str]) -> FileGroups:
    labels = {
        role: column.map(lambda text: None if text in gaps else text)
        for role, column in part.columns.items()
        if role in wanted.label_roles
    }
    lost = np.logical_or.reduce([_is_missing(column) for column in labels.values()])
    return replace(part, columns={**part.columns, **labels}, lost=np.where(lost, part.rows, 0))


def _is_missing(column: Coded) -> NDArray[np.bool_]:
    return np.array([value is None for value in column.values], dtype=bool)[column.codes]


def _of_model(part: FileGroups, wanted: Columns, model: str) -> FileGroups:
    roles = (TRUTH, model, *wanted.by_roles)
    return replace(part, columns={role: part.columns[role] for role in roles}, model=model)


def settled(groups: Sequence[FileGroups], missing: str, given: str) -> tuple[list[FileGroups], int]:
    """Refuse or take out the labels of incomplete items; return also how many items that are.

    What is dropped stays as groups without labels, so that a slice does not vanish with its labels.
    """
    once = [part for part in groups if part.model in (None, groups[0].model)]  # each model's groups have all items
    rows = sum(int(part.rows.sum()) for part in once)
    lost = sum(int(part.lost.sum()) for part in once)
    if not rows:
        raise ValueError(f"{given!r} has no rows.")
    if not lost or missing == "keep":
        return list(groups), 0
    if missing == "refuse":
        raise ValueError(
            f"{lost} of {rows} rows of {given!r} have no true or no predicted label; "
            'say missing="drop" to leave them out, or missing="keep" to make them a class of their own.'
        )
    if lost == rows:
        raise ValueError(f"every row of {given!r} has a missing label, so there is nothing to count.")
    return [_blank(part) for part in groups], sum(part.amounts.items(np.flatnonzero(part.lost)) for part in once)


def _blank(part: FileGroups) -> FileGroups:
    columns = {
        role: column if role.startswith("by_") else column.without(part.lost > 0)
        for role, column in part.columns.items()
    }
    return replace(part, columns=columns)


class GroupLabels:
    """The columns of groups as labels and keys, ready to be counted.

    Texts of CSV files that write numbers become numbers, as `label.as_compared` has it. Keys told by folders stay
    texts, so that month 01 is "01"; if all are whole numbers, they are in the order of numbers.
    """

    def __init__(self, grouped: GroupedFiles, wanted: Columns) -> None:
        self._grouped, self._wanted = grouped, wanted
        self._label: dict[str, Any] | None = None
        if grouped.texts:
            named = zip(wanted.prediction_roles, wanted.predictions, strict=True)
            self._label = dict(as_compared(self._texts(TRUTH), {str(name): self._texts(role) for role, name in named}))

    def of(self, role: str | None) -> NDArray[Any]:
        """Return the truth or a prediction of each group; for None, the one by which it was grouped."""
        column = self._joined(role)
        return (column if self._label is None else column.map(self._label.__getitem__)).items()

    def models(self) -> NDArray[np.intp]:
        """Return the number of each group's model."""
        numbers = [self._wanted.prediction_roles.index(str(part.model)) for part in self._grouped.groups]
        return np.repeat(numbers, [len(part.rows) for part in self._grouped.groups])

    def by(self) -> dict[str, Any]:
        """Return the keys of each group, by our own names of their columns."""
        named = zip(self._wanted.by_roles, self._wanted.by.values(), strict=True)
        return {role: self._keys(role, str(name)) for role, name in named}

    def amounts(self) -> GroupAmounts:
        """Return how many items, or how much weight, each group has."""
        return all_groups([part.amounts for part in self._grouped.groups])

    def _keys(self, role: str, name: str) -> Any:
        column = self._joined(role)
        if name in self._grouped.keys:
            return _in_order(column)
        if not self._grouped.texts:
            return column.items()
        texts = self._texts(role)
        return column.map(as_labels(texts - gaps_among(texts)).get).items()

    def _joined(self, role: str | None) -> Coded:
        return joined([part.columns[role or str(part.model)] for part in self._grouped.groups])

    def _texts(self, role: str) -> set[str]:
        parts = (part.columns[role] for part in self._grouped.groups if role in part.columns)
        return {value for column in parts for value in column.values if value is not None}


def _in_order(column: Coded) -> Slices:
    """Return keys that are texts as slices, in the order of the numbers that they write, if all of them do."""
    keys = naming.sort(dict.fromkeys(column.values))
    numbers = {key: whole(key) for key in keys if isinstance(key, str)}
    if None not in numbers.values():
        keys = (*sorted(numbers, key=lambda key: numbers[key] or 0), *(key for key in keys if key is None))
    position = {key: i for i, key in enumerate(keys)}
    return Slices(np.array([position[value] for value in column.values], dtype=np.intp)[column.codes], keys)
