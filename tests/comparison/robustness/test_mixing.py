"""Whether walks have forgotten their starts: known answers, made by hand."""

import numpy as np
import pytest

from steelyard.comparison.robustness.walks import WALKS, Mixing


def verdict(points, quantities, chunk=37):
    mixing = Mixing(points)
    for start in range(0, points, chunk):
        mixing.add(quantities[start : start + chunk])
    return mixing.mixed


def test_independent_points_are_mixed():
    for seed in range(20):
        assert verdict(400, np.random.default_rng(seed).standard_exponential((400, WALKS, 30)))


def test_walks_that_stay_apart_are_not(rng):
    quantities = rng.standard_normal((400, WALKS, 30))
    quantities[:, :, 7] += 0.3 * rng.standard_normal(WALKS)
    assert not verdict(400, quantities)


def test_walks_that_drift_together_are_not(rng):
    """Their means agree with each other all the time, so that no spread between them sees it."""
    quantities = rng.standard_normal((400, WALKS, 30))
    quantities[:, :, 7] += np.linspace(0.1, 0, 400)[:, None]
    assert not verdict(400, quantities)


@pytest.mark.parametrize("fixed", [0.0, 0.3, 1 / 3])
def test_what_does_not_move_tells_nothing(rng, fixed):
    quantities = rng.standard_normal((400, WALKS, 2))
    quantities[:, :, 1] = fixed * (1 + 1e-15 * rng.standard_normal((400, WALKS)))
    assert verdict(400, quantities)
