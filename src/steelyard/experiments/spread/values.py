"""Every metric of every matrix, by Steelyard's own metrics: which are asked, their values, and their means."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from functools import cache
from typing import Any

import numpy as np

from steelyard.define import average_of
from steelyard.experiments.rounding import rounded
from steelyard.experiments.spread.matrices import Matrices
from steelyard.measuring import measure
from steelyard.papers.mullick2020.index_names import OF_SEVERAL, OF_TWO
from steelyard.record import Metric
from steelyard.registry import metrics

Floats = np.ndarray[Any, np.dtype[np.float64]]

TWO_CLASSES = 2


def indices(classes: int) -> Mapping[str, Metric]:
    """Return every metric of the catalogue by its id.

    With two classes, a rate is that of the minority, the paper's positive class. With several, it is the uniform
    average of the rate, under the rate's id, unless the catalogue has that average as a metric of its own.
    """
    return _indices(several=classes > TWO_CLASSES)


@cache
def _indices(*, several: bool) -> Mapping[str, Metric]:
    known = {metric.id: metric for metric in metrics.values() if metric.builtin}
    if not several:
        return known
    averaged = {metric.average_of for metric in known.values()}
    return {
        name: average_of(metric, id=f"average_{name}", title=f"average of {metric.title}")
        if metric.kind == "rate"
        else metric
        for name, metric in known.items()
        if name not in averaged
    }


@dataclass(frozen=True, slots=True, eq=False)
class Values:
    """The values of a data set.

    Attributes
    ----------
    of
        The matrices.
    folds
        By index, of shape (classifiers, folds, test sets); NaN where it is undefined or the fold is not done.
    means
        By index, the mean over the folds in which it is defined, of shape (classifiers, test sets); NaN if in none.
    """

    of: Matrices
    folds: Mapping[str, Floats]
    means: Mapping[str, Floats]

    @property
    def name(self) -> str:
        """The data set."""
        return self.of.name

    @property
    def classes(self) -> int:
        """How many."""
        return len(self.of.sizes)

    def undefined(self, index: str) -> np.ndarray[Any, np.dtype[np.intp]]:
        """Return in how many folds an index is undefined, of shape (classifiers, test sets)."""
        return np.asarray((np.isnan(self.folds[index]) & self.of.done[:, :, None]).sum(axis=1))


def values(found: Iterable[Matrices]) -> list[Values]:
    """Return the values of each data set."""
    return [_values(one) for one in found]


def _values(one: Matrices) -> Values:
    asked = indices(len(one.sizes))
    # Of a fold that is not done the matrices are empty, and every metric of an empty matrix is undefined.
    measured = measure(one.stack, list(asked.values()), undefined="exclude")
    folds = {}
    for index, metric in asked.items():
        value = measured[metric.name]
        folds[index] = value[..., 0] if metric.kind == "rate" else value
    return Values(one, folds, {index: _mean(of_index) for index, of_index in folds.items()})


def _mean(folds: Floats) -> Floats:
    """Return the mean of what is defined along the folds, without NumPy's warning where nothing is."""
    known = ~np.isnan(folds)
    total = np.where(known, folds, 0.0).sum(axis=1)
    return np.divide(total, known.sum(axis=1), out=np.full(total.shape, np.nan), where=known.any(axis=1))


def value_rows(found: Iterable[Values]) -> list[dict[str, Any]]:
    """Return a row for each data set, classifier, test set and index of the paper."""
    return [
        {
            "dataset": one.name,
            "classes": one.classes,
            "classifier": classifier,
            "test_set": test_set,
            "index": index,
            "mean": rounded(float(one.means[index][k, m])),
            "undefined": int(one.undefined(index)[k, m]),
        }
        for one in found
        for k, classifier in enumerate(one.of.classifiers)
        for m, test_set in enumerate(one.of.test_sets)
        for index in of_paper(one.classes)
    ]


def of_paper(classes: int) -> Mapping[str, str]:
    """Return the indices of the paper for a number of classes, and their names."""
    return OF_TWO if classes == TWO_CLASSES else OF_SEVERAL
