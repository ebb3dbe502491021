import pytest

import steelyard as sy
from second_opinion import cost, over, plain_costs

GERMAN = {("bad", "good"): 5, ("good", "bad"): 1}  # the cost matrix of Statlog's German credit data


def exact(c, costs=None):
    return over(cost(c, plain_costs(c) if costs is None else costs), c.n)


def undefined(m):
    return not m.any()


def test_german_credit_by_hand():
    """90 bad risks given credit cost 5 each, 60 good ones refused 1 each, of 1000."""
    cm = sy.Confusion([[640, 60], [90, 210]], labels=["good", "bad"])
    assert sy.metrics.expected_cost(cm, costs=GERMAN) == pytest.approx((90 * 5 + 60) / 1000)
    assert sy.metrics.expected_cost(cm, costs=[[0, 1], [5, 0]]) == pytest.approx(0.51)
    assert sy.metrics.expected_cost(cm) == pytest.approx(0.15)
