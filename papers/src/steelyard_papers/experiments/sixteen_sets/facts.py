"""What the data sets are like: sizes, imbalance, and how relevant each class is at each level."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from steelyard_papers.experiments.rounding import rounded
from steelyard_papers.experiments.sixteen_sets.data_sets import DATA_SETS, plain_name
from steelyard_papers.experiments.sixteen_sets.preferences import PREFERENCES, class_sizes
from steelyard_papers.experiments.sixteen_sets.scored import Scored


def facts(result: Iterable[Scored]) -> list[dict[str, Any]]:
    """Return a row for each data set; `folds_lacking` is the number of folds in which a class has no item."""
    rows = []
    for one in result:
        counts, known = class_sizes(one.sizes), DATA_SETS[plain_name(one.name)]
        rows.append(
            {
                "number": known.number,
                "dataset": one.name,
                "rows": sum(one.sizes.values()),
                "repeated_rows": one.repeated_rows,
                "features": one.features,
                "nominal": known.nominal,
                "numeric": one.features - known.nominal,
                "classes": len(one.sizes),
                "smallest": min(one.sizes.values()),
                "largest": max(one.sizes.values()),
                "ratio": round(counts.imbalance.ratio, 2),
                "imbalance": counts.imbalance.scenario,
                "folds": one.absent.shape[1],
                "folds_lacking": int(one.absent[0].any(axis=-1).sum()),
            }
        )
    return rows


def relevances(result: Iterable[Scored]) -> list[dict[str, Any]]:
    """Return a row for each class of each data set: its size and its relevance at each level."""
    rows = []
    for one in result:
        counts = class_sizes(one.sizes)
        levels = PREFERENCES[one.name].levels(one.sizes)
        phi = {level: said.relevance(counts).tolist() for level, said in levels.items()}
        rows += [
            {
                "dataset": one.name,
                "class": label,
                "size": size,
                **{level: rounded(of_level[place]) for level, of_level in phi.items()},
            }
            for place, (label, size) in enumerate(one.sizes.items())
        ]
    return rows
