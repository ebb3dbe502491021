"""The verdicts on all score metrics, counted and at even class shares, as a stored table beside the atlas of labels."""

from __future__ import annotations

import csv
from collections.abc import Iterable, Mapping
from functools import cache
from importlib.resources import files

from steelyard.lab.atlas.stored import COLUMNS, VerdictKey, record_of
from steelyard.lab.audits.verdict import Verdict
from steelyard.scores.audits.audit import CLASSES, audit, named_at, property_named
from steelyard.scores.audits.property import ScoreVerdict
from steelyard.scores.catalogue import metrics as registry
from steelyard.scores.metric import ScoreMetric
from steelyard.type_names import NamedProgress

TABLE = "score_atlas.csv"

AT: tuple[str | None, ...] = (None, "uniform")
"""The class shares that are stored: those of the items, and even ones."""

FIXED = {"top_k_recall": {"k": 1}}
"""Parameters that are not the default: among three classes, the three highest scores hold the truth always."""


def audited() -> tuple[ScoreMetric, ...]:
    """Return the metrics whose verdicts are stored.

    Examples
    --------
    >>> [metric.name for metric in audited()][-1]
    'top_1_recall'
    """
    return tuple(metric.at(**FIXED.get(metric.id, {})) for metric in registry.values())


def verdict(metric: str, property: str, classes: int, shares: str | None = None) -> Verdict:  # noqa: A002 - its word
    """Return the stored verdict on a metric of scores, by its id or an alias.

    `classes` is 2, or any larger number, for which that of 3 stands; `shares` is "uniform", or None for those of the
    items.

    Examples
    --------
    >>> verdict("average_precision", "condition_1", 2).holds, verdict("ap", "condition_1", 2, "uniform").holds
    (False, True)
    """
    if shares not in AT:
        raise ValueError(f'the atlas has metrics of scores at "uniform" shares, or as counted, not at {shares!r}.')
    known = registry[metric]
    stored = registry[known.id].at(**FIXED.get(known.id, {})).name
    return verdicts()[named_at(stored, shares), property_named(property).id, min(max(classes, 2), CLASSES[-1])]


def names(metrics: Iterable[str] = ()) -> list[str]:
    """Return under which names these metrics are stored, or all: as counted, and at stated class shares.

    Examples
    --------
    >>> names(["ap"])
    ['average_precision', 'average_precision at uniform shares']
    """
    wanted = {registry[name].id for name in metrics} or {metric.id for metric in audited()}
    return [named_at(metric.name, shares) for metric in audited() for shares in AT if metric.id in wanted]


@cache
def verdicts() -> Mapping[VerdictKey, Verdict]:
    """Return all of them, by (metric and shares, property, classes)."""
    text = files("steelyard.scores.audits").joinpath(TABLE).read_text(encoding="utf-8")
    _, *rows = csv.reader(text.splitlines())
    records = (record_of(dict(zip(COLUMNS, row, strict=True))) for row in rows)
    made = ((record.pop("metric"), ScoreVerdict.from_dict(record)) for record in records)
    return {(name, one.property, one.classes): one for name, one in made}


def make(progress: NamedProgress | None = None) -> Iterable[tuple[str, Verdict]]:
    """Yield all verdicts anew, metric by metric in the order of the registry."""
    every = [(metric, shares) for metric in audited() for shares in AT]
    for done, (metric, shares) in enumerate(every):
        name = named_at(metric.name, shares)
        if progress is not None:
            progress(done, len(every), name)
        for one in audit(metric, classes=CLASSES, shares=shares).verdicts:
            yield name, one
