"""What draws of a difference say: counted directly, and turned back into the interval they come from."""

import math

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from steelyard.comparison.p_values import chances, p_value
from steelyard.intervals.draws import Draws

METHODS = ["percentile", "bca", "bayes"]


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
    assert p_value(same, "percentile", fewest=1) == 1.0
    assert p_value(same, "percentile", fewest=5) == 2 / 2**5
    assert p_value(same, "percentile", fewest=500) == 1 / 1_000, "no more than the draws can tell"
    assert p_value(Draws.of(np.zeros(999), 0.0), "percentile", fewest=500) == 1.0
    nearly = Draws.of(np.array([0.3, 0.1 + 0.2] * 500), 0.3)
    assert p_value(nearly, "percentile", fewest=5) == 2 / 2**5, "rounding does not vary"


def test_without_draws_nothing_is_said():
    none = Draws.of(np.full(10, np.nan), np.nan)
    assert math.isnan(p_value(none, "percentile"))
    assert all(map(math.isnan, chances(np.full(10, np.nan), 1, 0.0)))


@given(st.lists(st.integers(-5, 5), min_size=1, max_size=40), st.integers(0, 4), st.sampled_from([1, -1]))
def test_chances_are_counted_one_by_one(values, rope, sign):
    """Draws at the edge of the rope are within it; without a rope, ties count half for each."""
    a, b, within = chances(np.array([*values, math.nan]), sign, float(rope))
    leads = [sign * value for value in values]
    ties = sum(lead == 0 for lead in leads) / 2 if rope == 0 else 0
    above, below = sum(lead > rope for lead in leads), sum(lead < -rope for lead in leads)
    assert (a, b) == pytest.approx(((above + ties) / len(values), (below + ties) / len(values)))
    assert within == pytest.approx(sum(abs(lead) <= rope for lead in leads) / len(values) if rope else 0)


@pytest.mark.parametrize("found", range(1, 100))
def test_one_item_in_a_hundred_is_at_the_edge_of_a_rope_of_one_in_a_hundred(found):
    """0.95 − 0.94 is more than 0.01 by rounding, 0.29 − 0.28 is less."""
    lead = (found + 1) / 100 - found / 100
    assert chances(np.array([lead, 2 * lead, -lead, -2 * lead]), 1, 0.01) == (0.25, 0.25, 0.5)


def test_draws_are_counted_as_they_are():
    """Neither bias nor skew moves a probability: it is the share of the draws that a reader could count."""
    values = np.repeat([-0.125, 0.0, 0.125], [100, 300, 600])
    assert Draws.of(values, 0.01).bias != 0
    assert chances(values, 1, 0.0) == (pytest.approx(0.75), pytest.approx(0.25), 0.0)
    assert chances(values, -1, 0.0) == (pytest.approx(0.25), pytest.approx(0.75), 0.0)
