"""What the audit says of a metric and Condition 1: whether it stays if the classes' shares change and nothing else."""

from __future__ import annotations

from functools import cache

from steelyard import atlas
from steelyard.audits.audit import audit
from steelyard.record import Metric
from steelyard.registry import metrics

FEW, SEVERAL = (2,), (3, 5)
"""Numbers of classes that stand for two and for several."""

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
