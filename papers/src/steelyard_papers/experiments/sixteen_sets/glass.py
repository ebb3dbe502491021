"""What the Id of glass did: the same folds learned with it and without it."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

import numpy as np

from steelyard_papers.experiments.rounding import rounded
from steelyard_papers.experiments.sixteen_sets.data_sets import WITH_ID
from steelyard_papers.experiments.sixteen_sets.paired import paired
from steelyard_papers.experiments.sixteen_sets.scored import Scored
from steelyard_papers.reproductions.branco2017.discrimination import EXISTING as NO_LEVEL

SHOWN = (
    ("Rec_μ", NO_LEVEL),
    ("Rec_M", NO_LEVEL),
    ("Prec_M", NO_LEVEL),
    ("AvF_1", NO_LEVEL),
    ("CBA", NO_LEVEL),
    ("MCC", NO_LEVEL),
    ("Rec", "PREV"),
    ("Rec", "φ"),
    ("CBA", "PREV"),
    ("CBA", "φ"),
)
"""Metrics and levels; Rec_μ is accuracy."""


def glass(result: Iterable[Scored]) -> list[dict[str, Any]]:
    """Return chosen metrics of each learner without and with the Id, and the paired difference over the folds."""
    by_name = {one.name: one for one in result}
    plain, leaking = by_name.get("glass"), by_name.get(WITH_ID)
    if plain is None or leaking is None:
        return []
    rows = []
    for learner in (name for name in plain.learners if name in leaking.learners):
        for metric, level in SHOWN:
            without, having = (
                one.values[metric, level, "exclude"][one.learners.index(learner)] for one in (plain, leaking)
            )
            rows.append(
                {
                    "learner": learner,
                    "metric": metric,
                    "level": level,
                    "without_id": rounded(float(np.nanmean(without))),
                    "with_id": rounded(float(np.nanmean(having))),
                    **{name: value for name, value in paired(having, without).items() if name != "p"},
                }
            )
    return rows
