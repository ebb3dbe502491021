"""A user's own features, such as those of Inception for ImageNet: a file with numbers and a label for each item."""

from __future__ import annotations

import csv
import glob
import zipfile
import zlib
from collections.abc import Callable, Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from steelyard.extending import nearest, some
from steelyard_papers.checks import existing_file

FEATURES, LABELS, LABEL = "features", "labels", "label"
"""The arrays of a .npz file, and the column of a table that is no feature."""

SEPARATORS = ",;\t|"
"""Of a table as text: the one that its first line has most of."""

NUMBERS = ("TINYINT", "SMALLINT", "INTEGER", "BIGINT", "HUGEINT", "FLOAT", "DOUBLE", "DECIMAL")
"""How DuckDB calls the types of numbers; those without a sign begin with a U."""

NAMES = ("VARCHAR", "BOOLEAN", *NUMBERS[:5])
"""What labels may be: anything but fractions, of which nobody knows whether two are the same."""


class Items(NamedTuple):
    """What a file holds.

    Attributes
    ----------
    numbers
        One row per item.
    labels
        As texts.
    columns
        What the columns of numbers are called.
    """

    numbers: NDArray[Any]
    labels: NDArray[np.str_]
    columns: Sequence[str]


def read_feature_file(file: Path) -> tuple[NDArray[np.float32], NDArray[np.intp], tuple[str, ...]]:
    """Return the features of each item, the place of its class, and the classes, sorted as texts.

    Parameters
    ----------
    file
        A `.npz` file with the arrays `features` (items × features) and `labels` (items), or a `.csv` or `.parquet`
        table with a column `label` and otherwise columns of numbers.

    Raises
    ------
    ValueError
        If there is no such file, or it is not like that.
    """
    reader = READERS.get(file.suffix.lower())
    if reader is None:
        raise ValueError(f"a file of features ends in {', '.join(READERS)}, but this one is {str(file)!r}.")
    items = reader(existing_file(file))
    if not len(items.columns):
        raise ValueError(f"{str(file)!r} has labels but no features.")
    with np.errstate(over="ignore"):  # told below, with what is infinite in the file
        X = np.asarray(items.numbers, dtype=np.float32)
    strange = np.argwhere(~np.isfinite(X))
    if len(strange):
        item, column = strange[0]
        raise ValueError(
            f"the features in {str(file)!r} must be finite numbers that fit into 32 bits, but {len(strange):,} "
            f"{'is' if len(strange) == 1 else 'are'} not; the first is {items.columns[column]} of item {item + 1:,}."
        )
    classes, y = np.unique(items.labels, return_inverse=True)
    if len(classes) < 2:
        only = f"they are all {str(classes[0])!r}" if len(classes) else "it has no items"
        raise ValueError(f"the labels in {str(file)!r} must name at least two classes, but {only}.")
    return X, y.astype(np.intp), tuple(map(str, classes))


def _from_arrays(file: Path) -> Items:
    features, labels = _arrays(file)
    if features.ndim != 2 or labels.ndim != 1 or len(features) != len(labels):
        raise ValueError(
            f"{FEATURES!r} and {LABELS!r} of {str(file)!r} must have the shapes (items, features) and (items), but "
            f"have {features.shape} and {labels.shape}."
        )
    for name, array, kinds, wanted in (
        (FEATURES, features, "fiu", "numbers"),
        (LABELS, labels, "Uiub", "texts or whole numbers"),
    ):
        if array.dtype.kind not in kinds:
            raise ValueError(f"{name!r} of {str(file)!r} must be {wanted}, not {array.dtype}.")
    return Items(features, labels.astype(np.str_), [f"column {i + 1:,}" for i in range(features.shape[1])])


def _arrays(file: Path) -> list[NDArray[Any]]:
    try:
        # Opened here, since NumPy leaves a file open that turns out to be damaged.
        with file.open("rb") as opened, np.load(opened, allow_pickle=False) as arrays:
            names = list(arrays)
            missing = [name for name in (FEATURES, LABELS) if name not in names]
            if not missing:
                return [arrays[name] for name in (FEATURES, LABELS)]
    except (OSError, EOFError, ValueError, TypeError, zipfile.BadZipFile, zlib.error) as problem:
        if "llow_pickle" in str(problem) and zipfile.is_zipfile(file):
            raise ValueError(
                f"{str(file)!r} holds Python objects, which are not read since they could run any program; save "
                f"{FEATURES!r} as an array of numbers and {LABELS!r} as one of texts or whole numbers."
            ) from None
        raise ValueError(f"{str(file)!r} is no .npz file, or it is damaged.") from None
    raise ValueError(f"{str(file)!r} has no array {missing[0]!r}; it has {some(names) or 'none'}.")


