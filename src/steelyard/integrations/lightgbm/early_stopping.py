"""Stop LightGBM's training when a metric under an importance has long not become better."""

from __future__ import annotations

import dataclasses
from typing import Any

from steelyard.integrations.boosting import check_early_stopping
from steelyard.integrations.lightgbm.evaluation import LightGBMEvaluation


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
