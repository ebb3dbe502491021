"""What items did not show: samples in which nothing varies, losses that hardly any sample has, few items that tell."""

import numpy as np
import pytest
from scipy.stats import t as student

import steelyard as sy
from steelyard.scores.certainty import implied_sums, implied_variance

RANKINGS = ["roc_auc", "average_precision"]


def differences(truth, models, metrics, **given):
    return sy.scores.compare(truth, models, metrics=metrics, **given).differences


def logits(rng, items, rare):
    """Return truth and probabilities of classes that hardly overlap."""
    truth = rng.random(items) < rare
    z = np.where(truth, rng.normal(3, 2, items), rng.normal(-7, 1.5, items))
    return truth, 1 / (1 + np.exp(-z))


# Differences in which nothing varies.


@pytest.mark.parametrize("other", [np.full(1100, 0.09), np.r_[np.full(100, 0.1), np.full(1000, 0.8)]])
def test_a_perfect_ranking_is_better_than_a_constant_and_than_a_reversed_one(other):
    truth = np.arange(1100) < 100
    models = {"perfect": np.where(truth, 0.8, 0.1), "other": other}
    for each in differences(truth, models, [*RANKINGS, "log_loss", "brier"], positive=True):
        assert each.better == "perfect"
        assert each.low < each.difference < each.high or each.high == each.difference == 1
        assert each.low > 0 or each.high < 0


def test_of_three_classes_a_perfect_ranking_is_better_than_a_constant():
    truth = np.repeat([0, 1, 2], [20, 50, 100])
    perfect = 0.7 * np.eye(3)[truth] + 0.1
    for each in differences(truth, {"a": perfect, "b": np.full((170, 3), 1 / 3)}, ["roc_auc", "roc_auc_ovo"]):
        assert each.better == "a"
        assert 0 < each.low < 0.5 < each.high


@pytest.mark.parametrize("name", RANKINGS)
def test_two_perfect_rankings_are_no_surer_apart_than_each_alone(name):
    rng = np.random.default_rng(0)
    truth = np.arange(43) < 3
    models = {model: truth + 0.5 * rng.random(43) for model in "ab"}
    (each,) = differences(truth, models, [name], positive=True, form="ranks")
    alone = sy.scores.evaluate(truth, models["a"], positive=True, form="ranks", metrics=name)[name]
    assert (each.difference, each.p_value, each.better) == (0, 1, None)
    assert each.high == -each.low
    assert each.high == pytest.approx(np.sqrt(2) * (1 - alone.low), rel=1e-6)


def test_what_cannot_differ_has_no_width():
    rng = np.random.default_rng(1)
    truth, scores = rng.random(50) < 0.5, rng.random(50)
    for each in differences(truth, {"a": scores, "b": scores}, [*RANKINGS, "log_loss"], positive=True):
        assert (each.difference, each.low, each.high, each.p_value) == (0, 0, 0, 1)
    area, loss = differences(truth, {"a": scores, "b": scores**2}, ["roc_auc", "log_loss"], positive=True)
    assert (area.low, area.high, area.p_value) == (0, 0, 1)  # the same order
    assert loss.low < loss.difference < loss.high


def test_a_difference_of_rankings_varies_no_less_than_one_item_would_make_it():
    """Of 10 positives one is placed apart; the interval reckons with another one, as if the models had other items."""
    truth = np.arange(210) < 10
    scores = np.r_[np.linspace(0.6, 1.0, 10), np.linspace(0.0, 0.7, 200)]
    other = scores.copy()
    other[0] -= 0.01
    (each,) = differences(truth, {"a": scores, "b": other}, ["roc_auc"], positive=True)
    alone = sy.scores.evaluate(truth, {"a": scores, "b": other}, positive=True, metrics="roc_auc")["roc_auc"]
    reach = [max(one.value - one.low, one.high - one.value) / student.ppf(0.975, 14) for one in alone.values()]
    assert each.high - each.low >= 2 * student.ppf(0.975, 9) * np.sqrt(sum(np.square(reach)) / 10) - 1e-12


