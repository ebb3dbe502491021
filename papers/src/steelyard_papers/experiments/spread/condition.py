"""What the audit says of a metric and Condition 1: whether it stays if the classes' shares change and nothing else."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import cache
from itertools import product
from typing import Any

from steelyard import Metric, audit, metrics
from steelyard.lab import atlas

FEW, SEVERAL = (2,), (3, 5)
"""Numbers of classes that stand for two and for several."""

KINDS = {"two": False, "several": True}
"""What is told of the number of classes, and whether there are more than two."""

WORDS = {True: "holds", False: "fails", None: "unknown"}


@cache
def condition_1(metric: Metric, *, several: bool) -> str:
    """Return "holds" or "fails"; of several classes it fails if it does for any number that was audited.

    The atlas has the metrics of the catalogue. An average of a rate that is none of them is audited here.
    """
    classes = SEVERAL if several else FEW
    if metrics.find(metric.id) is None:
        return WORDS[audit(metric, classes=classes, properties="condition_1")["condition_1"].holds]
    held = {atlas.verdict(metric.id, "condition_1", C).holds for C in classes}
    return WORDS[False if False in held else None if None in held else True]


def moved_rows(metrics: Sequence[Mapping[str, Any]]) -> list[dict[str, Any]]:
    """Return how far the metrics that satisfy the condition move over the test sets alone, and those that fail it.

    Parameters
    ----------
    metrics
        Rows of the table `spread_metrics`.
    """
    rows = []
    for classes, verdict in product(KINDS, ("holds", "fails")):
        result = sorted(
            (row["sd_within"], row["index"])
            for row in metrics
            if row["classes"] == classes and row["condition_1"] == verdict and row["sd_within"] is not None
        )
        if result:
            (least, steadiest), (most, other) = result[0], result[-1]
            rows.append(
                {
                    "classes": classes,
                    "condition_1": verdict,
                    "metrics": len(result),
                    "least": least,
                    "least_index": steadiest,
                    "most": most,
                    "most_index": other,
                }
            )
    return rows
