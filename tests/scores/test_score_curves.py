"""Curves beside scikit-learn, published numbers of dcurves and definitions of a few lines; bands; bad input."""

from fractions import Fraction
from itertools import pairwise

import numpy as np
import pytest
from scipy.stats import beta
from sklearn.calibration import calibration_curve
from sklearn.metrics import brier_score_loss, precision_recall_curve, roc_curve

import steelyard as sy


def problem(seed=0, n=500, share=0.2):
    rng = np.random.default_rng(seed)
    y = rng.random(n) < share
    y[:2] = [True, False]
    p = 1 / (1 + np.exp(-(2 * rng.normal(1.2 * y, 1) - 2.5)))
    return y, np.round(p, 2), rng.integers(1, 4, n).astype(float)


def net_benefit(y, p, t, a):
    """Vickers & Elkin 2006."""
    true, false = a[y & (p >= t)].sum(), a[~y & (p >= t)].sum()
    return true / a.sum() - false / a.sum() * t / (1 - t)


def test_net_benefit_of_family_history_as_dcurves_has_it():
    """105 of 750 have cancer, 24 of them and 91 others a family history (r_dca_famhistory.csv of dcurves, MSKCC)."""
    y = np.repeat([True, True, False, False], [24, 81, 91, 554])
    p = np.repeat([1.0, 0.0, 1.0, 0.0], [24, 81, 91, 554])
    result = sy.scores.curve(y, p, "decision", positive=True)
    at = [round(100 * x) for x in result["model"].x]
    published = {1: 0.030774410774410774, 5: 0.025614035087719297, 10: 0.018518518518518517, 20: 0.0016666666666666635}
    published |= {30: -0.02000000000000001, 50: -0.08933333333333335}
    for t, value in published.items():
        assert result["model"].y[at.index(t)] == pytest.approx(value, abs=1e-14)
    always, never = result.baselines
    assert always.y[at.index(5)] == pytest.approx(0.09473684210526317, abs=1e-14)
    assert always.y[at.index(50)] == pytest.approx(-0.72, abs=1e-14)
    assert set(never.y) == {0.0}


@pytest.mark.parametrize("weighted", [False, True])
def test_net_benefit_by_its_definition(weighted):
    y, p, a = problem()
    a = a if weighted else np.ones(len(y))
    result = sy.scores.curve(y, p, "decision", positive=True, weights=a)
    x = result["model"].x
    assert x == tuple(i / 100 for i in range(100))
    assert result["model"].y == pytest.approx([net_benefit(y, p, t, a) for t in x], abs=1e-12)
    assert result.baselines[0].y == pytest.approx([net_benefit(y, np.ones(len(y)), t, a) for t in x], abs=1e-9)


def test_net_benefit_at_stated_shares_is_that_of_items_drawn_so():
    """Every positive item counted nine times makes the share what is stated."""
    y, p, _ = problem(1, 400)
    a = np.where(y, 9.0, 1.0)
    share = a[y].sum() / a.sum()
    stated = sy.scores.curve(y, p, "decision", positive=True, shares={True: share})
    assert stated["model"].y == pytest.approx([net_benefit(y, p, t, a) for t in stated["model"].x], abs=1e-12)
    assert stated.share == pytest.approx(share)
    assert stated.stated


def test_the_area_under_the_brier_curve_is_the_brier_score():
    y, p, a = problem(2)
    result = sy.scores.curve(y, p, "brier", positive=True, weights=a)
    assert result["model"].area == pytest.approx(brier_score_loss(y, p, sample_weight=a), abs=1e-12)
    assert np.trapezoid(result["model"].y, result["model"].x) == pytest.approx(result["model"].area, abs=2e-3)


def test_cost_curve_and_its_envelope_in_fractions():
    """Drummond & Holte 2006: the error of both classes by their weights; the best of all thresholds below it."""
    y = np.array([1, 1, 1, 1, 0, 0, 0, 0], dtype=bool)
    p = np.array([0.875, 0.75, 0.5, 0.25, 0.75, 0.375, 0.125, 0.0])
    result = sy.scores.curve(y, p, "cost", positive=True)["model"]

    def error(w, t):
        missed, alarmed = Fraction(int((y & (p < t)).sum()), 4), Fraction(int((~y & (p >= t)).sum()), 4)
        return w * missed + (1 - w) * alarmed

    for x, own, best in zip(result.x, result.y, result.best, strict=True):
        w = Fraction(round(100 * x), 100)
        least = min(error(w, t) for t in [*p, 2.0])
        assert best == pytest.approx(float(least), abs=1e-12)
        if w not in (Fraction(1, 4), Fraction(1, 2)):  # there, a score is the threshold up to rounding
            assert own == pytest.approx(float(error(w, float(1 - w))), abs=1e-12)
        assert own >= best - 1e-12


