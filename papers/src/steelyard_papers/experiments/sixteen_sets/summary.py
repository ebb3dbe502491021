"""The main table: each metric of each data set and learner under each policy, over the folds."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Any

import numpy as np

from steelyard_papers.experiments.rounding import rounded
from steelyard_papers.experiments.sixteen_sets.scored import COLUMNS, POLICIES, Scored
from steelyard_papers.type_names import Floats


def summary(result: Iterable[Scored]) -> list[dict[str, Any]]:
    """Return a row of five numbers, mean and spread for each data set, learner, metric and policy."""
    return [row for one in result for row in _of_set(one)]


def _of_set(one: Scored) -> Iterator[dict[str, Any]]:
    lacking = one.absent.any(axis=-1).sum(axis=-1)
    for k, learner in enumerate(one.learners):
        for column in COLUMNS:
            for policy in POLICIES:
                values = one.values[column.metric, column.level, policy][k]
                yield {
                    "dataset": one.name,
                    "learner": learner,
                    "metric": column.metric,
                    "level": column.level,
                    "undefined": policy,
                    "folds": len(values),
                    "lacking": int(lacking[k]),
                    **spread(values),
                }


def spread(values: Floats) -> dict[str, Any]:
    """Return how many values are defined, and their mean, standard deviation and five numbers.

    Examples
    --------
    >>> import numpy as np
    >>> found = spread(np.array([0.2, 0.4, np.nan, 0.9]))
    >>> found["defined"], found["mean"], found["median"]
    (3, 0.5, 0.4)
    """
    known = values[~np.isnan(values)]
    names = ("min", "q1", "median", "q3", "max")
    if not len(known):
        return {"defined": 0, **dict.fromkeys(("mean", "sd", *names))}
    five = np.quantile(known, [0, 0.25, 0.5, 0.75, 1])
    deviation = float(known.std(ddof=1)) if len(known) > 1 else None
    return {
        "defined": len(known),
        "mean": rounded(float(known.mean())),
        "sd": rounded(deviation),
        **dict(zip(names, map(rounded, five.tolist()), strict=True)),
    }
