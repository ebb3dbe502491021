"""What draws of a difference say: counted directly, and turned back into the interval they come from."""

import math

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from steelyard.comparison.evidence import chances, p_value, standing
from steelyard.intervals.interval import Draws

METHODS = ["bootstrap", "percentile", "bca", "bayes"]


def skewed(rng, truth, size=20_000):
    """Draws that are biased and skewed, as those of a metric near its end are."""
    return Draws.of(truth + rng.gamma(6.0, 0.4, size) - 2.2, truth, acceleration=0.06)


@pytest.mark.parametrize("method", METHODS)
@pytest.mark.parametrize("truth", [-1.5, -0.6, 0.1, 0.9, 1.6])
def test_the_interval_at_one_less_p_ends_at_0(rng, method, truth):
    draws = skewed(rng, truth)
    p = p_value(draws, method)
    low, high = draws.ends(method, 1 - p)
    assert min(abs(low), abs(high)) < 0.02 * draws.spread


@pytest.mark.parametrize("method", METHODS)
def test_p_is_below_the_level_exactly_when_the_interval_leaves_0_out(rng, method):
    for truth in np.linspace(-2, 2.5, 60):
        draws = skewed(rng, truth, 2_000)
        p = p_value(draws, method)
        low, high = draws.ends(method, 0.95)
        if abs(p - 0.05) > 0.002:  # between two draws, either may be said
            assert (p < 0.05) == (not low <= 0 <= high)


def test_plain_draws_are_counted_on_both_sides(rng):
    draws = Draws.of(rng.normal(0.8, 1.0, 5_000), 0.8)
    below = (draws.values < 0).mean()
    assert p_value(draws, "percentile") == pytest.approx(2 * below, abs=2e-4)


def test_where_no_draw_is_beyond_0_the_normal_tail_goes_on(rng):
    draws = Draws.of(rng.normal(6.0, 1.0, 1_000), 6.0)
    z = draws.values.mean() / draws.values.std()
    assert p_value(draws, "percentile") == pytest.approx(math.erfc(z / math.sqrt(2)), rel=1e-9)


def test_draws_that_are_all_alike_are_throws_of_a_coin():
    same = Draws.of(np.full(999, 0.25), 0.25)
    assert p_value(same, "bootstrap", fewest=1) == 1.0
    assert p_value(same, "bootstrap", fewest=5) == 2 / 2**5
    assert p_value(same, "bootstrap", fewest=500) == 1 / 1_000, "no more than the draws can tell"
    assert p_value(Draws.of(np.zeros(999), 0.0), "bootstrap", fewest=500) == 1.0
    nearly = Draws.of(np.array([0.3, 0.1 + 0.2] * 500), 0.3)
    assert p_value(nearly, "bootstrap", fewest=5) == 2 / 2**5, "rounding does not vary"


def test_without_draws_nothing_is_said():
    none = Draws.of(np.full(10, np.nan), np.nan)
    assert math.isnan(p_value(none, "bootstrap"))
    assert all(map(math.isnan, chances(none, "bootstrap", 1, 0.0)))


@given(st.lists(st.integers(-5, 5), min_size=300, max_size=400), st.integers(0, 4), st.sampled_from([1, -1]))
def test_chances_are_counted_one_by_one(values, rope, sign):
    """Draws at the edge of the rope, as ties without one, count half."""
    values = [*values, *range(-5, 6), *([-6] * 12), *([6] * 12)]
    a, b, within = chances(Draws.of(np.array(values, dtype=float), 0.0), "percentile", sign, float(rope))
    leads = [sign * value for value in values]
    above = sum(lead > rope for lead in leads) + sum(lead == rope for lead in leads) / 2
    below = sum(lead < -rope for lead in leads) + sum(lead == -rope for lead in leads) / 2
    assert (a, b) == pytest.approx((above / len(values), below / len(values)))
    assert a + b + within == pytest.approx(1)


def test_probabilities_and_p_values_say_the_same(rng):
    """Also of skewed draws, of which the acceleration is felt."""
    for method in ("bootstrap", "bca", "percentile"):
        for acceleration in (0.0, 0.1, -0.05):
            draws = Draws.of(rng.gamma(6.0, 0.01, 4000) - 0.02, 0.04, acceleration)
            a, b, _ = chances(draws, method, 1, 0.0)
            assert p_value(draws, method) == pytest.approx(2 * min(a, b))


def test_beyond_the_draws_the_normal_tail_goes_on(rng):
    draws = Draws.of(rng.normal(0.06, 0.01, 2000), 0.06)
    a, b, _ = chances(draws, "bootstrap", 1, 0.0)
    assert 0 < b < 1e-7
    assert a == pytest.approx(1)
    assert p_value(draws, "bootstrap") == pytest.approx(2 * b)


def test_ties_stay_ties_when_draws_are_moved():
    values = np.repeat([0.0, 0.125], [600, 400])
    draws = Draws.of(values, 0.0125)
    assert abs(draws.bias) > 0.01
    moved = standing(draws, "bootstrap")
    assert (moved.values == 0).sum() == 600
    assert moved.values.max() == pytest.approx(0.125 - 2 * draws.bias)
    assert chances(draws, "bootstrap", 1, 0.0) == (pytest.approx(0.7), pytest.approx(0.3), 0.0)
    assert standing(draws, "percentile") is draws
