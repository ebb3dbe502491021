"""A decision tree as rpart grows it: split by Gini, pruned by errors."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Self

import numpy as np

if TYPE_CHECKING:
    from numpy.typing import NDArray

Items = np.ndarray[Any, np.dtype[np.float64]]

LEAF = -1
"""How scikit-learn's tree marks that a node has no child."""


class PrunedTree:
    """A tree of scikit-learn, of which those splits are kept that pay for themselves.

    A split must lower the errors on the training items by the share `cost` of the root's errors, with what follows
    from it; that is rpart's `cp`. Scikit-learn prunes by impurity, by which splits stay that change no answer.

    Parameters
    ----------
    least_to_split, least_in_leaf
        Items that a node must have to be split, and each of its children to be made.
    cost
        Share of the root's errors.
    seed
        Decides between splits that are equally good.
    """

    def __init__(self, least_to_split: int, least_in_leaf: int, cost: float, seed: int) -> None:
        self.least_to_split = least_to_split
        self.least_in_leaf = least_in_leaf
        self.cost = cost
        self.seed = seed

    def fit(self, X: Items, y: NDArray[Any]) -> Self:
        """Grow the tree and prune it."""
        from sklearn.tree import DecisionTreeClassifier  # noqa: PLC0415 - loaded when it is used

        self._grown = DecisionTreeClassifier(
            min_samples_split=self.least_to_split, min_samples_leaf=self.least_in_leaf, random_state=self.seed
        ).fit(X, y)
        tree = self._grown.tree_
        shares = tree.value[:, 0, :] / tree.value[:, 0, :].sum(axis=1, keepdims=True)
        errors = tree.n_node_samples * (1 - shares.max(axis=1))
        self._answers = self._grown.classes_[shares.argmax(axis=1)]
        self._split = kept_splits(tree.children_left, tree.children_right, errors, self.cost * errors[0])
        return self

    def predict(self, X: Items) -> NDArray[Any]:
        """Return the answer of the last node that each item reaches."""
        tree = self._grown.tree_
        at, rows = np.zeros(len(X), dtype=np.intp), np.arange(len(X))
        numbers = np.asarray(X, dtype=np.float32)  # as scikit-learn compares them
        while (going := self._split[at]).any():
            here = at[going]
            left = numbers[rows[going], tree.feature[here]] <= tree.threshold[here]
            at[going] = np.where(left, tree.children_left[here], tree.children_right[here])
        return self._answers[at]


def kept_splits(
    left: NDArray[np.intp], right: NDArray[np.intp], errors: NDArray[np.float64], price: float
) -> NDArray[np.bool_]:
    """Return which nodes stay split in the subtree that costs least: its errors, and a price for each split.

    A parent has a smaller number than its children; of subtrees that cost the same, the smallest is taken.

    Examples
    --------
    >>> import numpy as np
    >>> left, right = np.array([1, -1, 3, -1, -1]), np.array([2, -1, 4, -1, -1])
    >>> kept_splits(left, right, np.array([50.0, 10, 20, 1, 18]), 2).tolist()
    [True, False, False, False, False]
    """
    cost = errors.astype(np.float64)
    split = np.zeros(len(errors), dtype=np.bool_)
    for node in range(len(errors) - 1, -1, -1):
        if left[node] == LEAF:
            continue
        below = price + cost[left[node]] + cost[right[node]]
        # Errors are whole numbers, computed from shares.
        if below < cost[node] - 1e-9 * max(1.0, errors[0]):
            cost[node], split[node] = below, True
    return split
