"""Read a data set, and refuse one that is not as it should be."""

from __future__ import annotations

import csv
import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

from steelyard.extending import some
from steelyard_papers.experiments.data_place import found
from steelyard_papers.experiments.sixteen_sets.data_sets import (
    DATA_SETS,
    ID_COLUMN,
    SOURCE,
    WITH_ID,
    DataSet,
    plain_name,
)

MISSING = ("", "?", "NA")
"""How CSV files, UCI and R write what is not known."""

AGAIN = f"get it again from {SOURCE.origin}"


@dataclass(frozen=True, slots=True)
class Items:
    """The items of a data set.

    Attributes
    ----------
    truth
        The true class of each.
    features
        Values as they are written, by column.
    """

    truth: tuple[str, ...]
    features: Mapping[str, Sequence[str]]

    def repeated(self) -> int:
        """Return how many items are the same as an earlier one, class included."""
        rows = zip(self.truth, *self.features.values(), strict=True)
        return len(self.truth) - len(set(rows))


def source_file(name: str, data: Path | None) -> Path:
    """Return the file of a data set, or say in one sentence what is missing."""
    return found(SOURCE, data) / DATA_SETS[plain_name(name)].file


def read_items(name: str, data: Path | None) -> Items:
    """Read a data set by its name; glass without Id, unless its Id is asked for by name.

    Raises
    ------
    ValueError
        If the file is not there, cannot be read, or has other rows, columns, classes or kinds of values than the set.
    """
    file, wanted = source_file(name, data), DATA_SETS[plain_name(name)]
    header, *rows = _lines(file)
    _check(file, wanted, header, rows)
    columns = dict(zip(header, zip(*rows, strict=True), strict=True))
    _check_kinds(file, wanted, columns)
    truth = columns.pop(wanted.target)
    if name != WITH_ID:
        columns.pop(ID_COLUMN, None)
    return Items(truth, columns)


def _lines(file: Path) -> list[list[str]]:
    try:
        with file.open(encoding="utf-8", newline="") as opened:
            lines = list(csv.reader(opened))
    except (UnicodeDecodeError, csv.Error) as problem:
        raise ValueError(f"{str(file)!r} is no CSV file in UTF-8 ({problem}); {AGAIN}.") from None
    if not lines:
        raise ValueError(f"{str(file)!r} is empty; {AGAIN}.")
    return lines


def _check(file: Path, wanted: DataSet, header: Sequence[str], rows: Sequence[Sequence[str]]) -> None:
    columns = 1 + wanted.nominal + wanted.numeric
    named = [wanted.target, *([ID_COLUMN] if wanted.name == plain_name(WITH_ID) else [])]
    if not set(named) <= set(header) or len(set(header)) != len(header) or len(header) != columns:
        raise ValueError(
            f"{str(file)!r} must have {columns} columns with different names, among them {some(named)}, but has "
            f"{len(header)}: {some(header)}; {AGAIN}."
        )
    ragged = next((number for number, row in enumerate(rows, 2) if len(row) != columns), None)
    if ragged is not None:
        raise ValueError(f"line {ragged} of {str(file)!r} has {len(rows[ragged - 2])} values instead of {columns}.")
    if len(rows) != wanted.rows:
        raise ValueError(
            f"{str(file)!r} has {len(rows):,} items instead of {wanted.rows:,}: lines are "
            f"{'missing' if len(rows) < wanted.rows else 'too many'}; {AGAIN}."
        )
    classes = {row[header.index(wanted.target)] for row in rows}
    if classes != set(wanted.classes):
        strange, lost = sorted(classes.difference(wanted.classes)), sorted(set(wanted.classes) - classes)
        raise ValueError(
            f"column {wanted.target!r} of {str(file)!r} must have the classes {', '.join(wanted.classes)}, but "
            f"{f'has {some(strange)}' if strange else f'lacks {some(lost)}'}; {AGAIN}."
        )
    gaps = [number for number, row in enumerate(rows, 2) if any(value in MISSING for value in row)]
    if gaps:
        raise ValueError(f"{str(file)!r} lacks a value in line {gaps[0]}; the data set has none that is missing.")


def _check_kinds(file: Path, wanted: DataSet, columns: Mapping[str, Sequence[str]]) -> None:
    words = [name for name, values in columns.items() if name != wanted.target and not all(map(_is_number, values))]
    if len(words) != wanted.nominal:
        raise ValueError(
            f"{str(file)!r} must have {wanted.nominal} columns of words and {wanted.numeric} of numbers beside "
            f"{wanted.target!r}, but words are in {some(words) or 'none'}; {AGAIN}."
        )


def _is_number(value: str) -> bool:
    try:
        return math.isfinite(float(value))
    except ValueError:
        return False
