"""Two normal classes, a boundary that moves, and a class that is sub-sampled: how class sizes alone move a metric.

Type 1 distortion of Mullick et al. 2020 (Example 1, Figure 2a to 2c).
"""

from __future__ import annotations

import math
from dataclasses import dataclass

import numpy as np

from steelyard.counts.confusion import Confusion
from steelyard.measuring.record import Metric
from steelyard.measuring.registry import metrics
from steelyard.shares.curves import Curves, value_of_class
from steelyard.type_names import Floats

__all__ = ["Draw", "closed_form", "curves", "drawn"]

# Printed in the paper: 5,000 points of each class, and the right one sub-sampled to these ratios.
POINTS = 5000
RRT = (1, 2, 4, 6, 8, 10)

# The means and variances are in a supplement that we do not have. Precision of the right class at RRT r is
# 1/(1 + r·FPR/TPR), so the two values printed at x = 4 say what FPR/TPR is there: .93 (.925 to .935) leaves .0695 to
# .0811, .59 (.585 to .595) leaves .0681 to .0709; together .0695 to .0709. The simplest normals that have it: variance
# 1, and the right class so far off that TPR is 1 at x = 4. Then FPR = 1 − Φ(4 − mean), and a left mean of 2.521 to
# 2.530 meets both numbers. The right mean mirrors the left one about x = 6.5, where each class has 0.2 errors in 5,000.
LEFT_MEAN = 2.525
RIGHT_MEAN = 10.475
BEST_BOUNDARY, WORST_BOUNDARY = 6.5, -1.5
BOUNDARIES = 81
"""Positions of the boundary, 0.1 apart; x = 4 is one of them."""

SEED = 0
"""Of our draws; the paper does not name one."""

LABELS = ("left", "right")
POSITIVE = 1
"""The right class, which is sub-sampled: the minority."""


def boundaries() -> Floats:
    """Return the positions of the boundary, from the best to the worst."""
    return np.round(np.linspace(BEST_BOUNDARY, WORST_BOUNDARY, BOUNDARIES), 9)


def false_positive_rate(x: float) -> float:
    """Return the part of the left class beyond a boundary."""
    return _beyond(x - LEFT_MEAN)


def true_positive_rate(x: float) -> float:
    """Return the part of the right class beyond a boundary."""
    return _beyond(x - RIGHT_MEAN)


def _beyond(z: float) -> float:
    return math.erfc(z / math.sqrt(2)) / 2


def closed_form(rrt: float, x: float) -> Confusion:
    """Return the expected counts: 5,000 items on the left, 5,000/RRT on the right, all beyond x taken for right.

    Parameters
    ----------
    rrt
        How many times as large the left class is.
    x
        Where the boundary is.

    Examples
    --------
    >>> import steelyard as sy
    >>> sy.shares.two_normals.closed_form(10, 4.0).counts.round()
    array([[4649.,  351.],
           [   0.,  500.]])
    """
    minority = POINTS / rrt
    rows = [
        [POINTS * _beyond(LEFT_MEAN - x), POINTS * false_positive_rate(x)],
        [minority * _beyond(RIGHT_MEAN - x), minority * true_positive_rate(x)],
    ]
    return Confusion(rows, labels=LABELS)


@dataclass(frozen=True, slots=True, eq=False)
class Draw:
    """Points of the two classes; made by `drawn`.

    Attributes
    ----------
    left, right
        Of shape (5000, 2); the boundary cuts the first coordinate.
    """

    left: Floats
    right: Floats

    def of_rrt(self, rrt: int) -> Floats:
        """Return the right class sub-sampled to a ratio: the first ones drawn, so that each sample holds the rarer."""
        return self.right[: POINTS // rrt]

    def confusion(self, rrt: int, x: float) -> Confusion:
        """Count what a boundary gets right."""
        rows = []
        for points in (self.left, self.of_rrt(rrt)):
            beyond = int((points[:, 0] > x).sum())
            rows.append([len(points) - beyond, beyond])
        return Confusion(rows, labels=LABELS)


def drawn(seed: int = SEED) -> Draw:
    """Draw the points; the same seed gives the same.

    Parameters
    ----------
    seed
        Of the random numbers.

    Examples
    --------
    >>> import steelyard as sy
    >>> sy.shares.two_normals.drawn().confusion(10, 4.0).counts.tolist()
    [[4650, 350], [0, 500]]
    """
    random = np.random.default_rng(seed)
    left, right = (random.normal((mean, 0.0), 1.0, (POINTS, 2)) for mean in (LEFT_MEAN, RIGHT_MEAN))
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
    >>> import steelyard as sy
    >>> precision = sy.shares.two_normals.curves("precision")
    >>> round(precision.at(1, 4.0), 2), round(precision.at(10, 4.0), 2)
    (0.93, 0.59)
    >>> precision.flat, sy.shares.two_normals.curves("mprecision").flat
    (False, True)
    """
    chosen_metric = metric if isinstance(metric, Metric) else metrics[metric]
    x = boundaries()
    make = closed_form if draw is None else draw.confusion
    values = []
    for rrt in RRT:
        stack = Confusion(np.stack([make(rrt, float(at)).counts for at in x]), labels=LABELS, axes={"x": range(len(x))})
        values.append(value_of_class(chosen_metric, chosen_metric(stack, undefined="exclude"), POSITIVE))
    every = np.broadcast_to(x, (len(RRT), len(x)))
    return Curves(chosen_metric, "boundary", every, "RRT", RRT, np.stack(values))
