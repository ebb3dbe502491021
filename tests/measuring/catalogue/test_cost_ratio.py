from fractions import Fraction

import numpy as np
import pytest

import steelyard as sy
from second_opinion import alone, cost, over, plain_costs

GERMAN = {("bad", "good"): 5, ("good", "bad"): 1}  # the cost matrix of Statlog's German credit data
UNBOUNDED = True


def exact(c, costs=None):
    costs = plain_costs(c) if costs is None else costs
    return over(cost(c, costs), min(sum(Fraction(costs[i][j]) * c.t[i] for i in range(c.C)) for j in range(c.C)))


def undefined(m):
    return alone(m).any()  # every error costs 1: deciding for the only class costs nothing


def test_german_credit_by_hand():
    """Refusing everyone costs 700, granting everyone 1500; the classifier costs 510."""
    cm = sy.Confusion([[640, 60], [90, 210]], labels=["good", "bad"])
    assert sy.metrics.cost_ratio(cm, costs=GERMAN) == pytest.approx(510 / 700)
    assert sy.metrics.cost_ratio(cm) == pytest.approx(150 / 300)


def test_deciding_without_looking_is_1():
    assert sy.metrics.cost_ratio([[0, 700], [0, 300]], costs=[[0, 1], [5, 0]]) == pytest.approx(1)


def test_undefined_where_some_constant_decision_costs_nothing():
    assert np.isnan(sy.metrics.cost_ratio([[3, 1], [0, 0]]))
    assert np.isnan(sy.metrics.cost_ratio([[3, 1], [1, 3]], costs=[[0, 1], [0, 0]]))
