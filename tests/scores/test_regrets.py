"""Regret over open importance: identities in fractions, beside dcurves and numeric integration, and bad input."""

from fractions import Fraction
from itertools import pairwise

import numpy as np
import pytest
from hypothesis import given as drawn
from hypothesis import strategies as st
from scipy.integrate import quad
from scipy.stats import beta as beta_density
from scipy.stats import norm

import steelyard as sy
from steelyard.scores.certainty import Sample
from steelyard.scores.decision_costs import clipped_losses, open_decisions
from steelyard.scores.steps import Means, at_even_shares


def problem(seed, n=400):
    rng = np.random.default_rng(seed)
    rare = rng.random(n) < 0.3
    evidence = rng.normal(1.5 * rare, 1)
    good = 1 / (1 + np.exp(-(1.5 * evidence - 1.97)))
    worse = 1 / (1 + np.exp(-(1.5 * (evidence + rng.normal(0, 1.5, n)) - 1.5)))
    return np.where(rare, "bad", "good"), {"a": good, "b": worse}


def cost(positive, p, t):
    """What deciding by a threshold costs per item: 1 − t of a missed positive, t of a false alarm."""
    return ((1 - t) * (positive & (p < t)).sum() + t * (~positive & (p >= t)).sum()) / len(p)


def test_the_area_under_the_brier_curve_is_the_brier_score_in_fractions():
    """Counts and scores are halves of halves, so that all floats are exact."""
    rng = np.random.default_rng(1)
    truth = np.repeat([0, 1], 8)
    p = rng.integers(0, 17, 16) / 16
    ends = sorted({Fraction(0), Fraction(1), *map(Fraction, p.tolist())})
    # Between two scores the curve is a straight line: its area is the width times the middle.
    area = sum(
        (high - low) * 2 * Fraction(cost(truth == 1, p, float((low + high) / 2))) for low, high in pairwise(ends)
    )
    brier = sum((Fraction(each) - int(y)) ** 2 for each, y in zip(p.tolist(), truth, strict=True)) / 16
    assert area == brier
    assert 2 * Fraction(sy.scores.regret(truth, p, thresholds=(0, 1), positive=1)["model"].regret) == brier


@pytest.mark.parametrize("ends", [(0.0, 1.0), (0.1, 0.35), (0.6, 0.601)])
def test_the_clipped_brier_score_is_the_integral_of_the_cost(ends):
    truth, scores = problem(3, 60)
    result = sy.scores.regret(truth, scores, thresholds=ends, positive="bad")
    for model, p in scores.items():
        at = np.linspace(*ends, 20_001)
        middle = (at[1:] + at[:-1]) / 2
        mean = np.mean([cost(truth == "bad", p, t) for t in middle])
        assert result[model].regret == pytest.approx(mean, abs=5e-5)


@pytest.mark.parametrize("beta", [(2, 2), (1, 3), (0.7, 5)])
def test_a_beta_density_as_by_quadrature(beta):
    low, high = 0.1, 0.8
    mass = beta_density.cdf(high, *beta) - beta_density.cdf(low, *beta)
    for p in (0.05, 0.3, 0.9):
        cut = min(max(p, low), high)
        missed = quad(lambda t: (1 - t) * beta_density.pdf(t, *beta), cut, high)[0] / mass
        alarmed = quad(lambda t: t * beta_density.pdf(t, *beta), low, cut)[0] / mass
        ours = clipped_losses(np.full(2, p), np.array([True, False]), low, high, beta)
        assert ours == pytest.approx([missed, alarmed], abs=1e-9)


def test_beta_of_ones_is_even():
    p, y = np.linspace(0, 1, 9), np.arange(9) % 2 == 1
    assert clipped_losses(p, y, 0.2, 0.7) == pytest.approx(clipped_losses(p, y, 0.2, 0.7, (1 + 1e-12, 1)), abs=1e-9)


def test_over_all_weights_it_is_the_brier_score_of_even_classes():
    truth, scores = problem(5)
    y = truth == "bad"
    q = at_even_shares(scores["a"], y.mean())
    expected = (((1 - q[y]) ** 2).mean() + (q[~y] ** 2).mean()) / 2
    assert sy.scores.regret(truth, scores, positive="bad")["a"].regret == pytest.approx(expected, abs=1e-12)


def test_an_order_is_half_of_the_weights_and_the_rule_is_that_of_the_issue():
    truth, scores = problem(6)
    result = sy.scores.regret(truth, {"a": np.stack([scores["a"], 1 - scores["a"]], axis=1)}, "good < bad")
    assert (result.positive, result.low, result.high) == ("bad", 0.5, 1.0)
    y, w1 = truth == "bad", 0.8
    share = y.mean()
    t = ((1 - w1) / (1 - share)) / ((1 - w1) / (1 - share) + w1 / share)
    yes = scores["a"] >= t
    error = w1 * (~yes[y]).mean() + (1 - w1) * yes[~y].mean()
    point = sy.scores.regret(truth, scores, {"bad": 0.8, "good": 0.2}, positive="bad")
    assert point["a"].regret == pytest.approx(error, abs=1e-12)


