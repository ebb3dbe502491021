"""Read a stored confusion matrix: CSV with the labels along both edges (or without labels), or JSON."""

from __future__ import annotations

import csv
import io
import json
from collections.abc import Callable
from pathlib import Path
from typing import Any, TypeVar

from steelyard.counts import labels as naming
from steelyard.counts.confusion import Confusion
from steelyard.counts.matrix_input import refuse_totals
from steelyard.counts.read.files.data_files import existing_file
from steelyard.counts.read.files.formats import separator_of
from steelyard.counts.read.label import as_labels

T = TypeVar("T")


def read_matrix(path: str | Path) -> Confusion:
    """Read a matrix whose rows are truth and whose columns are predictions.

    A CSV file has the class names in its first row and first column, in any separator; if every cell is a number and
    there are as many rows as columns, it has no labels. JSON is what `Confusion.to_dict` writes, or plain lists.
    """
    return read_counts(path, matrix_of)


def matrix_of(record: Any) -> Confusion:
    """Return the matrix that JSON holds."""
    return Confusion(record) if isinstance(record, list) else Confusion.from_dict(record)


def read_counts(path: str | Path, from_json: Callable[[Any], T]) -> T | Confusion:
    """Read counts: from CSV a matrix, from JSON what a function makes of the record in it."""
    file = existing_file(path)
    try:
        content = file.read_text(encoding="utf-8-sig")
    except UnicodeDecodeError:
        raise ValueError(f"{str(path)!r} is not UTF-8 text.") from None
    try:
        return from_json(_record(content)) if file.suffix.lower() == ".json" else _from_csv(content)
    except ValueError as problem:
        raise ValueError(f"cannot read a matrix from {str(path)!r}: {problem}") from None


def _record(content: str) -> Any:
    try:
        return json.loads(content)
    except json.JSONDecodeError as problem:
        raise ValueError(f"it is not JSON ({problem}).") from None
    except RecursionError:
        raise ValueError("its lists are nested too deeply.") from None


def _from_csv(content: str) -> Confusion:
    rows = _rows(content)
    if not rows:
        raise ValueError("it is empty.")
    numbers: list[list[Any]] = [[_number(cell) for cell in row] for row in rows]
    if len(rows) == len(rows[0]) and all(cell is not None for row in numbers for cell in row):
        return Confusion(numbers)
    columns = [cell.strip() for cell in rows[0][1:]]
    names = [row[0].strip() for row in rows[1:]]
    if len(names) != len(columns):
        raise ValueError(
            f"it has {len(names)} rows but {len(columns)} columns of counts; a matrix is square, with the class names "
            "in its first row and its first column."
        )
    if sorted(names) != sorted(columns):
        odd = sorted(set(names) ^ set(columns)) or names
        raise ValueError(f"its rows and columns must name the same classes, but {naming.some(odd)} differ.")
    counts = []
    for name, row, cells in zip(names, rows[1:], numbers[1:], strict=True):
        if len(row) != len(columns) + 1:
            raise ValueError(f"the row of {name!r} has {len(row) - 1} counts instead of {len(columns)}.")
        bad = [cell for cell, number in zip(row[1:], cells[1:], strict=True) if number is None]
        if bad:
            raise ValueError(f"the row of {name!r} has {bad[0]!r} where a count should be.")
        counts.append([cells[1:][columns.index(label)] for label in names])
    label = as_labels(names)
    refuse_totals(counts, names)
    return Confusion(counts, [label[name] for name in names])


def _rows(content: str) -> list[list[str]]:
    """Return the rows that are not blank."""
    separator = separator_of(content) or ","
    try:
        rows = list(csv.reader(io.StringIO(content, newline=""), delimiter=separator, strict=True))
    except csv.Error as problem:
        raise ValueError(f"it is not CSV ({problem}).") from None
    return [row for row in rows if any(cell.strip() for cell in row)]


def _number(cell: str) -> float | int | None:
    try:
        return int(cell)
    except ValueError:
        try:
            return float(cell)
        except ValueError:
            return None
