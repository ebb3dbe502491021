"""The rounds: the first by hand, what ends the learning, and what is learned."""

import numpy as np
import pytest

from steelyard_papers.classifiers.lexiboost.programs import least_losses, stage_two_primal
from steelyard_papers.classifiers.lexiboost.rounds import learned
from steelyard_papers.classifiers.lexiboost.settled import settled_items
from steelyard_papers.classifiers.lexiboost.voting import elected


def drawn(seed, sizes, distance=1.5, features=2):
    """Return overlapping clouds, and the three nearest other items of each item."""
    rng = np.random.default_rng(seed)
    classes = np.repeat(np.arange(len(sizes)), sizes)
    X = rng.normal(size=(len(classes), features)) + distance * np.eye(len(sizes), features)[classes]
    apart = ((X[:, np.newaxis] - X) ** 2).sum(axis=2)
    np.fill_diagonal(apart, np.inf)
    return apart.argsort(axis=1)[:, :3], classes


def test_the_first_round_gives_every_class_the_same_say():
    neighbours, classes = drawn(0, (40, 10, 5))
    found = learned(neighbours, classes, 1)
    np.testing.assert_allclose(found.weights, [np.repeat([1 / 120, 1 / 30, 1 / 15], [40, 10, 5])])
    np.testing.assert_array_equal(found.alphas, [1])
    wrong = elected(neighbours, classes, found.weights[0], 3) != classes
    np.testing.assert_allclose(found.least, 2 * np.bincount(classes, wrong))
    assert found.c == 0


def test_the_second_round_weighs_by_hand():
    """Items 0–3 are of class 0, 4–6 of class 1; at weights 1/8 and 1/6 item 3 and item 6 are wrong, 1/4 and 1/3."""
    neighbours = np.array([[1], [2], [0], [4], [5], [4], [3]])
    classes = np.array([0, 0, 0, 0, 1, 1, 1])
    found = learned(neighbours, classes, 2)
    shares = np.array([1 / 4, 1 / 3]) / (1 / 4 + 1 / 3)
    most = (shares / [4, 3])[classes]
    following = np.where(np.isin(np.arange(7), [3, 6]), most, most / 2)
    np.testing.assert_allclose(found.weights[1], following / following.sum())


@pytest.mark.parametrize(("seed", "sizes"), [(1, (60, 20)), (2, (50, 25, 10)), (3, (40, 30, 20, 10)), (4, (40, 40))])
def test_every_round_is_better_than_a_coin_and_no_copy(seed, sizes):
    neighbours, classes = drawn(seed, sizes, features=4)
    found = learned(neighbours, classes, 10)
    np.testing.assert_allclose(found.weights.sum(axis=1), 1)
    rights = np.array([elected(neighbours, classes, weights, len(sizes)) == classes for weights in found.weights])
    assert ((found.weights[1:] * rights[1:]).sum(axis=1) >= 0.5 - 1e-9).all()
    assert len({tuple(weights.round(9)) for weights in found.weights}) == len(found.weights)
    margins = np.where(rights, 1, -1).T
    np.testing.assert_allclose(found.least, least_losses(margins, classes), atol=1e-9)
    assert found.c == pytest.approx(stage_two_primal(margins, classes, found.least).c, abs=1e-8)


def test_some_data_needs_several_rounds():
    found = learned(*drawn(4, (40, 40), features=4), 10)
    assert len(found.weights) > 2
    assert (found.alphas > 0.1).sum() > 1
    assert found.c > 0
    fewer = learned(*drawn(4, (40, 40), features=4), 2)
    np.testing.assert_array_equal(fewer.weights, found.weights[:2])


def test_without_errors_one_round_is_enough():
    found = learned(*drawn(5, (20, 5), distance=100), 10)
    assert len(found.weights) == 1
    np.testing.assert_array_equal(found.least, [0, 0])


@pytest.mark.parametrize(("seed", "sizes"), [(6, (20, 8)), (3, (20, 10, 6))])
def test_a_round_somewhat_worse_than_a_coin_is_dropped_for_any_number_of_classes(seed, sizes):
    neighbours, classes = drawn(seed, sizes, distance=0.3)
    found = learned(neighbours, classes, 10)
    assert len(found.weights) == len(found.alphas) == 1
    margins = np.where(elected(neighbours, classes, found.weights[0], len(sizes)) == classes, 1, -1)[:, np.newaxis]
    following = settled_items(margins, classes, found.least, np.ones(1)).items
    right = elected(neighbours, classes, following, len(sizes)) == classes
    assert 1 / 3 < following @ right / following.sum() < 1 / 2


def test_a_round_below_one_half_ends_it_but_for_the_first():
    """Each item's only neighbour is of the other class: every round is always wrong."""
    found = learned(np.array([[2], [3], [0], [1]]), np.array([0, 0, 1, 1]), 10)
    assert len(found.weights) == 1
    np.testing.assert_array_equal(found.least, [4, 4])
