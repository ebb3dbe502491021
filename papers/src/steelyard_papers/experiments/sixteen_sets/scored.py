"""The 33 metrics of each fold: counts from the kept predictions, values by Steelyard's own metrics."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Any, Literal

import numpy as np

from steelyard import Confusion, metrics
from steelyard_papers.experiments.experiment import Result
from steelyard_papers.experiments.sixteen_sets.data_sets import DATA_SETS, plain_name
from steelyard_papers.experiments.sixteen_sets.preferences import PREFERENCES
from steelyard_papers.reproductions.branco2017.discrimination import EXISTING as NO_LEVEL
from steelyard_papers.reproductions.branco2017.discrimination import MECHANISMS
from steelyard_papers.reproductions.branco2017.reproduction import EXISTING, RELEVANCE_BASED
from steelyard_papers.type_names import Floats

MODEL, FOLD = "model", "fold"
"""The axes of the matrices: Steelyard calls that of several models so."""

Policy = Literal["exclude", "zero", "nan"]
POLICIES: tuple[Policy, ...] = ("exclude", "zero", "nan")
"""What may become of a class whose rate is undefined, in the tables kept; to refuse it would end the experiment."""


@dataclass(frozen=True, slots=True)
class Column:
    """One of the 33 metrics.

    Attributes
    ----------
    metric, level
        The paper's name, and how importance is known: "existing" (not at all), "PREV", "PO", "TO" or "φ".
    name
        Ours.
    """

    metric: str
    level: str
    name: str


COLUMNS = (
    *(Column(metric, NO_LEVEL, name) for metric, name in EXISTING.items()),
    *(Column(metric, level, name) for level in MECHANISMS for metric, name in RELEVANCE_BASED.items()),
)

COUNTERPARTS = {
    metric: next(existing for existing, other in EXISTING.items() if other == name)
    for metric, name in RELEVANCE_BASED.items()
}
"""The existing metric that each relevance-based one is with even weights."""


@dataclass(frozen=True, slots=True, eq=False)
class Scored:
    """A data set with its matrices and values.

    Attributes
    ----------
    name
        The data set, or "glass with Id".
    features, repeated_rows
        Of the items that were learned.
    sizes
        How many items each class has in the whole data set.
    stack
        The matrices along "model" (the learners) and "fold" (all folds of all repeats).
    values
        By metric, level and policy, of shape (learners, folds); NaN where undefined.
    """

    name: str
    features: int
    repeated_rows: int
    sizes: Mapping[str, int]
    stack: Confusion
    values: Mapping[tuple[str, str, Policy], Floats]

    @property
    def learners(self) -> tuple[str, ...]:
        """The learners, in the order of the values."""
        return tuple(map(str, self.stack.axes[MODEL]))

    @property
    def absent(self) -> np.ndarray[Any, np.dtype[np.bool_]]:
        """Which classes have no item in a fold, of shape (learners, folds, classes)."""
        return np.asarray(self.stack.support == 0)

    @property
    def unpredicted(self) -> np.ndarray[Any, np.dtype[np.bool_]]:
        """Which classes are never predicted in a fold, of shape (learners, folds, classes)."""
        return np.asarray(self.stack.predicted == 0)


def scored(results: Iterable[Result]) -> list[Scored]:
    """Return the matrices and values of each data set, from the parts of it that were done."""
    by_set: dict[str, list[Result]] = {}
    for result in results:
        by_set.setdefault(result["dataset"], []).append(result)
    return [_scored(name, of_set) for name, of_set in by_set.items()]


def _scored(name: str, results: list[Result]) -> Scored:
    classes, first = DATA_SETS[plain_name(name)].classes, results[0]
    sizes = dict(zip(classes, np.bincount(first["truth"], minlength=len(classes)).tolist(), strict=True))
    stack = folded(classes, results)
    importances: dict[str, Any] = {NO_LEVEL: None, **PREFERENCES[plain_name(name)].levels(sizes)}
    values = {
        (column.metric, column.level, policy): np.asarray(
            metrics[column.name](stack, importance=importances[column.level], undefined=policy)
        )
        for column in COLUMNS
        for policy in POLICIES
    }
    return Scored(name, first["features"], first["repeated_rows"], sizes, stack, values)


def folded(classes: tuple[str, ...], results: list[Result]) -> Confusion:
    """Count each learner's predictions fold by fold, all repeats one after the other."""
    named = np.array(classes)
    first = results[0]
    folds = 1 + max(map(max, first["folds"]))
    keys = np.concatenate([np.array(fold_of) + repeat * folds for repeat, fold_of in enumerate(first["folds"])])
    truth = np.tile(named[first["truth"]], len(first["folds"]))
    predicted = {result["learner"]: named[np.concatenate(result["predicted"])] for result in results}
    return Confusion.from_labels(truth, predicted, labels=classes, by={FOLD: keys})
