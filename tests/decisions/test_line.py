"""The counts along a line are those of the rules on it."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from steelyard.decisions.search import Line
from steelyard.decisions.validation import validation
from steelyard.importance.mechanisms import sizes_of
from steelyard.measuring.goal import goal


def validated(n, classes, seed, *, weighted=False):
    rng = np.random.default_rng(seed)
    y = np.concatenate([np.arange(classes), rng.integers(0, classes, n - classes)])
    p = rng.dirichlet(np.ones(classes), n)
    p[np.arange(n), y] += 0.5
    p /= p.sum(axis=1, keepdims=True)
    weights = rng.random(n) if weighted else None
    return validation(goal("mean_f", "rarity", sizes=sizes_of(y, weights=weights)), y, p, weights)


@pytest.mark.parametrize("weighted", [False, True])
@pytest.mark.parametrize("most", [None, 7, 40])
def test_each_gain_tried_is_worth_what_deciding_by_it_is(most, weighted):
    items = validated(300, 4, 0, weighted=weighted)
    for c, gains in enumerate(np.random.default_rng(1).random((4, 4))):
        line = Line.through(items, gains, c)
        tried = line.tried(most)
        for gain, worth in zip(tried.gains, tried.worths, strict=True):
            assert worth == pytest.approx(items.worth(line.at(gain)), abs=1e-12)


EXACT = np.array([[1, 0, 0, 0], [0.5, 0.5, 0, 0], [0.5, 0.25, 0.25, 0], [0.25] * 4])
"""Probabilities whose products and ratios with gains of powers of two have no rounding."""


@given(st.integers(0, 10**6), st.lists(st.sampled_from([0.5, 1.0, 2.0]), min_size=4, max_size=4))
def test_ties_among_the_other_classes_are_decided_as_decide_does(seed, gains):
    rng = np.random.default_rng(seed)
    y = np.concatenate([np.arange(4), rng.integers(0, 4, 16)])
    p = rng.permuted(EXACT[rng.integers(0, len(EXACT), 20)], axis=1)
    items = validation(goal("mean_f", "rarity", sizes=sizes_of(y)), y, p)
    line = Line.through(items, np.array(gains), seed % 4)
    for gain, worth in zip(*line.tried(), strict=True):
        assert worth == pytest.approx(items.worth(line.at(gain)), abs=1e-12)


def test_all_gains_at_once_include_the_best_of_a_fine_grid():
    items = validated(200, 3, 2)
    line = Line.through(items, np.ones(3), 1)
    best = max(items.worth(line.at(gain)) for gain in np.exp(np.linspace(-9, 9, 2000)))
    assert line.tried().worths.max() >= best - 1e-12


def test_looking_closer_around_the_best_comes_near_to_trying_all():
    items = validated(9000, 3, 3)
    line = Line.through(items, np.ones(3), 2)
    assert line.tried(64).worths.max() >= line.tried().worths.max() - 1e-3


def test_many_items_at_few_gains_end():
    y = np.tile([0, 1], 6000)
    p = np.array([[0.6, 0.4], [0.4, 0.6]])[y]
    line = Line.through(validation(goal("mean_f", sizes=sizes_of(y)), y, p), np.ones(2), 1)
    assert line.tried(16).worths.max() == line.tried().worths.max() == 1
