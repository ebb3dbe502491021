"""From the groups of an engine to labels: what is missing, which texts are numbers, how slices are ordered."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import TYPE_CHECKING, Any

import numpy as np

from steelyard.counts import labels as naming
from steelyard.counts.read.amounts import GroupAmounts, all_groups
from steelyard.counts.read.files.groups import Coded, FileGroups, Found, joined
from steelyard.counts.read.files.label_text import as_compared, as_labels, gaps_among, whole
from steelyard.counts.read.frames.columns import TRUTH, Asked
from steelyard.counts.read.slices import Slices

if TYPE_CHECKING:
    from numpy.typing import NDArray


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


class Labels:
    """The columns of groups as labels and keys, ready to be counted.

    Texts of CSV files that write numbers become numbers, as `label_text` has it. Keys told by folders stay texts, so
    that month 01 is "01"; if all are whole numbers, they are in the order of numbers.
    """

    def __init__(self, found: Found, wanted: Asked) -> None:
        self._found, self._wanted = found, wanted
        self._label: dict[str, Any] | None = None
        if found.texts:
            named = zip(wanted.prediction_names, wanted.predictions, strict=True)
            self._label = dict(as_compared(self._texts(TRUTH), {str(name): self._texts(role) for role, name in named}))

    def of(self, role: str | None) -> NDArray[Any]:
        """Return the truth or a prediction of each group; for None, the one by which it was grouped."""
        column = self._joined(role)
        return (column if self._label is None else column.map(self._label.__getitem__)).items()

    def models(self) -> NDArray[np.intp]:
        """Return the number of each group's model."""
        numbers = [self._wanted.prediction_names.index(str(part.model)) for part in self._found.groups]
        return np.repeat(numbers, [len(part.rows) for part in self._found.groups])

    def by(self) -> dict[str, Any]:
        """Return the keys of each group, by the names of the axes."""
        return {
            axis: self._keys(role, str(name))
            for axis, role, name in zip(self._wanted.axes, self._wanted.by_names, self._wanted.by, strict=True)
        }

    def amounts(self) -> GroupAmounts:
        """Return how many items, or how much weight, each group has."""
        return all_groups([part.amounts for part in self._found.groups])

    def _keys(self, role: str, name: str) -> Any:
        column = self._joined(role)
        if name in self._found.keys:
            return _in_order(column)
        if not self._found.texts:
            return column.items()
        texts = self._texts(role)
        return column.map(as_labels(texts - gaps_among(texts)).get).items()

    def _joined(self, role: str | None) -> Coded:
        return joined([part.columns[role or str(part.model)] for part in self._found.groups])

    def _texts(self, role: str) -> set[str]:
        parts = (part.columns[role] for part in self._found.groups if role in part.columns)
        return {value for column in parts for value in column.values if value is not None}


def _in_order(column: Coded) -> Slices:
    """Return keys that are texts as slices, in the order of the numbers that they write, if all of them do."""
    keys = naming.sort(dict.fromkeys(column.values))
    numbers = {key: whole(key) for key in keys if isinstance(key, str)}
    if None not in numbers.values():
        keys = (*sorted(numbers, key=lambda key: numbers[key] or 0), *(key for key in keys if key is None))
    position = {key: i for i, key in enumerate(keys)}
    return Slices(np.array([position[value] for value in column.values], dtype=np.intp)[column.codes], keys)
