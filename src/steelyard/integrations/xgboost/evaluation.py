"""A metric under an importance as XGBoost takes it, for `train`, `cv` and `XGBClassifier`."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from steelyard.integrations.boosting import BoostingEvaluation
from steelyard.integrations.xgboost.direction import tell_direction
from steelyard.measuring.record import Metric
from steelyard.measuring.view import DEFAULT_POLICY


class XGBoostEvaluation(BoostingEvaluation):
    """What `evaluation` returns: call it as either of XGBoost's interfaces does."""

    def __call__(self, first: Any, second: Any, sample_weight: Any = None) -> tuple[str, float] | float:
        """Return (name, value) of predictions and a DMatrix; or the value of true labels and predictions."""
        tell_direction(self.name, higher_is_better=self.higher_is_better)
        if hasattr(second, "get_label"):
            return self.name, self.value(second.get_label(), first, second.get_weight())
        return self.value(first, second, sample_weight)

    @property
    def __name__(self) -> str:
        """What `XGBClassifier` calls it in its log."""
        return self.name


def evaluation(
    metric: str | Metric,
    importance: Any = None,
    *,
    y: Any = None,
    counts: Any = None,
    labels: Iterable[Any] | None = None,
    undefined: str = DEFAULT_POLICY,
    margins: bool = False,
    name: str | None = None,
    **parameters: Any,
) -> XGBoostEvaluation:
    """Return a metric under an importance: `custom_metric=` of `train` and `cv`, `eval_metric=` of `XGBClassifier`.

    Weights of the DMatrix, or of `sample_weight_eval_set`, count. XGBoost keeps six digits of a value. Where the metric
    is undefined, the value is infinitely bad, so that early stopping passes over it; in `cv`, so is then the mean.

    `early_stopping_rounds` works as well as `early_stopping`: XGBoost would make metrics as small as possible, so the
    evaluation tells it which way is better. Called by a function of yours, it cannot: stop with `early_stopping` then.

    Parameters
    ----------
    metric
        By name, with its parameters behind, such as `beta=2`; or a `Metric`.
    importance
        How much each class matters, as for `sy.evaluate`; classes that are not named otherwise are 0, 1, 2…
    y, counts
        The training labels (names, or codes if `labels` names them), or the class sizes in the order of the codes. An
        importance such as "rarity" is resolved on them; otherwise on the items that are evaluated. Without `labels`,
        classes are numbered in their sorted order.
    labels
        The names of the classes 0…C−1, in that order.
    undefined
        As for `sy.evaluate`.
    margins
        Whether predictions of two classes are margins, predicted above 0: with an objective of your own, or with
        "binary:logitraw". Of more classes, the largest wins either way.
    name
        What to call it in the log; if not given, by the metric and the importance.

    Examples
    --------
    >>> measured = evaluation("balanced_accuracy", "fraud=0.9, ok=0.1", labels=["ok", "fraud"])
    >>> measured.name, measured.goal.weights
    ('balanced_accuracy_under_fraud_0.9_ok_0.1', array([0.1, 0.9]))
    >>> import numpy as np
    >>> round(measured(np.array([0, 0, 1]), np.array([0.2, 0.7, 0.9])), 3)  # as `XGBClassifier` calls it
    0.95
    """
    return XGBoostEvaluation.of(
        metric,
        importance,
        parameters,
        y=y,
        counts=counts,
        labels=labels,
        undefined=undefined,
        margins=margins,
        name=name,
    )
