"""A network trained on classes of one size: the smaller ones are filled up by items between their items."""

from __future__ import annotations

import warnings
from collections.abc import Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING, Any, Self

import numpy as np
from imblearn.over_sampling import SMOTE, RandomOverSampler
from sklearn.base import BaseEstimator, ClassifierMixin
from sklearn.neural_network import MLPClassifier
from sklearn.utils.validation import check_is_fitted

from steelyard_papers.checks import whole_number
from steelyard_papers.classifiers.finite import new_items, training_items
from steelyard_papers.classifiers.targets import targets

if TYPE_CHECKING:
    from numpy.typing import NDArray

NUMBERS = (np.float64, np.float32)
"""The kinds of numbers that the network computes with; others become the first."""

INTERRUPTED = "Training interrupted by user"
"""What scikit-learn's network warns of when Ctrl-C ends its training."""


class SmoteMLP(ClassifierMixin, BaseEstimator):
    """A multilayer perceptron, trained on classes that SMOTE has filled up to the size of the largest.

    SMOTE (Chawla, Bowyer, Hall & Kegelmeyer 2002) puts new items between an item and one of its neighbours of the
    same class. By imbalanced-learn's `SMOTE` and scikit-learn's `MLPClassifier`.

    Parameters
    ----------
    hidden_layer_sizes, alpha, batch_size, learning_rate_init, max_iter, tol, n_iter_no_change
        Of the network, as `MLPClassifier` has them.
    early_stopping, validation_fraction
        Likewise. The share that is held back to know when to stop is taken after SMOTE, so that its new items lie
        between items that are trained on: it stops later than on items of its own.
    k_neighbors
        Among how many neighbours SMOTE chooses. A class of fewer than k_neighbors + 1 items has all its others as
        neighbours; the item of a class of one is repeated.
    random_state
        Decides the new items, the first weights, the order of the batches and what is held back.

    Attributes
    ----------
    network_
        The trained `MLPClassifier`; its classes are the places of ours in `classes_`.
    n_iter_
        How many times it went through the items.
    classes_, n_features_in_, feature_names_in_
        As scikit-learn has them.

    Notes
    -----
    Neighbours are near by Euclidean distance, and networks learn best from numbers of about the size of 1: features
    of different scales need a `StandardScaler` before, as in the example. Where every class has more than
    k_neighbors items, the same `random_state` makes it the same classifier as imbalanced-learn's pipeline of the two.

    Examples
    --------
    >>> from sklearn.datasets import load_breast_cancer
    >>> from sklearn.pipeline import make_pipeline
    >>> from sklearn.preprocessing import StandardScaler
    >>> X, y = load_breast_cancer(return_X_y=True)
    >>> few = [*(y == 0).nonzero()[0][:20], *(y == 1).nonzero()[0][:200]]  # ten harmless for each malign one
    >>> network = SmoteMLP((10,), learning_rate_init=0.01, random_state=0)
    >>> model = make_pipeline(StandardScaler(), network).fit(X[few], y[few])
    >>> model.predict(X[400:404])
    array([0, 1, 1, 1])
    """

    def __init__(
        self,
        hidden_layer_sizes: Any = (100,),
        *,
        alpha: float = 0.0001,
        batch_size: Any = "auto",
        learning_rate_init: float = 0.001,
        max_iter: int = 200,
        tol: float = 0.0001,
        n_iter_no_change: int = 10,
        early_stopping: bool = False,
        validation_fraction: float = 0.1,
        k_neighbors: int = 5,
        random_state: Any = None,
    ) -> None:
        self.hidden_layer_sizes = hidden_layer_sizes
        self.alpha = alpha
        self.batch_size = batch_size
        self.learning_rate_init = learning_rate_init
        self.max_iter = max_iter
        self.tol = tol
        self.n_iter_no_change = n_iter_no_change
        self.early_stopping = early_stopping
        self.validation_fraction = validation_fraction
        self.k_neighbors = k_neighbors
        self.random_state = random_state

    def fit(self, X: Any, y: Any) -> Self:
        """Fill up the smaller classes and train the network."""
        k_neighbors = whole_number(self.k_neighbors, "k_neighbors", 1)
        X, y = training_items(self, X, y, NUMBERS)
        given = targets(y)
        with stopped_by_the_user():
            self.network_ = self._network().fit(*filled_up(X, given.positions, k_neighbors, self.random_state))
        self.classes_ = given.classes
        self.n_iter_ = self.network_.n_iter_
        return self

    def predict(self, X: Any) -> NDArray[Any]:
        """Return the most probable class of each item."""
        X = self._checked(X)
        return self.classes_[self.network_.predict(X)]

    def predict_proba(self, X: Any) -> NDArray[np.floating[Any]]:
        """Return the network's probabilities; they are those of classes of one size."""
        X = self._checked(X)
        return self.network_.predict_proba(X)

    def _checked(self, X: Any) -> Any:
        check_is_fitted(self)
        return new_items(self, X, NUMBERS)

    def _network(self) -> Any:
        own = self.get_params(deep=False)
        del own["k_neighbors"]
        return MLPClassifier(**own)


@contextmanager
def stopped_by_the_user() -> Iterator[None]:
    """Let Ctrl-C stop the training: scikit-learn's network only warns of it, and passes for trained."""
    with warnings.catch_warnings():
        warnings.filterwarnings("error", message=INTERRUPTED)
        try:
            yield
        except UserWarning as said:
            if not str(said).startswith(INTERRUPTED):
                raise  # another warning, which the user has turned into an error
            raise KeyboardInterrupt from None


def filled_up(X: Any, y: NDArray[Any], k_neighbors: int = 5, random_state: Any = None) -> tuple[Any, NDArray[Any]]:
    """Return items with new ones behind them, so that every class is as large as the largest.

    Examples
    --------
    >>> X, y = filled_up(np.array([[0.0], [1.0], [2.0], [7.0]]), np.array(["a", "a", "a", "b"]), random_state=0)
    >>> X.ravel(), y.tolist()
    (array([0., 1., 2., 7., 7., 7.]), ['a', 'a', 'a', 'b', 'b', 'b'])
    """
    labels, sizes = np.unique(y, return_counts=True)
    for label, size in zip(labels.tolist(), sizes.tolist(), strict=True):
        X, y = _sampler(label, size, int(sizes.max()), k_neighbors, random_state).fit_resample(X, y)
    return X, y


def _sampler(label: Any, size: int, wanted: int, k_neighbors: int, random_state: Any) -> Any:
    """Return what fills up one class: SMOTE's own call has one number of neighbours for all classes."""
    strategy = {label: wanted}
    if size == 1:
        return RandomOverSampler(sampling_strategy=strategy, random_state=random_state)
    return SMOTE(sampling_strategy=strategy, k_neighbors=min(k_neighbors, size - 1), random_state=random_state)
