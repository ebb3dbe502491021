"""What became of what the paper says about the sixteen data sets."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from steelyard_papers.experiments.findings import Claim
from steelyard_papers.experiments.sixteen_sets.paired import beyond_chance


def claims(tables: Mapping[str, Sequence[Mapping[str, Any]]], name: str) -> tuple[Claim, ...]:
    """Return the paper's claim with its verdict.

    The rest of its sentence, that agreement with the user's preferences cannot be assessed for want of a ground truth,
    is no result and has no verdict.
    """
    rows = [row for row in tables[f"{name}_differences"] if row["difference"] is not None]
    changed = tables[f"{name}_changes"]
    beyond = [row for row in rows if beyond_chance(dict(row))]
    sets = {row["dataset"] for row in rows}
    reached = {row["dataset"] for row in beyond}
    rankings, order, clear, firm = (
        sum(row[column] for row in changed) for column in ("rankings", "order", "clear", "beyond_chance")
    )
    return (
        Claim(
            source="section 5.1",
            claim="On the real data sets, the results of the existing and the relevance-based metrics differ.",
            verdict="reproduced" if beyond else "not reproduced",
            evidence=(
                f"{len(beyond)} of {len(rows)} differences between a metric with relevance and without are beyond "
                f"chance (correlated t, Holm, 5 %), on {len(reached)} of {len(sets)} sets; the order of the learners "
                f"changes in {order} of {rankings} rankings, clearly (both 95 % intervals) in {clear}, beyond chance "
                f"in {firm}."
            ),
        ),
    )
