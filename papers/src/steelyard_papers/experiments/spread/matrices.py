"""The matrices of a data set: each classifier, in each fold of each run, on each test set."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any

import numpy as np

from steelyard import Confusion
from steelyard_papers.experiments.experiment import Result

MODEL, FOLD, TEST_SET = "model", "fold", "test set"
"""The axes of the matrices: Steelyard calls that of several models so."""


@dataclass(frozen=True, slots=True, eq=False)
class Matrices:
    """What was counted on a data set.

    Attributes
    ----------
    name, seed
        The data set, and the seed that it was drawn by.
    sizes
        How many items of each class are cross-validated, smallest class first.
    stack
        The matrices along "model" (the classifiers), "fold" (all folds of all runs) and "test set"; the classes are in
        the order of the sizes, so that the first is the minority.
    done
        Which folds each classifier has been through, of shape (classifiers, folds): a part that failed leaves the
        matrices of its folds empty.
    """

    name: str
    seed: int
    sizes: tuple[int, ...]
    stack: Confusion
    done: np.ndarray[Any, np.dtype[np.bool_]]

    @property
    def labels(self) -> tuple[str, ...]:
        """The names of the classes, smallest first."""
        return tuple(map(str, self.stack.labels))

    @property
    def classifiers(self) -> tuple[str, ...]:
        """Those that have been through any fold."""
        return tuple(map(str, self.stack.axes[MODEL]))

    @property
    def test_sets(self) -> tuple[str, ...]:
        """The mixes of classes that were tested."""
        return tuple(map(str, self.stack.axes[TEST_SET]))


def matrices(results: Iterable[Result]) -> list[Matrices]:
    """Return the matrices of each data set, from the parts of it that were done."""
    by_set: dict[str, list[Result]] = {}
    for result in results:
        by_set.setdefault(result["dataset"], []).append(result)
    return [_of_set(of_set) for of_set in by_set.values()]


def _of_set(results: list[Result]) -> Matrices:
    first = results[0]
    mixes = list(first["matrices"])
    classifiers = list(dict.fromkeys(result["classifier"] for result in results))
    runs = sorted({result["run"] for result in results})
    folds = len(first["matrices"][mixes[0]])
    C = len(first["classes"])
    counts = np.zeros((len(classifiers), len(runs), folds, len(mixes), C, C), dtype=np.int64)
    done = np.zeros(counts.shape[:3], dtype=np.bool_)
    for result in results:
        place = classifiers.index(result["classifier"]), runs.index(result["run"])
        counts[place] = np.moveaxis(np.array([result["matrices"][mix] for mix in mixes]), 0, 1)
        done[place] = True
    names = [f"run {run}, fold {fold}" for run in runs for fold in range(1, folds + 1)]
    stack = Confusion(
        counts.reshape(len(classifiers), len(names), len(mixes), C, C),
        first["classes"],
        axes={MODEL: classifiers, FOLD: names, TEST_SET: mixes},
    )
    return Matrices(
        first["dataset"], first["seed"], tuple(first["sizes"]), stack, done.reshape(len(classifiers), len(names))
    )
