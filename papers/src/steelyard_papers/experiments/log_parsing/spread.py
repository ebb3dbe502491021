"""How much MoLFI's results differ from seed to seed."""

from __future__ import annotations

from collections.abc import Sequence
from statistics import fmean, stdev
from typing import Any

from steelyard_papers.experiments.log_parsing.benchmark import PARSERS
from steelyard_papers.experiments.log_parsing.runs import METRICS, Run


def spread(runs: Sequence[Run]) -> list[dict[str, Any]]:
    """Return a row for each data set and metric of the parser that has several seeds; no deviation of a single one."""
    rows = []
    for dataset in dict.fromkeys(run.dataset for run in runs):
        searched = [run for run in runs if run.dataset == dataset and run.parser == "MoLFI"]
        for metric in METRICS if searched else ():
            values = [run.scores[metric] for run in searched]
            known = [value for value in values if value is not None]
            rows.append(
                {
                    "dataset": dataset,
                    "parser": "MoLFI",
                    "metric": metric,
                    "seeds": len(known),
                    "mean": fmean(known),
                    "sd": stdev(known) if len(known) > 1 else None,
                    "min": min(known),
                    "max": max(known),
                }
            )
    return rows


def values_of(runs: Sequence[Run], dataset: str) -> dict[str, dict[str, float | None]]:
    """Return each metric of each parser on a data set: of several seeds the mean; None for a parser that has no run."""
    means: dict[str, dict[str, float | None]] = {}
    for metric in METRICS:
        means[metric] = {}
        for parser in PARSERS:
            result = [run.scores[metric] for run in runs if (run.dataset, run.parser) == (dataset, parser)]
            known = [value for value in result if value is not None]
            # Rounded, since equal seeds must give no other mean than one of them.
            means[metric][parser] = round(fmean(known), 12) if known else None
    return means
