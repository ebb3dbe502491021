"""What every threshold makes of scores: rates, net benefit and cost as step functions of it, from one sort."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np

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
    >>> steps.net_benefit(0.2).item(), steps.cost(0.2).item()
    (0.4375, 0.05)
    """

    thresholds: Floats
    recall: Floats
    false_rate: Floats
    share: float

    @classmethod
    def of(cls, scores: Scores, model: str, place: int, share: float | None = None) -> Steps:
        """Sort one model's column of a class; `share` is that of the class, as counted if not given."""
        column = scores.columns[model][:, place]
        ranked = Ranking.of(column, scores.truth == place, scores.item_weights)
        first = np.flatnonzero(np.diff(ranked.step, prepend=-1))
        counted = float(scores.support[place] / scores.support.sum())
        recall, false = (np.cumsum(each) / each.sum() for each in (ranked.found, ranked.false))
        return cls(column[ranked.order][first], recall, false, counted if share is None else share)

    def rates(self, threshold: Any) -> tuple[Floats, Floats]:
        """Return the recall of the positive class and the share of the others that are taken for it."""
        taken = np.searchsorted(-self.thresholds, -np.asarray(threshold, dtype=np.float64), side="right")
        return np.append(0.0, self.recall)[taken], np.append(0.0, self.false_rate)[taken]

    def precision(self) -> Floats:
        """Return the precision at each threshold that occurs, at these class shares; NaN where no item has weight."""
        right, wrong = self.share * self.recall, (1 - self.share) * self.false_rate
        with np.errstate(invalid="ignore"):
            return np.asarray(right / (right + wrong))

    def net_benefit(self, threshold: Any) -> Floats:
        """Return what deciding is worth, in true positives per item (Vickers & Elkin 2006): TP/n − FP/n · t/(1 − t)."""
        t = np.asarray(threshold, dtype=np.float64)
        recall, false = self.rates(t)
        return np.asarray(self.share * recall - (1 - self.share) * false * t / (1 - t))

    def cost(self, threshold: Any) -> Floats:
        """Return what deciding costs per item if a false alarm costs t and a missed positive 1 − t.

        Twice of it over t is the Brier curve (Hernández-Orallo, Flach & Ferri 2011), whose area is the Brier score.
        """
        t = np.asarray(threshold, dtype=np.float64)
        recall, false = self.rates(t)
        return np.asarray((1 - t) * self.share * (1 - recall) + t * (1 - self.share) * false)

    def weighted_error(self, weight: Any) -> Floats:
        """Return the normalised expected cost of Drummond & Holte (2006): the error of both classes by their weights.

        `weight` is that of the positive class, their probability-cost; items are decided by the threshold that it and
        the class shares fix.
        """
        w = np.asarray(weight, dtype=np.float64)
        against, in_favour = (1 - w) / (1 - self.share), w / self.share
        recall, false = self.rates(against / (against + in_favour))
        return np.asarray(w * (1 - recall) + (1 - w) * false)

    def least_weighted_error(self, weight: Any) -> Floats:
        """Return the same at the best threshold for each weight: the lower envelope, their cost curve."""
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
