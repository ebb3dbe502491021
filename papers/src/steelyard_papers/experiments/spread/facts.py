"""What the data sets and their test sets are like."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

import numpy as np

from steelyard_papers.experiments.spread.matrices import Matrices


def facts(result: Iterable[Matrices]) -> list[dict[str, Any]]:
    """Return a row for each data set; classes and sizes are smallest first."""
    return [
        {
            "dataset": one.name,
            "classes": len(one.sizes),
            "names": "; ".join(one.labels),
            "sizes": "; ".join(map(str, one.sizes)),
            "ratio": round(max(one.sizes) / min(one.sizes), 2),
            "seed": one.seed,
            "classifiers": len(one.classifiers),
            "folds": one.done.shape[1],
        }
        for one in result
    ]


def mix_rows(result: Iterable[Matrices]) -> list[dict[str, Any]]:
    """Return a row for each test set of each data set: how many items of each class it has, the mean over the folds."""
    rows = []
    for one in result:
        support = np.asarray(one.stack.support)[one.done]
        for m, name in enumerate(one.test_sets):
            sizes = support[:, m].mean(axis=0)
            rows.append(
                {"dataset": one.name, "test_set": name, "sizes": "; ".join(f"{round(size, 1):g}" for size in sizes)}
            )
    return rows
