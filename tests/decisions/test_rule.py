"""Deciding by gains, and the record of a rule."""

import json
import pickle
from fractions import Fraction

import numpy as np
import pandas as pd
import pytest
from hypothesis import given
from hypothesis import strategies as st

from steelyard.decisions import decide, tune
from steelyard.decisions.tuning import tuned
from steelyard.measuring.goal import goal

P = np.array([[0.7, 0.2, 0.1], [0.1, 0.3, 0.6], [0.3, 0.3, 0.4]])


def test_the_answer_has_the_largest_gain_times_probability():
    assert decide(P, [1, 1, 1]).tolist() == [0, 2, 2]
    assert decide(P, [1, 4, 1]).tolist() == [1, 1, 1]
    assert decide(P, [1, 0, 0]).tolist() == [0, 0, 0]


@pytest.mark.parametrize("always", [0, 1])
def test_a_single_gain_means_always_that_class_even_where_it_is_impossible(always):
    gains = np.eye(2)[always]
    assert decide([[1, 0], [0, 1], [0.5, 0.5]], gains).tolist() == [always] * 3


def test_ties_go_to_the_larger_gain_then_to_the_first_class():
    assert decide([[0.5, 0.25, 0.25]], [1, 2, 2]).tolist() == [1]
    assert decide([[0.5, 0.5, 0.0]], [1, 1, 1]).tolist() == [0]
    assert decide([[0.5, 0.5]], np.eye(2)).tolist() == [0]


def test_costs_decide_by_the_least_expected_cost():
    costs = np.array([[0, 1, 4], [5, 0, 2], [30, 3, 0.5]])
    assert decide(P, -costs).tolist() == np.argmin(P @ costs, axis=1).tolist()


small = st.integers(0, 8)


@given(st.lists(st.tuples(small, small, small), min_size=1, max_size=6), st.tuples(small, small, small))
def test_decisions_are_those_of_exact_fractions(rows, gains):
    """Powers of two keep floats exact, so that ties are true ties."""
    rows = [(*row, 32 - sum(row)) for row in rows]
    exact = [[Fraction(k, 32) for k in row] for row in rows]
    g = [Fraction(k, 8) for k in (*gains, 8)]
    order = sorted(range(4), key=lambda c: (-g[c], c))
    wanted = [max(order, key=lambda c, row=row: g[c] * row[c]) for row in exact]
    assert decide(np.array(rows) / 32, [float(one) for one in g]).tolist() == wanted


def test_an_item_gets_the_same_answer_alone_and_among_others(rng):
    p = rng.dirichlet(np.ones(7), 500)
    costs = rng.integers(0, 3, (7, 7)).astype(float)
    together = decide(p, -costs)
    assert together.tolist() == [decide(row[None], -costs)[0] for row in p]
    assert together.tolist() == decide(np.asfortranarray(p), -costs).tolist()


@pytest.mark.parametrize(
    ("gains", "said"),
    [
        ([1, -1, 1], "at least 0"),
        ([0, 0, 0], "one of them above"),
        ([1, np.nan, 1], "finite"),
        ([[1, 0, 0]], "matrix of C × C"),
        (["much", "little", "none"], "gains must be numbers"),
        ({0: 1, 1: 2, 2: 3}, "gains must be numbers"),
        ([1, 1], "one column per class \\(2\\)"),
    ],
)
def test_gains_that_decide_nothing_are_refused(gains, said):
    with pytest.raises(ValueError, match=said):
        decide(P, gains)


def test_a_rule_answers_with_labels_as_they_were_given():
    pairs = (("a", 1), ("b", 2))
    rule = tuned(goal("accuracy", labels=pairs), [0, 1], [[0.9, 0.1], [0.2, 0.8]])
    assert rule.decide([[0.9, 0.1], [0.1, 0.9]]).tolist() == list(pairs)
    words = tune(["x", "y"], [[0.9, 0.1], [0.2, 0.8]])
    assert words.decide([[0.9, 0.1]]).dtype.kind == "U"
    with pytest.raises(ValueError, match="sum to 1"):
        words.decide([[0.9, 0.2]])
    with pytest.raises(ValueError, match="named 'y', 'x', but the classes are, in their order, 'x', 'y'"):
        words.decide(pd.DataFrame([[0.9, 0.1]], columns=["y", "x"]))


def test_a_rule_pickles_and_goes_to_json():
    rule = tune([0, 1, 1, 2], [[0.8, 0.1, 0.1], [0.6, 0.3, 0.1], [0.1, 0.8, 0.1], [0.5, 0, 0.5]], "mean_f", "rarity")
    again = pickle.loads(pickle.dumps(rule))  # noqa: S301 - our own
    assert again.gains.tolist() == rule.gains.tolist()
    told = json.loads(json.dumps(rule.to_dict(), allow_nan=False))
    assert told["gains"] == rule.gains.tolist()
    assert told["score"] == rule.score >= told["untuned"] == rule.untuned
    assert told["importance"] == "rarity"
    assert told["items"] == 4
