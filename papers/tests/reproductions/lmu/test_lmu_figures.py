"""The lecture's pictures as numbers."""

from __future__ import annotations

import math

import numpy as np
import pytest

from steelyard_papers.reproductions.lmu import gaussian
from steelyard_papers.reproductions.lmu.figures import combinations, paradox


def test_three_means_of_two_rates():
    f1, g, bac = combinations()
    assert [(each.title, each.first, each.second) for each in (f1, g, bac)] == [
        ("F1 score", "PPV", "TPR"), ("G score", "PPV", "TPR"), ("BAC", "TNR", "TPR"),
    ]  # fmt: skip
    for i, b in enumerate(f1.rates):
        a = f1.rates
        np.testing.assert_allclose(f1.values[i], 2 * a * b / (a + b), rtol=1e-12)
        np.testing.assert_allclose(g.values[i], np.sqrt(a * b), rtol=1e-12)
        np.testing.assert_allclose(bac.values[i], (a + b) / 2, rtol=1e-12)


def test_f1_and_g_lie_below_the_mean_and_bac_is_it():
    f1, g, bac = (each.values[79, 19] for each in combinations())  # of .2 and .8
    assert (f1, g, bac) == pytest.approx((0.32, 0.4, 0.5))


def test_the_points_are_those_that_are_counted():
    drawn = paradox()
    assert (len(drawn.positives), len(drawn.negatives)) == (25, 1000)
    (left, right), (low, high) = drawn.rectangle
    said = [
        sum(left <= x <= right and low <= y <= high for x, y in points) for points in (drawn.positives, drawn.negatives)
    ]
    assert said == gaussian.drawn().counts[:, 0].tolist()
    assert drawn.positives.std(axis=0) == pytest.approx(math.sqrt(0.1), rel=0.3)
