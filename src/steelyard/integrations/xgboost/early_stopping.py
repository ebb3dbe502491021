"""Stop XGBoost's training when a metric under an importance has long not become better."""

from __future__ import annotations

from typing import Any

from steelyard.integrations.boosting import check_early_stopping
from steelyard.integrations.xgboost.evaluation import XGBoostEvaluation


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
