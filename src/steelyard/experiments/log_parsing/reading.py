"""Read a log of the benchmark and the true event of each of its lines; refuse files that do not fit together."""

from __future__ import annotations

import csv
from dataclasses import dataclass
from pathlib import Path

from steelyard.experiments.data_place import Source
from steelyard.experiments.log_parsing.benchmark import DATASETS, LINES

EVENT, NUMBER = "EventId", "LineId"


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
    # Opened as the parsers open it: its lines are those that they see.
    with log.open(encoding="utf-8") as file:
        found = sum(1 for _ in file)
    events = _events(truth)
    for name, number in ((log, found), (truth, len(events))):
        if number != lines:
            many = "extra" if number > lines else "missing"
            raise ValueError(
                f"{str(name)!r} has {number:,} lines where the benchmark has {lines:,}: {abs(number - lines):,} are "
                f"{many}; get it anew from {SOURCE.origin}."
            )
    return Log(dataset, log, tuple(events))


def _events(file: Path) -> list[str]:
    with file.open(encoding="utf-8", newline="") as opened:
        rows = csv.DictReader(opened)
        lacking = [name for name in (NUMBER, EVENT) if name not in (rows.fieldnames or ())]
        if lacking:
            raise ValueError(f"{str(file)!r} has no column {lacking[0]!r}; its columns are {rows.fieldnames}.")
        events = []
        for i, row in enumerate(rows, 1):
            if row[NUMBER] != str(i):
                raise ValueError(f"{str(file)!r} has line {row[NUMBER]!r} where line {i:,} should stand.")
            if not row[EVENT]:
                raise ValueError(f"{str(file)!r} does not say which event line {i:,} is; its {EVENT} is empty.")
            events.append(row[EVENT])
    return events
