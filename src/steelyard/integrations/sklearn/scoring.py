"""A scorer: what scikit-learn's model selection asks for, from any metric under any importance."""

from __future__ import annotations

import math
import warnings
from collections.abc import Iterable
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any

from sklearn.exceptions import UndefinedMetricWarning
from sklearn.metrics import make_scorer

from steelyard.counts.labels import SHOWN_NAMES, text
from steelyard.importance.mechanisms import sizes_of
from steelyard.measuring.goal import Goal, goal
from steelyard.measuring.registry import ask_which
from steelyard.measuring.view import DEFAULT_POLICY

if TYPE_CHECKING:
    from steelyard.counts.confusion import Confusion
    from steelyard.measuring.record import Metric


def scorer(
    metric: str | Metric,
    importance: Any = None,
    *,
    y: Any = None,
    counts: Any = None,
    labels: Iterable[Any] | None = None,
    undefined: str = DEFAULT_POLICY,
    positive: Any = None,
    **parameters: Any,
) -> Any:
    """Return a scorer for `cross_validate`, `GridSearchCV` and whatever else in scikit-learn takes `scoring=`.

    Give the training labels, `y=`: classes and weights are then fixed, so that folds and models compare. Without them
    (and without `counts=`) both come from the labels of each call, that is of each fold: an importance that follows
    the class sizes, such as "rarity", then weighs every fold differently, and a class that a fold lacks is not
    missed. The scorer's repr says which it is.

    Of a metric where lower is better, the score is the negative, as scikit-learn maximises. Weights of the items are
    taken as by scikit-learn's own scorers: `scorer(model, X, y, sample_weight=…)`, or routed, after
    `set_score_request(sample_weight=True)`.

    Parameters
    ----------
    metric
        By name, with its parameters behind, such as `beta=2`; or a `Metric`, such as one made by `@sy.metric`.
    importance
        How much each class matters, as for `sy.evaluate`. A metric of the whole matrix, such as "mcc", goes by items,
        so it is refused with one; "mcc at importance" follows it.
    y
        The training labels.
    counts
        In their place, the size of each class: by label, or in the order of `labels`.
    labels
        The classes, in the order you want them, also such that have no items in `y`.
    undefined
        What to do with classes whose rate is undefined in a fold: by default a class that has items there and is never
        predicted has the "worst" precision, and the recall of a class without items leaves the average; or "exclude"
        both from the average, count both as "zero", or "raise" an error that names them. If nothing is left to average,
        or a metric of the whole matrix is undefined, the score is NaN, and a warning says why; none does with "nan",
        which gives NaN as soon as any class is undefined.
    positive
        The class of which a rate such as "f1", "precision" or "recall" is, as for `sy.evaluate`.

    Examples
    --------
    >>> from sklearn.datasets import load_iris
    >>> from sklearn.model_selection import cross_val_score
    >>> from sklearn.neighbors import KNeighborsClassifier
    >>> X, y = load_iris(return_X_y=True)
    >>> rare = scorer("cba", "rarity", y=y[40:])
    >>> rare
    make_scorer(cba under rarity (0: 0.714, 1: 0.143, 2: 0.143), response_method='predict')
    >>> cross_val_score(KNeighborsClassifier(), X[40:], y[40:], scoring=rare, cv=5).round(3)
    array([0.973, 1.   , 0.948, 0.973, 1.   ])
    >>> cross_val_score(KNeighborsClassifier(), X[40:], y[40:], scoring=scorer("f1", positive=2, y=y[40:])).round(3)
    array([0.947, 1.   , 0.909, 0.952, 1.   ])
    """
    if y is not None and counts is not None:
        raise ValueError("give the training labels, y=…, or the class sizes, counts=…, not both.")
    known = None if y is None and counts is None else sizes_of(y, counts=counts, labels=labels)
    if positive is None and known is not None:
        ask_which(metric, known.labels, known.support)
    aim = goal(metric, importance, sizes=known, labels=labels, undefined=undefined, positive=positive, **parameters)
    return make_scorer(Scoring(aim), response_method="predict", greater_is_better=aim.sign > 0)


@dataclass(frozen=True, slots=True, eq=False)
class Scoring:
    """The function inside a scorer: true and predicted labels to one number. It pickles; a closure would not."""

    goal: Goal

    def __call__(self, y_true: Any, y_pred: Any, sample_weight: Any = None) -> float:
        cm = self.goal.counted(y_true, y_pred, sample_weight)
        if self.goal.importance is not None and self.goal.weights is None:
            self._check_importance(cm)
        value = float(self.goal.of_counts(cm))
        if math.isnan(value) and self.goal.undefined != "nan":
            # An error would end a search that calls its scorer directly, such as RFECV, for one bad candidate.
            warnings.warn(f"{self._why_undefined(cm)} The score is NaN.", UndefinedMetricWarning, stacklevel=2)
        return value

    def _check_importance(self, cm: Confusion) -> None:
        try:
            self.goal.importance.weights(cm)  # type: ignore[union-attr]
        except ValueError as problem:
            raise ValueError(
                f"the importance '{self.goal.importance}' needs more than the labels of one fold; give the scorer the "
                f"training labels, y=…, so that every fold has the same classes and weights: {problem}"
            ) from None

    def _why_undefined(self, cm: Confusion) -> str:
        try:
            replace(self.goal, undefined="raise").of_counts(cm)
        except ValueError as problem:
            return str(problem)
        return f"{self.goal.name} is undefined."

    @property
    def __name__(self) -> str:
        # scikit-learn shows a scorer by the name of its function.
        return f"{self.goal.name} ({self._fixed()})"

    def _fixed(self) -> str:
        """Say what is fixed, and what each call finds anew."""
        labels, weights = self.goal.labels, self.goal.weights
        if labels is None:
            return f"classes{'' if self.goal.importance is None else ' and weights'} from the labels of each call"
        shown = [text(label) for label in labels[:SHOWN_NAMES]]
        if weights is not None:
            shown = [f"{name}: {w:.3g}" for name, w in zip(shown, weights.tolist(), strict=False)]
        more = f" and {len(labels) - SHOWN_NAMES} more" if len(labels) > SHOWN_NAMES else ""
        anew = "" if weights is not None or self.goal.importance is None else "; weights from the labels of each call"
        return ", ".join(shown) + more + anew
