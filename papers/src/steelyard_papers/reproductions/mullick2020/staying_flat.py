"""Which metrics of the catalogue stay flat where precision and AUROC-OVA are distorted."""

from __future__ import annotations

from dataclasses import dataclass

from steelyard import Metric, metrics
from steelyard.shares import hexagon, two_normals

RANDOM = 1 / 3
"""Share correct of a guess among three classes, the fewest: all numbers of classes have it."""


@dataclass(frozen=True, slots=True)
class Flatness:
    """Whether a metric's curves of Figure 2 fall together: over RRT (2c), and over the number of classes (2f)."""

    metric: Metric
    over_rrt: bool
    over_classes: bool


def flatness() -> tuple[Flatness, ...]:
    """Return it for every metric; a rate is that of the right class in 2c, of the first class in 2f.

    Figure 2 has two classes in 2c, and classes of one size with evenly spread errors in 2f: a metric that stays flat
    there may move elsewhere, but one that moves there moves.

    Examples
    --------
    >>> from steelyard_papers.reproductions.mullick2020.staying_flat import flatness
    >>> found = {one.metric.id: (one.over_rrt, one.over_classes) for one in flatness()}
    >>> found["precision"], found["one_point_auroc_ova"], found["balanced_accuracy"]
    ((False, True), (True, False), (True, True))
    """
    return tuple(
        Flatness(
            metric,
            two_normals.curves(metric).flat,
            hexagon.curves(metric, start=RANDOM).flat,
        )
        for metric in metrics.values()
    )
