"""A classifier whose probabilities follow the class shares of the data it meets, without labels."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Self

import numpy as np
from sklearn.base import clone
from sklearn.utils import indexable
from sklearn.utils.validation import check_is_fitted

from steelyard.counts.class_shares import shares_of
from steelyard.decisions.shares_shift import MOST, TOLERANCE, at_class_shares, class_shares
from steelyard.importance.stated import sizes_of
from steelyard.integrations.sklearn.around import (
    AroundClassifier,
    class_probabilities,
    fit_and_split_arguments,
    item_weights_of,
    refuse_without_probabilities,
    targets,
)

if TYPE_CHECKING:
    from numpy.typing import NDArray


class SharesShift(AroundClassifier):
    """A classifier that re-estimates the class shares on unlabelled data and corrects its probabilities to them.

    It holds where the classes have changed in number but not in kind: p(x | class) as in training (Saerens, Latinne &
    Decaestecker 2002). The estimator's probabilities must be calibrated.

    Parameters
    ----------
    estimator
        A classifier with `predict_proba`.
    trained_shares
        The class shares that the probabilities stand for, as "uniform", {class: share} or a sequence, if these are
        not the shares in `y`: an estimator with `class_weight="balanced"` answers as if the shares were "uniform".

    Attributes
    ----------
    trained_shares_
        The class shares that the estimator was trained at.
    shares_
        The class shares that the probabilities are corrected to; those of the training until `adapt`.
    classes_, estimator_, n_features_in_, feature_names_in_
        As scikit-learn has them.

    Notes
    -----
    Together with `DecisionTuner`: `DecisionTuner(SharesShift(estimator), …)` is right where the gains do not depend on
    the class shares, which is for `costs` (and accuracy): call `tuner.estimator_.adapt(X)`, and its decisions are
    best for the new shares. For balanced accuracy, weighted or not, leave `SharesShift` out: its gains w/π, on the
    probabilities of the training, decide the same whatever the shares become, and correcting the probabilities too
    would count the shift twice. `SharesShift(DecisionTuner(…))` runs, but decides for the most probable class and so
    leaves the tuned gains unused. Other metrics, such as F, change with the shares: tune again at the new ones.

    Examples
    --------
    >>> from sklearn.datasets import load_breast_cancer
    >>> from sklearn.linear_model import LogisticRegression
    >>> from sklearn.pipeline import make_pipeline
    >>> from sklearn.preprocessing import StandardScaler
    >>> X, y = load_breast_cancer(return_X_y=True)
    >>> model = SharesShift(make_pipeline(StandardScaler(), LogisticRegression())).fit(X[:300], y[:300])
    >>> model.trained_shares_.round(2)
    array([0.49, 0.51])
    >>> model.adapt(X[300:]).shares_.round(2)  # in truth 0.25 and 0.75
    array([0.26, 0.74])
    """

    def __init__(self, estimator: Any, *, trained_shares: Any = None) -> None:
        self.estimator = estimator
        self.trained_shares = trained_shares

    def fit(self, X: Any, y: Any, sample_weight: Any = None, **params: Any) -> Self:
        """Train the estimator and note the class shares; `sample_weight` weighs both."""
        refuse_without_probabilities(self.estimator)
        X, y = indexable(X, y)
        given = targets(y)
        weights = item_weights_of(sample_weight, len(given.y))
        sizes = sizes_of(given.y, labels=given.classes.tolist(), weights=weights)
        shares = shares_of(sizes.support / sizes.total if self.trained_shares is None else self.trained_shares, sizes)
        to_fit, _ = fit_and_split_arguments(self, sample_weight, params)
        self.estimator_ = clone(self.estimator).fit(X, given.y, **to_fit)
        self.classes_ = given.classes
        self.trained_shares_ = shares
        self.shares_ = shares.copy()
        self._note_features()
        return self

    def adapt(self, X: Any, *, tolerance: float = TOLERANCE, most: int = MOST) -> Self:
        """Estimate the class shares of unlabelled items, and correct all further probabilities to them.

        `tolerance` and `most` are those of `steelyard.decisions.class_shares`: a model that hardly tells the classes
        apart may need more of them.
        """
        check_is_fitted(self, "shares_")
        probabilities = class_probabilities(self.estimator_, X, self.classes_)
        self.shares_ = class_shares(probabilities, self.trained_shares_, tolerance=tolerance, most=most)
        return self

    def predict(self, X: Any) -> NDArray[Any]:
        """Return the most probable class of each item."""
        positions = self.predict_proba(X).argmax(axis=1)
        return self.classes_[positions]

    def predict_proba(self, X: Any) -> NDArray[np.float64]:
        """Return the estimator's probabilities, corrected to `shares_`."""
        check_is_fitted(self, "shares_")
        probabilities = class_probabilities(self.estimator_, X, self.classes_)
        return at_class_shares(probabilities, self.trained_shares_, self.shares_)
