"""Means over items at stated class shares: a weighted mean of class means, whose variance has a closed form."""

import numpy as np
import pytest

import steelyard as sy
from steelyard.scores.measured import measured

SIZES = 400, 90, 30
SHARES = np.array([0.05, 0.05, 0.9])
OF_ITEMS = "log_loss", "brier", "ranked_probability_score", "top_1_recall"


def problem():
    rng = np.random.default_rng(11)
    truth = np.repeat([0, 1, 2], SIZES)
    given = rng.dirichlet([1.0, 1.0, 1.0], len(truth)) + 0.4 * np.eye(3)[truth]
    return truth, given / given.sum(axis=1, keepdims=True)


def losses(name, truth, given):
    """Return what each item has, written down anew."""
    one_hot = np.eye(3)[truth]
    own = (given * one_hot).sum(axis=1)
    return {
        "log_loss": -np.log(own),
        "brier": ((given - one_hot) ** 2).sum(axis=1),
        "ranked_probability_score": ((given - one_hot).cumsum(axis=1) ** 2).sum(axis=1) / 2,
        "top_1_recall": (given.max(axis=1) == own).astype(float),
    }[name]


def spread(result):
    return np.sqrt(result.sample.covariance(result.slopes, result.slopes).sum())


@pytest.mark.parametrize("name", OF_ITEMS)
def test_the_variance_in_closed_form(name):
    """Σ share² s² / n, with s² of each class from one item fewer than it has."""
    truth, given = problem()
    each = [losses(name, truth, given)[truth == k] for k in range(3)]
    result = measured(sy.scores.metrics[name], sy.scores.Scores.of(truth, given), "model", SHARES, SHARES)
    assert result.value == pytest.approx(sum(w * x.mean() for w, x in zip(SHARES, each, strict=True)), abs=1e-12)
    expected = sum(w**2 * x.var(ddof=1) / len(x) for w, x in zip(SHARES, each, strict=True))
    assert spread(result) ** 2 == pytest.approx(expected, rel=1e-10)


@pytest.mark.parametrize("name", OF_ITEMS)
def test_the_interval_as_a_bootstrap_within_classes_has_it(name):
    truth, given = problem()
    each = [losses(name, truth, given)[truth == k] for k in range(3)]
    rng = np.random.default_rng(12)
    drawn = sum(w * rng.choice(x, (4000, len(x))).mean(axis=1) for w, x in zip(SHARES, each, strict=True))
    ours = sy.scores.evaluate(truth, given, shares=SHARES, metrics=name)[name]
    low, high = np.quantile(drawn, [0.025, 0.975])
    assert ours.high - ours.low == pytest.approx(high - low, rel=0.15)  # the smallest class has thirty items
    assert ours.low < ours.value < ours.high


@pytest.mark.parametrize("name", OF_ITEMS)
def test_shares_as_observed_leave_out_only_that_classes_came_at_random(name):
    """The law of total variance: the plain one is that at stated shares, and the variance between class means."""
    truth, given = problem()
    items, n = losses(name, truth, given), len(truth)
    scores, shares = sy.scores.Scores.of(truth, given), np.array(SIZES) / n
    plain, stated = (measured(sy.scores.metrics[name], scores, "model", shares, at) for at in (None, shares))
    between = sum(s * (items[truth == k].mean() - items.mean()) ** 2 for k, s in enumerate(shares)) / n
    assert stated.value == pytest.approx(plain.value, abs=1e-12)
    assert spread(plain) ** 2 == pytest.approx(spread(stated) ** 2 + between, rel=1e-9)
    ends = [each.interval(0.95) for each in (plain, stated)]
    assert ends[1][1] - ends[1][0] == pytest.approx(ends[0][1] - ends[0][0], rel=0.2)


def test_a_rare_class_at_a_tiny_share_has_a_narrow_interval():
    """Intervals of .002–2.000 and of infinite width were given, as slopes were by other weights than the items'."""
    rng = np.random.default_rng(0)
    fraud = np.arange(2000) < 100
    p = 1 / (1 + np.exp(-(2 * rng.normal(2.0 * fraud, 1.0) - 5)))
    names = ["brier", "log_loss"]
    result = sy.scores.evaluate(
        np.where(fraud, "fraud", "ok"), p, positive="fraud", shares={"fraud": 0.005}, metrics=names
    )
    for name in names:
        assert result[name].value / 1.5 < result[name].low < result[name].high < result[name].value * 1.5


def test_given_weights_scale_the_slopes_away():
    truth, given = problem()
    one, ten = (
        sy.scores.evaluate(truth, given, shares=SHARES, metrics="brier", weights=np.full(len(truth), w))["brier"]
        for w in (1.0, 10.0)
    )
    assert (ten.value, ten.low, ten.high) == pytest.approx((one.value, one.low, one.high), rel=1e-12)


def test_a_comparison_at_shares_is_of_paired_items():
    truth, given = problem()
    other = (given + 0.2) / 1.6
    items = losses("brier", truth, given) - losses("brier", truth, other)
    result = sy.scores.compare(truth, {"a": given, "b": other}, shares=SHARES, metrics="brier")["brier"]
    each = [items[truth == k] for k in range(3)]
    assert result.difference == pytest.approx(sum(w * x.mean() for w, x in zip(SHARES, each, strict=True)), abs=1e-12)
    sigma = np.sqrt(sum(w**2 * x.var(ddof=1) / len(x) for w, x in zip(SHARES, each, strict=True)))
    assert (result.high - result.low) / 2 == pytest.approx(1.96 * sigma, rel=0.06)  # Student's t, not the normal
