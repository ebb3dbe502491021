"""The parsers of one data set against each other: paired differences, and under which weightings each one wins."""

from __future__ import annotations

import warnings
from collections.abc import Sequence
from itertools import combinations
from typing import Any

from steelyard import Joint, compare
from steelyard.intervals import bootstrap
from steelyard_papers.experiments.log_parsing.benchmark import PARSERS
from steelyard_papers.experiments.log_parsing.runs import Run, median_run

DRAWS, QUICK_DRAWS = 2_000, 400
"""Of the bootstrap; a draw of Mac is three matrices of 342 × 342."""

SEED = 0

WEIGHED = (("accuracy", "accuracy", None), ("balanced_accuracy", "balanced_accuracy", None))
RARE = (("wba_rarity", "balanced_accuracy", "rarity"),)
"""What a metric is called here, in Steelyard, and under which importance."""


def chosen(runs: Sequence[Run], dataset: str) -> dict[str, Run]:
    """Return a run of each parser that has any: of MoLFI that with the median accuracy."""
    result = {parser: [run for run in runs if (run.dataset, run.parser) == (dataset, parser)] for parser in PARSERS}
    return {parser: median_run(several) for parser, several in result.items() if several}


def joint_of(picked: dict[str, Run]) -> Joint:
    """Return the joint table of the runs' answers; lines without an answer stay, as wrong."""
    events = next(iter(picked.values())).events
    return Joint.from_labels(list(events), {parser: run.answers for parser, run in picked.items()}, missing="keep")


def paired_rows(picked: dict[str, Run], draws: int) -> list[dict[str, Any]]:
    """Return a row for each metric and pair of parsers: the difference, its interval and p-values."""
    if len(picked) < 2:
        return []
    joint, rows = joint_of(picked), []
    for asked in (WEIGHED, RARE):
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")  # what they say stands in the interval's note
            result = compare(
                joint,
                importance=asked[0][2],
                metrics=[metric for _, metric, _ in asked],
                undefined="exclude",
                intervals=bootstrap(draws=draws, seed=SEED),
            )
        for name, metric, _ in asked:
            for a, b in combinations(picked, 2):
                one = result.pair(a, b, metric)
                rows.append(
                    {
                        "dataset": picked[a].dataset,
                        "metric": name,
                        "first": a,
                        "second": b,
                        "molfi_seed": picked["MoLFI"].seed if "MoLFI" in (a, b) else None,
                        "difference": one.value,
                        "low": one.interval.low,
                        "high": one.interval.high,
                        "p_value": float(f"{one.p_value:.3g}"),
                        "p_holm": float(f"{one.p_pairs:.3g}"),
                        "draws": draws,
                        "note": str(one.interval.note),
                    }
                )
    return rows


def share_rows(picked: dict[str, Run], draws: int) -> list[dict[str, Any]]:
    """Return a row for each parser: the share of all class weights at which it is first, second and third."""
    if len(picked) < 2:
        return []
    compared = compare(joint_of(picked), metrics="balanced_accuracy", undefined="exclude")
    result = compared.robustness(samples=50 * draws, seed=SEED)
    rows = []
    for k, parser in enumerate(result.models):
        ranks = [float(f"{share:.4g}") for share in result.ranks[k]]
        rows.append(
            {
                "dataset": next(iter(picked.values())).dataset,
                "parser": parser,
                "molfi_seed": picked["MoLFI"].seed if "MoLFI" in picked else None,
                **{f"rank_{i}": ranks[i - 1] if i <= len(ranks) else None for i in range(1, len(PARSERS) + 1)},
                "error": float(f"{result.ranks_error[k].max():.2g}"),
                "samples": result.samples,
            }
        )
    return rows
