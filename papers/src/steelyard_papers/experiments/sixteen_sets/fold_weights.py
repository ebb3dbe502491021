"""PREV with the weights of the whole data set, as here, and with those of each fold, as in the authors' code."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

import numpy as np

from steelyard import Confusion, metrics
from steelyard.importance import rarity
from steelyard_papers.experiments.rounding import rounded
from steelyard_papers.experiments.sixteen_sets.scored import MODEL, Scored
from steelyard_papers.reproductions.branco2017.reproduction import RELEVANCE_BASED
from steelyard_papers.type_names import Floats


def fold_weights(result: Iterable[Scored]) -> list[dict[str, Any]]:
    """Return what the weights of each fold's own class sizes would change.

    In a fold that lacks a class they do not exist, since 1/0 is no weight; the means are over the other folds.
    """
    rows = []
    for one in result:
        complete = np.asarray(~one.absent.any(axis=(0, -1)))
        for metric, name in RELEVANCE_BASED.items():
            own, frozen = _own(one, name, complete), one.values[metric, "PREV", "exclude"][:, complete]
            apart = own - frozen
            for k, learner in enumerate(one.learners):
                rows.append(
                    {
                        "dataset": one.name,
                        "learner": learner,
                        "metric": metric,
                        "folds": len(complete),
                        "folds_without_weights": int((~complete).sum()),
                        "of_the_whole": _mean(frozen[k]),
                        "of_the_fold": _mean(own[k]),
                        "difference": _mean(apart[k]),
                        "largest_difference": _mean(np.abs(apart[k]).max(initial=0.0)) if complete.any() else None,
                    }
                )
    return rows


def _own(one: Scored, name: str, complete: np.ndarray[Any, np.dtype[np.bool_]]) -> Floats:
    """Return a metric in the folds that have all classes, of shape (learners, folds), each weighed by its own sizes."""
    counts = np.asarray(one.stack.counts)
    axes = {MODEL: one.learners}
    result = [
        metrics[name](Confusion(counts[:, fold], one.stack.labels, axes=axes), importance=rarity(), undefined="exclude")
        for fold in np.flatnonzero(complete)
    ]
    return np.array(result).T if result else np.empty((len(one.learners), 0))


def _mean(values: Any) -> float | None:
    known = np.asarray(values)[~np.isnan(values)]
    return rounded(float(known.mean())) if known.size else None
