"""Type 2 distortion (Figure 2d to 2f): three to six classes on a hexagon, an ensemble from random to perfect."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from steelyard.counts.confusion import Confusion
from steelyard.measuring.record import Metric
from steelyard.measuring.registry import metrics
from steelyard.shares.distortion.made_up import settings
from steelyard.shares.distortion.made_up.curves import Curves, value_of_class
from steelyard.type_names import Floats

ALONG = "share correct"


def vertices(classes: int) -> Floats:
    """Return the centres of the classes: adjacent vertices of a regular hexagon, anticlockwise."""
    angles = np.arange(classes) * np.pi / 3
    return settings.RADIUS * np.stack([np.cos(angles), np.sin(angles)], axis=-1)


def evenly_wrong(classes: int, share: float) -> Confusion:
    """Return classes of one size with the same share correct, their errors spread evenly."""
    off = (1 - share) / (classes - 1)
    cells = np.full((classes, classes), off)
    np.fill_diagonal(cells, share)
    return Confusion(cells * settings.POINTS_PER_CLASS)


def shares(classes: int, start: float | None = None) -> Floats:
    """Return shares of correct predictions from random, 1/C, to perfect; the printed 60 % is one of them."""
    first = 1 / classes if start is None else start
    half = settings.QUALITIES // 2 + 1
    until, beyond = np.linspace(first, settings.PRINTED_SHARE, half), np.linspace(settings.PRINTED_SHARE, 1.0, half)
    return np.concatenate([until, beyond[1:]])


@dataclass(frozen=True, slots=True, eq=False)
class Draw:
    """Points of all six classes, of shape (6, 500, 2), and the noise of the six scores of each, (6, 500, 6)."""

    points: Floats
    noise: Floats

    def confusion(self, classes: int, quality: float) -> Confusion:
        """Count what an ensemble of one linear score per class gets right.

        A point belongs to the class whose score is highest: quality times its projection on the class's centre, plus
        noise for the rest. At 0 the ensemble guesses, at 1 it is perfect.
        """
        centres = vertices(classes) / settings.RADIUS
        scores = quality * self.points[:classes] @ centres.T
        scores = scores + (1 - quality) * settings.RADIUS * self.noise[:classes, :, :classes]
        predicted = scores.argmax(axis=-1)
        return Confusion(np.stack([np.bincount(row, minlength=classes) for row in predicted]))


def drawn(seed: int = settings.SEED) -> Draw:
    """Draw the points and the noise."""
    random = np.random.default_rng(seed)
    most, items = max(settings.CLASSES), settings.POINTS_PER_CLASS
    points = random.normal(vertices(most)[:, None, :], 1.0, (most, items, 2))
    return Draw(points, random.normal(size=(most, items, most)))


def curves(metric: str | Metric = "auroc_ova", draw: Draw | None = None, start: float | None = None) -> Curves:
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
    >>> from steelyard.shares.distortion.made_up.hexagon import curves
    >>> [round(curves().at(classes, 0.6), 2) for classes in (3, 4, 5, 6)]
    [0.7, 0.73, 0.75, 0.76]
    """
    chosen_metric = metric if isinstance(metric, Metric) else metrics[metric]
    x, values = [], []
    for classes in settings.CLASSES:
        if draw is None:
            at = shares(classes, start)
            made = [evenly_wrong(classes, float(share)) for share in at]
        else:
            made = [draw.confusion(classes, float(q)) for q in np.linspace(0, 1, settings.QUALITIES)]
            at = np.array([float(cm.correct.sum() / cm.total) for cm in made])
        stack = Confusion(np.stack([cm.counts for cm in made]), axes={"quality": range(len(made))})
        x.append(at)
        values.append(value_of_class(chosen_metric, chosen_metric(stack, undefined="exclude"), 0))
    return Curves(chosen_metric, ALONG, np.stack(x), "classes", settings.CLASSES, np.stack(values))


def common_start() -> float:
    """Return the least share that all numbers of classes have: that of a random guess among the fewest."""
    return 1 / min(settings.CLASSES)
