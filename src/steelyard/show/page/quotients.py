"""Rates that are quotients of hits, misses, false alarms and the rest: the page itself tells how sure they are."""

from __future__ import annotations

from typing import Any

import numpy as np

from steelyard.counts.confusion import Confusion
from steelyard.counts.labels import Label, find
from steelyard.measuring.record import Metric

TABLES, CLASSES, SEED = 12, 3, 0
"""Tables drawn at random, on which no rate is the same by accident."""

SMALLEST = 1e-9
"""A direction that moves nothing, beside the one that moves most."""


def quotient_of(rate: Metric) -> dict[str, list[float]] | None:
    """Return a rate as a quotient of four numbers of a class: how many times each counts above and below the line.

    None if it is something else, such as a root, a product of rates, or a rate that knows the other classes apart.

    Examples
    --------
    >>> import steelyard as sy
    >>> quotient_of(sy.metrics.precision)
    {'above': [1.0, 0.0, 0.0, 0.0], 'below': [1.0, 0.0, 1.0, 0.0]}
    >>> quotient_of(sy.metrics.f.at(beta=2))
    {'above': [1.0, 0.0, 0.0, 0.0], 'below': [1.0, 0.8, 0.2, 0.0]}
    >>> quotient_of(sy.metrics.g_score)
    """
    counts = np.random.default_rng(SEED).integers(1, 60, (TABLES, CLASSES, CLASSES))
    four = np.concatenate([_four_numbers(table) for table in counts])
    try:
        values = np.concatenate([np.asarray(rate(Confusion(table))) for table in counts])
    except Exception:  # noqa: BLE001 - a user's body may do anything, and costs may be of other classes
        return None
    if not np.isfinite(values).all():
        return None
    # above · x = value · below · x holds of all tables for one pair of lines alone, up to a factor.
    sides = np.concatenate([four, -values[:, None] * four], axis=1)
    _, sizes, directions = np.linalg.svd(sides / np.linalg.norm(sides, axis=1, keepdims=True))
    if not sizes[-1] < SMALLEST * sizes[0] < sizes[-2]:
        return None
    lines = directions[-1] / directions[-1][np.argmax(np.abs(directions[-1]))]
    above, below = np.round(lines, 9).reshape(2, 4) + 0.0
    return {"above": above.tolist(), "below": below.tolist()}


def of_class(metric: Metric, labels: tuple[Label, ...]) -> dict[str, Any] | None:
    """Return of a metric that is the rate of one class which class, and the quotient; None of other metrics."""
    if metric.of_rate is None:
        return None
    return {"class": find(metric.positive, labels), "quotient": quotient_of(metric.of_rate)}


def _four_numbers(table: Any) -> Any:
    """Return hits, misses, false alarms and the rest of each class, (classes, 4)."""
    hits, all_items = np.diag(table), table.sum()
    misses, false_alarms = table.sum(axis=1) - hits, table.sum(axis=0) - hits
    return np.stack([hits, misses, false_alarms, all_items - hits - misses - false_alarms], axis=1)
