"""The lecture's four pictures as plain numbers: three means over all pairs of rates, and the Gaussian data."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from steelyard import Confusion, metrics
from steelyard_papers.reproductions.lmu import gaussian, inputs
from steelyard_papers.type_names import Floats

STEPS = 100
"""Values of each rate, from 0.01 to 1."""


@dataclass(frozen=True, slots=True, eq=False)
class Combination:
    """A measure for all combinations of the two rates that it combines.

    Attributes
    ----------
    title, first, second
        What the measure and the two rates are called.
    rates
        The values of each rate.
    values
        The measure, of shape (second rate, first rate).
    """

    title: str
    first: str
    second: str
    rates: Floats
    values: Floats


@dataclass(frozen=True, slots=True, eq=False)
class Paradox:
    """The example of the accuracy paradox: the points of both classes, and the rectangle in which f2 says +."""

    positives: Floats
    negatives: Floats
    rectangle: tuple[tuple[float, float], tuple[float, float]]


def combinations() -> tuple[Combination, Combination, Combination]:
    """Return the F1 score and the G score over precision and recall, and BAC over the two classes' recalls.

    Examples
    --------
    >>> from steelyard_papers.reproductions.lmu.figures import combinations
    >>> [round(float(each.values[79, 19]), 2) for each in combinations()]  # of .2 and .8
    [0.32, 0.4, 0.5]
    """
    rates = np.arange(1, STEPS + 1) / STEPS
    a, b = np.meshgrid(rates, rates)
    # So many counts have precision a and recall b; true negatives do not matter here.
    precise = _matrices(a * b, a * (1 - b), b * (1 - a), np.ones_like(a))
    balanced = _matrices(b, 1 - b, 1 - a, a)
    return (
        Combination("F1 score", "PPV", "TPR", rates, metrics["f"](precise, undefined="nan")[..., 0]),
        Combination("G score", "PPV", "TPR", rates, metrics["g_score"](precise, undefined="nan")[..., 0]),
        Combination("BAC", "TNR", "TPR", rates, metrics["balanced_accuracy"](balanced, undefined="nan")),
    )


def _matrices(tp: Floats, fn: Floats, fp: Floats, tn: Floats) -> Confusion:
    return Confusion(np.moveaxis(np.array([[tp, fn], [fp, tn]]), (0, 1), (-2, -1)), labels=gaussian.LABELS)


def paradox(seed: int = inputs.SEED) -> Paradox:
    """Return the points of a draw; the lecture's own are not known."""
    return Paradox(*gaussian.items_drawn(seed), inputs.RECTANGLE)