# Few items that tell.


@pytest.mark.parametrize("items", range(2, 12))
@pytest.mark.parametrize("other", [0.1, 0.6])
def test_nothing_proves_more_than_its_items(items, other):
    truth = np.arange(items) % 2 == 0
    right = np.where(truth, 0.9, 0.1)
    models = {"a": right, "b": np.where(truth, other, 1 - other)}
    for each in differences(truth, models, ["log_loss", "brier"], positive=True):
        assert each.low < each.difference < each.high or (each.metric == "brier" and each.low == -1)
        assert each.p_value >= 2.0 ** (1 - items) * (1 - 1e-9)
        assert (each.low <= 0 <= each.high) == (each.p_value >= 0.05)
        assert each.better is None or items >= 6


@pytest.mark.parametrize("positives", range(2, 9))
@pytest.mark.parametrize("importance", [None, "uniform"])
def test_a_ranking_is_told_by_the_fewer_items(positives, importance):
    truth = np.arange(positives + 500) < positives
    right = np.where(truth, 0.9, 0.1)
    positive = True if importance is None else None
    columns = {model: np.stack([1 - p, p], axis=1) for model, p in (("a", right), ("b", 1 - right))}
    (each,) = differences(truth, columns, ["roc_auc"], positive=positive, importance=importance, labels=[False, True])
    assert each.p_value >= 2.0 ** (1 - positives) * (1 - 1e-9)
    assert (each.better == "a") == (positives >= 6)
    assert (each.low <= 0) == (positives < 6)
    if positives == 6:
        assert each.p_value == pytest.approx(2.0**-5)


def test_rounding_is_no_evidence():
    """The losses of all items differ by the same, but for the last digit."""
    for items in (2, 4, 6):
        truth = np.arange(items) % 2 == 0
        models = {"a": np.where(truth, 0.9, 0.1), "b": np.where(truth, 0.1, 0.9)}
        for each in differences(truth, models, ["log_loss", "brier"], positive=True):
            assert each.p_value > 0.01


# One value.


def test_losses_that_are_all_alike_do_not_tell_that_they_must_be():
    truth = np.arange(24) % 2 == 0
    for each in sy.scores.evaluate(
        truth, np.where(truth, 0.9, 0.1), positive=True, metrics=["log_loss", "brier"]
    ).values:
        assert each.low < each.value / 2
        assert each.high > each.value * 2
    (one,) = sy.scores.evaluate(["p"], [[0.9, 0.1]], labels=["p", "n"], metrics="log_loss").values
    assert np.isnan([one.low, one.high]).all()
    (coin,) = sy.scores.evaluate(truth, np.full(24, 0.5), positive=True, metrics="brier").values
    assert np.isnan([coin.low, coin.high]).all()  # neither seen nor expected to vary


@pytest.mark.parametrize("name", ["log_loss", "brier", "ranked_probability_score"])
@pytest.mark.parametrize("classes", [2, 4])
def test_what_probabilities_imply_by_its_definition(name, classes):
    rng = np.random.default_rng(classes)
    given, weights = rng.dirichlet(np.ones(classes), 30), rng.random(30)
    body = sy.scores.metrics[name].body
    loss = np.stack([body(given, np.full(30, k)) for k in range(classes)], axis=1)
    share = weights[:, None] * given / weights.sum()
    known = (share * (loss - (share * loss).sum()) ** 2).sum() * (weights**2).sum() / weights.sum() ** 2
    sums = implied_sums(lambda k: loss[:, k], given, weights)
    assert implied_variance(sums, (weights**2).sum(), weights.sum()) == pytest.approx(known, rel=1e-9)


