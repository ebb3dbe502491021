"""MLflow: evaluations and comparisons logged to a run, and our metrics in `mlflow.models.evaluate`."""

from __future__ import annotations

import json
import math
import posixpath
import re
from collections.abc import Iterable
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from steelyard.counts.labels import text
from steelyard.counts.matrix_input import MODEL
from steelyard.importance.mechanisms import sizes_of
from steelyard.integrations.goals import distinct_names, plain_name
from steelyard.measuring.goal import Goal, goal, goals
from steelyard.measuring.record import Metric
from steelyard.measuring.view import DEFAULT_POLICY

if TYPE_CHECKING:
    from steelyard.comparison.comparison import Comparison
    from steelyard.evaluation.evaluate import Evaluation


# Our metrics in `mlflow.models.evaluate`.


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


# An evaluation, logged to a run.


def log_evaluation(
    evaluation: Evaluation, *, prefix: str = "", report: bool = True, step: int | None = None
) -> RunRecord:
    """Log an evaluation to the active run of MLflow, or to a new one, and return what was logged.

    Metrics: the value of each, and its interval as `<metric>.low` and `.high`; of several models or slices each under
    its name, as in "model.tree/cba" or "month.2024-01/cba", and all slices together without one. Undefined is NaN.

    Params: importance, undefined, confidence and intervals. Tags: how many items there are, and were dropped.

    Artifacts, in the folder "steelyard": counts.json, which `steelyard evaluate --matrix` and
    `sy.Confusion.from_dict` (or `sy.Joint.from_dict`) read; evaluation.json, as `to_json` gives it; and report.html.

    Parameters
    ----------
    evaluation
        What `sy.evaluate` returned.
    prefix
        What to put before every name, such as "test/".
    report
        Whether to log the page, too.
    step
        The step of the metrics, such as an epoch.

    Examples
    --------
    With an active run, ``log_evaluation(sy.evaluate(y_true, y_pred, importance="rarity"), prefix="test/")``.
    """
    if not hasattr(evaluation, "scores") or not hasattr(evaluation, "confusion"):
        raise ValueError(f"log_evaluation takes what sy.evaluate returned, not {type(evaluation).__name__}.")
    record = evaluation_record(evaluation, report=report).under(prefix)
    record.log(step)
    return record


def evaluation_record(evaluation: Evaluation, *, report: bool) -> RunRecord:
    """Return what a run gets of an evaluation."""
    cm, shares = evaluation.confusion.each_item_once(), evaluation.stated_shares
    artifacts = {
        "counts.json": stored(evaluation.confusion if evaluation.joint is None else evaluation.joint),
        "evaluation.json": evaluation.to_json(),
    }
    return RunRecord(
        metrics=_metrics(evaluation),
        params={
            "importance": str(evaluation.importance),
            "undefined": evaluation.undefined,
            "confidence": evaluation.confidence,
            "intervals": evaluation.uncertainty.settings()["method"],
            **({} if shares is None else {"shares": json.dumps(shares, ensure_ascii=False)}),
        },
        tags={"items": cm.items.item()} | ({"dropped": cm.dropped} if cm.dropped else {}),
        artifacts=artifacts | ({"report.html": evaluation.to_html()} if report else {}),
    )


def _metrics(evaluation: Evaluation) -> dict[str, float]:
    """Return the scores of all slices together, and of each."""
    levels = [evaluation] if evaluation.overall is evaluation else [evaluation.overall, evaluation]
    ids = [result.metric.name for result in evaluation.measured]
    metrics = dict(zip(ids, distinct_names(ids), strict=True))
    axes = {
        axis: dict(zip(keys, distinct_names(map(text, keys)), strict=True))
        for axis, keys in evaluation.confusion.axes.items()
    }
    values: dict[str, float] = {}
    for level in levels:
        level.uncertainty.look()
        for score in level.scores:
            where = [f"{plain_name(axis)}.{axes[axis][key]}" for axis, key in score.slice]
            name = "/".join([*where, metrics[score.metric.name]])
            values |= with_interval(name, score.value, score.low, score.high)
    return values


# A comparison of models, logged to a run.


def log_comparison(
    comparison: Comparison, *, prefix: str = "", report: bool = True, step: int | None = None
) -> RunRecord:
    """Log a comparison to the active run of MLflow, or to a new one, and return what was logged.

    Metrics: of each model those of the comparison with their intervals, as in "model.tree/cba.low"; and by the metric
    of the verdict how far each pair is apart, as in "tree-svm/cba", with `.low`, `.high` and `.p_value`. The other
    differences are in comparison.json.

    Params: importance, undefined, confidence, rope, the metric of the verdict, intervals, draws and seed. Tags: the
    verdict, and how many items there are.

    Artifacts, in the folder "steelyard": counts.json, which `steelyard evaluate --matrix` and
    `sy.Joint.from_dict` (or `sy.Confusion.from_dict`) read; comparison.json, as `to_json` gives it; and report.html.

    Parameters
    ----------
    comparison
        What `sy.compare` returned.
    prefix, report, step
        As for `log_evaluation`.

    Examples
    --------
    With an active run, ``log_comparison(sy.compare(joint, importance="rarity"), prefix="test/")``.
    """
    if not hasattr(comparison, "differences") or not hasattr(comparison, "verdict"):
        raise ValueError(f"log_comparison takes what sy.compare returned, not {type(comparison).__name__}.")
    record = comparison_record(comparison, report=report).under(prefix)
    record.log(step)
    return record


