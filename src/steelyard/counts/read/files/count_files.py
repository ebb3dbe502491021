"""The columns of files, as groups of equal items to be counted: DuckDB groups the rows where they are."""

from __future__ import annotations

from functools import partial

from steelyard.counts import labels as naming
from steelyard.counts.read.chosen_columns import TRUTH, WEIGHT, Columns
from steelyard.counts.read.count import Items
from steelyard.counts.read.files.data_files import Where, find_files
from steelyard.counts.read.files.groups import Labels, settled, with_gaps
from steelyard.counts.read.files.watching import Report


def file_items(path: Where, columns: Columns, *, together: bool = False, report: Report | None = None) -> Items:
    """Return the named columns of files as groups by truth and prediction, or by all predictions (`together`).

    With missing="drop", a row that lacks the truth or any prediction has None for all of them. `report` is told of
    the progress.
    """
    from steelyard.counts.read.files.duckdb_files import group_files  # noqa: PLC0415 - loaded where used

    files = find_files(path)
    group = partial(group_files, files, columns, report=report)
    found = with_gaps(group(joint=together), columns, partial(group, joint=True))
    groups, dropped = settled(found.groups, columns.missing, files.given)
    labels = Labels(found._replace(groups=groups), columns)
    keys = labels.by()
    if together:
        values = {role: labels.of(role) for role in columns.label_roles}
        return Items(columns.filled({**values, **keys, WEIGHT: labels.amounts()}))
    pairs = columns.of_pairs(labels.of(TRUTH), labels.of(None), labels.models(), labels.amounts(), keys.values())
    return Items(pairs, dropped)  # of each item once, not once per model


def watched_items(path: Where, columns: Columns, *, together: bool = False) -> Items:
    """Return the same, with a bar on the terminal if it takes longer than a second."""
    from steelyard.show.progress import progress_bar  # noqa: PLC0415

    with progress_bar() as report:
        return file_items(path, columns, together=together, report=report)


def columns_of(path: Where) -> str:
    """Name the columns of files, for messages."""
    from steelyard.counts.read.files.duckdb_files import columns_of_files  # noqa: PLC0415 - loaded where used

    files = find_files(path)
    return f"{files.known_as(files.files[0])!r} has the columns {naming.some(columns_of_files(files))}"
