"""An order and ranges as an importance: its weights, its text, and what it refuses."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

import steelyard as sy
from steelyard.importance import parse
from steelyard.importance.order import vague
from steelyard.importance.region_of import region_of


@pytest.mark.parametrize(
    ("text", "weights"),
    [
        ("a=0.5..0.8", [0.65, 0.175, 0.175]),
        ("a=0.2..0.8", [0.5, 0.25, 0.25]),
        ("a < b < c; c=0.6..0.8", [0.1, 0.2, 0.7]),  # the others as ranked, 1 to 2, among what is left,
        ("a=..0.1", [0.1, 0.45, 0.45]),
        ("a=0.1, b=0.5..", [0.1, 0.5, 0.4]),
        ("a < b < c; c=..0.4", [13 / 60, 23 / 60, 0.4]),  # ranks 1/6, 1/3, 1/2; what c loses, the others share
        ("a < b; a=0.5", [0.5, 0.5, 0]),
    ],
)
def test_weights_by_hand(abc, text, weights):
    np.testing.assert_allclose(parse(text).weights(abc), weights, atol=1e-15)


def test_an_order_that_its_ranges_do_not_disturb_keeps_its_weights(abc):
    np.testing.assert_allclose(parse("a < b < c; c=0.3..").weights(abc), parse("a < b < c").weights(abc), rtol=1e-15)


@pytest.mark.parametrize(
    ("text", "weights"),
    [
        ("c=0.5..0.9, b=0.3..0.6", [1 / 15, 11 / 30, 17 / 30]),  # 0..0.2, 0.3..0.5, 0.5..0.7: a third of the way
        ("a=0.1..0.2, b=0.1..0.2, c=0.1..0.9", [0.15, 0.15, 0.7]),
        ("c=0.5..0.7, b=0.2..0.6", [0.05, 0.35, 0.6]),  # b at most 0.5
    ],
)
def test_several_ranges_are_not_taken_at_their_edges(abc, text, weights):
    np.testing.assert_allclose(parse(text).weights(abc), weights, atol=1e-12)


def test_equal_by_meaning():
    one = parse("a < b; b < c; a < c; c=0.2..0.4, a=..0.1")
    assert one == parse("a=0..0.1; c=0.2..0.4; a < b < c")
    assert hash(one) == hash(parse("a=0..0.1; c=0.2..0.4; a < b < c"))
    assert one != parse("a=0..0.1; c=0.2..0.4; a < c")
    assert one != parse("a=0..0.1; c=0.2..0.5; a < b < c")
    assert vague({1: (0.2, None)}) == vague({"1": (0.2, 1)})


def test_what_is_given_is_copied():
    ranges = {"a": (0.2, 0.4)}
    known = vague(ranges)
    ranges["a"] = (0.5, 0.6)
    assert str(known) == "(a=0.2..0.4)"


@pytest.mark.parametrize(
    ("ranges", "relation", "message"),
    [
        ({}, "a < b", r"^no range is given; an order alone is an importance of its own, 'order'\.$"),
        ({"a": 0.3}, (), r"^no range is given; numbers alone are an importance of their own, 'stated'\.$"),
        ([(0.2, 0.4)], (), r"^ranges are given by class, as in \{'c1': \(0\.2, 0\.4\)\}, not as \[\(0\.2, 0\.4\)\]\.$"),
        ({"a": (0.4, 0.2)}, (), r"^the range of class 'a' goes from 0\.4 down to 0\.2"),
        ({"fatal": 0.1, "minor": 0.3}, "minor < fatal", r"^the order puts 'minor' below 'fatal', but 'minor' weighs"),
        ({"a": (0.2, 0.3)}, "a < b < a", r"^the order contains a cycle: a < b < a\.$"),
        ({"a": (0.2, 0.3)}, 5, r"^an order is a text such as"),
    ],
)
def test_bad_input_is_refused_at_once(ranges, relation, message):
    with pytest.raises(ValueError, match=message):
        vague(ranges, relation)


@given(
    st.dictionaries(st.sampled_from("abcd"), st.tuples(st.floats(0, 0.25), st.floats(0.26, 1)), min_size=1, max_size=3),
    st.lists(st.sampled_from([("a", "b"), ("a", "c"), ("b", "d"), ("c", "d"), ("b", "c")]), max_size=3),
)
def test_its_weights_agree_with_what_was_said(ranges, pairs):
    cm = sy.Confusion(np.eye(4), labels=list("abcd"))
    known = vague(ranges, pairs)
    assert region_of(known, cm).contains(known.weights(cm))
    assert parse(str(known)) == known


def test_it_combines(abc):
    assert str(parse("rarity * (a < b; c=0.1..)")) == "rarity * (a < b; c=0.1..)"
    np.testing.assert_allclose((sy.importance.uniform() * parse("a=0.5..")).weights(abc), [0.5, 0.25, 0.25])


def test_a_series_names_its_classes():
    pandas = pytest.importorskip("pandas")
    found = vague(pandas.Series({"x": 0.3, "y": 0.4}), "x < y")
    assert found == vague({"x": 0.3, "y": 0.4}, "x < y")
