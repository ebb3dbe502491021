"""Our metrics under an importance for `mlflow.models.evaluate`."""

from __future__ import annotations

import re
from collections.abc import Iterable
from typing import Any

from steelyard.importance.stated import sizes_of
from steelyard.integrations.mlflow.runs import needs_mlflow
from steelyard.integrations.plain_names import plain_name
from steelyard.measuring.goal import Goal, goal, goals
from steelyard.measuring.record import Metric
from steelyard.measuring.view import DEFAULT_POLICY


def metric(
    metric: str | Metric,
    importance: Any = None,
    *,
    y: Any = None,
    counts: Any = None,
    labels: Iterable[Any] | None = None,
    undefined: str = DEFAULT_POLICY,
    name: str | None = None,
    **parameters: Any,
) -> Any:
    """Return one of our metrics for `extra_metrics=` of `mlflow.models.evaluate`.

    Parameters
    ----------
    metric
        By name, with its parameters behind, such as `beta=2`; or a `Metric`.
    importance
        How much each class matters, as for `sy.evaluate`. It must be known before the data, because MLflow tries each
        metric on the first row alone.
    y, counts
        The training labels, or the class sizes: an importance such as "rarity" is resolved on them.
    labels
        The classes, where only these are known.
    undefined
        As for `sy.evaluate`, but for "raise", which the first row alone would.
    name
        What to call it; if not given, by the metric and the importance.

    Examples
    --------
    >>> rare = metric("balanced_accuracy", "rarity", y=["ok"] * 9 + ["ill"])
    >>> rare.name, rare.greater_is_better
    ('balanced_accuracy_under_rarity', True)
    >>> round(rare.eval_fn(["ok", "ill", "ill"], ["ok", "ok", "ill"]), 3)
    0.95
    """
    sizes = None if y is None and counts is None else sizes_of(y, counts=counts, labels=labels)
    return _of(goal(metric, importance, sizes=sizes, labels=labels, undefined=undefined, **parameters), name)


def extra_metrics(
    metrics: Iterable[str | Metric] | str | Metric | None = None,
    importance: Any = None,
    *,
    y: Any = None,
    counts: Any = None,
    labels: Iterable[Any] | None = None,
    undefined: str = DEFAULT_POLICY,
) -> list[Any]:
    """Return several of our metrics for `extra_metrics=` of `mlflow.models.evaluate`.

    Parameters
    ----------
    metrics
        As for `sy.evaluate`; if not given, all that give one number.
    importance, y, counts, labels, undefined
        As for `metric`.

    Examples
    --------
    >>> [each.name for each in extra_metrics(["cba", "mean_f(beta=2)"], {"ok": 0.1, "ill": 0.9}, labels=["ok", "ill"])]
    ['cba_under_ok_0_1_ill_0_9', 'mean_f_beta_2_under_ok_0_1_ill_0_9']
    """
    names = None if labels is None else tuple(labels)
    sizes = None if y is None and counts is None else sizes_of(y, counts=counts, labels=names)
    return [_of(aim) for aim in goals(metrics, importance, sizes=sizes, labels=names, undefined=undefined)]


def _of(aim: Goal, name: str | None = None) -> Any:
    """Return a goal as a metric of MLflow."""
    _check_first_row(aim)

    def eval_fn(predictions: Any, targets: Any) -> float:
        return aim.of_labels(targets, predictions)

    return needs_mlflow().models.make_metric(
        eval_fn=eval_fn,
        greater_is_better=aim.sign > 0,
        name=_identifier(aim.name if name is None else name),
        long_name=aim.metric.title,
        metric_details=aim.name,
    )


def _identifier(name: str) -> str:
    """Return a name that MLflow can use as an argument of metrics built on it."""
    identifier = re.sub(r"\W", "_", plain_name(name))
    return identifier if identifier.isidentifier() else f"_{identifier}"


def _check_first_row(aim: Goal) -> None:
    """Refuse what cannot be measured of the first row alone, on which MLflow tries each metric."""
    if aim.importance is not None and aim.weights is None:
        raise ValueError(
            f"MLflow tries each metric on the first row alone, which cannot tell the weights of '{aim.importance}'; "
            "give the training labels y=… or the class sizes counts=… (labels=… is enough where sizes play no part)."
        )
    if aim.undefined == "raise":
        raise ValueError(
            "MLflow tries each metric on the first row alone, where most are undefined; undefined must be worst, "
            "exclude, zero or nan, not 'raise'."
        )
