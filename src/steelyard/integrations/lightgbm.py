"""LightGBM: evaluation and early stopping by our metrics under an importance, and weights for training."""

from __future__ import annotations

import dataclasses
from collections.abc import Iterable
from typing import Any

from steelyard.integrations.boosting import BoostingEvaluation, check_early_stopping, sample_weight
from steelyard.measuring.record import Metric
from steelyard.measuring.view import DEFAULT_POLICY

__all__ = ["early_stopping", "evaluation", "sample_weight"]


class EarlyStopping:
    """LightGBM's callback that sees one metric only. Made by `early_stopping`.

    LightGBM itself looks at all metrics, or at the first one; and its own loss comes before a user's metric.
    """

    before_iteration = False

    def __init__(self, callback: Any, name: str) -> None:
        self.callback = callback
        self.order = callback.order
        self.name = name

    def __call__(self, env: Any) -> None:
        """Let LightGBM's callback see the values of this metric."""
        seen = [result for result in env.evaluation_result_list or [] if _metric_of(result) == self.name]
        if not seen:
            known = ", ".join(dict.fromkeys(map(_metric_of, env.evaluation_result_list or []))) or "none"
            raise ValueError(
                f"early stopping waits for {self.name!r}, but the metrics evaluated are: {known}; give the evaluation "
                "to the training as well, and data to evaluate."
            )
        self.callback(_with_results(env, seen))


def _metric_of(result: Any) -> str:
    """Return a metric's name; in cross-validation LightGBM may put that of the data before it."""
    name: str = result[1]
    return name.rsplit(maxsplit=1)[-1]


def _with_results(env: Any, results: list[Any]) -> Any:
    if dataclasses.is_dataclass(env):
        return dataclasses.replace(env, evaluation_result_list=results)  # type: ignore[type-var]
    return env._replace(evaluation_result_list=results)  # a named tuple before LightGBM 4.7


def early_stopping(
    rounds: int,
    evaluation: LightGBMEvaluation,
    *,
    min_delta: float = 0.0,
    verbose: bool = True,
) -> EarlyStopping:
    """Return a callback that stops after some rounds without a better value by this metric alone.

    Parameters
    ----------
    rounds
        How many rounds to wait.
    evaluation
        What `evaluation` returned, which is given to the training as well.
    min_delta, verbose
        As for LightGBM's own `early_stopping`.

    Examples
    --------
    >>> from steelyard.integrations.lightgbm import evaluation
    >>> early_stopping(10, evaluation("balanced_accuracy")).name
    'balanced_accuracy'
    """
    check_early_stopping(rounds, evaluation, LightGBMEvaluation)
    try:
        from lightgbm import early_stopping as stop_training  # noqa: PLC0415 - evaluating needs no LightGBM
    except ImportError:
        raise ValueError("early stopping of LightGBM needs LightGBM; pip install lightgbm.") from None
    return EarlyStopping(stop_training(rounds, min_delta=min_delta, verbose=verbose), evaluation.name)


# A metric under an importance as LightGBM takes it, for `train`, `cv` and `LGBMClassifier`.


class LightGBMEvaluation(BoostingEvaluation):
    """What `evaluation` returns: call it as either of LightGBM's interfaces does."""

    def __call__(self, first: Any, second: Any, weight: Any = None) -> tuple[str, float, bool]:
        """Return (name, value, whether higher is better) of predictions and a Dataset, or of true labels and both."""
        if hasattr(second, "get_label"):
            value = self.value(second.get_label(), first, second.get_weight())
        else:
            value = self.value(first, second, weight)
        return self.name, value, self.higher_is_better


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
) -> LightGBMEvaluation:
    """Return a metric under an importance: `feval=` of `train` and `cv`, `eval_metric=` of `LGBMClassifier`.

    Weights of the Dataset, or of `eval_sample_weight`, count. Where the metric is undefined, the value is infinitely
    bad, so that early stopping passes over it; in `cv`, so is then the mean. Several evaluations go as a list.

    LightGBM's own `early_stopping` also looks at the loss, and stops at whichever gets no better first: stop with
    `early_stopping` of this module.

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
        The names of the classes 0…C−1, in that order; that of `LGBMClassifier.classes_`, which is sorted.
    undefined
        As for `sy.evaluate`.
    margins
        Whether predictions of two classes are margins, predicted above 0, as with an objective of your own. Of more
        classes, the largest wins either way.
    name
        What to call it in the log; if not given, by the metric and the importance.

    Examples
    --------
    >>> import numpy as np
    >>> measured = evaluation("balanced_accuracy", "rarity", y=["ok"] * 9 + ["ill"])
    >>> measured.goal.labels, measured.goal.weights
    (('ill', 'ok'), array([0.9, 0.1]))
    >>> measured(np.array([0, 1, 1]), np.array([0.2, 0.7, 0.3]), None)  # as `LGBMClassifier` calls it
    ('balanced_accuracy_under_rarity', 0.95, True)
    """
    return LightGBMEvaluation.of(
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