def test_an_interval_of_losses_reckons_with_what_probabilities_imply():
    """Nobody was wrong, so that the sample hardly varies; by their own probabilities, one in ten would be."""
    rng = np.random.default_rng(5)
    truth = np.arange(60) % 3 == 0
    p = np.where(truth, 1 - 0.2 * rng.random(60), 0.2 * rng.random(60))
    told = sy.scores.evaluate(truth, p, positive=True, metrics="log_loss")["log_loss"]
    losses = -np.log(np.where(truth, p, 1 - p))
    expected = (p * np.log(p) ** 2 + (1 - p) * np.log1p(-p) ** 2).mean() / 60
    seen = losses.var(ddof=1) / 60
    wide = np.log(told.high / told.low) / 2 * told.value
    assert wide > 1.2 * student.ppf(0.975, 59) * np.sqrt(seen)
    assert wide < student.ppf(0.975, 20) * np.sqrt(expected)  # it counts as one item, not as all


def test_ordinary_losses_are_as_sure_as_their_items_say():
    rng = np.random.default_rng(6)
    truth = rng.random(2000) < 0.3
    p = 1 / (1 + np.exp(-rng.normal(2 * truth - 1.5, 1)))
    told = sy.scores.evaluate(truth, p, positive=True, metrics="log_loss")["log_loss"]
    losses = -np.log(np.where(truth, p, 1 - p))
    assert np.log(told.high / told.low) / 2 * told.value == pytest.approx(1.96 * losses.std() / np.sqrt(2000), rel=0.01)


@pytest.mark.parametrize("seed", range(10))
def test_losses_in_bins_are_as_sure_as_those_of_items(seed):
    """Where a few items make most of a loss, and where what was not seen would."""
    rng = np.random.default_rng(seed)
    truth, p = logits(rng, 1000, 0.02)
    weights = rng.random(1000) if seed % 2 else None
    given = {"positive": True, "metrics": ["log_loss", "brier", "log_loss at importance"], "weights": weights}
    exact, told = (sy.scores.evaluate(truth, p, **given, **bins).values for bins in ({}, {"bins": 100}))
    for one, other in zip(exact, told, strict=True):
        np.testing.assert_allclose([one.value, one.low, one.high], [other.value, other.low, other.high], rtol=1e-8)


def test_of_very_many_items_some_tell_what_probabilities_imply(monkeypatch):
    """Twenty classes of a million items would take many seconds; proportions are those of every n-th item."""
    rng = np.random.default_rng(5)
    given = rng.dirichlet(np.ones(4), 6000)
    truth = rng.integers(0, 4, 6000)
    asked = {"intervals": None, "metrics": ["brier", "log_loss", "ranked_probability_score"]}
    every = sy.scores.evaluate(truth, given, **asked)
    monkeypatch.setattr("steelyard.scores.certainty.MOST_CELLS_IMPLIED", 6000 * 16 // 5)
    some = sy.scores.evaluate(truth, given, **asked)
    for name in asked["metrics"]:
        assert some[name].value == every[name].value
        assert (some[name].low, some[name].high) == pytest.approx((every[name].low, every[name].high), rel=0.01)
    sure = np.eye(4)[truth] * 0.96 + 0.01  # nothing varies, so that what is implied decides
    every = sy.scores.evaluate(truth, sure, weights=rng.random(6000) + 0.5, metrics="log_loss")["log_loss"]
    assert every.high > every.value > every.low


def test_what_both_models_rule_out_implies_nothing_of_their_difference():
    """Infinite less infinite was a warning."""
    truth = [0, 1] * 20
    one, other = np.tile([[0.9, 0.1], [0.3, 0.7]], (20, 1)), np.tile([[0.8, 0.2], [0.4, 0.6]], (20, 1))
    one[0], other[0] = [1, 0], [1, 0]
    result = sy.scores.compare(truth, {"one": one, "other": other}, metrics="log_loss")["log_loss"]
    assert result.low < result.difference < result.high