def test_the_area_of_a_cost_curve_is_the_regret_over_all_weights():
    y, p, _ = problem(3)
    curve, regret = sy.scores.curve(y, p, "cost", positive=True), sy.scores.regret(y, p, positive=True)
    assert curve["model"].area == pytest.approx(regret["model"].regret, abs=1e-12)
    assert (curve["model"].area_low, curve["model"].area_high) == (regret["model"].low, regret["model"].high)


def on_the_way(curve, x, y):
    """Whether points lie on a curve of straight lines, along or up."""
    for a, b in zip(x, y, strict=True):
        ends = [(np.array(one), np.array(two)) for one, two in pairwise(curve)]
        distance = min(
            np.linalg.norm(
                one + max(0, min(1, (v - one) @ (two - one) / ((two - one) @ (two - one)))) * (two - one) - v
            )
            for one, two in ends
            for v in [np.array([a, b])]
        )
        if distance > 1e-9:
            return False
    return True


def test_roc_and_precision_recall_as_scikit_learn_has_them():
    y, p, a = problem(4, 120)
    roc = sy.scores.curve(y, p, "roc", positive=True, weights=a)["model"]
    false, recall, _ = roc_curve(y, p, sample_weight=a, drop_intermediate=False)
    assert on_the_way(list(zip(roc.x, roc.y, strict=True)), false, recall)
    assert on_the_way(list(zip(false, recall, strict=True)), roc.x, roc.y)
    pr = sy.scores.curve(y, p, "precision_recall", positive=True, weights=a)["model"]
    precision, recall, _ = precision_recall_curve(y, p, sample_weight=a)
    assert (pr.x[0], pr.y[0]) == (0.0, pr.y[1])
    assert np.diff(pr.x) @ np.array(pr.y[1:]) == pytest.approx(pr.area, abs=1e-12)  # below the steps
    ours = list(zip(pr.x, pr.y, strict=True))
    theirs = list(zip(recall[:-1][::-1], precision[:-1][::-1], strict=True))
    assert on_the_way(ours, *zip(*theirs, strict=True))
    assert on_the_way(theirs, *zip(*ours[1:], strict=True))
    whole = sy.scores.evaluate(y, p, positive=True, weights=a)
    assert roc.area == whole["roc_auc"].value
    assert (pr.area, pr.area_low, pr.area_high) == tuple(
        getattr(whole["average_precision"], name) for name in ("value", "low", "high")
    )


def test_precision_at_stated_shares():
    y, p, _ = problem(5, 200)
    result = sy.scores.curve(y, p, "precision_recall", positive=True, shares={True: 0.01})
    recall, false = y.mean() / y.mean(), 1.0
    assert result["model"].y[-1] == pytest.approx(0.01 * recall / (0.01 * recall + 0.99 * false))
    assert result.baselines[0].y == (0.01, 0.01)


def test_many_corners_are_thinned():
    rng = np.random.default_rng(0)
    y = rng.random(100_000) < 0.5
    result = sy.scores.curve(y, rng.random(100_000), "roc", positive=True)["model"]
    assert len(result.x) <= 2_000
    assert (result.x[0], result.x[-1], result.y[-1]) == (0.0, 1.0, 1.0)
    assert np.trapezoid(result.y, result.x) == pytest.approx(result.area, abs=1e-3)


def test_reliability_without_ties_as_scikit_learn_has_it():
    rng = np.random.default_rng(6)
    p = rng.permutation(np.linspace(0.001, 0.999, 500))
    y = rng.random(500) < p
    result = sy.scores.curve(y, p, "reliability", positive=True)["model"]
    true, given = calibration_curve(y, p, n_bins=10, strategy="quantile")
    assert result.x == pytest.approx(given, abs=1e-12)
    assert result.y == pytest.approx(true, abs=1e-12)
    # Jeffreys' interval by SciPy; it ends in 0 and 1 where nothing or all is true.
    hits = true * 50
    assert result.low == pytest.approx(np.where(hits == 0, 0.0, beta.ppf(0.025, hits + 0.5, 50.5 - hits)), abs=1e-9)
    assert result.high == pytest.approx(np.where(hits == 50, 1.0, beta.ppf(0.975, hits + 0.5, 50.5 - hits)), abs=1e-9)


