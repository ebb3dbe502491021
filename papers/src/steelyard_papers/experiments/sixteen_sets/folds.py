"""Stratified cross-validation, repeated: also of classes that have fewer items than there are folds."""

from __future__ import annotations

import warnings
from collections.abc import Sequence

import numpy as np

from steelyard_papers.training.training_experiment import needs_scikit_learn

REPEATS, FOLDS, SEED = 2, 10, 1234
"""The authors' protocol, and the seed that they gave R; the splits themselves are others."""


def fold_of_each(truth: Sequence[str], repeats: int = REPEATS, folds: int = FOLDS, seed: int = SEED) -> list[list[int]]:
    """Return, for each repeat, the fold in which each item is tested.

    A class with fewer items than folds is in some folds only: that is what the experiment looks at, so that
    scikit-learn's warning is no news.
    """
    needs_scikit_learn()
    from sklearn.model_selection import RepeatedStratifiedKFold  # noqa: PLC0415 - loaded when it is used

    splitter = RepeatedStratifiedKFold(n_splits=folds, n_repeats=repeats, random_state=seed)
    result = np.zeros((repeats, len(truth)), dtype=int)
    with warnings.catch_warnings():
        warnings.filterwarnings("ignore", message="The least populated class", category=UserWarning)
        for number, (_, test) in enumerate(splitter.split(np.zeros(len(truth)), np.asarray(truth))):
            result[number // folds, test] = number % folds
    listed: list[list[int]] = result.tolist()
    return listed
