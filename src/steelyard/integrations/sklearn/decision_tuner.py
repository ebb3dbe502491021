"""A classifier whose decisions are tuned for a metric under an importance, by cross-validation."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Self

import numpy as np
from sklearn.base import clone
from sklearn.frozen import FrozenEstimator
from sklearn.utils import indexable
from sklearn.utils.metadata_routing import MetadataRouter, MethodMapping
from sklearn.utils.validation import check_is_fitted

from steelyard.counts.labels import some, whole_number
from steelyard.decisions.closed_form import refuse_odd_costs
from steelyard.decisions.rule import Rule
from steelyard.decisions.tuning import RESTARTS, Part, check_method, tuned
from steelyard.decisions.validation import Recalibrator, recalibrator
from steelyard.importance.mechanisms import sizes_of
from steelyard.integrations.sklearn.around import (
    AroundClassifier,
    Targets,
    class_probabilities,
    fit_and_split_arguments,
    item_weights_of,
    known_classes,
    refuse_without_probabilities,
    targets,
)
from steelyard.integrations.sklearn.folds import folds, held_out_folds, isotonic, out_of_fold
from steelyard.measuring.goal import Goal, goal
from steelyard.measuring.registry import chosen
from steelyard.measuring.view import DEFAULT_POLICY

if TYPE_CHECKING:
    from numpy.typing import NDArray


DEFAULT_METRIC = "balanced_accuracy"


class DecisionTuner(AroundClassifier):
    """A classifier that decides for the class with the largest gain × probability, the gains tuned for a metric.

    The probabilities stay the estimator's, unless `recalibrate=` is given; only the decisions change. `fit` checks all
    that can be checked, takes probabilities of every item from models that have not seen it (cross-validation), finds
    the gains that are best for the metric on these, and trains the estimator on all items.

    Parameters
    ----------
    estimator
        A classifier with `predict_proba`.
    metric
        What to tune for, by name or as a `Metric`: any of `sy.metrics` that gives one number.
    importance
        How much each class matters, as for `sy.evaluate`; resolved once, on the class sizes of `y`. A metric of the
        whole matrix, such as "mcc", goes by items, so it is refused with one; "mcc at importance" follows it.
    costs
        The cost of each (truth, prediction): a matrix in the order of the sorted classes, a data frame whose rows and
        columns name them, or {(truth, prediction): cost}, pairs not named costing nothing (but no answer may be free
        for all items). The metric is then "expected_cost", unless another metric with costs is named. In closed form
        the rule follows from the costs alone, and the folds say what it is worth.
    method
        "auto", "closed_form", "search" or "linearised"; see `steelyard.decisions.tune`.
    undefined
        As for `sy.evaluate`.
    cv
        The number of folds (stratified, in the order of the items; with a warning fewer, if a class has fewer items),
        a share of the items to validate on once, a splitter, or splits. "prefit": the estimator is fitted already and
        stays as it is, and `fit` gets data that it was not trained on; likewise for a `FrozenEstimator`.
    n_jobs
        How many folds to train at once; the result is the same for any number.
    restarts
        How many random starts the search has; see `steelyard.decisions.tune`.
    random_state
        The seed of these starts, a whole number (and of the split, if `cv` is a share).
    parameters
        The metric's own parameters, such as {"beta": 2}.
    recalibrate
        Whether probabilities are recalibrated first, on those of items that models have not seen: "temperature" or
        "vector", as for `sy.decisions.recalibrate`; "isotonic", scikit-learn's isotonic regression for each class; or
        "auto", the way with the least log loss on held-out items, or none, as with fewer than 20 items of a class. It
        helps rules in closed form; a search corrects by itself what recalibration would, so the default is None.

    Attributes
    ----------
    classes_
        The classes.
    estimator_
        The estimator, trained on all items.
    gains_
        One gain per class, the largest 1; or, for costs and "linearised", the gain of each (truth, prediction).
    rule_
        The decision rule as a record (`steelyard.decisions.Rule`): it prints, and decides by itself.
    score_, untuned_score_
        The metric on the validation items, by the tuned rule and by the most probable class. The tuned rule was found
        on these items, so `score_` flatters it.
    unseen_score_
        The metric to expect on new items: each fold is answered by a rule that was found, and whose method was chosen,
        on the other folds. NaN where that cannot be, as with one item of a class to validate on.
    recalibration_
        The map of the probabilities as a record; None if they stay the estimator's.
    calibration_gain_
        What it gained on held-out items, in log loss and in the metric; None if it was not asked for.
    weights_
        The weight of each class; None without an importance.
    n_features_in_, feature_names_in_
        As the estimator has them.

    Notes
    -----
    `sample_weight` in `fit` weighs the items in training, in the class sizes and in the metric, as if each were there
    that many times. With scikit-learn's metadata routing, `set_fit_request` of the estimator decides about training,
    and that of the tuner about the rest. `groups` in `fit` go to the splitter.

    There is no `decision_function`: `predict_proba` times `gains_` is it. `rule_` decides from the probabilities of
    `estimator_`, which it recalibrates by itself.

    Examples
    --------
    >>> from sklearn.datasets import load_breast_cancer
    >>> from sklearn.naive_bayes import GaussianNB
    >>> X, y = load_breast_cancer(return_X_y=True)
    >>> tuner = DecisionTuner(GaussianNB(), "balanced_accuracy", {0: 0.8, 1: 0.2}).fit(X[:400], y[:400])
    >>> tuner.score_ >= tuner.untuned_score_
    True
    >>> tuner.predict(X[400:404])
    array([0, 1, 1, 1])
    """

    def __init__(
        self,
        estimator: Any,
        metric: Any = DEFAULT_METRIC,
        importance: Any = None,
        *,
        costs: Any = None,
        method: str = "auto",
        undefined: str = DEFAULT_POLICY,
        cv: Any = 5,
        n_jobs: int | None = None,
        restarts: int = RESTARTS,
        random_state: int = 0,
        parameters: dict[str, Any] | None = None,
        recalibrate: str | None = None,
    ) -> None:
        self.estimator = estimator
        self.metric = metric
        self.importance = importance
        self.costs = costs
        self.method = method
        self.undefined = undefined
        self.cv = cv
        self.n_jobs = n_jobs
        self.restarts = restarts
        self.random_state = random_state
        self.parameters = parameters
        self.recalibrate = recalibrate

    def fit(self, X: Any, y: Any, sample_weight: Any = None, **params: Any) -> Self:
        """Tune the decisions and train the estimator.

        Parameters
        ----------
        X, y
            The items and their labels.
        sample_weight
            One weight per item; see the notes of the class.
        **params
            For the estimator's `fit`; `groups`, and with metadata routing what it asks for, for the splitter.
        """
        refuse_without_probabilities(self.estimator)
        prefit = self._is_prefit()
        if prefit and params:
            unused = some(list(params))
            raise ValueError(f"a fitted estimator is not trained again, so fit has no use for {unused}.")
        X, y = indexable(X, y)
        given = targets(y, known_classes(self.estimator) if prefit else None)
        weights = item_weights_of(sample_weight, len(given.y))
        what = self._goal(given, weights)
        self._refuse_untunable(what)
        if prefit:
            among, places = [], np.arange(len(given.y))
            _refuse_unvalidated(given, places, weights)
            probabilities = class_probabilities(self.estimator, X, given.classes)
        else:
            to_fit, to_split = fit_and_split_arguments(self, sample_weight, params)
            among = folds(self.cv, X, given, self.random_state, to_split)
            places = np.concatenate([validate for _, validate in among])
            _refuse_unvalidated(given, places, weights)
            probabilities = out_of_fold(self.estimator, X, given, among, arguments=to_fit, n_jobs=self.n_jobs)
        of_items = None if weights is None else weights[places]
        rule = self._tuned(
            what, given.positions[places], probabilities, of_items, held_out_folds(among), self._recalibrator()
        )
        self.estimator_ = self.estimator if prefit else clone(self.estimator).fit(X, given.y, **to_fit)
        self.classes_, self.weights_ = given.classes, what.weights
        self.rule_, self.gains_ = rule, rule.gains
        self.recalibration_, self.calibration_gain_ = rule.recalibration, rule.calibration_gain
        self.score_, self.unseen_score_, self.untuned_score_ = rule.score, rule.unseen, rule.untuned
        self._note_features()
        return self

    def predict(self, X: Any) -> NDArray[Any]:
        """Return the class of each item by the tuned rule."""
        probabilities = self.predict_proba(X)  # which sees whether it is fitted
        return self.classes_[self.rule_.places(probabilities)]

    def predict_proba(self, X: Any) -> NDArray[np.float64]:
        """Return the estimator's own probabilities, recalibrated if that was asked for."""
        check_is_fitted(self, "rule_")
        given = class_probabilities(self.estimator_, X, self.classes_)
        return given if self.recalibration_ is None else self.recalibration_.moved(given)

    def _is_prefit(self) -> bool:
        if not (isinstance(self.estimator, FrozenEstimator) or (isinstance(self.cv, str) and self.cv == "prefit")):
            return False
        check_is_fitted(self.estimator)
        return True

    def _goal(self, given: Targets, weights: NDArray[np.float64] | None) -> Goal:
        parameters = {} if self.parameters is None else self.parameters
        if not (isinstance(parameters, dict) and all(isinstance(name, str) for name in parameters)):
            raise ValueError(f'parameters must be given by name, as in {{"beta": 2}}, not as {self.parameters!r}.')
        metric = self.metric
        if self.costs is not None:
            parameters = {**parameters, "costs": self.costs}
            if isinstance(metric, str) and metric == DEFAULT_METRIC:
                metric = "expected_cost"
        sizes = sizes_of(given.y, labels=given.classes.tolist(), weights=weights)
        (of,) = chosen([metric])
        return goal(of.at(**parameters), self.importance, sizes=sizes, undefined=self.undefined)

    def _refuse_untunable(self, what: Goal) -> None:
        """Refuse, before any training, what could not be tuned for afterwards."""
        check_method(self.method)
        self._recalibrator()
        whole_number(self.restarts, "restarts")
        whole_number(self.random_state, "random_state")
        refuse_odd_costs(what, what.labels or ())
        if self.method in {"closed_form", "linearised"}:  # refused if the metric has no closed form, or no derivative
            one_of_each = np.arange(len(what.labels or ()))
            self._tuned(what, one_of_each, np.eye(len(one_of_each)), None)

    def _tuned(
        self,
        what: Goal,
        truth: NDArray[np.intp],
        probabilities: Any,
        weights: NDArray[np.float64] | None,
        parts: list[Part] | None = None,
        recalibration: Recalibrator | None = None,
    ) -> Rule:
        restarts, seed = self.restarts, self.random_state
        return tuned(
            what,
            truth,
            probabilities,
            weights,
            method=self.method,
            restarts=restarts,
            seed=seed,
            parts=parts,
            recalibration=recalibration,
        )

    def _recalibrator(self) -> Recalibrator | None:
        return recalibrator(self.recalibrate, {"isotonic": isotonic})

    def get_metadata_routing(self) -> MetadataRouter:
        """Return where scikit-learn sends the arguments of `fit`."""
        to_split = MethodMapping().add(caller="fit", callee="split")
        return super().get_metadata_routing().add(splitter=self.cv, method_mapping=to_split)


def _refuse_unvalidated(given: Targets, places: NDArray[np.intp], weights: NDArray[np.float64] | None) -> None:
    """Refuse classes without items to validate on: nothing could be said about their gains."""
    of_class = given.positions[places]
    sizes = np.bincount(of_class, None if weights is None else weights[places], minlength=len(given.classes))
    if not sizes.all():
        lacking = given.classes[sizes == 0].tolist()
        raise ValueError(f"there are no items to validate on of class {some(lacking)}.")
