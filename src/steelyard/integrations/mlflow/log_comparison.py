"""Log a comparison of models to a run of MLflow."""

from __future__ import annotations

from typing import TYPE_CHECKING

from steelyard.counts.confusion import MODEL
from steelyard.counts.labels import text
from steelyard.integrations.mlflow.run_record import RunRecord, stored, with_interval
from steelyard.integrations.plain_names import distinct_names

if TYPE_CHECKING:
    from steelyard.comparison.comparison import Comparison


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
        metrics=_metrics(comparison),
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


def _metrics(comparison: Comparison) -> dict[str, float]:
    models = dict(zip(comparison.models, distinct_names(map(text, comparison.models)), strict=True))
    ids = [scored.metric.name for scored in comparison.scored]
    metrics = dict(zip(ids, distinct_names(ids), strict=True))
    found: dict[str, float] = {}
    for scored in comparison.scored:
        for model, value, interval in zip(models.values(), scored.values, scored.intervals, strict=True):
            name = f"{MODEL}.{model}/{metrics[scored.metric.name]}"
            found |= with_interval(name, value, interval.low, interval.high)
    main = comparison.score().metric
    for each in comparison.differences:
        if each.metric.name == main.name:
            name = f"{models[each.a]}-{models[each.b]}/{metrics[main.name]}"
            found |= with_interval(name, each.value, each.interval.low, each.interval.high)
            found |= with_interval(f"{name}.p_value", each.p_value, None, None)
    return found
