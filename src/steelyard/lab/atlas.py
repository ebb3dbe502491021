"""The atlas: verdicts of all metrics on all properties for 2, 3 and 5 classes, made once, stored as a table."""

from __future__ import annotations

import csv
import json
import multiprocessing
import os
from collections.abc import Iterable, Mapping, Sequence
from concurrent.futures import ProcessPoolExecutor, as_completed
from dataclasses import dataclass
from functools import cache
from importlib.resources import files
from pathlib import Path
from threading import Thread
from typing import TYPE_CHECKING, Any, cast

from steelyard.counts.answer import Answer
from steelyard.lab.audits.verdict import HOLDS, Status, Verdict
from steelyard.measuring.registry import metrics as registry
from steelyard.type_names import NamedProgress

if TYPE_CHECKING:
    from multiprocessing.process import BaseProcess

__all__ = ["CLASSES", "nearest_classes", "verdict", "verdicts"]

CLASSES = (2, 3, 5)
"""Numbers of classes in the atlas."""


def verdict(metric: str, property: str, classes: int) -> Verdict:  # noqa: A002 - the word of the audit
    """Return the stored verdict on a metric of the catalogue, by its id or an alias.

    `classes` is one of those stored, or any: then that of the largest stored number that is not above it stands, as
    the verdict's own `classes` says.

    Examples
    --------
    >>> import steelyard as sy
    >>> sy.lab.atlas.verdict("precision", "condition_1", 2).holds
    False
    >>> sy.lab.atlas.verdict("g_mean", "condition_3", 10).witness.sentence
    'All classes but one are recognised, and the value is 0, the worst there is.'
    """
    from steelyard.lab.audits.properties import property_named  # noqa: PLC0415 - `holds` needs no audits

    known = registry.find(metric)
    if known is None or not known.builtin:
        raise ValueError(f"the atlas has no metric {metric!r}; audit it with sy.audit.")
    return _verdict((known.id, property_named(property).id, nearest_classes(classes)))


def holds(metric: str, property: str, classes: int) -> bool | None:  # noqa: A002 - the word of the audit
    """Return whether a metric has a property, both by their ids, as far as is known; None if nothing could be tried.

    The same as `verdict(...).holds`, without its matrices and what reads them: `evaluate` asks it each time.

    Examples
    --------
    >>> holds("precision", "condition_1", 2), holds("g_mean", "condition_1", 7)
    (False, True)
    """
    return HOLDS[cast(Status, _rows()[metric, property, nearest_classes(classes)][COLUMNS.index("status")])]


def nearest_classes(classes: int) -> int:
    """Return the number of classes in the atlas that stands for this one.

    Examples
    --------
    >>> import steelyard as sy
    >>> sy.lab.atlas.nearest_classes(4), sy.lab.atlas.nearest_classes(100)
    (3, 5)
    """
    return max(stored for stored in CLASSES if stored <= max(classes, CLASSES[0]))


@cache
def verdicts() -> Mapping[VerdictKey, Verdict]:
    """Return the whole atlas by (metric, property, classes).

    Examples
    --------
    >>> import steelyard as sy
    >>> sy.lab.atlas.verdicts()["mcc", "condition_1", 2].holds
    False
    """
    return {key: _verdict(key) for key in _rows()}


@dataclass(frozen=True, slots=True)
class Reference(Answer):
    """A verdict of the atlas: a metric, a property, and the number of classes in the atlas.

    Examples
    --------
    >>> print(Reference("precision", "condition_1", 2))
    precision, Condition 1, 2 classes
    """

    metric: str
    property: str
    classes: int

    def verdict(self) -> Verdict:
        """Look the verdict up, with its witness."""
        return verdict(self.metric, self.property, self.classes)

    def holds(self) -> bool | None:
        """Return whether the metric has the property, as far as is known."""
        return holds(self.metric, self.property, self.classes)

    def __str__(self) -> str:
        return self._shown_as("sentence")


# The table in which verdicts are stored.


TABLE = "atlas.csv"

COLUMNS = ("metric", "property", "classes", "status", "evidence", "witness", "tried", "figures", "illustration")

VerdictKey = tuple[str, str, int]


@cache
def _rows() -> Mapping[VerdictKey, list[str]]:
    """Return the rows of the table; advice looks at few of them, and reading all matrices takes long."""
    text = files("steelyard.lab").joinpath(TABLE).read_text(encoding="utf-8")
    _, *rows = csv.reader(text.splitlines())
    return {(row[0], row[1], int(row[2])): row for row in rows}


@cache
def _verdict(key: VerdictKey) -> Verdict:
    return Verdict.from_dict(record_of(dict(zip(COLUMNS, _rows()[key], strict=True))))


def record_of(row: Mapping[str, str]) -> dict[str, Any]:
    """Return a row of a table of verdicts as `Verdict.from_dict` takes it, with the name of its metric."""
    read = {name: json.loads(row[name]) if row[name] else None for name in ("witness", "figures", "illustration")}
    record = {**row, **read, "classes": int(row["classes"]), "tried": int(row["tried"])}
    record["figures"] = record["figures"] or {}
    return record


def write(place: Path, table: Iterable[tuple[str, Verdict]]) -> None:
    """Write a table of (metric, verdict), as `verdicts` reads it."""
    with place.open("w", encoding="utf-8", newline="") as file:
        writer = csv.DictWriter(file, COLUMNS, lineterminator="\n")
        writer.writeheader()
        writer.writerows(_row(metric, one) for metric, one in table)


def _row(metric: str, one: Verdict) -> dict[str, Any]:
    plain = one.to_dict()
    texts = {name: _json(plain[name]) for name in ("witness", "figures", "illustration")}
    return {"metric": metric, **{name: plain[name] for name in COLUMNS[1:]}, **texts}


def _json(plain: Any) -> str:
    return json.dumps(plain, ensure_ascii=False, allow_nan=False, separators=(",", ":")) if plain else ""


# Make the atlas anew: audit every metric of the catalogue, on as many processors as there are.


def make(
    metrics: Sequence[str] | None = None,
    *,
    classes: Sequence[int] = CLASSES,
    processes: int | None = None,
    progress: NamedProgress | None = None,
) -> list[tuple[str, Verdict]]:
    """Return all verdicts, metric by metric in the order of the registry.

    Metrics have their default parameters: every error costs 1, and kappa's distances are quadratic.
    """
    names = [metric.id for metric in registry.values() if metric.builtin] if metrics is None else list(metrics)
    by_metric: dict[str, tuple[Verdict, ...]] = {}
    # Fresh processes: NumPy's threads do not survive a fork.
    fresh = multiprocessing.get_context("spawn")
    with ProcessPoolExecutor(processes or os.cpu_count(), fresh, _end_with_parent) as pool:
        jobs = {pool.submit(_audited, name, tuple(classes)): name for name in names}
        for job in as_completed(jobs):
            by_metric[jobs[job]] = job.result()
            if progress is not None:
                progress(len(by_metric), len(names), jobs[job])
    return [(name, one) for name in names for one in by_metric[name]]


def _end_with_parent() -> None:
    """Let a worker end with the process that asked, if that is killed; it would wait for its next metric for ever."""
    parent = multiprocessing.parent_process()
    if parent is not None:
        Thread(target=_ended, args=[parent], daemon=True).start()


def _ended(parent: BaseProcess) -> None:
    parent.join()
    os._exit(1)


def _audited(name: str, classes: tuple[int, ...]) -> tuple[Verdict, ...]:
    from steelyard.lab.audits.audit import audit  # noqa: PLC0415 - loaded when the atlas is made anew

    return audit(name, classes=classes).verdicts
