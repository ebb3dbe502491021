"""The area pair by pair: of all pairs of classes, or of those of one class with each other one."""

import numpy as np
import pytest
from sklearn import metrics as peer

import steelyard as sy

NAME = "roc_auc_ovo"


def problem(seed, classes):
    rng = np.random.default_rng([seed, classes])
    truth = np.append(np.arange(classes), rng.integers(0, classes, 60))
    given = np.ceil(5 * rng.dirichlet(np.ones(classes), len(truth))) + np.eye(classes)[truth]
    return truth, given / given.sum(axis=1, keepdims=True)


def by_hand(truth, given, i, j):
    """Return the mean of both views of a pair."""
    these = np.isin(truth, (i, j))
    return np.mean([peer.roc_auc_score(truth[these] == k, given[these, k]) for k in (i, j)])


def value(truth, given, **how):
    return sy.scores.evaluate(truth, given, metrics=NAME, **how)[NAME].value


@pytest.mark.parametrize("seed", range(5))
def test_of_two_classes_it_is_the_area(seed):
    truth, given = problem(seed, 2)
    for scores in (given, given[:, 1]):
        result = sy.scores.evaluate(truth, scores, positive=1, metrics=["roc_auc", NAME])
        one, pairs = result["roc_auc"], result[NAME]
        assert pairs.value == pytest.approx(one.value, abs=1e-12)
        assert pairs.low < pairs.value < pairs.high
        assert pairs.note == one.note


@pytest.mark.parametrize("seed", range(5))
def test_of_one_class_it_is_the_mean_of_its_pairs(seed):
    truth, given = problem(seed, 4)
    pairs = [by_hand(truth, given, 1, j) for j in (0, 2, 3)]
    assert value(truth, given, positive=1) == pytest.approx(np.mean(pairs), abs=1e-12)
    assert value(truth, given, positive=1, importance="uniform") == pytest.approx(np.mean(pairs), abs=1e-12)
    stated = value(truth, given, positive=1, importance={0: 0.3, 1: 0.2, 2: 0.5, 3: 0})
    assert stated == pytest.approx((0.3 * pairs[0] + 0.5 * pairs[1]) / 0.8, abs=1e-12)


def test_bins_hold_it():
    truth, given = problem(1, 4)
    held = sy.scores.evaluate(truth, given, positive=1, metrics=NAME, bins=20)[NAME]
    assert abs(held.value - value(truth, given, positive=1)) <= held.binning < 0.3


def test_models_are_compared_by_it():
    truth, given = problem(2, 3)
    better = given + np.eye(3)[truth]
    models = {"good": better / 2, "bad": given}
    each = sy.scores.compare(truth, models, positive=0, metrics=NAME)[NAME]
    assert each.values == pytest.approx([value(truth, scores, positive=0) for scores in models.values()])
    assert each.better == "good"
