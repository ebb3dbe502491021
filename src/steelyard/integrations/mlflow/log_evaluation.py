"""Log an evaluation to a run of MLflow."""

from __future__ import annotations

from typing import TYPE_CHECKING

from steelyard.counts.labels import text
from steelyard.integrations.mlflow.run_record import RunRecord, stored, with_interval
from steelyard.integrations.plain_names import distinct_names, plain_name

if TYPE_CHECKING:
    from steelyard.evaluation.evaluate import Evaluation


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
    cm = evaluation.confusion.each_item_once()
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
    found: dict[str, float] = {}
    for level in levels:
        level.uncertainty.look()
        for score in level.scores:
            where = [f"{plain_name(axis)}.{axes[axis][key]}" for axis, key in score.slice]
            name = "/".join([*where, metrics[score.metric.name]])
            found |= with_interval(name, score.value, score.low, score.high)
    return found
