"""The lecture's Gaussian data: one seeded draw, and the exact distribution of f2's counts."""

from __future__ import annotations

import math

import numpy as np

from steelyard import Confusion, Metric
from steelyard_papers.reproductions.lmu import inputs
from steelyard_papers.type_names import Floats

LABELS = ("+", "-")


def items_drawn(seed: int = inputs.SEED) -> tuple[Floats, Floats]:
    """Draw the points of the positive class and of the negative one."""
    random = np.random.default_rng(seed)
    return (
        random.normal(inputs.POSITIVE_MEAN, math.sqrt(inputs.POSITIVE_VARIANCE), (inputs.POSITIVES, 2)),
        random.normal(inputs.NEGATIVE_MEAN, math.sqrt(inputs.NEGATIVE_VARIANCE), (inputs.NEGATIVES, 2)),
    )


def drawn(seed: int = inputs.SEED) -> Confusion:
    """Draw the items, classify them with f2, and count."""
    items = np.concatenate(items_drawn(seed))
    low, high = np.transpose(inputs.RECTANGLE)
    inside = ((items >= low) & (items <= high)).all(axis=1)
    truth = np.repeat(LABELS, (inputs.POSITIVES, inputs.NEGATIVES))
    return Confusion.from_labels(truth, np.where(inside, *LABELS), labels=LABELS)


def chance_of_hit() -> float:
    """Return the probability that f2 says + to a positive item."""
    return _mass(inputs.POSITIVE_MEAN, inputs.POSITIVE_VARIANCE)


def chance_of_false_alarm() -> float:
    """Return the probability that f2 says + to a negative item."""
    return _mass(inputs.NEGATIVE_MEAN, inputs.NEGATIVE_VARIANCE)


def _mass(mean: tuple[float, float], variance: float) -> float:
    """Return the probability of the rectangle under a Gaussian with independent coordinates of equal variance."""
    scale = math.sqrt(2 * variance)
    return math.prod(
        (math.erf((high - m) / scale) - math.erf((low - m) / scale)) / 2
        for m, (low, high) in zip(mean, inputs.RECTANGLE, strict=True)
    )


class Outcomes:
    """Every matrix that f2 can give, with its probability.

    TP and FP are independent binomials, so the expectation of any metric is a finite sum, over 26 × 1,001 matrices.
    """

    def __init__(self) -> None:
        tp, fp = np.meshgrid(np.arange(inputs.POSITIVES + 1), np.arange(inputs.NEGATIVES + 1), indexing="ij")
        rows = [[tp, inputs.POSITIVES - tp], [fp, inputs.NEGATIVES - fp]]
        self.confusion = Confusion(np.moveaxis(np.array(rows), (0, 1), (-2, -1)), labels=LABELS)
        self.probability = np.outer(
            _binomial(inputs.POSITIVES, chance_of_hit()), _binomial(inputs.NEGATIVES, chance_of_false_alarm())
        )

    def moments(self, values: Floats) -> tuple[float, float]:
        """Return expectation and standard deviation of a value per matrix, where it is defined."""
        p = np.where(np.isnan(values), 0.0, self.probability)
        p /= p.sum()
        x = np.where(np.isnan(values), 0.0, values)
        mean = float((p * x).sum())
        return mean, math.sqrt(float((p * (x - mean) ** 2).sum()))

    def moments_of(self, metric: Metric) -> tuple[float, float]:
        """Return expectation and standard deviation of a metric; of a rate, for the positive class."""
        values = metric(self.confusion, undefined="exclude")
        return self.moments(values[..., 0] if metric.kind == "rate" else values)


def _binomial(n: int, p: float) -> Floats:
    return np.array([math.comb(n, k) * p**k * (1 - p) ** (n - k) for k in range(n + 1)])
