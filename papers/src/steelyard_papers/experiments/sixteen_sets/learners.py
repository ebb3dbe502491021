"""The three learners, with the settings of R's rpart, svm and naiveBayes as far as scikit-learn has them."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any

import numpy as np

from steelyard_papers.experiments.sixteen_sets.naive_bayes import NaiveBayes
from steelyard_papers.experiments.sixteen_sets.pruned_tree import PrunedTree

if TYPE_CHECKING:
    from numpy.typing import NDArray

LEARNERS = {
    "tree": (
        "For rpart: scikit-learn's tree by Gini, at least 20 items to split and 7 in a leaf, splits kept that save 1 % "
        "of the root's errors; words are one-hot, so that a split sets one word apart, where rpart splits them in two "
        "groups."
    ),
    "svm": (
        "For e1071's svm: scikit-learn's SVC, the same libsvm, with an RBF kernel, C = 1, γ = 1/columns, numbers "
        "standardised, words one-hot (R drops one column of each word but the first), one class against one."
    ),
    "bayes": (
        "For e1071's naiveBayes: its rules, written anew: normal densities of numbers and shares of words, without "
        "smoothing; a number that is constant in a class has the standard deviation 0.001, and a probability or a "
        "density of 0 becomes 0.001; a class with one training item has no spread and is never predicted where there "
        "are numbers."
    ),
}
"""What stands for each of the authors' learners, and how it differs."""

TREE = {"least_to_split": 20, "least_in_leaf": 7, "cost": 0.01, "seed": 0}


class Encoded:
    """The features of a data set, ready for each learner.

    Parameters
    ----------
    features
        Values as they are written, by column.
    """

    def __init__(self, features: Mapping[str, Sequence[str]]) -> None:
        from steelyard_papers.training.table_features import table_features  # noqa: PLC0415 - scikit-learn

        made = table_features(features)
        self.X = made.X
        self.transformer = made.transformer.set_params(sparse_threshold=0)
        self.numbers = [place for place in range(self.X.shape[1]) if not isinstance(self.X[0, place], str)]
        self.words = [place for place in range(self.X.shape[1]) if isinstance(self.X[0, place], str)]

    def predicted(self, learner: str, y: NDArray[Any], train: NDArray[np.intp], test: NDArray[np.intp]) -> NDArray[Any]:
        """Return the classes that a learner, trained on some items, gives to others."""
        if learner == "bayes":
            return NaiveBayes(self.numbers, self.words).fit(self.X[train], y[train]).predict(self.X[test])
        columns = self.transformer.fit(self.X[train])
        seen, asked = columns.transform(self.X[train]), columns.transform(self.X[test])
        return _model(learner).fit(seen, y[train]).predict(asked)


def _model(learner: str) -> Any:
    from sklearn.svm import SVC  # noqa: PLC0415 - loaded when it is used

    if learner == "tree":
        return PrunedTree(**TREE)  # type: ignore[arg-type]
    if learner == "svm":
        return SVC(C=1.0, kernel="rbf", gamma="auto")
    raise ValueError(f"there is no learner {learner!r}; there are {', '.join(LEARNERS)}.")
