"""Read a log of the benchmark and the true event of each of its lines; refuse files that do not fit together."""

from __future__ import annotations

import csv
import io
from dataclasses import dataclass
from pathlib import Path

from steelyard_papers.experiments.data_place import Source
from steelyard_papers.experiments.log_parsing.benchmark import DATASETS, LINES

EVENT, NUMBER, MESSAGE = "EventId", "LineId", "Content"


def log_name(dataset: str) -> str:
    """Return the path of a raw log in the benchmark's folder."""
    return f"{dataset}/{dataset}_2k.log"


def truth_name(dataset: str) -> str:
    """Return the path of the file with the true events."""
    return f"{log_name(dataset)}_structured.csv"


SOURCE = Source(
    "loghub_2k",
    "the benchmark of system logs with 2,000 lines each (Loghub)",
    "github.com/logpai/loghub (folders Mac, BGL, Android and HDFS)",
    tuple(name(dataset) for dataset in DATASETS for name in (log_name, truth_name)),
)


@dataclass(frozen=True, slots=True)
class Log:
    """A log, and the true event of every line."""

    dataset: str
    file: Path
    events: tuple[str, ...]


def read(home: Path, dataset: str, lines: int = LINES) -> Log:
    """Read a data set of so many lines from the benchmark's folder."""
    log, truth = home / log_name(dataset), home / truth_name(dataset)
    # Not splitlines, which also parts lines where the parsers, which iterate over the file, do not.
    messages, rows = list(io.StringIO(_text(log))), _rows(truth)
    for name, number in ((log, len(messages)), (truth, len(rows))):
        if number != lines:
            many = "extra" if number > lines else "missing"
            raise ValueError(
                f"{str(name)!r} has {number:,} lines where the benchmark has {lines:,} ({abs(number - lines):,} "
                f"{many}); get it anew from {SOURCE.origin}."
            )
    for i, (message, row) in enumerate(zip(messages, rows, strict=True), 1):
        if not message.strip().endswith((row[MESSAGE] or "").strip()):
            raise ValueError(
                f"line {i:,} of {str(log)!r} is not the message that {truth.name!r} has there; get both anew from "
                f"{SOURCE.origin}."
            )
    return Log(dataset, log, tuple(row[EVENT] for row in rows))


def _rows(file: Path) -> list[dict[str, str]]:
    """Read the true events; every row has its number, message and event."""
    rows = csv.DictReader(io.StringIO(_text(file), newline=""))
    try:
        columns, result = list(rows.fieldnames or ()), list(rows)
    except csv.Error as problem:
        raise ValueError(f"{str(file)!r} cannot be read as a table: {problem}.") from None
    lacking = [name for name in (NUMBER, MESSAGE, EVENT) if name not in columns]
    if lacking:
        there = f"its columns are {', '.join(columns)}" if columns else "it is empty"
        raise ValueError(f"{str(file)!r} has no column {lacking[0]!r}; {there}.")
    for i, row in enumerate(result, 1):
        if row[NUMBER] != str(i):
            raise ValueError(f"{str(file)!r} has line {row[NUMBER]!r} where line {i:,} should stand.")
        if not row[EVENT]:
            raise ValueError(f"{str(file)!r} does not say which event line {i:,} is; its {EVENT} is empty.")
    return result


def _text(file: Path) -> str:
    try:
        return file.read_text(encoding="utf-8")
    except UnicodeDecodeError:
        raise ValueError(f"{str(file)!r} is not a text file in UTF-8; get it anew from {SOURCE.origin}.") from None
