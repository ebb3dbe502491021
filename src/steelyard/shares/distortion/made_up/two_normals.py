"""Type 1 distortion (Figure 2a to 2c): two normal classes, a boundary that moves, and a class that is sub-sampled."""

from __future__ import annotations

import math
from dataclasses import dataclass

import numpy as np

from steelyard.counts.confusion import Confusion
from steelyard.measuring.record import Metric
from steelyard.measuring.registry import metrics
from steelyard.shares.distortion.made_up import settings
from steelyard.shares.distortion.made_up.curves import Curves, value_of_class
from steelyard.type_names import Floats

LABELS = ("left", "right")
POSITIVE = 1
"""The right class, which is sub-sampled: the minority."""


def boundaries() -> Floats:
    """Return the positions of the boundary, from the best to the worst."""
    return np.round(np.linspace(settings.BEST_BOUNDARY, settings.WORST_BOUNDARY, settings.BOUNDARIES), 9)


def false_positive_rate(x: float) -> float:
    """Return the part of the left class beyond a boundary."""
    return _beyond(x - settings.LEFT_MEAN)


def true_positive_rate(x: float) -> float:
    """Return the part of the right class beyond a boundary."""
    return _beyond(x - settings.RIGHT_MEAN)


def _beyond(z: float) -> float:
    return math.erfc(z / math.sqrt(2)) / 2


def closed_form(rrt: float, x: float) -> Confusion:
    """Return the expected counts: 5,000 items on the left, 5,000/RRT on the right, all beyond x taken for right."""
    minority = settings.POINTS / rrt
    rows = [
        [settings.POINTS * _beyond(settings.LEFT_MEAN - x), settings.POINTS * false_positive_rate(x)],
        [minority * _beyond(settings.RIGHT_MEAN - x), minority * true_positive_rate(x)],
    ]
    return Confusion(rows, labels=LABELS)


@dataclass(frozen=True, slots=True, eq=False)
class Draw:
    """Points of the two classes, of shape (5000, 2); the boundary cuts the first coordinate."""

    left: Floats
    right: Floats

    def of_rrt(self, rrt: int) -> Floats:
        """Return the right class sub-sampled to a ratio: the first ones drawn, so that each sample holds the rarer."""
        return self.right[: settings.POINTS // rrt]

    def confusion(self, rrt: int, x: float) -> Confusion:
        """Count what a boundary gets right."""
        rows = []
        for points in (self.left, self.of_rrt(rrt)):
            beyond = int((points[:, 0] > x).sum())
            rows.append([len(points) - beyond, beyond])
        return Confusion(rows, labels=LABELS)


def drawn(seed: int = settings.SEED) -> Draw:
    """Draw the points."""
    random = np.random.default_rng(seed)
    left, right = (
        random.normal((mean, 0.0), 1.0, (settings.POINTS, 2)) for mean in (settings.LEFT_MEAN, settings.RIGHT_MEAN)
    )
    return Draw(left, right)


def curves(metric: str | Metric = "precision", draw: Draw | None = None) -> Curves:
    """Return a metric over the boundary for each RRT; a rate is that of the right class.

    Parameters
    ----------
    metric
        Any metric; the paper shows precision.
    draw
        Points to count instead of the closed form.

    Examples
    --------
    >>> from steelyard.shares.distortion.made_up.two_normals import curves
    >>> precision = curves("precision")
    >>> round(precision.at(1, 4.0), 2), round(precision.at(10, 4.0), 2)
    (0.93, 0.59)
    >>> curves("mprecision").flat, curves("precision").flat
    (True, False)
    """
    chosen_metric = metric if isinstance(metric, Metric) else metrics[metric]
    x = boundaries()
    make = closed_form if draw is None else draw.confusion
    values = []
    for rrt in settings.RRT:
        stack = Confusion(np.stack([make(rrt, float(at)).counts for at in x]), labels=LABELS, axes={"x": range(len(x))})
        values.append(value_of_class(chosen_metric, chosen_metric(stack, undefined="exclude"), POSITIVE))
    every = np.broadcast_to(x, (len(settings.RRT), len(x)))
    return Curves(chosen_metric, "boundary", every, "RRT", settings.RRT, np.stack(values))


def standard_error(rrt: float, x: float) -> float:
    """Return the standard error of the precision of a draw, by the delta method."""
    fpr, tpr = false_positive_rate(x), true_positive_rate(x)
    precision = 1 / (1 + rrt * fpr / tpr)
    relative = (1 - fpr) / (fpr * settings.POINTS) + (1 - tpr) * rrt / (tpr * settings.POINTS)
    return precision * (1 - precision) * math.sqrt(relative)
