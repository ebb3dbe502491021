"""Can probabilities be believed: the parts of the Brier score, and calibration errors, written down anew."""

import numpy as np
import pytest
from sklearn.isotonic import IsotonicRegression

import steelyard as sy

CLOSE = 1e-12
PARTS = ["brier_miscalibration", "brier_discrimination", "brier_uncertainty"]
BINS = "expected_calibration_error", "classwise_calibration_error", "rms_calibration_error"


def problem(seed, classes=3):
    rng = np.random.default_rng([seed, 6])
    truth = np.concatenate([np.arange(classes), rng.choice(classes, 250, p=rng.dirichlet(np.ones(classes)))])
    given = rng.dirichlet(np.ones(classes), len(truth)) + 0.5 * np.eye(classes)[truth] * rng.random()
    if seed % 2:
        given = np.ceil(given * 5)
    return truth, given / given.sum(axis=1, keepdims=True), rng.integers(1, 4, len(truth)).astype(float)


@pytest.mark.parametrize("seed", range(10))
def test_the_parts_by_isotonic_regression_of_scikit_learn(seed):
    truth, given, weights = problem(seed)
    result = sy.scores.evaluate(truth, given, metrics=PARTS, weights=weights)
    for k in range(3):
        y, p = (truth == k).astype(float), given[:, k]
        fitted = IsotonicRegression().fit(p, y, sample_weight=weights).predict(p)
        score, best, rate = (
            np.average((guess - y) ** 2, weights=weights) for guess in (p, fitted, np.average(y, weights=weights))
        )
        ours = [result[name].classes[k].value for name in PARTS]
        assert ours == pytest.approx([score - best, rate - best, rate], abs=1e-10)


@pytest.mark.parametrize("seed", range(10))
def test_the_parts_sum_to_the_brier_score(seed):
    """Over all classes; of two, each class has half of it."""
    truth, given, weights = problem(seed)
    result = sy.scores.evaluate(truth, given, metrics=[*PARTS, "brier"], weights=weights)
    wrong, told, open_ = (3 * result[name].value for name in PARTS)
    assert wrong - told + open_ == pytest.approx(result["brier"].value, abs=CLOSE)
    assert min(wrong, told, open_) >= 0
    two = sy.scores.evaluate(truth == 0, given[:, 0], positive=True, metrics=[*PARTS, "brier"], weights=weights)
    wrong, told, open_ = (two[name].value for name in PARTS)
    assert wrong - told + open_ == pytest.approx(two["brier"].value, abs=CLOSE)


def test_calibrated_probabilities_have_no_miscalibration():
    """At ¼ one of four is of the class, at ¾ three of four: closed form, DSC = 1/16 and UNC = 1/4."""
    truth = np.array([1, 0, 0, 0, 1, 1, 1, 0])
    p = np.array([0.25] * 4 + [0.75] * 4)
    result = sy.scores.evaluate(truth, p, positive=1, metrics=PARTS)
    assert [result[name].value for name in PARTS] == pytest.approx([0, 1 / 16, 1 / 4], abs=CLOSE)


def naive(p, y, weights, bins):
    """Return Σ (weight of a bin) |mean probability − share| / Σ weight, bin by bin, upper ends inside."""
    total = 0.0
    for m in range(bins):
        here = (p > m / bins) & (p <= (m + 1) / bins) if m else p <= 1 / bins
        if here.any():
            total += abs((weights[here] * (p - y)[here]).sum())
    return total / weights.sum()


@pytest.mark.parametrize("seed", range(6))
@pytest.mark.parametrize("bins", [1, 8, 15])
def test_calibration_errors_bin_by_bin(seed, bins):
    truth, given, weights = problem(seed)
    names = [f"{name}(bins={bins})" for name in BINS[:2]]
    result = sy.scores.evaluate(truth, given, metrics=names, weights=weights)
    right = (given.argmax(axis=1) == truth).astype(float)
    assert result[names[0]].value == pytest.approx(naive(given.max(axis=1), right, weights, bins), abs=CLOSE)
    each = [naive(given[:, k], (truth == k).astype(float), weights, bins) for k in range(3)]
    assert [row.value for row in result[names[1]].classes] == pytest.approx(each, abs=CLOSE)
    assert result[names[1]].value == pytest.approx(np.mean(each), abs=CLOSE)


def test_the_debiased_error_by_hand():
    """Two bins of three items: 1/3 at 0.2 and 2/3 at 0.9; the variance of a share of three is 2/9 / (3 − 1)."""
    p, truth = [0.2] * 3 + [0.9] * 3, [0, 0, 1, 1, 1, 0]
    metric = sy.scores.metrics["rms_calibration_error"].at(bins=2)
    ours = sy.scores.evaluate(truth, p, positive=1, metrics=metric)["rms_calibration_error(bins=2)"].value
    assert ours == 0  # (4/225 + 49/900) / 2 = .0361 is less than what chance adds, .1111
    far = sy.scores.evaluate(truth, [0.9] * 3 + [0.2] * 3, positive=1, metrics=metric)[metric.name].value
    assert far**2 == pytest.approx(((0.9 - 1 / 3) ** 2 + (0.2 - 2 / 3) ** 2) / 2 - 1 / 9, abs=CLOSE)


def test_chance_moves_the_usual_error_up_and_the_debiased_hardly():
    """Probabilities that are right: their true error is 0, which is why neither has an interval."""
    rng = np.random.default_rng(9)
    usual, debiased = [], []
    for _ in range(40):
        p = rng.random(300)
        result = sy.scores.evaluate(rng.random(300) < p, p, positive=True, metrics=list(BINS[1:]))
        usual.append(result[BINS[1]].value)
        debiased.append(result[BINS[2]].value)
    assert np.mean(usual) > 0.06
    assert np.median(debiased) < 0.03


def test_answers_may_count_by_importance():
    """Each class as much as another: the same as items weighed by 1 / size of their class."""
    truth, given, _ = problem(2)
    weights = 1 / np.bincount(truth)[truth]
    ours = sy.scores.evaluate(truth, given, metrics="ece at importance")["ece at importance"]
    theirs = sy.scores.evaluate(truth, given, metrics="ece", weights=weights)["ece"]
    stated = sy.scores.evaluate(truth, given, metrics="ece", shares="uniform")["ece"]
    assert ours.value == pytest.approx(theirs.value, abs=CLOSE)
    assert stated.value == pytest.approx(theirs.value, abs=CLOSE)


@pytest.mark.parametrize("name", [*PARTS, *BINS])
def test_no_interval_and_no_test_but_a_sentence(name):
    truth, given, _ = problem(2)
    result = sy.scores.evaluate(truth, given, metrics=name)
    assert np.isnan(result[name].low)
    assert "so it has no interval and no test is made of it" in str(result[name].note)
    compared = sy.scores.compare(truth, {"a": given, "b": np.full_like(given, 1 / 3)}, metrics=name)
    assert np.isnan(compared[name].p_value)
    assert compared[name].better is None
    assert compared.verdict.endswith("so it has no interval and no test is made of it.")
    assert "nan" not in repr(compared)
