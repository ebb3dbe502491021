"""The correlated t-test, against SciPy's t, the formula by hand, and its error rate on correlated folds."""

import json
import math

import numpy as np
import pytest
from scipy import stats

from steelyard.comparison.correlated_t import correlated_t

FOLDS = [0.02, 0.03, -0.01, 0.04, 0.02, 0.05, 0.00, 0.01, 0.03, 0.02]


def test_the_error_is_nadeau_and_bengios():
    found = correlated_t(FOLDS, 0.2)
    assert found.error == pytest.approx(math.sqrt(np.var(FOLDS, ddof=1) * (1 / 10 + 0.2 / 0.8)), rel=1e-13)
    t = stats.t(9, found.mean, found.error)
    assert found.mean == pytest.approx(np.mean(FOLDS), rel=1e-13)
    assert found.degrees == 9
    assert found.p_value == pytest.approx(2 * stats.t.sf(found.mean / found.error, 9), rel=1e-12)
    assert (found.low, found.high) == pytest.approx(t.interval(0.95), rel=1e-9)
    assert correlated_t(FOLDS, 0.2, confidence=0.5).high == pytest.approx(t.ppf(0.75), rel=1e-9)


def test_a_tiny_test_share_leaves_the_plain_t_test():
    plain = stats.ttest_1samp(FOLDS, 0)
    assert correlated_t(FOLDS, 1e-12).p_value == pytest.approx(plain.pvalue, rel=1e-9)


def test_the_posterior_is_students_t_around_the_mean():
    found = correlated_t(FOLDS, 0.1, rope=0.01)
    t = stats.t(9, found.mean, found.error)
    assert found.posterior.a_better == pytest.approx(t.sf(0.01), rel=1e-12)
    assert found.posterior.b_better == pytest.approx(t.cdf(-0.01), rel=1e-12)
    assert found.posterior.equivalent == pytest.approx(t.cdf(0.01) - t.cdf(-0.01), rel=1e-11)
    without = correlated_t(FOLDS, 0.1)
    assert without.posterior.equivalent == 0
    assert without.posterior.b_better == pytest.approx(without.p_value / 2, rel=1e-12)


def test_folds_of_cross_validation_say_their_share():
    assert correlated_t(FOLDS) == correlated_t(FOLDS, 0.1)
    assert correlated_t(FOLDS, runs=2) == correlated_t(FOLDS, 0.2)


def test_undefined_folds_are_left_out_but_were_held_out():
    """The share of a fold that was held out does not grow because the score of another is undefined."""
    found = correlated_t([*FOLDS[:4], np.nan, *FOLDS[4:], np.nan], runs=2)
    assert (found.folds, found.left_out, found.degrees) == (10, 2, 9)
    assert found.error == correlated_t(FOLDS, 2 / 12).error


def test_models_change_places():
    one, other = correlated_t(FOLDS, rope=0.01), correlated_t(np.negative(FOLDS), rope=0.01)
    assert (one.mean, one.low, one.p_value) == (-other.mean, -other.high, other.p_value)
    assert one.posterior.a_better == pytest.approx(other.posterior.b_better, rel=1e-14)
    assert one.posterior.equivalent == pytest.approx(other.posterior.equivalent, rel=1e-14)


@pytest.mark.parametrize(
    ("difference", "rope", "p_value", "posterior"),
    [
        (0.1, 0, 0.25, (1, 0, 0)),
        (-0.1, 0, 0.25, (0, 0, 1)),
        (0.0, 0, 1, (0.5, 0, 0.5)),
        (0.0, 0.05, 1, (0, 1, 0)),
        (0.1, 0.05, 0.25, (1, 0, 0)),
        (-0.1, 0.05, 0.25, (0, 0, 1)),
        (0.1, 0.1, 0.25, (0, 1, 0)),
        (0.1, 0.5, 0.25, (0, 1, 0)),
    ],
)
def test_folds_that_all_say_the_same_leave_no_doubt_and_it_is_said(difference, rope, p_value, posterior):
    found = correlated_t([difference] * 3, rope=rope)
    assert found.constant
    assert found.to_dict()["constant"]
    assert found.p_value == p_value
    assert found.mean == found.low == found.high == difference
    assert (found.posterior.a_better, found.posterior.equivalent, found.posterior.b_better) == posterior


def test_rounding_is_no_spread():
    differences = [0.9 - 0.8, 0.8 - 0.7, 0.5 - 0.4]
    assert len(set(differences)) > 1
    found = correlated_t(differences, rope=0.1)
    assert found.constant
    assert found.posterior.equivalent == 1
    assert not correlated_t([0.1, 0.1, 0.1 + 1e-9]).constant


def test_correlated_folds_give_false_alarms_at_the_stated_rate(rng):
    """Differences with the correlation ρ = 1/k that the posterior assumes: the plain t-test errs far more often."""
    k, trials = 10, 4000
    shared, own = rng.normal(0, math.sqrt(1 / k), (trials, 1)), rng.normal(0, math.sqrt(1 - 1 / k), (trials, k))
    rate = np.mean([correlated_t(row).p_value < 0.05 for row in shared + own])
    assert abs(rate - 0.05) < 4 * math.sqrt(0.05 * 0.95 / trials)
    assert np.mean(stats.ttest_1samp(shared + own, 0, axis=1).pvalue < 0.05) > 0.1


@pytest.mark.parametrize(
    ("settings", "message"),
    [
        ({"test_share": 0}, "test_share= is a share, which lies between 0 and 1, not at 0"),
        ({"test_share": 1.0}, "not at 1.0"),
        ({"test_share": -0.1}, "not at -0.1"),
        ({"test_share": "a tenth"}, "not at 'a tenth'"),
        ({"runs": 0}, "runs must be a whole number of at least 1, not 0"),
        ({"runs": 1.5}, "not 1.5"),
        ({"runs": 3}, "10 folds cannot come from 3 runs of cross-validation"),
        ({"runs": 10}, "at least 2; state test_share"),
        ({"runs": 2, "test_share": 0.2}, "state one of them, not 2 and 0.2"),
        ({"confidence": 1}, "confidence must lie between 0 and 1, such as 0.95, not at 1"),
        ({"confidence": 95.0}, "not at 95.0"),
        ({"confidence": float("nan")}, "not at nan"),
    ],
)
def test_bad_settings_are_refused_in_a_sentence(settings, message):
    with pytest.raises(ValueError, match=message):
        correlated_t(FOLDS, **settings)


def test_it_goes_to_json():
    record = json.loads(json.dumps(correlated_t(FOLDS, rope=0.01).to_dict(), allow_nan=False))
    assert record["test"] == "correlated_t"
    assert set(record["posterior"]) == {"a_better", "equivalent", "b_better", "rope"}
    assert (record["folds"], record["left_out"], record["confidence"]) == (10, 0, 0.95)