@pytest.mark.parametrize(
    "options", [{}, {"thresholds": (0.1, 0.6)}, {"thresholds": (0.1, 0.6), "shares": {"bad": 0.1}}]
)
def test_differences_at_places_vary_as_each_does_by_its_slopes(options):
    """From cells of items and their sums, beside the slopes of all items, which `compare` uses."""
    truth, scores = problem(8)
    item = np.random.default_rng(0).integers(1, 4, len(truth)).astype(float)
    given = sy.scores.Scores.of(truth, scores, positive="bad", weights=item)
    asked = open_decisions(given, None, options.get("thresholds"), "bad", options.get("shares"), (1, 1), 1000, 0)
    places = np.array([0.3, 0.5])
    means = asked.differences(("a", "b"), places)
    y = truth == "bad"
    for i, at in enumerate(places):
        share = item[y].sum() / item.sum()
        t = at if "thresholds" in options else (1 - at) / (1 - share) / ((1 - at) / (1 - share) + at / share)
        unit = np.array([1 - at, at]) if "thresholds" in options else 2 * np.array([at, 1 - at])
        first, second = (np.where(y, unit[0] * (p < t), unit[1] * (p >= t)) for p in scores.values())
        d, sizes = first - second, np.array([y.sum(), (~y).sum()])
        if options == {"thresholds": (0.1, 0.6)}:
            value = (item * d).sum() / item.sum()
            slopes, each = (d - value) / item.sum(), np.full(2, 1 / item.sum())
        else:
            parts = np.array([0.1, 0.9]) if "shares" in options else np.array([0.5, 0.5])
            means_of = np.array([(item * d)[own].sum() / item[own].sum() for own in (y, ~y)])
            value, each = parts @ means_of, parts / np.array([item[y].sum(), item[~y].sum()])
            slopes = np.where(y, each[0] * (d - means_of[0]), each[1] * (d - means_of[1]))
        sample = Sample(np.where(y, 0, 1), item, sizes)
        squares = np.array([(item[y] ** 2).mean(), (item[~y] ** 2).mean()])
        variance = sample.covariance(slopes, slopes).sum() + (each**2 * squares * unit**2).sum()
        assert means.values[i] == pytest.approx(value, abs=1e-12)
        assert means.covariance[i, i] == pytest.approx(variance, rel=1e-9)


def test_a_band_of_independent_places_is_that_of_sidak():
    """Of normal values that do not depend on each other, (1 − 0.05)^(1/5) of each makes 0.95 of all."""
    means = Means(np.zeros(5), np.eye(5), 1e9, np.zeros(5, dtype=bool))
    assert means.reach_of_all(0.95) == pytest.approx(norm.ppf((1 + 0.95**0.2) / 2), abs=0.05)
    alike = Means(np.zeros(5), np.ones((5, 5)), 1e9, np.zeros(5, dtype=bool))
    assert alike.reach_of_all(0.95) == pytest.approx(norm.ppf(0.975), abs=0.05)
    assert alike.reach_of_each(0.95) == pytest.approx(norm.ppf(0.975), abs=1e-4)


@pytest.mark.parametrize("thresholds", [0.01, (0.0099, 0.0101)])
def test_a_class_that_was_not_seen_to_be_missed_shows_nothing(thresholds):
    """One item in a hundred is positive; 20 of 2000 are put aside, and none of them is: chance does so in 4 of 5."""
    truth = np.arange(2000) % 100 == 0
    aside = np.zeros(2000, dtype=bool)
    aside[1:1000:50] = True
    models = {"a": np.where(aside, 0.0, 0.5), "b": np.full(2000, 0.5)}
    (difference,) = sy.scores.regret(truth, models, thresholds=thresholds, positive=True).differences
    assert difference.difference == pytest.approx(-20 * 0.01 / 2000, abs=1e-12)
    assert (difference.everywhere, difference.better) == (None, None)
    # One more positive item that is missed, of 2000, would cost 0.99.
    assert difference.high == pytest.approx(difference.difference + 2 * 0.99 / 2000, rel=0.1)


def test_one_threshold_is_the_cost_weighted_error_in_fractions():
    truth, p = [1, 1, 1, 0, 0, 0, 0, 0], [0.9, 0.5, 0.25, 0.75, 0.5, 0.25, 0.25, 0.0]
    for t in (0.25, 0.5, 0.625, 1.0):
        cut = Fraction(t)
        missed, alarmed = (
            sum(y == kind and (each >= t) == wrong for y, each in zip(truth, p, strict=True))
            for kind, wrong in ((1, False), (0, True))
        )
        assert Fraction(sy.scores.regret(truth, p, thresholds=t, positive=1)["model"].regret) == (
            (1 - cut) * missed + cut * alarmed
        ) / len(p)


