"""The choice among best solutions: still best, the nearest by a certificate, and by hand."""

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from scipy.optimize import linprog

from steelyard_papers.classifiers.lexiboost.programs import least_losses, stage_two_dual, stage_two_primal
from steelyard_papers.classifiers.lexiboost.settled import nearest_shares, settled_items, settled_rounds


def a_problem(seed):
    """Return margins and classes of up to 60 items, 5 classes and 8 rounds; rounds may be copies."""
    rng = np.random.default_rng(seed)
    n_classes, n_rounds = rng.integers(2, 6), rng.integers(1, 9)
    classes = rng.permutation(np.append(np.arange(n_classes), rng.integers(n_classes, size=rng.integers(1, 56))))
    margins = np.where(rng.random((len(classes), n_rounds)) < rng.choice([0.1, 0.3]), -1, 1)
    return margins[:, rng.integers(n_rounds, size=n_rounds)].astype(np.int8), classes


@given(st.integers(0, 10**6))
@settings(max_examples=40)
def test_nearest_shares_have_no_nearer_neighbours(seed):
    """x is nearest to a in a convex set exactly if (a − x)·(y − x) ≤ 0 for all y in it: a linear programme in y."""
    rng = np.random.default_rng(seed)
    count, sides = rng.integers(2, 7), rng.integers(1, 6)
    rows = rng.normal(size=(sides, count)) * 10.0 ** rng.integers(-3, 2)
    least = rows @ rng.dirichlet(np.full(count, 0.4)) - rng.choice([0, 0.01]) * rng.random(sides)
    target = rng.dirichlet(np.full(count, 0.4))
    found = nearest_shares(target, rows, least)
    assert found.min() >= 0
    assert found.sum() == pytest.approx(1)
    assert (rows @ found >= least - 1e-8).all()
    towards = target - found
    furthest = linprog(-towards, -rows, -least + 1e-12, np.ones((1, count)), [1.0])
    assert -furthest.fun <= towards @ found + 1e-7


def test_a_target_that_will_do_is_taken_as_it_is():
    target = np.array([0.25, 0.75])
    np.testing.assert_array_equal(nearest_shares(target, np.eye(2), np.zeros(2)), target)
    np.testing.assert_array_equal(nearest_shares(np.ones(1), np.ones((1, 1)), np.ones(1)), [1])


@given(st.integers(0, 10**6))
@settings(max_examples=20)
def test_what_is_taken_is_still_best(seed):
    margins, classes = a_problem(seed)
    sizes = np.bincount(classes)
    least = least_losses(margins, classes)
    rounds = settled_rounds(margins, classes, least)
    slack = 1 - margins @ rounds.alphas
    c = stage_two_primal(margins, classes, least).c
    assert rounds.c == pytest.approx(c, abs=1e-8)
    assert ((np.bincount(classes, slack) - least) / sizes).max() == pytest.approx(c, abs=1e-8)
    if slack.max() > 1e-9:  # else there is no loss to share
        items = settled_items(margins, classes, least, rounds.alphas)
        value = items.items.sum() - (items.classes * least / sizes).sum() - (items.items @ margins).max()
        np.testing.assert_allclose([value, items.c], stage_two_dual(margins, classes, least).c, atol=1e-8)
        assert (items.items <= (items.classes / sizes)[classes] + 1e-12).all()


def test_after_one_round_classes_weigh_by_their_loss_and_items_always_right_by_half():
    """Class 0 errs on 1 of 4 items, class 1 on 1 of 2, so v = (1/3, 2/3)."""
    margins = np.array([[1], [1], [1], [-1], [1], [-1]], dtype=np.int8)
    classes = np.array([0, 0, 0, 0, 1, 1])
    items = settled_items(margins, classes, least_losses(margins, classes), np.ones(1))
    np.testing.assert_allclose(items.classes, [1 / 3, 2 / 3])
    np.testing.assert_allclose(items.items * 24, [1, 1, 1, 2, 4, 8])
    assert items.c == pytest.approx(0)


def test_where_the_classes_are_at_odds_their_weights_are_settled_by_the_programme():
    """The excess is (0, 1) for class 0 and (2/3, 0) for class 1: v = (0.4, 0.6), whatever the loss is."""
    margins = np.array([[1, 1], [1, -1], [-1, 1], [-1, -1], [1, 1]], dtype=np.int8)
    classes = np.array([0, 0, 1, 1, 1])
    least = least_losses(margins, classes)
    items = settled_items(margins, classes, least, np.array([0.6, 0.4]))
    np.testing.assert_allclose(items.classes, [0.4, 0.6], atol=1e-9)
    np.testing.assert_allclose(items.items, [0.1, 0.2, 0.2, 0.2, 0.1], atol=1e-9)


def test_of_rounds_that_err_alike_the_first_is_taken():
    margins = np.array([[1, 1, 1], [-1, 1, -1], [1, -1, 1], [1, 1, 1]], dtype=np.int8)
    classes = np.array([0, 0, 0, 1])
    np.testing.assert_allclose(settled_rounds(margins, classes, least_losses(margins, classes)).alphas, [1, 0, 0])
