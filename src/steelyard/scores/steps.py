"""What every threshold makes of scores: what an item costs or gains there, and rates as step functions of it."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np

from steelyard.decisions.threshold import unrounded
from steelyard.scores.slopes import Ranking
from steelyard.scores.table import Scores
from steelyard.type_names import Floats


def at_even_shares(positive: Floats, share: float) -> Floats:
    """Return probabilities of the positive class as they would be if both classes were equally frequent.

    Weights w and shares π decide for the positive class where p ≥ (w₀/π₀) / (w₀/π₀ + w₁/π₁); in these
    probabilities that threshold is w₀ itself.
    """
    for_it, against = positive / share, (1 - positive) / (1 - share)
    return np.asarray(for_it / (for_it + against))


def threshold_of(weight: Any, share: float) -> Any:
    """Return the threshold on the probabilities of the positive class that its weight fixes at its share.

    Examples
    --------
    >>> round(threshold_of(0.9, 0.1), 3), threshold_of(0.5, 0.1), threshold_of(0.3, 0.3)
    (0.012, 0.1, 0.5)
    """
    against, for_it = (1 - weight) * share, weight * (1 - share)
    return unrounded(against / (against + for_it))


# What each item costs or gains, taken for positive or not, at a threshold t.


def costs(taken: Any, positive: Any, t: Any) -> Floats:
    """Return t for a false alarm, 1 − t for a missed positive, else 0: t is then the threshold that costs least."""
    return np.asarray(np.where(positive, (1 - t) * ~taken, t * taken))


def benefits(taken: Any, positive: Any, t: Any) -> Floats:
    """Return 1 for a true positive, −t / (1 − t) for a false alarm, else 0 (Vickers & Elkin 2006)."""
    return np.asarray(np.where(positive, 1.0, -t / (1 - t)) * taken)


@dataclass(frozen=True, eq=False)
class Steps:
    """The rule "positive if the probability is at least t", for every t.

    Attributes
    ----------
    thresholds
        The probabilities that occur, falling.
    recall, false_rate
        The share of the positive items, and of the others, at or above each of them.
    share
        The share of the positive class.

    Examples
    --------
    >>> import steelyard as sy
    >>> given = sy.scores.Scores.of([0, 0, 1, 1], [0.1, 0.4, 0.35, 0.8], positive=1)
    >>> steps = Steps.of(given, "model", 1)
    >>> steps.thresholds.tolist(), steps.recall.tolist(), steps.false_rate.tolist()
    ([0.8, 0.4, 0.35, 0.1], [0.5, 0.5, 1.0, 1.0], [0.0, 0.5, 0.5, 1.0])
    """

    thresholds: Floats
    recall: Floats
    false_rate: Floats
    share: float

    @classmethod
    def of(cls, scores: Scores, model: str, place: int, share: float | None = None) -> Steps:
        """Sort one model's column of a class; `share` is that of the class, as counted if not given."""
        column = scores.columns[model][:, place]
        ranked = Ranking(column, scores.truth == place, scores.item_weights)
        first = np.flatnonzero(np.diff(ranked.step, prepend=-1))
        counted = float(scores.support[place] / scores.support.sum())
        recall, false = (np.cumsum(each) / each.sum() for each in (ranked.found, ranked.false))
        return cls(column[ranked.order][first], recall, false, counted if share is None else share)

    def precision(self) -> Floats:
        """Return the precision at each threshold that occurs, at these class shares; NaN where no item has weight."""
        right, wrong = self.share * self.recall, (1 - self.share) * self.false_rate
        with np.errstate(invalid="ignore"):
            return np.asarray(right / (right + wrong))

    def least_weighted_error(self, weight: Any) -> Floats:
        """Return the error of both classes by their weights, at the best threshold for each.

        `weight` is that of the positive class. It is the lower envelope of Drummond & Holte (2006), who call the
        weight probability-cost.
        """
        w = np.asarray(weight, dtype=np.float64)[:, None]
        corners = _hull(np.append(0.0, self.false_rate), np.append(0.0, self.recall))
        return np.asarray((w * (1 - corners[1]) + (1 - w) * corners[0]).min(axis=1))


def _hull(false: Floats, recall: Floats) -> Floats:
    """Return the corners of the ROC curve's convex hull, at which alone a threshold can be the best."""
    corners: list[tuple[float, float]] = []
    for x, y in zip(false.tolist(), recall.tolist(), strict=True):
        while len(corners) > 1:
            (a, b), (c, d) = corners[-2:]
            if (d - b) * (x - a) > (y - b) * (c - a):
                break
            corners.pop()
        corners.append((x, y))
    return np.array(corners).T
