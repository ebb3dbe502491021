"""Distances of single classes put together: against Newcombe's published intervals, normal and gamma quantiles."""

import math
from dataclasses import dataclass

import numpy as np
import pytest
from scipy import stats

from steelyard.intervals.interval import FARTHEST, Combined, DrawnParts, JoinedParts, ShapedParts, decisive

LEVELS = (0.5, 0.8, 0.9, 0.95, 0.99, 0.999)


def wilson(hits, items, level):
    """One end of Wilson's score interval, below the share for small levels and above it for large ones."""
    z = stats.norm.ppf(level)
    share = hits / items
    middle, reach = share + z**2 / (2 * items), z * math.sqrt(share * (1 - share) / items + z**2 / (4 * items**2))
    return (middle + reach) / (1 + z**2 / items)


@dataclass(frozen=True)
class WilsonParts:
    """How far each of two shares moves their difference, by Wilson's ends."""

    first: tuple[int, int]
    second: tuple[int, int]

    def quantiles(self, level):
        (x, m), (y, n) = self.first, self.second
        return np.array([wilson(x, m, level) - x / m, y / n - wilson(y, n, 1 - level)])


@pytest.mark.parametrize(
    ("first", "second", "low", "high"),
    [
        ((56, 70), (48, 80), 0.0524, 0.3339),
        ((9, 10), (3, 10), 0.1705, 0.8090),
        ((6, 7), (2, 7), 0.0582, 0.8062),
        ((5, 56), (0, 29), -0.0381, 0.1926),
        ((0, 10), (0, 20), -0.1611, 0.2775),
        ((0, 10), (0, 10), -0.2775, 0.2775),
        ((10, 10), (0, 20), 0.6791, 1.0000),
        ((10, 10), (0, 10), 0.6075, 1.0000),
    ],
)
def test_squares_of_distances_add_up_as_in_newcombe_1998(first, second, low, high):
    """Newcombe, Statistics in Medicine 17, 1998, Table II, method 10: what Zou and Donner 2008 made general."""
    value = first[0] / first[1] - second[0] / second[1]
    found = Combined(value, WilsonParts(first, second), bounds=(-1, 1)).ends(0.95)
    assert found == pytest.approx((low, high), abs=5e-5)


def drawn(rng, spreads, draws=200_000):
    return DrawnParts(np.sort(rng.normal(0, 1, (len(spreads), draws)) * np.asarray(spreads)[:, None], axis=1))


def test_independent_normal_errors_add_up_by_their_squares(rng):
    found = Combined(0.4, drawn(rng, [0.03, 0.04]))
    for level in (0.8, 0.95, 0.99):
        reach = 0.05 * stats.norm.ppf((1 + level) / 2)
        assert found.ends(level) == pytest.approx((0.4 - reach, 0.4 + reach), abs=0.002)
    assert found.spread == pytest.approx(0.05, rel=0.02)


def test_one_class_alone_has_the_interval_of_its_draws(rng):
    moves = np.sort(rng.exponential(1, 100_000) - 1)[None]
    found = Combined(2.0, DrawnParts(moves)).ends(0.9)
    assert found == pytest.approx((1 - math.log(0.95), 1 - math.log(0.05)), abs=0.05), "skewed as it is"


@pytest.mark.parametrize("level", [1e-4, 1e-6, 1e-9])
def test_beyond_what_draws_show_the_normal_tail_goes_on(rng, level):
    found = drawn(rng, [1.0], 2_000)
    assert found.quantiles(level)[0] == pytest.approx(stats.norm.ppf(level), rel=0.1)
    assert found.quantiles(1 - level)[0] == pytest.approx(stats.norm.ppf(1 - level), rel=0.1)


@pytest.mark.parametrize("skewness", [0.0, 0.1, 0.5, 1.0, -0.5, -1.0])
@pytest.mark.parametrize("level", [0.005, 0.025, 0.5, 0.975, 0.995])
def test_shaped_parts_are_those_of_a_gamma_variable(skewness, level):
    """Wilson and Hilferty's cube root against SciPy's Pearson III, a shifted gamma of the same three moments."""
    (found,) = ShapedParts(np.array([0.2]), np.array([0.1]), np.array([skewness])).quantiles(level)
    assert found == pytest.approx(0.2 + 0.1 * stats.pearson3(skewness).ppf(level), abs=0.002)


def some(rng):
    """Combined numbers of every kind of part, some far from 0, some near, some skewed, some with a bias."""
    for estimate in (0.0, 0.01, -0.03, 0.3):
        normal = DrawnParts(np.sort(rng.normal(0.003, 0.02, (3, 1_000)), axis=1))
        skewed = DrawnParts(np.sort(0.02 * (rng.exponential(1, (2, 1_000)) - 1), axis=1))
        shaped = ShapedParts(np.array([0.001, -0.002]), np.array([0.01, 0.02]), np.array([0.5, -2.0]))
        for parts in (normal, skewed, shaped, JoinedParts((normal, shaped))):
            yield Combined(estimate, parts, bounds=(-1, 1))


