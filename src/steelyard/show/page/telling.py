"""The class whose weight tells most at first sight: along it, another model takes the lead."""

from __future__ import annotations

import numpy as np

from steelyard.counts.class_shares import completed
from steelyard.counts.confusion import Confusion
from steelyard.measuring.lead import lead
from steelyard.measuring.measure import apply
from steelyard.measuring.record import Metric
from steelyard.type_names import Floats

HEAVIER = (0.3, 0.5, 0.7, 0.9, 1.0)
"""Weights to which a class is raised, the others in proportion."""

MOST_TRIED = 40


def telling_class(metric: Metric, tables: Confusion, weights: Floats, policy: str) -> int:
    """Return the class that takes the lead from the best model when it is raised least; the first if none does.

    Examples
    --------
    >>> import steelyard as sy
    >>> tables = sy.Confusion([[[9, 1], [5, 5]], [[8, 2], [3, 7]]], axes={"model": ["a", "b"]})
    >>> telling_class(sy.metrics.balanced_accuracy, tables, np.array([0.5, 0.5]), "exclude")
    0
    """
    if not metric.weighted or len(weights) < 2:
        return 0
    best = _best(metric, tables, weights, policy)
    for weight in HEAVIER:
        for c in range(min(len(weights), MOST_TRIED)):
            if weight <= weights[c]:
                continue
            if _best(metric, tables, completed(weights, [c], np.array([weight])), policy).isdisjoint(best):
                return c
    return 0


def _best(metric: Metric, tables: Confusion, weights: Floats, policy: str) -> set[int]:
    (found,) = apply([metric], tables, importance=weights, undefined=policy)
    values = found.value
    behind = [np.nan_to_num(lead(values, value, metric), nan=0.0).max() > 0 for value in values]
    return {k for k, is_behind in enumerate(behind) if not is_behind and np.isfinite(values[k])}
