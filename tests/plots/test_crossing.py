"""Which flips of pairs are changes of the best."""

import numpy as np

from steelyard.plots.line_records import crossings
from steelyard.shares.what_if_result import Flip, PairOrder

PLACES, VALUES = np.array([0.0, 1.0]), np.array([[0.0, 1.0, 2.0], [1.0, 0.0, 2.0]])


def pair(first, second, *flips, leader=None):
    return PairOrder("x", first, second, ahead=None, leader=leader, flips=tuple(Flip(*flip) for flip in flips))


def told(*pairs):
    return [(one.below, one.at, one.above) for one in crossings(pairs, PLACES, VALUES, "abc")]


def test_a_flip_below_a_third_model_is_none():
    a_b = pair("a", "b", (0.5, 0.5, "b", "a"))
    assert told(a_b, pair("a", "c", leader="c"), pair("b", "c", leader="c")) == []
    assert told(a_b, pair("a", "c", leader="a"), pair("b", "c", leader="b")) == [("b", 0.5, "a")]


def test_a_third_model_may_lead_only_at_the_flip():
    a_b, a_c = pair("a", "b", (0.5, 0.5, "b", "a")), pair("a", "c", (0.501, 0.501, "c", "a"))
    b_c = pair("b", "c", (0.499, 0.499, "b", "c"))
    assert told(a_b, a_c, b_c) == [("b", 0.499, "c"), ("c", 0.501, "a")]


def test_a_third_model_may_lead_while_two_are_tied():
    a_b = pair("a", "b", (0.3, 0.7, "b", "a"))
    b_c = pair("b", "c", (0.4, 0.4, "b", "c"), (0.6, 0.6, "c", "b"))
    a_c = pair("a", "c", (0.4, 0.4, "a", "c"), (0.6, 0.6, "c", "a"))
    assert ("b", 0.5, "a") not in told(a_b, a_c, b_c)
    assert told(a_b, pair("a", "c", leader="a"), pair("b", "c", leader="b")) == [("b", 0.5, "a")]


def test_flips_at_one_place_are_one_change_despite_rounding():
    a_b, a_c = pair("a", "b", (0.5, 0.5, "b", "a")), pair("a", "c", (0.5 + 1e-11, 0.5 + 1e-11, "c", "a"))
    b_c = pair("b", "c", (0.5 - 1e-11, 0.5 - 1e-11, "c", "b"))
    assert [(below, above) for below, _, above in told(a_b, a_c, b_c)] == [("c", "a")]


def test_the_value_is_that_of_the_curve():
    (one,) = crossings([pair("a", "b", (0.25, 0.25, "b", "a"))], PLACES, VALUES[:, :2], "ab")
    assert one.value == 0.75
    assert one.to_dict() == {"at": 0.25, "value": 0.75, "below": "b", "above": "a"}
