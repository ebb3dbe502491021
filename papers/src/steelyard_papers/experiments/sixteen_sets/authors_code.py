"""Where the authors' own code (MetricsImpl.R) gives no number: in folds that lack a class."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

import numpy as np

from steelyard_papers.experiments.sixteen_sets.scored import COLUMNS, Column, Scored
from steelyard_papers.reproductions.branco2017.discrimination import EXISTING as NO_LEVEL

ABSENT = {(NO_LEVEL, metric) for metric in ("MAvG", "Rec_M", "F_1M", "RCI")}
ABSENT |= {("PREV", metric) for metric in ("Rec", "Prec", "F_1", "AvF_1", "CBA")}
ABSENT |= {(level, metric) for level in ("PO", "TO", "φ") for metric in ("Rec", "F_1")}
"""Not a number if a class has no item: a recall of 0/0, the entropy of a share of 0 and, for PREV, a weight of 1/0."""

UNSEEN = {(NO_LEVEL, "AvF_1"), (NO_LEVEL, "CEN"), ("PO", "AvF_1"), ("TO", "AvF_1"), ("φ", "AvF_1")}
"""Not a number if a class is neither there nor predicted: its F and its confusion entropy are 0/0."""


def undefined_there(one: Scored, column: Column) -> np.ndarray[Any, np.dtype[np.bool_]]:
    """Return in which folds their code gives no number for a metric, of shape (learners, folds).

    Also where the metric itself is undefined, as the correlation of a constant answer.
    """
    itself = np.isnan(one.values[column.metric, column.level, "exclude"])
    if (column.level, column.metric) in ABSENT:
        return itself | one.absent.any(axis=-1)
    if (column.level, column.metric) in UNSEEN:
        return itself | (one.absent & one.unpredicted).any(axis=-1)
    return itself


def authors_undefined(result: Iterable[Scored]) -> list[dict[str, Any]]:
    """Return, for each data set and learner, how many of the values of all metrics and folds are no number there.

    The last row is of all of them.
    """
    rows, every = [], []
    for one in result:
        by_column = np.array([undefined_there(one, column) for column in COLUMNS])
        for k, learner in enumerate(one.learners):
            rows.append({"dataset": one.name, "learner": learner, **_counted(by_column[:, k])})
            every.append(by_column[:, k])
    return [*rows, {"dataset": "all", "learner": "all", **_counted(np.concatenate(every, axis=1))}] if rows else []


def _counted(undefined: np.ndarray[Any, np.dtype[np.bool_]]) -> dict[str, Any]:
    """Return how many values of shape (metrics, folds) are undefined, and how many metrics in all folds."""
    return {
        "values": undefined.size,
        "undefined": int(undefined.sum()),
        "share": round(float(undefined.mean()), 4),
        "metrics_never_defined": int(undefined.all(axis=1).sum()),
    }