def comparison_record(comparison: Comparison, *, report: bool) -> RunRecord:
    """Return what a run gets of a comparison."""
    artifacts = {
        "counts.json": stored(comparison.tables if comparison.joint is None else comparison.joint),
        "comparison.json": comparison.to_json(),
    }
    return RunRecord(
        metrics=_metrics_of_models(comparison),
        params={
            "importance": str(comparison.importance),
            "undefined": comparison.undefined,
            "confidence": comparison.confidence,
            "rope": comparison.rope,
            "metric": comparison.main,
            "intervals": comparison.method.name,
            "draws": getattr(comparison.method, "draws", None),
            "seed": comparison.method.seed,
        },
        tags={"verdict": comparison.verdict, "items": comparison.items},
        artifacts=artifacts | ({"report.html": comparison.to_html()} if report else {}),
    )


def _metrics_of_models(comparison: Comparison) -> dict[str, float]:
    models = dict(zip(comparison.models, distinct_names(map(text, comparison.models)), strict=True))
    ids = [scored.metric.name for scored in comparison.scored]
    metrics = dict(zip(ids, distinct_names(ids), strict=True))
    values: dict[str, float] = {}
    for scored in comparison.scored:
        for model, value, interval in zip(models.values(), scored.values, scored.intervals, strict=True):
            name = f"{MODEL}.{model}/{metrics[scored.metric.name]}"
            values |= with_interval(name, value, interval.low, interval.high)
    main = comparison.score().metric
    for each in comparison.differences:
        if each.metric.name == main.name:
            name = f"{models[each.a]}-{models[each.b]}/{metrics[main.name]}"
            values |= with_interval(name, each.value, each.interval.low, each.interval.high)
            values |= with_interval(f"{name}.p_value", each.p_value, None, None)
    return values


# What a run gets.


FOLDER = "steelyard"
"""The folder of the run's artifacts that holds ours."""


@dataclass(frozen=True)
class RunRecord:
    """What a run gets.

    Attributes
    ----------
    metrics
        Numbers by name; NaN where one is undefined.
    params
        What was asked for. MLflow refuses to change them within a run: for another importance, use another prefix.
    tags
        What else the run should say.
    artifacts
        Texts by path.
    """

    metrics: dict[str, float]
    params: dict[str, Any]
    tags: dict[str, Any]
    artifacts: dict[str, str]

    def under(self, prefix: str) -> RunRecord:
        """Return the same with a prefix before every name, artifacts in our folder."""
        plain = isinstance(prefix, str) and re.fullmatch(r"[\w.\- /]*", prefix)
        if not plain or posixpath.normpath(f"{prefix}_") != f"{prefix}_":
            raise ValueError(
                f"a prefix may have letters, digits, '_', '-', '.', spaces and single slashes between them, as in "
                f"'test/', not {prefix!r}."
            )
        if prefix.startswith(("/", "..")):
            raise ValueError(f"a prefix cannot lead out of the run's own folder, as {prefix!r} would.")
        return RunRecord(
            {prefix + name: value for name, value in self.metrics.items()},
            {prefix + name: value for name, value in self.params.items()},
            {prefix + name: value for name, value in self.tags.items()},
            {f"{FOLDER}/{prefix}{name}": text for name, text in self.artifacts.items()},
        )

    def log(self, step: int | None) -> None:
        """Log it to the active run, or to a new one; params first, which MLflow may refuse."""
        mlflow = needs_mlflow()
        mlflow.log_params(self.params)
        mlflow.set_tags(self.tags)
        mlflow.log_metrics(self.metrics, step=step)
        for path, written in self.artifacts.items():
            mlflow.log_text(written, path)


def with_interval(name: str, value: Any, low: Any, high: Any) -> dict[str, float]:
    """Return a value and, if it has one, its interval, as metrics of a run.

    NaN also for an infinite value, which MLflow's databases would replace by a finite one.

    Examples
    --------
    >>> with_interval("cba", 0.5, 0.4, 0.6)
    {'cba': 0.5, 'cba.low': 0.4, 'cba.high': 0.6}
    >>> with_interval("mcc", float("nan"), None, None)
    {'mcc': nan}
    """
    metrics = {name: float(value) if value is not None and math.isfinite(value) else math.nan}
    ends = {f"{name}.low": low, f"{name}.high": high}
    return metrics | {end: float(at) for end, at in ends.items() if at is not None and math.isfinite(at)}


def stored(counts: Any) -> str:
    """Return counts as JSON that `steelyard evaluate --matrix` and `from_dict` read."""
    record: str = counts.to_json(indent=None)
    return record


def needs_mlflow() -> Any:
    """Return MLflow, or say how to get it."""
    try:
        import mlflow  # noqa: PLC0415 - loaded when it is used
    except ImportError:
        raise ValueError("logging to MLflow needs MLflow; pip install mlflow.") from None
    return mlflow
