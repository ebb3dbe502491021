"""A classifier around another, and one whose probabilities follow the class shares of the data it meets."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, NamedTuple, Self

import numpy as np
import sklearn
from sklearn.base import BaseEstimator, ClassifierMixin, MetaEstimatorMixin, clone
from sklearn.utils import assert_all_finite, column_or_1d, get_tags, indexable
from sklearn.utils.metadata_routing import MetadataRouter, MethodMapping, process_routing
from sklearn.utils.multiclass import check_classification_targets
from sklearn.utils.validation import check_is_fitted, has_fit_parameter

from steelyard.counts import labels as naming
from steelyard.counts.class_shares import shares_of
from steelyard.counts.labels import some
from steelyard.counts.read.amounts import checked_weights
from steelyard.decisions.shares_shift import MOST_STEPS, TOLERANCE, at_class_shares, class_shares
from steelyard.importance.mechanisms import sizes_of
from steelyard.measuring.probabilities import checked_probabilities

if TYPE_CHECKING:
    from numpy.typing import NDArray


# A classifier around another: what scikit-learn asks about it, the one inside answers.


class AroundClassifier(ClassifierMixin, MetaEstimatorMixin, BaseEstimator):
    """What meta-estimators share that keep one classifier, `estimator`, and its trained form, `estimator_`."""

    def get_metadata_routing(self) -> MetadataRouter:
        """Return where scikit-learn sends the arguments of `fit`."""
        return (
            MetadataRouter(owner=self)
            .add_self_request(self)
            .add(estimator=self.estimator, method_mapping=MethodMapping().add(caller="fit", callee="fit"))
        )

    def _note_features(self) -> None:
        """Take over what the trained estimator knows of the features, and nothing of an earlier training."""
        for name in ("n_features_in_", "feature_names_in_"):
            self.__dict__.pop(name, None)
            if hasattr(self.estimator_, name):
                setattr(self, name, getattr(self.estimator_, name))

    def __sklearn_tags__(self) -> Any:
        tags = super().__sklearn_tags__()
        inner = get_tags(self.estimator)
        tags.input_tags = inner.input_tags
        tags.classifier_tags.multi_class = inner.classifier_tags.multi_class
        return tags


# The labels and item weights that a classifier is fitted on, checked before anything is trained.


class Targets(NamedTuple):
    """The label of each item, the classes, and the position of each item's class among them."""

    y: NDArray[Any]
    classes: NDArray[Any]
    positions: NDArray[np.intp]


def targets(y: Any, classes: NDArray[Any] | None = None) -> Targets:
    """Return labels as targets of these classes or, if none are given, of those found, sorted as scikit-learn does."""
    labels = column_or_1d(y, warn=True)
    assert_all_finite(labels, input_name="y")
    if not len(labels):
        raise ValueError("there are no items.")
    try:
        distinct, positions = np.unique(labels, return_inverse=True)
    except TypeError:
        kinds = some(sorted({type(label).__name__ for label in labels.tolist()}))
        raise ValueError(f"the labels must be of one kind, so that they can be sorted, not of {kinds}.") from None
    check_classification_targets(labels)
    if classes is None:
        if len(distinct) < 2:
            raise ValueError(
                f"there must be at least two classes, but y has one class only: {some(distinct.tolist())}."
            )
        return Targets(labels, distinct, positions)
    known = {label: place for place, label in enumerate(classes.tolist())}
    unknown = [label for label in distinct.tolist() if label not in known]
    if unknown:
        raise ValueError(f"y has {some(unknown)}, but the fitted estimator knows only {some(classes.tolist())}.")
    return Targets(labels, classes, np.array([known[label] for label in distinct.tolist()])[positions])


def item_weights_of(sample_weight: Any, items: int) -> NDArray[np.float64] | None:
    """Return one weight per item, or None where none are given."""
    if sample_weight is None:
        return None
    weights = checked_weights(sample_weight, items).astype(np.float64)
    if not weights.any():
        raise ValueError("the sample_weight of every item is zero.")
    return weights


# Which of the arguments of `fit` go to the estimator inside, and which to the splitter of folds.


def fit_and_split_arguments(
    owner: Any, sample_weight: Any, arguments: dict[str, Any]
) -> tuple[dict[str, Any], dict[str, Any]]:
    """Return the arguments of `owner.estimator.fit` and of the splitter's `split`.

    With scikit-learn's metadata routing each goes where it was requested; without it, all go to the estimator but
    `groups`, which go to the splitter, as in scikit-learn's own searches.
    """
    if sklearn.get_config()["enable_metadata_routing"]:
        routed = process_routing(owner, "fit", sample_weight=sample_weight, **arguments)
        return dict(routed.estimator.fit), dict(routed.splitter.split) if "splitter" in routed else {}
    of_splitter = ("groups",) if hasattr(owner, "cv") else ()
    to_split = {name: value for name, value in arguments.items() if name in of_splitter}
    to_fit = {name: value for name, value in arguments.items() if name not in of_splitter}
    if sample_weight is None:
        return to_fit, to_split
    if has_fit_parameter(owner.estimator, "sample_weight"):
        return {"sample_weight": sample_weight, **to_fit}, to_split
    # A pipeline's steps take their own weights, as in logisticregression__sample_weight.
    if not any(name.endswith("__sample_weight") for name in to_fit):
        raise ValueError(
            f"{type(owner.estimator).__name__} takes no sample_weight in fit; for a pipeline, name the step too, as in "
            "logisticregression__sample_weight=…, or enable scikit-learn's metadata routing."
        )
    return to_fit, to_split


# A model's probabilities with its columns in a known order of the classes, whatever order the model has.


def refuse_without_probabilities(estimator: Any) -> None:
    """Refuse what is no estimator, or one that gives no probabilities."""
    if isinstance(estimator, type):
        raise ValueError(f"the estimator must be an instance, as in {estimator.__name__}(), not the class itself.")
    if not hasattr(estimator, "fit"):
        raise ValueError(f"the estimator must be a scikit-learn classifier, not {estimator!r}.")
    if not hasattr(estimator, "predict_proba"):
        raise ValueError(
            f"{type(estimator).__name__} has no predict_proba, and decisions are made from probabilities; "
            "wrap it in scikit-learn's CalibratedClassifierCV, or take another classifier."
        )


def class_probabilities(model: Any, X: Any, classes: NDArray[Any]) -> NDArray[np.float64]:
    """Return a fitted model's probabilities, checked, one column for each of `classes` in their order."""
    trained = known_classes(model)
    given = checked_probabilities(model.predict_proba(X), len(trained))
    if np.array_equal(trained, classes):
        return given
    columns = {label: column for column, label in enumerate(trained.tolist())}
    wanted = classes.tolist()
    odd = set(columns) ^ set(wanted)
    if odd:
        raise ValueError(
            f"{type(model).__name__} was trained on other classes than asked for; "
            f"they differ in {some(naming.sort(odd))}."
        )
    return given[:, [columns[label] for label in wanted]]


def known_classes(model: Any) -> NDArray[Any]:
    """Return the classes of a fitted model, in the order of its columns."""
    classes = getattr(model, "classes_", None)
    if classes is None:
        raise ValueError(f"{type(model).__name__} has no classes_ after fit, so its columns have no names.")
    return np.asarray(classes)


# Probabilities that follow the class shares of the data they meet, without labels.


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

    def adapt(self, X: Any, *, tolerance: float = TOLERANCE, most: int = MOST_STEPS) -> Self:
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
