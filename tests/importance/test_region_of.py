"""Which weights agree with an importance."""

import numpy as np
import pytest

import steelyard as sy
from steelyard.importance import parse
from steelyard.importance.region_of import region_of


def test_nothing_said_leaves_everything_open(abc):
    region = region_of(None, abc)
    assert region.words == ""
    assert region.high.tolist() == [1, 1, 1]


@pytest.mark.parametrize(
    "said",
    [
        "uniform", "rarity", "prevalence", "complement", "a=3, b=2, c=1", "3, 2, 1", "a=0.7, *=rarity", "a=0.7, *=none",
        "rarity * (a < b)", "(a < b) + (c=0.2..0.3)", "0.5 * (a=0.2) + rarity",
    ],
)  # fmt: skip
def test_one_set_of_weights_is_a_point(abc, said):
    region = region_of(said, abc)
    assert region.is_point
    assert region.words == "your weights"
    np.testing.assert_array_equal(region.low, parse(said).weights(abc))


@pytest.mark.parametrize(
    ("said", "low", "high", "pairs", "words"),
    [
        ("a < b", [0, 0, 0], [1, 1, 1], ((0, 1),), "your order"),
        ("exact(a < b)", [0, 0, 0], [1, 1, 1], ((0, 1),), "your order"),
        ("2 * (a < b)", [0, 0, 0], [1, 1, 1], ((0, 1),), "your order"),
        ("a=0.7", [0.7, 0, 0], [0.7, 0.3, 0.3], (), "what you said"),
        ("a=0.2..0.4", [0.2, 0, 0], [0.4, 0.8, 0.8], (), "your ranges"),
        ("a=0.2..0.4, b=0.1", [0.2, 0.1, 0.5], [0.4, 0.1, 0.7], (), "your ranges"),
        ("a < b; b=..0.4", [0, 0, 0.2], [0.4, 0.4, 1], ((0, 1),), "your order and ranges"),
        ("a < b; b=0.4", [0, 0.4, 0.2], [0.4, 0.4, 0.6], (), "your order and weights"),
    ],
)
def test_what_is_vague_is_a_region(abc, said, low, high, pairs, words):
    region = region_of(said, abc)
    np.testing.assert_allclose(region.low, low, atol=1e-15)
    np.testing.assert_allclose(region.high, high, atol=1e-15)
    assert region.pairs == pairs
    assert region.words == words


@pytest.mark.parametrize("said", ["a < b", "exact(a < c; b < c)", "c > a", "a=0.7", "a=0.5, c=0.1", "a=0", "a=1"])
def test_weights_of_orders_and_numbers_are_the_nearest_of_their_region(abc, said):
    """They agree with what was said, and stay where least-distance programming would put them."""
    how = parse(said)
    region = region_of(how, abc)
    assert region.contains(how.weights(abc))
    aim = how.weights(abc) if "<" in said or ">" in said else np.full(3, 1 / 3)
    np.testing.assert_allclose(region.nearest(aim), how.weights(abc), atol=1e-15)


@pytest.mark.parametrize(
    ("said", "message"),
    [
        ("a=..0.1, b=..0.1, c=..0.1", r"'c' at most 0\.1 make only 0\.3 together"),
        ("a < b < c; c=..0.2", r"make only 0\.6 together"),
        ("d=0.2..", r"^there is no class 'd'"),
        ("a < d", r"^there is no class 'd'"),
        ("a=0.6, b=0.6", r"^the stated importances sum to 1\.2"),
    ],
)
def test_what_no_weights_satisfy_is_refused(abc, said, message):
    with pytest.raises(ValueError, match=message):
        region_of(said, abc)
    with pytest.raises(ValueError, match=message):
        parse(said).weights(abc)


def test_labels_are_found_by_their_text():
    cm = sy.Confusion(np.eye(3), labels=[1, 2, None])
    assert region_of("1 < 2; '(missing)'=0.1..0.2", cm).high.tolist() == [0.9, 0.9, 0.2]


def test_a_rest_that_is_said_is_one_point_and_one_that_is_not_is_open():
    cm = sy.Confusion(np.eye(3, dtype=int), ["x", "y", "z"])
    assert region_of("x=0.5, *=even", cm).low.tolist() == [0.5, 0.25, 0.25]
    assert region_of("x=0.5, *=even", cm).is_point
    assert region_of("x=0.5", cm).high.tolist() == [0.5, 0.5, 0.5]


def test_ranges_may_come_as_a_plain_mapping():
    cm = sy.Confusion(np.eye(3, dtype=int), ["x", "y", "z"])
    region = region_of({"x": (0.2, 0.4), "y": 0.1}, cm)
    assert (region.low.tolist(), region.high[0]) == ([0.2, 0.1, 0.5], 0.4)
