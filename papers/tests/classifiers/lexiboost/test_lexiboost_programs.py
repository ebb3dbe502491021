"""LexiBoost's linear programmes: closed forms in exact numbers, and both sides of the duality recomputed by items."""

from fractions import Fraction
from itertools import combinations

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from steelyard_papers.classifiers.lexiboost.programs import (
    class_losses,
    least_losses,
    stage_two_dual,
    stage_two_primal,
)


@st.composite
def problems(draw, most_classes=4, most_rounds=5):
    """Return margins and classes, every class with an item."""
    n_classes = draw(st.integers(1, most_classes))
    n_rounds = draw(st.integers(1, most_rounds))
    rng = np.random.default_rng(draw(st.integers(0, 10**6)))
    classes = rng.permutation(np.append(np.arange(n_classes), rng.integers(n_classes, size=draw(st.integers(0, 30)))))
    margins = np.where(rng.random((len(classes), n_rounds)) < draw(st.sampled_from([0, 0.2, 0.5])), -1, 1)
    return margins, classes


def excess(margins, classes):
    """Return for each class and round 2·(errors − fewest errors of any round)/n_j, exactly."""
    table = []
    for place in range(classes.max() + 1):
        errors = [int(count) for count in (margins[classes == place] < 0).sum(axis=0)]
        size = int((classes == place).sum())
        table.append([Fraction(2 * (count - min(errors)), size) for count in errors])
    return table


def dual_value(margins, classes, least, u, v):
    """Return the objective of the dual as it is written in the paper."""
    sizes = np.bincount(classes)
    return u.sum() - (v * least / sizes).sum() - (u @ margins).max()


@given(problems())
@settings(max_examples=20)
def test_stage_one_is_twice_the_fewest_errors_of_any_round(problem):
    margins, classes = problem
    fewest = [(margins[classes == place] < 0).sum(axis=0).min() for place in range(classes.max() + 1)]
    np.testing.assert_allclose(least_losses(margins, classes), 2 * np.array(fewest), atol=1e-9)


@given(problems(most_rounds=2))
@settings(max_examples=20)
def test_with_two_rounds_c_is_the_lowest_crossing_of_the_classes_lines(problem):
    margins, classes = problem
    table = excess(margins, classes)
    lines = [(row[0] - row[-1], row[-1]) for row in table]
    places = {Fraction(0), Fraction(1)}
    places |= {(d - b) / (a - c) for (a, b), (c, d) in combinations(lines, 2) if a != c}
    best = min(max(a * x + b for a, b in lines) for x in places if 0 <= x <= 1)
    least = least_losses(margins, classes)
    assert stage_two_primal(margins, classes, least).c == pytest.approx(float(best), abs=1e-9)


@given(problems(most_classes=2))
@settings(max_examples=20)
def test_with_two_classes_c_is_the_highest_crossing_of_the_rounds_lines(problem):
    margins, classes = problem
    table = excess(margins, classes)
    lines = [(first - last, last) for first, last in zip(table[0], table[-1], strict=True)]
    places = {Fraction(0), Fraction(1)}
    places |= {(d - b) / (a - c) for (a, b), (c, d) in combinations(lines, 2) if a != c}
    best = max(min(a * x + b for a, b in lines) for x in places if 0 <= x <= 1)
    least = least_losses(margins, classes)
    assert stage_two_dual(margins, classes, least).c == pytest.approx(float(best), abs=1e-9)


@given(problems())
@settings(max_examples=20)
def test_the_duality_gap_closes_item_by_item(problem):
    margins, classes = problem
    sizes = np.bincount(classes)
    least = least_losses(margins, classes)
    primal, dual = stage_two_primal(margins, classes, least), stage_two_dual(margins, classes, least)
    assert primal.alphas.min() >= 0
    assert primal.alphas.sum() == pytest.approx(1)
    slack = np.maximum(0, 1 - margins @ primal.alphas)
    worst = ((np.bincount(classes, slack) - least) / sizes).max()
    assert dual.items.min() >= 0
    assert dual.classes.sum() == pytest.approx(1)
    assert (dual.items <= (dual.classes / sizes)[classes] + 1e-9).all()
    value = dual_value(margins, classes, least, dual.items, dual.classes)
    np.testing.assert_allclose([worst, primal.c, dual.c], value, atol=1e-8)


@given(problems())
@settings(max_examples=20)
def test_the_dual_leaves_weights_open(problem):
    """All items may be at their upper bounds, and those that all rounds are right on anywhere below."""
    margins, classes = problem
    least = least_losses(margins, classes)
    dual = stage_two_dual(margins, classes, least)
    at_bound = (dual.classes / np.bincount(classes))[classes]
    part = np.random.default_rng(0).random(len(classes))
    for u in (at_bound, np.where((margins > 0).all(axis=1), part * at_bound, at_bound)):
        assert dual_value(margins, classes, least, u, dual.classes) == pytest.approx(dual.c, abs=1e-8)


def test_a_third_of_a_class_that_no_round_gets_right_is_no_excess():
    """By hand: class 0 errs (0, 1) of 2, class 1 errs (2, 1) of 3, so the excess is (0, 1) and (2/3, 0)."""
    margins, classes = np.array([[1, 1], [1, -1], [-1, 1], [-1, -1], [1, 1]]), np.array([0, 0, 1, 1, 1])
    np.testing.assert_allclose(class_losses(margins, classes), [[0, 1], [4 / 3, 2 / 3]])
    least = least_losses(margins, classes)
    np.testing.assert_allclose(least, [0, 2])
    primal = stage_two_primal(margins, classes, least)
    np.testing.assert_allclose(primal.alphas, [0.6, 0.4])
    assert primal.c == pytest.approx(0.4)
    np.testing.assert_allclose(stage_two_dual(margins, classes, least).classes, [0.4, 0.6])


def test_c_is_free_so_that_other_least_losses_may_be_undercut():
    margins, classes = np.array([[1], [-1], [1]]), np.array([0, 0, 1])
    assert stage_two_primal(margins, classes, [4, 1]).c == pytest.approx(-1)
    assert stage_two_dual(margins, classes, [4, 1]).c == pytest.approx(-1)


@pytest.mark.parametrize("margins", [[[1, 0]], [[0.5]], [1, -1], np.ones((0, 2)), np.ones((2, 0)), [[np.nan]]])
def test_margins_are_plus_or_minus_one(margins):
    with pytest.raises(ValueError, match="margins must be a table of"):
        least_losses(margins, [0] * len(margins))


@pytest.mark.parametrize(
    ("classes", "message"),
    [
        ([0], "the classes of 2 items"),
        ([0.0, 1.0], "as whole numbers"),
        ([0, 2], "places from 0 to 2, each with an item"),
        ([-1, 0], "places from 0 to 0"),
    ],
)
def test_classes_are_places(classes, message):
    with pytest.raises(ValueError, match=message):
        least_losses([[1], [1]], classes)


def test_there_is_a_least_loss_for_each_class():
    for stage in (stage_two_primal, stage_two_dual):
        with pytest.raises(ValueError, match="a loss for each of the 2 classes, not shape"):
            stage([[1], [1]], [0, 1], [0])