def _from_csv(file: Path) -> Items:
    try:
        with file.open(encoding="utf-8-sig", newline="") as opened:
            first = opened.readline()
            opened.seek(0)
            rows = csv.reader(opened, delimiter=max(SEPARATORS, key=first.count))
            header = [name.strip() for name in next(rows, [])]
            place = _label_place(file, header)
            columns = [name for i, name in enumerate(header) if i != place]
            read = list(_rows(file, rows, header, place))
    except UnicodeDecodeError:
        raise ValueError(f"{str(file)!r} is not a text file in UTF-8.") from None
    except csv.Error as problem:
        raise ValueError(f"{str(file)!r} cannot be read as a table: {problem}.") from None
    numbers = np.array([row for row, _ in read]).reshape(len(read), len(columns))
    return Items(numbers, np.array([label for _, label in read], dtype=np.str_), _quoted(columns))


def _rows(
    file: Path, rows: Iterator[list[str]], header: Sequence[str], place: int
) -> Iterator[tuple[NDArray[np.float32], str]]:
    """Yield the numbers and the label of each item; blank lines are none."""
    for number, cells in enumerate(filter(None, rows), 1):
        where = f"item {number:,} of {str(file)!r}"
        if len(cells) != len(header):
            raise ValueError(f"{where} has {len(cells):,} values, but there are {len(header):,} columns.")
        label = cells.pop(place).strip()
        if not label:
            raise ValueError(f"{where} has no label.")
        try:
            with np.errstate(over="ignore"):
                # An empty cell is a number that is missing, which is told together with those that are not finite.
                yield np.array([cell.strip() or "nan" for cell in cells], dtype=np.float64).astype(np.float32), label
        except ValueError:
            columns = [name for i, name in enumerate(header) if i != place]
            column, text = next((name, cell) for name, cell in zip(columns, cells, strict=True) if _is_text(cell))
            raise ValueError(
                f"column {column!r} has {text!r} in {where}; all columns but {LABEL!r} must be numbers."
            ) from None


def _is_text(cell: str) -> bool:
    try:
        float(cell.strip() or "nan")
    except ValueError:
        return True
    return False


def _from_parquet(file: Path) -> Items:
    import duckdb  # noqa: PLC0415 - loaded where used

    try:
        with duckdb.connect() as database:
            table = database.read_parquet(glob.escape(str(file)), hive_partitioning=False)
            kinds = {name: str(kind).partition("(")[0] for name, kind in zip(table.columns, table.types, strict=True)}
            columns = _feature_columns(file, kinds)
            asked = [f"CAST({LABEL} AS VARCHAR)", *(f"TRY_CAST({_identifier(name)} AS FLOAT)" for name in columns)]
            result = table.project(", ".join(f"{what} AS c{i}" for i, what in enumerate(asked))).fetchnumpy()
    except duckdb.Error:
        raise ValueError(f"{str(file)!r} cannot be read: it is not a Parquet file, or it is cut off.") from None
    labels, *numbers = result.values()
    lacking = np.flatnonzero(np.ma.getmaskarray(labels))
    if len(lacking):
        raise ValueError(f"item {lacking[0] + 1:,} of {str(file)!r} has no label.")
    filled = [np.ma.filled(column.astype(np.float32), np.nan) for column in numbers]
    X = np.stack(filled, axis=1) if filled else np.empty((len(labels), 0), dtype=np.float32)
    return Items(X, np.asarray(labels, dtype=np.str_), _quoted(columns))


def _feature_columns(file: Path, kinds: Mapping[str, str]) -> list[str]:
    """Return the columns of a table that are features, and so numbers."""
    _label_place(file, list(kinds))
    for name, kind in kinds.items():
        if kind.removeprefix("U") not in (NAMES if name == LABEL else NUMBERS):
            wanted = "texts or whole numbers" if name == LABEL else "numbers, as all columns but 'label' are"
            raise ValueError(f"column {name!r} of {str(file)!r} holds {kind} values; it must hold {wanted}.")
    return [name for name in kinds if name != LABEL]


def _identifier(name: str) -> str:
    """Return the name of a column as SQL takes it."""
    return '"' + name.replace('"', '""') + '"'


def _label_place(file: Path, columns: Sequence[str]) -> int:
    if columns.count(LABEL) == 1:
        return columns.index(LABEL)
    if LABEL in columns:
        raise ValueError(f"{str(file)!r} has {columns.count(LABEL)} columns {LABEL!r}; one of them must be called so.")
    there = f"its columns are {some(columns)}" if columns else "it is empty"
    raise ValueError(f"{str(file)!r} has no column {LABEL!r}; {there}.{nearest(LABEL, columns)}")


def _quoted(columns: Sequence[str]) -> list[str]:
    return [f"column {name!r}" for name in columns]


READERS: dict[str, Callable[[Path], Items]] = {".npz": _from_arrays, ".csv": _from_csv, ".parquet": _from_parquet}
"""By the ending of the file's name."""
