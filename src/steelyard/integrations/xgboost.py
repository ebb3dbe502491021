"""XGBoost: evaluation and early stopping by our metrics under an importance, and weights for training.

A custom metric cannot say it: XGBoost's early stopping guesses by the name ("auc…", "map…" and few others upwards, all
else downwards), so that `early_stopping_rounds=10` would silently keep the round of the *worst* balanced accuracy. The
callback that stops is in reach only of the code that called the metric, a few frames up.
"""

from __future__ import annotations

import inspect
import sys
from collections.abc import Iterable
from typing import Any, NamedTuple

from steelyard.integrations.boosting import BoostingEvaluation, check_early_stopping, sample_weight
from steelyard.measuring.record import Metric
from steelyard.measuring.view import DEFAULT_POLICY

__all__ = ["early_stopping", "evaluation", "sample_weight"]


class Asking(NamedTuple):
    """Who asks for a metric: a training with its callbacks that stop it, directly or through a function of the user."""

    stopping: tuple[Any, ...]
    directly: bool


def tell_direction(name: str, *, higher_is_better: bool) -> None:
    """Set the direction of early stopping by this metric where it was left open; refuse the wrong one."""
    asking = _asking()
    for stopping in asking.stopping:
        # Unless it is named, XGBoost stops by the last metric: ours, if nothing stands between that adds another.
        unsure = stopping.metric_name is None and not asking.directly
        if unsure and stopping.maximize is None:
            raise ValueError(
                f"early stopping cannot be told which way {name!r} is better, since another function calls it and may "
                "return other metrics too; stop with steelyard's early_stopping(…), or say maximize=True or False."
            )
        if unsure or stopping.metric_name not in (None, name):
            continue
        if stopping.maximize is None:
            stopping.maximize = higher_is_better
        elif bool(stopping.maximize) != higher_is_better:
            better = "larger" if higher_is_better else "smaller"
            raise ValueError(
                f"early stopping by {name!r} was given maximize={stopping.maximize}, but {better} values are better; "
                "leave maximize out."
            )


def _asking() -> Asking:
    """Return who asks for the metric: no training, if somebody else called it."""
    callbacks = sys.modules.get("xgboost.callback")
    frame = inspect.currentframe()
    between: list[str] = []
    while callbacks is not None and frame is not None:
        container = frame.f_locals.get("self")
        if isinstance(container, callbacks.CallbackContainer):
            if between[-1] != "xgboost":  # it runs a callback of the user, who looks at the metric for himself
                break
            stoppers = tuple(each for each in container.callbacks if isinstance(each, callbacks.EarlyStopping))
            return Asking(stoppers, directly=set(between) <= {"steelyard", "xgboost"})
        between.append(str(frame.f_globals.get("__name__")).split(".")[0])
        frame = frame.f_back
    return Asking((), directly=True)


# Stop XGBoost's training when a metric under an importance has long not become better.


def early_stopping(
    rounds: int,
    evaluation: XGBoostEvaluation,
    *,
    data_name: str | None = None,
    save_best: bool = False,
    min_delta: float = 0.0,
) -> Any:
    """Return XGBoost's callback that stops after some rounds without a better value, told which way is better.

    A callback remembers one training; make a new one for each.

    Parameters
    ----------
    rounds
        How many rounds to wait.
    evaluation
        What `evaluation` returned, which is given to the training as well.
    data_name
        The data to look at; if not given, the last of those evaluated.
    save_best
        Whether to throw the rounds after the best away.
    min_delta
        By how much a value must be better.

    Examples
    --------
    >>> from steelyard.integrations.xgboost import evaluation
    >>> stop = early_stopping(10, evaluation("balanced_accuracy"))
    >>> stop.maximize, stop.metric_name
    (True, 'balanced_accuracy')
    """
    check_early_stopping(rounds, evaluation, XGBoostEvaluation)
    try:
        from xgboost.callback import EarlyStopping  # noqa: PLC0415 - evaluating needs no XGBoost
    except ImportError:
        raise ValueError("early stopping of XGBoost needs XGBoost; pip install xgboost.") from None
    return EarlyStopping(
        rounds=rounds,
        metric_name=evaluation.name,
        data_name=data_name,
        maximize=evaluation.higher_is_better,
        save_best=save_best,
        min_delta=min_delta,
    )


# A metric under an importance as XGBoost takes it, for `train`, `cv` and `XGBClassifier`.


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
