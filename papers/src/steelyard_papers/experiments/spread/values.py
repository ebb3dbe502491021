"""Every metric of every matrix, by Steelyard's own metrics: which are asked, their values, and their means."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace
from functools import cache
from typing import Any

import numpy as np

from steelyard import Metric, measure, metrics
from steelyard_papers.experiments.rounding import rounded
from steelyard_papers.experiments.spread.matrices import Matrices
from steelyard_papers.reproductions.mullick2020.index_names import OF_SEVERAL, OF_TWO
from steelyard_papers.type_names import Floats

TWO_CLASSES = 2

ASKED = (
    "one_point_auroc", "one_point_aurpc", "balance", "class_accuracy", "class_g_mean", "exact_class_accuracy", "f",
    "g_score",
    "informedness", "jaccard", "markedness", "one_point_maurpc", "mprecision", "npv", "precision", "recall",
    "rest_recall",
    "specificity",
    "one_point_auroc_ova", "one_point_aurpc_ova", "average_accuracy", "balanced_accuracy", "cba", "macro_precision",
    "macro_specificity",
    "one_point_maurpc_ova", "mean_f",
    "one_point_auroc_ovo", "f_of_averages", "g_mean", "macro_g_score", "one_point_nauroc_ova",
    "accuracy", "cen", "cost_ratio", "expected_cost", "kappa", "mcc", "mcen", "rci", "weighted_kappa",
)  # fmt: skip
"""The metrics of the experiment, written down: what joins the catalogue later does not join the published tables."""


def indices(classes: int) -> Mapping[str, Metric]:
    """Return the metrics that are asked by their id.

    With two classes, a rate is that of the minority, the paper's positive class. With several, it is the uniform
    average of the rate, under the rate's id, unless that average is asked itself.
    """
    return _indices(several=classes > TWO_CLASSES)


@cache
def _indices(*, several: bool) -> Mapping[str, Metric]:
    known = {name: metrics[name] for name in ASKED}
    if not several:
        return known
    averaged = {metric.average_of for metric in known.values()}
    return {
        name: _average(metric) if metric.kind == "rate" else metric
        for name, metric in known.items()
        if name not in averaged
    }


def _average(rate: Metric) -> Metric:
    """Return the average of a rate over the classes as a metric, so that it can be audited."""

    def body(c: Any, **parameters: Any) -> Any:
        return c.mean(rate, **parameters)

    name, title = f"average_{rate.id}", f"average of {rate.title}"
    return replace(rate, id=name, title=title, aliases=(), body=body, kind="average", average_of=rate.id)


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


def values(result: Iterable[Matrices]) -> list[Values]:
    """Return the values of each data set."""
    return [_values(one) for one in result]


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


def value_rows(result: Iterable[Values]) -> list[dict[str, Any]]:
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
        for one in result
        for k, classifier in enumerate(one.of.classifiers)
        for m, test_set in enumerate(one.of.test_sets)
        for index in of_paper(one.classes)
    ]


def of_paper(classes: int) -> Mapping[str, str]:
    """Return the indices of the paper for a number of classes, and their names."""
    return OF_TWO if classes == TWO_CLASSES else OF_SEVERAL
