"""Boosted trees, each grown on classes cut at random to the size of the smallest."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Self

from imblearn.ensemble import RUSBoostClassifier
from sklearn.base import BaseEstimator, ClassifierMixin
from sklearn.tree import DecisionTreeClassifier
from sklearn.utils import get_tags, indexable
from sklearn.utils.validation import check_is_fitted, validate_data

from steelyard_papers.classifiers.targets import targets

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray


class RUSBoost(ClassifierMixin, BaseEstimator):
    """AdaBoost over decision trees, each grown on as many items of every class as the smallest class has.

    RUSBoost (Seiffert, Khoshgoftaar, Van Hulse & Napolitano 2010), by imbalanced-learn's `RUSBoostClassifier`.

    Parameters
    ----------
    n_estimators
        How many trees at most.
    max_depth
        How deep each may grow; None: until its leaves are pure.
    learning_rate
        What the vote of each tree, and the change of the items' weights after it, is multiplied by.
    random_state
        Decides which items are left out, and how trees break ties.

    Attributes
    ----------
    booster_
        The trained `RUSBoostClassifier`; `booster_.estimators_` are its trees.
    n_rounds_
        How many trees there are. Boosting ends early with a tree that is right on all training items, or with one
        that is no better than chance on them as they are weighed by then.
    classes_, n_features_in_, feature_names_in_
        As scikit-learn has them.

    Notes
    -----
    `fit` takes no `sample_weight`, unlike imbalanced-learn's: items are left out at random, whatever they weigh, so
    that an item of weight 2 is not the same as two items, which scikit-learn asks of weights.

    Examples
    --------
    >>> from sklearn.datasets import load_breast_cancer
    >>> X, y = load_breast_cancer(return_X_y=True)
    >>> few = [*(y == 0).nonzero()[0][:20], *(y == 1).nonzero()[0][:200]]  # ten harmless for each malign one
    >>> model = RUSBoost(n_estimators=10, learning_rate=0.1, random_state=0).fit(X[few], y[few])
    >>> model.n_rounds_
    10
    >>> model.predict(X[400:404])
    array([0, 1, 1, 1])
    """

    def __init__(
        self,
        n_estimators: int = 50,
        *,
        max_depth: int | None = None,
        learning_rate: float = 1.0,
        random_state: Any = None,
    ) -> None:
        self.n_estimators = n_estimators
        self.max_depth = max_depth
        self.learning_rate = learning_rate
        self.random_state = random_state

    def fit(self, X: Any, y: Any) -> Self:
        """Grow the trees."""
        X, y = indexable(X, y)
        given = targets(y)
        self.booster_ = self._booster().fit(X, given.y)
        self.classes_ = given.classes
        self.n_rounds_ = len(self.booster_.estimators_)
        validate_data(self, X, skip_check_array=True)  # the booster has checked it; this notes the features
        return self

    def predict(self, X: Any) -> NDArray[Any]:
        """Return the class of each item for which the trees' votes weigh most."""
        check_is_fitted(self)
        return self.booster_.predict(X)

    def predict_proba(self, X: Any) -> NDArray[np.float64]:
        """Return the votes as probabilities, as AdaBoost does; they are not calibrated."""
        check_is_fitted(self)
        return self.booster_.predict_proba(X)

    def decision_function(self, X: Any) -> NDArray[np.float64]:
        """Return the votes, of shape (items, classes); of two classes, those for the second, of shape (items,)."""
        check_is_fitted(self)
        return self.booster_.decision_function(X)

    def _booster(self) -> Any:
        return RUSBoostClassifier(
            DecisionTreeClassifier(max_depth=self.max_depth),
            n_estimators=self.n_estimators,
            learning_rate=self.learning_rate,
            random_state=self.random_state,
        )

    def __sklearn_tags__(self) -> Any:
        tags = super().__sklearn_tags__()
        tags.input_tags = get_tags(self._booster()).input_tags
        return tags
