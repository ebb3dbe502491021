"""Count labels in files: an engine groups the rows where they are, and its groups are counted like items."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from functools import partial
from importlib import import_module
from typing import Any, NamedTuple

from steelyard.counts import labels as naming
from steelyard.counts.confusion import MODEL, Confusion
from steelyard.counts.read.amounts import GroupAmounts
from steelyard.counts.read.declared import declared_labels
from steelyard.counts.read.files.data_files import Where, find_files
from steelyard.counts.read.files.labels import Labels, settled
from steelyard.counts.read.files.watching import Report
from steelyard.counts.read.files.written_gaps import with_gaps
from steelyard.counts.read.frames.columns import TRUTH, Asked, asked, is_one
from steelyard.counts.read.missing import check_word
from steelyard.counts.read.slices import Slices

ENGINES = ("duckdb", "polars", "spark")


def count_files(
    path: Where,
    truth: str,
    prediction: str | Sequence[str],
    *,
    weight: str | None = None,
    by: str | Sequence[str] | None = None,
    labels: Iterable[Any] | None = None,
    missing: str = "refuse",
    engine: str = "duckdb",
    report: Report | None = None,
    counts: str | None = None,
) -> Confusion:
    """Count the pairs of a truth column and one or several prediction columns; see `Confusion.from_files`.

    `report` is told of the progress.
    """
    declared = None if labels is None else declared_labels(labels)
    wanted = asked(truth, prediction, weight, by, counts)
    found, dropped = _groups(path, wanted, missing, engine, report, joint=False)
    axes = {} if is_one(prediction) else {MODEL: Slices(found.models(), wanted.predictions)}
    counted = Confusion.from_labels(
        found.of(TRUTH), found.of(None), declared, found.amounts(), missing=missing, by={**axes, **found.by()} or None
    )
    return Confusion(counted, dropped=dropped)  # of each item once, not once per model


class JointColumns(NamedTuple):
    """Groups of items, as columns that are counted like items.

    Attributes
    ----------
    truth, predictions, by
        The labels and the keys of slices of each group; columns have the names that people gave.
    amounts
        How many items a group has, or how much weight.
    dropped
        How many items lack a label; they stand there as None.
    """

    truth: Any
    predictions: dict[str, Any]
    by: dict[str, Any]
    amounts: GroupAmounts
    dropped: int


def joint_groups(
    path: Where,
    truth: str,
    predictions: Sequence[str],
    *,
    weight: str | None = None,
    by: str | Sequence[str] | None = None,
    missing: str = "refuse",
    engine: str = "duckdb",
    report: Report | None = None,
    counts: str | None = None,
) -> JointColumns:
    """Group the rows of files by the truth and all predictions together, in one pass.

    With missing="drop", a row that lacks the truth or any prediction has None for all of them.
    """
    wanted = asked(truth, [predictions] if is_one(predictions) else list(predictions), weight, by, counts)
    found, dropped = _groups(path, wanted, missing, engine, report, joint=True)
    guesses = zip(wanted.predictions, wanted.prediction_names, strict=True)
    return JointColumns(
        found.of(TRUTH), {str(name): found.of(role) for name, role in guesses}, found.by(), found.amounts(), dropped
    )


def columns_of(path: Where) -> str:
    """Name the columns of files, for messages."""
    from steelyard.counts.read.files.engines.duckdb_files import columns_of_files  # noqa: PLC0415 - loaded where used

    files = find_files(path)
    return f"{files.known_as(files.files[0])!r} has the columns {naming.some(columns_of_files(files))}"


def _groups(
    path: Where, wanted: Asked, missing: str, engine: str, report: Report | None, *, joint: bool
) -> tuple[Labels, int]:
    check_word(missing)
    if engine not in ENGINES:
        raise ValueError(f"engine must be one of {', '.join(map(repr, ENGINES))}, not {engine!r}.")
    files = find_files(path)
    group_files = import_module(f"steelyard.counts.read.files.engines.{engine}_files").group_files
    drop = missing == "drop"
    group = partial(group_files, files, wanted, drop=drop, report=report)
    found = with_gaps(group(joint=joint), wanted, partial(group, joint=True), drop=drop)
    groups, dropped = settled(found.groups, missing, files.given)
    return Labels(found._replace(groups=groups), wanted), dropped
