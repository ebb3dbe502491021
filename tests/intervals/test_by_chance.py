"""What few items tell of two models: the sign test by hand, and the laws of exchanged draws."""

from itertools import permutations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

import steelyard as sy
from steelyard.comparison.robustness import robustness
from steelyard.intervals.several_models import by_chance, by_chance_of_pairs, exchanged, least_of
from steelyard.intervals.units import items_of


def models_apart(*items):
    """Return models of which each differs from the first on so many of 24 items, all of which the first tells right."""
    truth = np.repeat([1, 0], 12)
    models = {"first": truth}
    for number, apart in enumerate(items):
        models[f"other {number}"] = np.where(np.arange(24) < apart, 1 - truth, truth)
    return truth, models


def test_of_d_items_all_speak_for_one_model_once_in_two_to_the_d():
    units = items_of(sy.Joint.from_labels(*models_apart(4, 0, 6)))
    assert by_chance(units, 0, 1) == 1 / 16
    assert by_chance(units, 0, 1, telling=3) == 1 / 8
    assert by_chance(units, 0, 2) == 1 / 2, "of no items: either may be better"
    of_pairs = by_chance_of_pairs(units)
    assert of_pairs[0].tolist() == [0, 1 / 16, 1 / 2, 1 / 64]
    assert of_pairs[1, 3] == of_pairs[3, 1] == 1 / 4, "they differ on two"


def test_items_with_weights_are_counted_not_weighed():
    truth, models = models_apart(5)
    units = items_of(sy.Joint.from_labels(truth, models, weights=[250.0] * 24), weighted=True)
    assert by_chance(units, 0, 1) == 1 / 32


CASES = st.tuples(st.integers(2, 5), st.integers(0, 2**32 - 1))


@given(CASES)
def test_no_model_is_ahead_of_another_too_often_and_each_draw_has_the_same_values(case):
    K, seed = case
    rng = np.random.default_rng(seed)
    values = rng.normal(size=(64, K, 2)) + rng.normal(size=(K, 2)) * rng.choice([0.5, 3])
    items = rng.integers(1, 7, (K, K))
    least = np.where(np.eye(K), 0, 0.5 ** np.maximum(items, items.T))
    found = exchanged(values, least)
    np.testing.assert_array_equal(np.sort(found, axis=1), np.sort(values, axis=1))
    for a, b in permutations(range(K), 2):
        assert ((found[:, a] > found[:, b]).mean(axis=0) <= 1 - least[a, b]).all()


def test_an_order_that_was_observed_is_not_turned():
    of_pairs = np.array([[0, 0.125], [0.125, 0]])
    least = least_of(of_pairs, np.array([[2.0, 1.0, 1.0, np.nan], [1.0, 2.0, 1.0, 1.0]]))
    assert least[0, 1].tolist() == [0.125, 0.5, 0.5, 0.5]
    assert least[1, 0].tolist() == [0.5, 0.125, 0.5, 0.5]
    values = np.repeat(np.arange(8.0)[:, None, None], 2, axis=1) + np.array([[[0.0] * 4], [[1.0] * 4]]).reshape(1, 2, 4)
    ahead = (exchanged(values, least)[:, 1] > exchanged(values, least)[:, 0]).mean(axis=0)
    assert ahead.tolist() == [0.5, 0.875, 0.5, 0.5]


def test_who_is_behind_is_not_probably_better():
    """The wines by macro precision: a class that tree predicted once has half an item of hits, as if it were good."""
    wines = sy.Joint.from_files("examples/wine_quality_red.csv", "quality", ["tree", "naive_bayes"])
    importance = {3: 0.4, 8: 0.4, 4: 0.05, 5: 0.05, 6: 0.05, 7: 0.05}
    found = robustness(wines, "macro_precision", importance)
    assert found.values[0] < found.values[1]
    assert found.chances.better[0, 1] <= 0.5


def test_what_is_not_too_often_stays_as_it_is(rng):
    values = rng.normal(size=(64, 3))
    np.testing.assert_array_equal(exchanged(values, np.full((3, 3), 0.01)), values)
    undefined = np.full((64, 3), np.nan)
    np.testing.assert_array_equal(exchanged(undefined, np.full((3, 3), 0.5)), undefined)


def test_behind_models_that_are_alike_it_falls_in_the_same_draws(rng):
    """As often as behind one of them, not twice: a leads both by 1 or more in all draws, and cannot in 1 of 4."""
    others = rng.random((64, 1)).repeat(2, axis=1)
    found = exchanged(np.c_[np.full(64, 2.0) + rng.random(64), others], np.array([[0, 1, 1], [1, 0, 0], [1, 0, 0]]) / 4)
    first = found[:, 0] == found.max(axis=1)
    assert first.mean() == 0.75


@pytest.mark.slow
@pytest.mark.parametrize("importance", [None, "0 < 1"])
@pytest.mark.parametrize("items", [4, 5])
def test_no_weighting_makes_two_models_surer_than_the_sign_test(items, importance):
    truth, models = models_apart(items)
    most = 1 - 0.5**items
    found = sy.compare(truth, models, metrics="balanced_accuracy", importance=importance)
    for chances in (
        found.robust.chances,
        robustness(sy.Joint.from_labels(truth, models), importance=importance).chances,
    ):
        assert chances.better[0, 1] <= most
        assert chances.best[0] <= most
        assert chances.told[0, 1] == 0
    assert found["balanced_accuracy"].a_better <= most
    assert found["balanced_accuracy"].by_chance == 1 - most


def test_six_items_tell_two_models_apart():
    truth, models = models_apart(6)
    found = sy.compare(truth, models, metrics="balanced_accuracy", importance="0 < 1")
    assert found.is_better(found["balanced_accuracy"])
    assert found.robust.chances.told[0, 1] == 1
    assert 0.96 < found.robust.chances.better[0, 1] <= 1 - 1 / 64


def test_ranks_are_no_surer_than_the_sign_test():
    truth, models = models_apart(4, 5)
    ranks = sy.compare(truth, models, metrics="balanced_accuracy").score().ranks
    assert ranks[0, 0] <= 1 - 1 / 16
    np.testing.assert_allclose(ranks.sum(axis=0), 1)
    np.testing.assert_allclose(ranks.sum(axis=1), 1)


def test_a_difference_that_matters_is_not_made_likelier_by_few_items():
    """Two of 24 items tell them apart: by 0.3, neither is better."""
    truth, models = models_apart(2)
    found = sy.compare(truth, models, metrics="balanced_accuracy", rope=0.3).robust.chances
    assert found.better[0, 1] < 0.1
    assert found.better[1, 0] < 0.01
