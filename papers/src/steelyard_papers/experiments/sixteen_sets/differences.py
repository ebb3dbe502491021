"""How far each metric with relevance is from the same metric with even weights."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from steelyard_papers.experiments.sixteen_sets.paired import paired, with_holm
from steelyard_papers.experiments.sixteen_sets.scored import COUNTERPARTS, Scored
from steelyard_papers.reproductions.branco2017.discrimination import EXISTING as NO_LEVEL
from steelyard_papers.reproductions.branco2017.discrimination import MECHANISMS


def differences(result: Iterable[Scored]) -> list[dict[str, Any]]:
    """Return a row for each data set, learner, metric and level: with relevance less existing, over the same folds.

    Both leave undefined classes out, so that nothing but the weights differs.
    """
    rows = [
        {
            "dataset": one.name,
            "learner": learner,
            "metric": metric,
            "level": level,
            **paired(one.values[metric, level, "exclude"][k], one.values[existing, NO_LEVEL, "exclude"][k]),
        }
        for one in result
        for k, learner in enumerate(one.learners)
        for metric, existing in COUNTERPARTS.items()
        for level in MECHANISMS
    ]
    return with_holm(rows)