def test_three_classes_by_draws_tend_to_two_when_one_is_alone():
    truth, scores = problem(9)
    result = sy.scores.regret(truth, scores, positive="bad")
    p = scores["a"]
    third = np.append(truth, ["none"] * 3)
    matrix = np.concatenate([np.stack([p, 1 - p, 0 * p], 1), np.tile([0.0, 0.0, 1.0], (3, 1))])
    three = sy.scores.regret(third, matrix, labels=["bad", "good", "none"], importance="none=0", samples=4000)
    assert three["model"].regret == pytest.approx(result["a"].regret, abs=0.01)
    assert three.samples == 4000


def test_the_better_model_is_told_and_a_model_beside_itself_is_not():
    truth, scores = problem(10, 4000)
    result = sy.scores.regret(truth, scores, "bad=0.4..0.6", positive="bad")
    assert result.differences[0].everywhere == "a"
    assert result.verdict.startswith("For every importance that you allow, a decides better than b")
    same = sy.scores.regret(truth, {"a": scores["a"], "b": scores["a"]}, positive="bad")
    assert same.differences[0].everywhere is None
    assert "a and b are not told apart" in same.verdict


def test_it_turns():
    """One model knows the low probabilities, the other the high ones."""
    rng = np.random.default_rng(4)
    p = rng.random(20_000)
    y = rng.random(20_000) < p
    low = np.where(p < 0.5, p, 0.5 + 0.5 * rng.random(20_000))
    high = np.where(p > 0.5, p, 0.5 * rng.random(20_000))
    result = sy.scores.regret(y, {"low": low, "high": high}, thresholds=(0, 1), positive=True)
    first, second = result.differences[0].stretches[0], result.differences[0].stretches[-1]
    assert (first.better, second.better) == ("low", "high")
    assert first.high < 0.5 < second.low
    assert result.verdict.startswith("Which decides better depends on what matters: low decides better at thresholds")


@drawn(st.lists(st.tuples(st.booleans(), st.floats(0, 1)), min_size=1, max_size=20), st.floats(0, 1), st.floats(0, 1))
def test_bounds(items, one, other):
    truth = [True, False, *(y for y, _ in items)]
    p = [0.5, 0.5, *(each for _, each in items)]
    low, high = sorted((one, other))
    result = sy.scores.regret(truth, p, thresholds=(low, high), positive=True)
    assert 0 <= result["model"].regret <= max(high, 1 - low) + 1e-9
    assert result.to_json()


TRUTH, P = ["a", "b", "a", "b"], [0.1, 0.4, 0.6, 0.9]


@pytest.mark.parametrize(
    ("arguments", "told"),
    [
        ({"thresholds": (0.6, 0.2), "positive": "b"}, "the lower first"),
        ({"thresholds": (0.2, 1.6), "positive": "b"}, "between 0 and 1"),
        ({"thresholds": "x", "positive": "b"}, r"thresholds must be \(low, high\)"),
        ({"thresholds": 0.5, "importance": "a > b", "positive": "b"}, "give one of"),
        ({"positive": "c"}, "there is no class"),
        ({"positive": "b", "beta": (0, 1)}, "beta must be two numbers"),
        ({"positive": "b", "form": "ranks"}, "need probabilities"),
        ({"positive": "b", "importance": "a > b; b=0.7"}, "lower what was said"),
    ],
)
def test_bad_input_is_one_sentence(arguments, told):
    with pytest.raises(ValueError, match=told):
        sy.scores.regret(TRUTH, P, **arguments)


def test_bad_input_of_matrices():
    with pytest.raises(ValueError, match="logits"):
        sy.scores.regret(TRUTH, [3.0, -1.0, 0.2, 5.0], positive="b")
    with pytest.raises(ValueError, match="thresholds= is for two classes"):
        sy.scores.regret(["a", "b", "c"], np.full((3, 3), 1 / 3), thresholds=0.5)
    with pytest.raises(ValueError, match="say with positive="):
        sy.scores.regret(TRUTH, np.stack([P, 1 - np.array(P)], 1), thresholds=0.5)
    with pytest.raises(ValueError, match="there are none of 'c'"):
        sy.scores.regret(["a", "b"], np.full((2, 3), 1 / 3), labels=["a", "b", "c"])


@pytest.mark.parametrize("shares", [None, {"bad": 0.05, "good": 0.95}])
@pytest.mark.parametrize("positive", ["bad", "good"])
def test_the_threshold_of_a_weight_is_where_its_decisions_turn(positive, shares):
    """Regret with one weight is the weighted error of answering the class from the threshold on."""
    truth, models = problem(8)
    bad = {model: p if positive == "bad" else 1 - p for model, p in models.items()}
    result = sy.scores.regret(truth, bad, {"bad": 0.7, "good": 0.3}, positive=positive, shares=shares)
    weight = {"bad": 0.7, "good": 0.3}
    for model, p in bad.items():
        taken, own = p >= result.threshold, truth == positive
        w = weight[positive]
        wanted = w * (own & ~taken).sum() / own.sum() + (1 - w) * (~own & taken).sum() / (~own).sum()
        assert result[model].regret == pytest.approx(wanted, abs=1e-12)