def test_equal_probabilities_stay_in_one_bin():
    result = sy.scores.curve([1, 0, 1, 0], [0.25, 0.25, 0.25, 0.75], "reliability", positive=1)["model"]
    assert (result.x, result.y) == ((0.25, 0.75), (2 / 3, 0.0))


def test_a_model_of_no_use_is_not_worth_more_than_answering_always_the_same():
    """Twenty random models of scores that say nothing: hardly ever is a stretch found."""
    found = 0
    for seed in range(20):
        rng = np.random.default_rng(seed)
        y, p = rng.random(400) < 0.3, rng.random(400)
        found += bool(sy.scores.curve(y, p, "decision", positive=True)["model"].worth)
    assert found <= 3
    y, p, _ = problem(7, 3000)
    worth = sy.scores.curve(y, p, "decision", positive=True)["model"].worth
    assert any(stretch.low < 0.2 < stretch.high for stretch in worth)


@pytest.mark.slow
@pytest.mark.parametrize(("n", "share"), [(300, 0.3), (2000, 0.05)])
def test_the_band_holds_at_all_thresholds_together(n, share):
    """Of 150 samples, at least 91 % have the whole curve of the population in their band."""
    evidence = np.linspace(-8, 10, 40_001)
    logit = np.log(share / (1 - share))
    inside = 0
    for seed in range(150):
        rng = np.random.default_rng(seed)
        y = rng.random(n) < share
        p = 1 / (1 + np.exp(-(2 * rng.normal(2.0 * y, 1) - 2 + logit)))
        one = sy.scores.curve(y, p, "decision", positive=True, thresholds=(0.01, 0.8))["model"]
        if seed == 0:
            t = np.array(one.x)
            cut = (np.log(t / (1 - t)) + 2 - logit) / 2
            step = evidence[1] - evidence[0]
            density = np.exp(-(evidence**2) / 2) / np.sqrt(2 * np.pi)
            tail = np.cumsum(density[::-1])[::-1] * step
            recall, false = np.interp(cut - 2, evidence, tail), np.interp(cut, evidence, tail)
            true = share * recall - (1 - share) * false * t / (1 - t)
        inside += bool(((np.array(one.low) <= true) & (true <= np.array(one.high))).all())
    assert inside / 150 >= 0.91


def test_one_class_of_three_against_the_others():
    rng = np.random.default_rng(8)
    truth, chances = rng.integers(0, 3, 200), rng.dirichlet(np.ones(3), 200)
    three = sy.scores.curve(truth, chances, "decision", positive=1)["model"]
    two = sy.scores.curve(truth == 1, chances[:, 1], "decision", positive=True)["model"]
    assert (three.x, three.y, three.low) == (two.x, two.y, two.low)


def test_ranks_have_curves_of_ranking():
    result = sy.scores.curve([0, 1, 0, 1], [-3.0, 5.0, 1.0, 2.0], "roc", positive=1, form="ranks")
    assert result["model"].area == 1.0


def test_one_item_of_a_class_has_no_band():
    result = sy.scores.curve([0, 0, 1], [0.1, 0.4, 0.8], "decision", positive=1)["model"]
    assert (result.low, result.high, result.worth) == ((), (), ())
    assert result.y[50] == pytest.approx(1 / 3)


TRUTH, P = ["a", "b", "a", "b"], [0.1, 0.4, 0.6, 0.9]


@pytest.mark.parametrize(
    ("arguments", "told"),
    [
        ({"kind": "rocc", "positive": "b"}, "did you mean 'roc'|kind must be one of"),
        ({"kind": "roc", "positive": "c"}, "there is no class"),
        ({"kind": "roc", "positive": "b", "thresholds": 0.5}, "thresholds= is for the curves"),
        ({"kind": "decision", "positive": "b", "thresholds": (0.5, 1)}, "below 1"),
        ({"kind": "decision", "positive": "b", "form": "ranks"}, "need probabilities"),
        ({"kind": "reliability", "positive": "b", "shares": {"b": 0.1}}, "has no part in it"),
        ({"kind": "reliability", "positive": "b", "bins": 0}, "bins must be"),
    ],
)
def test_bad_input_is_one_sentence(arguments, told):
    with pytest.raises(ValueError, match=told):
        sy.scores.curve(TRUTH, P, **arguments)


def test_bad_input_of_matrices():
    with pytest.raises(ValueError, match="say with positive= which class the curve is of"):
        sy.scores.curve([0, 1, 2], np.full((3, 3), 1 / 3))
    with pytest.raises(ValueError, match="there are none of 'c'"):
        sy.scores.curve(["a", "b"], np.full((2, 3), 1 / 3), labels=["a", "b", "c"], positive="a")
