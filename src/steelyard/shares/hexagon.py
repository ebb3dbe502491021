"""Three to six classes on a hexagon, recognised equally well: how the number of classes alone moves a metric.

Type 2 distortion of Mullick et al. 2020 (Example 1, Figure 2d to 2f).
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from steelyard.counts.confusion import Confusion
from steelyard.measuring.record import Metric
from steelyard.measuring.registry import metrics
from steelyard.shares.curves import Curves, value_of_class
from steelyard.type_names import Floats

__all__ = ["Draw", "curves", "drawn", "evenly_wrong", "vertices"]

# Printed in the paper: classes at three to six adjacent vertices of a regular hexagon, anticlockwise; an ensemble from
# random to perfect; 60 % correct. Ours: normals of variance 1 at a distance of 10 from the centre and from neighbours.
CLASSES = (3, 4, 5, 6)
PRINTED_SHARE = 0.6
RADIUS = 10.0
POINTS_PER_CLASS = 500
QUALITIES = 41
"""Ensembles from random to perfect; an odd number, so that the printed share is in the middle."""

SEED = 0
"""Of our draws; the paper does not name one."""

ALONG = "share correct"


def vertices(classes: int) -> Floats:
    """Return the centres of the classes: adjacent vertices of a regular hexagon, anticlockwise.

    Parameters
    ----------
    classes
        How many, up to six.

    Examples
    --------
    >>> import steelyard as sy
    >>> sy.shares.hexagon.vertices(3).round(1).tolist()
    [[10.0, 0.0], [5.0, 8.7], [-5.0, 8.7]]
    """
    angles = np.arange(classes) * np.pi / 3
    return RADIUS * np.stack([np.cos(angles), np.sin(angles)], axis=-1)


def evenly_wrong(classes: int, share: float) -> Confusion:
    """Return classes of one size with the same share correct, their errors spread evenly.

    Parameters
    ----------
    classes
        How many.
    share
        Of each class, that is recognised.

    Examples
    --------
    >>> import steelyard as sy
    >>> sy.shares.hexagon.evenly_wrong(3, 0.6).counts.round()
    array([[300., 100., 100.],
           [100., 300., 100.],
           [100., 100., 300.]])
    """
    off = (1 - share) / (classes - 1)
    cells = np.full((classes, classes), off)
    np.fill_diagonal(cells, share)
    return Confusion(cells * POINTS_PER_CLASS)


def shares(classes: int, start: float | None = None) -> Floats:
    """Return shares of correct predictions from random, 1/C, to perfect; the printed 60 % is one of them."""
    first = 1 / classes if start is None else start
    half = QUALITIES // 2 + 1
    until, beyond = np.linspace(first, PRINTED_SHARE, half), np.linspace(PRINTED_SHARE, 1.0, half)
    return np.concatenate([until, beyond[1:]])


@dataclass(frozen=True, slots=True, eq=False)
class Draw:
    """Points of all six classes, and what disturbs their scores; made by `drawn`.

    Attributes
    ----------
    points
        Of shape (6, 500, 2).
    noise
        Of the six scores of each point, of shape (6, 500, 6).
    """

    points: Floats
    noise: Floats

    def confusion(self, classes: int, quality: float) -> Confusion:
        """Count what an ensemble of one linear score per class gets right.

        A point belongs to the class whose score is highest: quality times its projection on the class's centre, plus
        noise for the rest. At 0 the ensemble guesses, at 1 it is perfect.
        """
        centres = vertices(classes) / RADIUS
        scores = quality * self.points[:classes] @ centres.T
        scores = scores + (1 - quality) * RADIUS * self.noise[:classes, :, :classes]
        predicted = scores.argmax(axis=-1)
        return Confusion(np.stack([np.bincount(row, minlength=classes) for row in predicted]))


def drawn(seed: int = SEED) -> Draw:
    """Draw the points and the noise; the same seed gives the same.

    Parameters
    ----------
    seed
        Of the random numbers.

    Examples
    --------
    >>> import steelyard as sy
    >>> sy.shares.hexagon.drawn().confusion(3, 1.0).counts.tolist()
    [[500, 0, 0], [0, 500, 0], [0, 0, 500]]
    """
    random = np.random.default_rng(seed)
    most, items = max(CLASSES), POINTS_PER_CLASS
    points = random.normal(vertices(most)[:, None, :], 1.0, (most, items, 2))
    return Draw(points, random.normal(size=(most, items, most)))


def curves(
    metric: str | Metric = "one_point_auroc_ova", draw: Draw | None = None, start: float | None = None
) -> Curves:
    """Return a metric over the share of correct predictions for each number of classes; a rate is the first class's.

    Parameters
    ----------
    metric
        Any metric; the paper shows AUROC-OVA.
    draw
        Points to classify instead of classes that are evenly wrong.
    start
        Where the shares begin; if not given, at 1/C.

    Examples
    --------
    >>> import steelyard as sy
    >>> area = sy.shares.hexagon.curves("one_point_auroc_ova")
    >>> [round(area.at(classes, 0.6), 2) for classes in (3, 4, 5, 6)]
    [0.7, 0.73, 0.75, 0.76]
    """
    chosen_metric = metric if isinstance(metric, Metric) else metrics[metric]
    x, values = [], []
    for classes in CLASSES:
        if draw is None:
            at = shares(classes, start)
            made = [evenly_wrong(classes, float(share)) for share in at]
        else:
            made = [draw.confusion(classes, float(q)) for q in np.linspace(0, 1, QUALITIES)]
            at = np.array([float(cm.correct.sum() / cm.total) for cm in made])
        stack = Confusion(np.stack([cm.counts for cm in made]), axes={"quality": range(len(made))})
        x.append(at)
        values.append(value_of_class(chosen_metric, chosen_metric(stack, undefined="exclude"), 0))
    return Curves(chosen_metric, ALONG, np.stack(x), "classes", CLASSES, np.stack(values))
