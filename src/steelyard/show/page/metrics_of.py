"""What the page says of each metric and each rate, from its record."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from steelyard.evaluation.evaluate import CLASS_RATES, Evaluation
from steelyard.measuring.lead import rounding
from steelyard.measuring.one_winner import undefined_decides
from steelyard.measuring.program.program import plain
from steelyard.measuring.record import KINDS, Metric
from steelyard.measuring.registry import metrics as registry
from steelyard.show.how_sure import remarks
from steelyard.show.page.recorded import Recorded

AT_IMPORTANCE_MEANS = "a function of the whole matrix, at class shares equal to the weights"
"""What the kind of a metric means that follows the importance so."""


def usual_rates() -> list[Metric]:
    """Return the rates that nobody need ask for, those of an evaluation's table of classes first."""
    usual = [metric for metric in registry.values() if metric.kind == "rate" and not metric.optional]
    others = [metric for metric in usual if metric.id not in CLASS_RATES]
    return [*(registry[rate] for rate in CLASS_RATES), *others]


def metrics_of(evaluation: Evaluation, recorded: Recorded, unmoved: Sequence[bool]) -> list[dict[str, Any]]:
    """Return the metrics of an evaluation of models, as the page takes them."""
    models = evaluation.confusion.shape[0] if evaluation.confusion.shape else 1
    found = []
    decides = undefined_decides([each.metric for each in evaluation.measured], evaluation.confusion)
    for place, (result, still) in enumerate(zip(evaluation.measured, unmoved, strict=True)):
        metric = result.metric
        why_fixed = sentence(recorded.why_not.get(metric.name, ""))
        scores = evaluation.scores[place * models : (place + 1) * models]
        found.append(
            {
                "name": metric.name,
                "title": _title(metric),
                "builtin": metric.builtin,
                "meaning": _meaning(metric),
                "weighted": metric.weighted,
                "undefined_decides": decides[place],
                "sign": metric.sign,
                "rounding": rounding(metric),
                "robust": still,
                "live": not why_fixed,
                "fixed": plain(result.value.reshape(-1)) if why_fixed else None,
                "why_fixed": why_fixed,
                "misleading": [[k, str(score.misleading)] for k, score in enumerate(scores) if score.misleading],
                "notes": [[k, str(remark)] for k, score in enumerate(scores) for remark in remarks(score)],
            }
        )
    return found


def rates_of(rates: Sequence[Metric], unmoved: Sequence[bool]) -> list[dict[str, Any]]:
    """Return rates as the page takes them."""
    return [
        {"name": rate.name, "title": rate.title, "robust": still, "sign": rate.sign}
        for rate, still in zip(rates, unmoved, strict=True)
    ]


def sentence(words: str) -> str:
    """Return words with a capital at their beginning."""
    return f"{words[:1].upper()}{words[1:]}"


def _title(metric: Metric) -> str:
    """Return what a metric is called: its title with its parameters."""
    return f"{metric.title} ({metric.settings})" if metric.fixed else metric.title


def _meaning(metric: Metric) -> str:
    """Return what a metric is in one line: what its kind means, and its note."""
    kind = KINDS[metric.kind] if metric.as_counted is None else AT_IMPORTANCE_MEANS
    return " ".join(filter(None, [f"{sentence(kind)}.", metric.note]))
