"""The items of files one by one: their true labels, and other columns as texts."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import NamedTuple

from steelyard.counts.labels import Label
from steelyard.counts.read.files.count_files import columns_of, names_of_columns, text_columns
from steelyard.counts.read.label import as_labels, gaps_among


class ItemColumns(NamedTuple):
    """What `read_items` returns: the label of each item, and other columns by name, None where a value is missing."""

    labels: list[Label]
    columns: dict[str, list[str | None]]


def read_items(files: str | Path | Sequence[str | Path], truth: str | None, columns: Sequence[str] = ()) -> ItemColumns:
    """Read items from files one by one: their true labels, and other columns as they are written.

    Labels are what `sy.evaluate` takes the texts of a CSV file for: whole numbers if all of them are, else texts.

    Parameters
    ----------
    files
        A file, a pattern, a folder or a list of them: CSV, Parquet or JSON.
    truth
        The column with the true labels.
    columns
        Which others; all but the truth if none are named.

    Examples
    --------
    >>> import steelyard as sy
    >>> items = sy.extending.read_items("examples/wine_quality_red.csv", "quality", ["fold"])
    >>> items.labels[:3], items.columns["fold"][:3]
    ([5, 5, 5], ['9', '2', '9'])
    """
    if truth is None:
        raise ValueError(f"say with truth= which column holds the true labels; {columns_of(files)}.")
    others = list(columns) or [name for name in names_of_columns(files) if name != truth]
    texts = text_columns(files, list(dict.fromkeys((truth, *others))))
    written = texts[truth]
    known = {label for label in written if label is not None}
    gaps = gaps_among(known)
    lost = sum(label is None or label in gaps for label in written)
    if lost:
        raise ValueError(f"{lost:,} of {len(written):,} items have no true label in {truth!r}; leave out these rows.")
    labels = as_labels(known)
    return ItemColumns(
        [labels[label] for label in written if label is not None], {name: texts[name] for name in others}
    )
