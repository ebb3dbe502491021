"""From draws to the ends of an interval, beside SciPy and the formulas written once more."""

import math

import numpy as np
import pytest
from scipy import stats

import steelyard as sy
from steelyard.intervals.draws import Draws, checked_draws
from steelyard.intervals.interval import Interval, bounds_that_hold, checked_confidence, checked_seed, normal_ends


def bca_by_the_formula(values, estimate, acceleration, confidence):
    """Efron 1987, with SciPy's normal distribution."""
    z0 = stats.norm.ppf((np.sum(values < estimate) + 0.5) / (len(values) + 1))
    z = z0 + stats.norm.ppf([(1 - confidence) / 2, (1 + confidence) / 2])
    return np.quantile(values, stats.norm.cdf(z0 + z / (1 - acceleration * z)))


@pytest.mark.parametrize("acceleration", [0.0, 0.08, -0.05])
def test_bca_is_efrons_formula(rng, acceleration):
    values = rng.gamma(4, size=4000)
    found = Draws.of(values, 3.9, acceleration).ends("bca", 0.9)
    assert found == pytest.approx(bca_by_the_formula(values, 3.9, acceleration, 0.9), rel=1e-12)


def test_percentiles_and_bca_are_those_of_scipy_on_rows(rng):
    """Accuracy is a mean of hits, which SciPy resamples row by row, so that the ends are the same up to one item."""
    cm = sy.Confusion([[70, 5], [8, 17]])
    hits = np.repeat([1.0, 0.0], [87, 13])
    sample = sy.intervals.method.Sample(sy.intervals.units.items_of(cm), [sy.metrics.accuracy], np.ones(2), "exclude")
    for method, ends in [("percentile", "percentile"), ("BCa", "bca")]:
        theirs = stats.bootstrap(
            (hits,), np.mean, n_resamples=20_000, method=method, rng=rng, vectorized=True
        ).confidence_interval
        (found,) = sy.intervals.bootstrap(draws=20_000, ends=ends).of(sample, 0.95)
        assert (found[0].low, found[0].high) == pytest.approx((theirs.low, theirs.high), abs=0.0101)


def test_shifted_ends_are_the_percentiles_less_twice_the_bias(rng):
    values = rng.normal(0.52, 0.05, 5000)
    low, high = Draws.of(values, 0.5).ends("bootstrap", 0.95)
    bias = np.median(values) - 0.5
    assert (low, high) == pytest.approx(np.quantile(values, [0.025, 0.975]) - 2 * bias, abs=1e-12)


def test_ends_stay_within_the_bounds_of_the_metric(rng):
    values = np.minimum(rng.normal(0.96, 0.03, 2000), 1)
    low, high = Draws.of(values, 0.99, bounds=(0, 1)).ends("bootstrap", 0.95)
    assert low < 0.99
    assert high == 1


def test_undefined_draws_are_left_out_and_counted():
    draws = Draws.of(np.array([math.nan, 2.0, 1.0, math.inf]), 1.5)
    assert (draws.undefined, draws.infinite) == (2, 1)
    assert draws.values.tolist() == [1, 2]
    assert draws.spread == 0.5


@pytest.mark.parametrize("method", ["bootstrap", "percentile", "bca", "bayes"])
@pytest.mark.parametrize(("values", "estimate"), [([math.nan] * 5, 0.5), ([], 0.5), ([0.1, 0.2], math.nan)])
def test_no_draws_or_no_value_make_no_interval(method, values, estimate):
    assert np.isnan(Draws.of(np.array(values), estimate).ends(method, 0.95)).all()


@pytest.mark.parametrize("method", ["bootstrap", "percentile", "bca", "bayes"])
def test_draws_that_are_all_alike_make_an_interval_of_no_width(method):
    assert Draws.of(np.full(500, 0.25), 0.25, 0.3).ends(method, 0.95) == (0.25, 0.25)


def test_an_acceleration_without_bounds_reaches_the_end_of_the_draws(rng):
    values = np.sort(rng.normal(size=1000))
    assert Draws.of(values, 0.0, 5.0).ends("bca", 0.95)[1] == values[-1]


def test_the_ends_of_the_delta_method_are_normal_and_within_bounds():
    assert normal_ends(0.5, 0.1, 0.95) == pytest.approx(stats.norm.interval(0.95, 0.5, 0.1))
    assert normal_ends(0.95, 0.1, 0.95, (0, 1))[1] == 1
    assert np.isnan(normal_ends(0.5, math.inf, 0.95)).all()


@pytest.mark.parametrize("confidence", [0, 1, -0.1, 95, True, "0.95", math.nan, None])
def test_a_level_outside_0_and_1_is_refused(confidence):
    with pytest.raises(ValueError, match=r"confidence must lie between 0 and 1, such as 0\.95, not at"):
        checked_confidence(confidence)


@pytest.mark.parametrize("confidence", [0.9999999999999999, 1e-17, np.float32(1e-30)])
def test_a_level_that_no_quantile_belongs_to_is_refused(confidence):
    with pytest.raises(ValueError, match=r"confidence must be farther from 0 and 1 than rounding, such as 0\.95, but"):
        checked_confidence(confidence)


def test_the_nearest_levels_have_quantiles():
    for confidence in (1 - 2**-52, 1e-15):
        assert np.isfinite(normal_ends(0.5, 0.1, checked_confidence(confidence))).all()


def test_bounds_that_a_value_is_beyond_are_none():
    assert bounds_that_hold((0, 1), 0.5, 0.2, 0.9) == (0, 1)
    assert bounds_that_hold((0, 1), 0.5, 0.2, 1.5) == (0, math.inf)
    assert bounds_that_hold((0, 1), -0.5, 0.2) == (-math.inf, 1)
    assert bounds_that_hold((0, 1), 1 + 1e-15) == (0, 1 + 1e-15)  # rounding
    assert normal_ends(1.5, 0.1, 0.95, (0, 1)) == pytest.approx(stats.norm.interval(0.95, 1.5, 0.1))
    values = np.array([0.5, 0.8, 0.9, 1.1])
    assert Draws.of(values, 0.9, bounds=(0, 1)).bounds == (0, math.inf)


def test_few_groups_have_the_ends_of_students_t():
    assert normal_ends(0.5, 0.1, 0.9, degrees=4) == pytest.approx(stats.t.interval(0.9, 4, 0.5, 0.1))


@pytest.mark.parametrize(("low", "high", "bounds", "expected"), [
    (0.9999999999999998, 1.0, (0, 1), True),
    (0.0, 1e-17, (0, 1), True),
    (0.0, 1e-17, (-math.inf, math.inf), False),  # on which scale is unknown
    (1e-20, 2e-20, (-math.inf, math.inf), False),
    (0.5, 0.501, (0, 1), False),
    (math.nan, math.nan, (0, 1), False),
])  # fmt: skip
def test_an_interval_has_no_width_if_its_ends_are_the_same_but_for_rounding(low, high, bounds, expected):
    assert Interval(low, high, 0.95, "delta").has_no_width(bounds) is expected


@pytest.mark.parametrize("draws", [0, 99, -5, 1e4, True, "many"])
def test_too_few_draws_are_refused(draws):
    with pytest.raises(ValueError, match="at least 100 draws"):
        checked_draws(draws)


@pytest.mark.parametrize("seed", [-1, 0.5, True, None])
def test_what_cannot_be_a_seed_is_refused(seed):
    with pytest.raises(ValueError, match="a seed is a whole number"):
        checked_seed(seed)
