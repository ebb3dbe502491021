"""Where folds lack a class: in how many, and what each policy makes of that."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

import numpy as np

from steelyard_papers.experiments.sixteen_sets.authors_code import undefined_there
from steelyard_papers.experiments.sixteen_sets.scored import COLUMNS, POLICIES, Scored
from steelyard_papers.experiments.sixteen_sets.summary import spread
from steelyard_papers.reproductions.branco2017.discrimination import EXISTING as NO_LEVEL

SHOWN = ("Rec_M", "Prec_M", "AvF_1", "CBA")
"""One existing metric for each way to be undefined: no item, no prediction, neither (F by its counts, and CBA)."""


def lacking(result: Iterable[Scored]) -> list[dict[str, Any]]:
    """Return the folds in which a class has no item, is never predicted, or both; and four metrics by policy."""
    rows = []
    columns = {column.metric: column for column in COLUMNS if column.level == NO_LEVEL}
    for one in result:
        counts = {
            "no_item": one.absent.any(axis=-1).sum(axis=-1),
            "never_predicted": one.unpredicted.any(axis=-1).sum(axis=-1),
            "neither": (one.absent & one.unpredicted).any(axis=-1).sum(axis=-1),
        }
        for k, learner in enumerate(one.learners):
            for metric in SHOWN:
                theirs = int(np.sum(undefined_there(one, columns[metric])[k]))
                for policy in POLICIES:
                    values = one.values[metric, NO_LEVEL, policy][k]
                    told = spread(values)
                    rows.append(
                        {
                            "dataset": one.name,
                            "learner": learner,
                            "folds": len(values),
                            **{name: int(count[k]) for name, count in counts.items()},
                            "metric": metric,
                            "undefined": policy,
                            "mean": told["mean"],
                            "undefined_folds": len(values) - told["defined"],
                            "authors_undefined_folds": theirs,
                        }
                    )
    return rows
