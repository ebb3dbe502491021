"""Dual-LexiBoost as a scikit-learn classifier."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Self

import numpy as np
from sklearn.base import BaseEstimator, ClassifierMixin
from sklearn.utils.validation import check_is_fitted

from steelyard_papers.checks import whole_number
from steelyard_papers.classifiers.finite import new_items, training_items
from steelyard_papers.classifiers.lexiboost.nearest import known
from steelyard_papers.classifiers.lexiboost.rounds import learned
from steelyard_papers.classifiers.lexiboost.voting import elected
from steelyard_papers.classifiers.targets import targets

if TYPE_CHECKING:
    from numpy.typing import NDArray


class DualLexiBoost(ClassifierMixin, BaseEstimator):
    """Nearest neighbours, boosted so that no class loses more than another (Datta, Nag & Das 2019).

    Each round is a nearest-neighbour classifier in which neighbours vote with weights. The first round's weights give
    every class the same say, 1/(C·n_j) for each of the n_j items of class j; each later round's come from a linear
    programme (the dual of LexiBoost's second stage) over the errors of the rounds so far. The rounds then vote, weighed
    by another (its primal) so that the largest excess of a class's loss over its own least is smallest: there are no
    costs to set. The programmes are in `steelyard_papers.classifiers.lexiboost.programs`.

    Parameters
    ----------
    n_rounds
        How many rounds to learn, at most.
    n_neighbors
        How many neighbours vote on an item; all there are, if there are fewer.

    Attributes
    ----------
    classes_
        The classes.
    n_rounds_
        How many rounds were learned.
    weights_
        The weights of the training items in each round, of shape (n_rounds_, items); each row sums to 1.
    alphas_
        The weight of each round in the vote.
    z_
        The least total loss of each class, 2 for each error, if the rounds were weighed for it alone.
    c_
        By how much a class's mean loss exceeds its least, z_j/n_j, at most.
    n_features_in_, feature_names_in_
        As scikit-learn has them.

    Notes
    -----
    Two classes are as published; more than two, with the vote Σ_t α_t·[h_t = class], are our extension. A round whose
    weighted accuracy is below ½ is dropped and ends the learning, for any number of classes: it is right or wrong on an
    item, ±1, and below ½ its margins are negative on the whole. The first round is always kept.

    What the definition leaves open, and what is taken here:

    - The linear programmes have many solutions. An item that all rounds are right on may weigh anything up to v_j/n_j,
      the weight of the others of its class: it weighs half of this. Of the best class weights v, those nearest to the
      classes' shares of the loss are taken (all are best where one round is best for every class, as after the first
      round); of the best weights of the rounds, those nearest to the first round alone. So nothing depends on which
      solution a solver happens to meet.
    - In training, an item does not vote on itself; in the authors' published code it does, which makes a rare item
      right by its own weight.
    - Of items equally near, those trained on first are the neighbours. Of tied classes, the one with the nearest
      neighbour wins a round's vote; a tied vote of the rounds goes to the first of the tied classes in `classes_`.
    - Learning also ends where weights repeat, which would give a copy of a round, or no error is left.

    Do not expect much of the later rounds. As the weights of the rounds sum to 1, a class's loss is linear in them: it
    is that of a round drawn by these weights, and voting does not lower it. With two classes two rounds are enough for
    the best c, and the vote of two is that of the heavier. Measured on two classes, one with 5 to 40 times as many
    items (`benchmarks/results/skewed_classifiers.md`), the decisions were those of the first round alone: far better
    than neighbours without weights, but `DualLexiBoost(1)`, the first round, decides the same. With several classes
    later rounds change few decisions, and not always for good.

    Features count by their distances: scale them first.

    References
    ----------
    S. Datta, S. Nag & S. Das (2019), Boosting with lexicographic programming: addressing class imbalance without cost
    tuning, arXiv:1708.09684.

    Examples
    --------
    >>> from sklearn.datasets import load_breast_cancer
    >>> from sklearn.metrics import recall_score
    >>> from sklearn.neighbors import KNeighborsClassifier
    >>> X, y = load_breast_cancer(return_X_y=True)
    >>> rare, common = np.flatnonzero(y == 0), np.flatnonzero(y == 1)
    >>> train, test = np.append(rare[:20], common[:200]), np.append(rare[20:], common[200:])
    >>> model = DualLexiBoost().fit(X[train], y[train])
    >>> recall_score(y[test], model.predict(X[test]), average=None).round(2)
    array([0.88, 0.94])
    >>> unweighted = KNeighborsClassifier(3).fit(X[train], y[train])
    >>> recall_score(y[test], unweighted.predict(X[test]), average=None).round(2)
    array([0.77, 0.99])
    """

    def __init__(self, n_rounds: int = 10, *, n_neighbors: int = 3) -> None:
        self.n_rounds = n_rounds
        self.n_neighbors = n_neighbors

    def fit(self, X: Any, y: Any) -> Self:
        """Find each item's neighbours, learn the rounds and weigh them."""
        n_rounds = whole_number(self.n_rounds, "n_rounds", 1)
        n_neighbors = whole_number(self.n_neighbors, "n_neighbors", 1)
        X, y = training_items(self, X, y)
        given = targets(y)
        self._known, self._places = known(X), given.positions
        self._voters = min(n_neighbors, len(X))
        neighbours = self._known.nearest_others(min(n_neighbors, len(X) - 1))
        result = learned(neighbours, given.positions, n_rounds)
        self.classes_ = given.classes
        self.weights_ = result.weights
        self.alphas_ = result.alphas
        self.n_rounds_ = len(result.alphas)
        self.z_ = result.least
        self.c_ = result.c
        return self

    def _votes(self, X: Any) -> NDArray[np.float64]:
        """Return for each item (row) and class (column) Σ_t α_t·[h_t = class]."""
        check_is_fitted(self, "alphas_")
        X = new_items(self, X)
        neighbours = self._known.nearest(X, self._voters)
        votes = np.zeros((len(neighbours), len(self.classes_)))
        for alpha, weights in zip(self.alphas_, self.weights_, strict=True):
            if alpha > 0:
                winners = elected(neighbours, self._places, weights, len(self.classes_))
                votes[np.arange(len(votes)), winners] += alpha
        # Rounding in α must not decide what is a tie.
        return votes.round(9)

    def decision_function(self, X: Any) -> NDArray[np.float64]:
        """Return the weight of the rounds that vote for each class; with two classes, the second's less the first's."""
        votes = self._votes(X)
        return votes[:, 1] - votes[:, 0] if len(self.classes_) == 2 else votes

    def predict(self, X: Any) -> NDArray[Any]:
        """Return the class that most of the rounds' weight votes for."""
        places = self._votes(X).argmax(axis=1)
        return self.classes_[places]
