"""The smallest value of each index of the paper on each data set with several classes: Figure 5."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any

import numpy as np

from steelyard_papers.experiments.rounding import rounded
from steelyard_papers.experiments.spread.values import TWO_CLASSES, Values
from steelyard_papers.reproductions.mullick2020.index_names import OF_SEVERAL


@dataclass(frozen=True, slots=True)
class Minimum:
    """The smallest value of an index on a data set.

    Attributes
    ----------
    dataset, classes, index
        Where, with how many classes, and what.
    value
        The smallest mean over the folds, as Figure 5 has it.
    classifier, test_set
        Where that is.
    in_a_fold
        The smallest value in any fold.
    zero_folds, folds
        In how many folds of all classifiers and test sets it is 0, of how many in which it is defined.
    """

    dataset: str
    classes: int
    index: str
    value: float
    classifier: str
    test_set: str
    in_a_fold: float
    zero_folds: int
    folds: int

    def row(self) -> dict[str, Any]:
        """Return a row of the table `spread_minima`."""
        return {
            "dataset": self.dataset,
            "classes": self.classes,
            "index": self.index,
            "minimum": rounded(self.value),
            "classifier": self.classifier,
            "test_set": self.test_set,
            "minimum_fold": rounded(self.in_a_fold),
            "zero_folds": self.zero_folds,
            "folds": self.folds,
        }


def minima(result: Iterable[Values]) -> list[Minimum]:
    """Return the minima; an index that is undefined throughout has none."""
    return [
        _minimum(one, index)
        for one in result
        if one.classes > TWO_CLASSES
        for index in OF_SEVERAL
        if not np.isnan(one.means[index]).all()
    ]


def _minimum(one: Values, index: str) -> Minimum:
    means, folds = one.means[index], one.folds[index]
    k, m = np.unravel_index(np.nanargmin(means), means.shape)
    return Minimum(
        dataset=one.name,
        classes=one.classes,
        index=index,
        value=float(means[k, m]),
        classifier=one.of.classifiers[k],
        test_set=one.of.test_sets[m],
        in_a_fold=float(np.nanmin(folds)),
        zero_folds=int((folds == 0).sum()),
        folds=int((~np.isnan(folds)).sum()),
    )
