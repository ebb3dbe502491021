"""How much items weigh in training."""

from fractions import Fraction

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

import steelyard as sy
from steelyard.decisions.shares_shift import item_weights, warn_of_wide_weights
from steelyard.importance.mechanisms import sizes_of

SIZES = sizes_of(counts={"a": 60, "b": 25, "c": 15})


def test_weights_are_exact_where_fractions_are():
    w, t = [Fraction(1, 2), Fraction(1, 4), Fraction(1, 4)], [60, 25, 15]
    expected = [float(each * 100 / size) for each, size in zip(w, t, strict=True)]
    assert item_weights([0.5, 0.25, 0.25], SIZES) == pytest.approx(expected, rel=1e-15)
    total = sum(each * size for each, size in zip(w, t, strict=True))
    by_item = [float(each * 100 / total) for each in w]
    assert item_weights([0.5, 0.25, 0.25], SIZES, "item") == pytest.approx(by_item, rel=1e-15)


def test_prevalence_gives_one_to_all():
    assert item_weights("prevalence", SIZES) == pytest.approx([1, 1, 1], rel=1e-15)


def test_rarity_per_item_is_uniform_per_class():
    """Weights 1/t for each item give every class the same part."""
    assert item_weights("rarity", SIZES, "item") == pytest.approx(item_weights("uniform", SIZES), rel=1e-14)


@given(
    st.lists(st.integers(1, 10**6), min_size=1, max_size=6).flatmap(
        lambda t: st.tuples(st.just(t), st.lists(st.integers(0, 100), min_size=len(t), max_size=len(t)))
    ),
    st.sampled_from(["class", "item"]),
)
def test_items_weigh_one_on_average_and_classes_what_they_should(sizes_and_weights, per):
    t, w = sizes_and_weights
    if not any(w):
        w = [1] * len(t)
    found = item_weights(w, sizes_of(counts=t), per)
    assert np.average(found, weights=t) == pytest.approx(1)
    parts = np.array(w) * (1 if per == "class" else np.array(t))
    assert found * t / sum(t) == pytest.approx(parts / parts.sum())


def test_a_class_that_does_not_matter_weighs_nothing_with_or_without_items():
    only = sy.importance.stated({"a": 1}, rest="none")
    assert item_weights(only, SIZES) == pytest.approx([100 / 60, 0, 0])
    assert item_weights(only, sizes_of(counts={"a": 5, "b": 0})).tolist() == [1, 0]


@pytest.mark.parametrize(
    ("importance", "counts", "per", "told"),
    [
        ("uniform", {"a": 1, "b": 0}, "class", "class 'b' matters but has no items, so no weight of its items"),
        ({"b": 1}, {"a": 1, "b": 0}, "item", r"under '\(b=1\)' no class that has items matters"),
        ("uniform", {"a": 1}, "fold", "per must be one of class, item, not 'fold'"),
        ("rarity", {"a": 1, "b": 0}, "item", "rarity needs items in every class"),
    ],
)
def test_what_cannot_be_weighed_is_refused_in_one_sentence(importance, counts, per, told):
    with pytest.raises(ValueError, match=told):
        item_weights(importance, sizes_of(counts=counts), per)


def test_a_class_without_items_may_be_weighed_by_the_item():
    assert item_weights({"a": 0.5, "b": 0.5}, sizes_of(counts={"a": 4, "b": 0}), "item").tolist() == [1, 1]


@pytest.mark.parametrize(
    ("importance", "counts", "per", "said"),
    [
        # 1/10 ÷ 10 beside 1/990 ÷ 990
        ("rarity", {"a": 10, "b": 990}, "class", "of 'a' weighs 9,801 times as much as one of 'b'"),
        ("rarity", {"a": 10, "b": 990}, "class", r"\(with importance 'uniform' 99 times, with per='item' 99 times\)"),
        ({"a": 0.9995, "b": 0.0005}, {"a": 5, "b": 5}, "class", r"1,999 times .* \(with importance 'uniform'|state"),
        ({"a": 0.9995, "b": 0.0005}, {"a": 10, "b": 990}, "item", r"1,999 times .* \(state weights that are nearer"),
        ("uniform", {"a": 1, "b": 1001}, "class", r"1,001 times .* \(state weights that are nearer"),
    ],
)
def test_weights_that_hang_on_few_items_are_told_of(importance, counts, per, said):
    with pytest.warns(UserWarning, match=said):
        warn_of_wide_weights(importance, sizes_of(counts=counts), per, stacklevel=1)


def test_weights_within_a_thousand_are_nothing_to_tell_of():
    """A warning would be an error here. A class without weight is not light, it is out."""
    for importance, counts, per in (
        ("uniform", {"a": 1, "b": 1000}, "class"),
        ("rarity", {"a": 1, "b": 1000}, "item"),
        ("rarity", {"a": 30, "b": 900}, "class"),
        ({"a": 1, "b": 0}, {"a": 1, "b": 900}, "class"),
    ):
        warn_of_wide_weights(importance, sizes_of(counts=counts), per, stacklevel=1)