def test_a_probability_below_a_tail_is_an_interval_that_leaves_the_value_out(rng):
    for combined in some(rng):
        for value in (-0.1, -0.02, 0.0, 0.004, 0.05):
            below = combined.below(value)
            for level in LEVELS:
                tail = (1 - level) / 2
                if abs(below - tail) > 1e-9 and abs(1 - below - tail) > 1e-9:
                    low, high = combined.ends(level)
                    assert (min(below, 1 - below) < tail) == (not low <= value <= high), (combined, value, level)


def test_probabilities_rise_with_the_value_and_intervals_with_the_level(rng):
    for combined in some(rng):
        below = [combined.below(value) for value in np.linspace(-0.3, 0.5, 60)]
        assert below == sorted(below)
        assert all(FARTHEST <= each <= 1 - FARTHEST for each in below)
        lows, highs = zip(*(combined.ends(level) for level in LEVELS), strict=True)
        assert list(lows) == sorted(lows, reverse=True)
        assert list(highs) == sorted(highs)
        assert all(low <= combined.estimate <= high for low, high in zip(lows, highs, strict=True))


def test_the_number_turned_round_has_all_turned_round(rng):
    for combined in some(rng):
        flipped = combined.flipped()
        low, high = combined.ends(0.95)
        assert flipped.ends(0.95) == pytest.approx((-high, -low), abs=1e-12)
        assert flipped.below(0.02) == pytest.approx(1 - combined.below(-0.02), abs=1e-9)
        assert flipped.spread == pytest.approx(combined.spread)
        assert decisive(flipped.parts) == (decisive(combined.parts)[0], pytest.approx(decisive(combined.parts)[1]))


def test_a_bias_moves_the_interval_by_the_least_and_the_most_it_may_be(rng):
    parts = drawn(rng, [0.05], 2_000)
    plain, moved = Combined(0.5, parts), Combined(0.5, parts, bias=(-0.01, -0.02))
    assert moved.ends(0.95)[0] == pytest.approx(plain.ends(0.95)[0] + 0.01)
    assert moved.ends(0.95)[1] == pytest.approx(plain.ends(0.95)[1] + 0.02)
    assert moved.spread == pytest.approx(plain.spread), "a bias is no spread"
    assert Combined(0.5, parts, bias=(0.5, 1.0)).ends(0.95)[1] == 0.5, "the number itself stays inside"
    assert Combined(0.5, parts, bias=(-1.0, -0.5)).ends(0.95)[0] == 0.5


def test_an_interval_ends_where_the_metric_does(rng):
    parts = drawn(rng, [0.05], 2_000)
    assert Combined(0.98, parts, bounds=(0.9, 1)).ends(0.95) == (0.9, 1)
    assert Combined(1 + 2e-16, parts, bounds=(0.9, 1)).ends(0.95)[1] == 1 + 2e-16, "rounding is no bound"


def test_the_class_that_decides_carries_most_of_the_squares(rng):
    assert decisive(drawn(rng, [0.01, 0.03, 0.0])) == (1, pytest.approx(0.9, abs=0.01))
    assert decisive(DrawnParts(np.zeros((2, 100))))[1] == 0


def test_an_interval_reaches_no_less_far_than_items_drawn_anew(rng):
    near, far = drawn(rng, [0.01] * 16, 20_000), drawn(rng, [0.1], 20_000)
    assert Combined(0.5, near, far).ends(0.95) == pytest.approx((0.304, 0.696), abs=0.005)
    assert Combined(0.5, drawn(rng, [0.05] * 2), drawn(rng, [0.05])).ends(0.95) == pytest.approx(
        (0.361, 0.639), abs=0.003
    )
    at_most = Combined(0.5, drawn(rng, [0.01, 0.02], 20_000), far).ends(0.95)
    assert at_most == pytest.approx((0.441, 0.559), abs=0.003), "no farther than the classes at their ends"
    assert Combined(0.5, drawn(rng, [0.01], 20_000), far).ends(0.95) == pytest.approx((0.304, 0.696), abs=0.005)
    skewed = DrawnParts(np.sort(rng.exponential(0.05, (1, 20_000)), axis=1))
    low, high = Combined(0.5, near, skewed).ends(0.95)
    assert high == pytest.approx(0.5 - 0.05 * math.log(0.025), abs=0.01), "to this side alone"
    assert low == Combined(0.5, near).ends(0.95)[0]
    assert Combined(0.5, near, skewed).flipped().ends(0.95) == pytest.approx((-high, -low))


def test_what_is_told_upwards_may_be_other_draws(rng):
    down, up = drawn(rng, [0.01], 20_000), drawn(rng, [0.05], 20_000)
    both = Combined(0.0, DrawnParts(down.moves, up.moves))
    assert both.ends(0.95) == pytest.approx((-0.0196, 0.098), abs=0.002)
    assert both.flipped().ends(0.95) == pytest.approx((-0.098, 0.0196), abs=0.002)


def test_cumulants_of_independent_parts_add_up():
    """Three gamma variables of the same scale are one."""
    shapes, scale = np.array([1.0, 2.5, 4.0]), 0.1
    one = ShapedParts.of_cumulants(*(np.array([c * shapes.sum() * scale**k]) for k, c in ((1, 0), (2, 1), (3, 2))))
    expected = stats.gamma(7.5, scale=scale).ppf([0.025, 0.975]) - 0.75
    assert [one.quantiles(level)[0] for level in (0.025, 0.975)] == pytest.approx(expected, abs=0.003)
