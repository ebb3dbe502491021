from fractions import Fraction

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

import steelyard as sy
from steelyard.stream.batch import encode
from steelyard.stream.window import SMALLEST, SPARE, Fading

items = st.lists(
    st.tuples(st.sampled_from("abc"), st.sampled_from("ab"), st.one_of(st.integers(0, 3), st.floats(0, 1e9)))
)
factors = st.one_of(st.sampled_from([1e-300, 0.001, 0.5, 0.9, 0.999, 1 - 2**-53]), st.floats(0.01, 1, exclude_max=True))


def batch(part, *, weighed=True):
    weights = [weight for *_, weight in part] if weighed else None
    return encode([y for y, *_ in part], [p for _, p, _ in part], weights, "refuse")


def by_definition(part, factor):
    """Each new item first multiplies all earlier counts by α: in exact fractions."""
    counts = {}
    for y, p, weight in part:
        counts = {pair: count * Fraction(factor) for pair, count in counts.items()}
        counts[y, p] = counts.get((y, p), 0) + Fraction(weight)
    return counts


def close(found, expected, relative=1e-13):
    """Compare with exact fractions; counts that have faded to nothing may be absent."""
    assert found.keys() <= expected.keys()
    for pair, count in expected.items():
        if found.get(pair):
            assert abs(Fraction(found[pair]) - count) <= count * Fraction(relative), pair
        else:
            assert count <= Fraction(SMALLEST) * (1 + Fraction(relative)), pair


@given(items, factors)
def test_one_by_one_equals_the_definition(part, factor):
    fading = Fading(factor)
    for y, p, weight in part:
        fading.first((y, p), weight)
    close(fading.tally(), by_definition(part, factor))
    assert fading.seen == len(fading) == len(part)


@given(st.lists(items, max_size=4), factors)
def test_batches_equal_the_definition(parts, factor):
    fading = Fading(factor)
    for part in parts:
        fading.add(batch(part))
    stream = [item for part in parts for item in part]
    close(fading.tally(), by_definition(stream, factor))
    assert fading.seen == len(stream)


def test_items_without_weights_weigh_1():
    fading = Fading(0.5)
    fading.add(batch([("a", "a", 1), ("a", "b", 1), ("a", "a", 1)], weighed=False))
    assert fading.tally() == {("a", "a"): 1.25, ("a", "b"): 0.5}


@pytest.mark.parametrize("factor", [0.9, 0.999, 1 - 1e-6])
def test_a_long_stream_has_the_closed_form(factor):
    """Σ αᵏ over k < n is (1 − αⁿ)/(1 − α); two pairs in turn have every other term of it."""
    size, batches = 10_000, 100
    fading = Fading(factor)
    part = encode(["a"] * size, ["a", "b"] * (size // 2), None, "refuse")
    for _ in range(batches):
        fading.add(part)
    n, a = size * batches, Fraction(factor)
    whole = -np.expm1(n * np.log(factor)) / float(1 - a * a)
    found = fading.tally()
    assert found["a", "b"] == pytest.approx(whole, rel=2.0**-51 / (1 - factor))
    assert found["a", "a"] == pytest.approx(whole * factor, rel=2.0**-51 / (1 - factor))


def test_a_long_stream_one_by_one_does_not_drift():
    factor = 0.999
    fading = Fading(factor)
    fading.first(("a", "a"), 1)
    for _ in range(100_000 - 1):
        fading.again(("a", "a"), 1)
    expected = float((1 - Fraction(factor) ** 100_000) / (1 - Fraction(factor)))
    assert fading.tally()["a", "a"] == pytest.approx(expected, rel=2.0**-51 / (1 - factor))


@given(items, st.sampled_from([0.5, 0.999]))
def test_only_the_distance_between_items_matters_however_long_the_stream(part, factor):
    """After 10⁹ items, or 10¹⁸, everything is as after none, to the last bit."""
    young, old = Fading(factor), Fading(factor)
    old.clock = 10**18
    for fading in (young, old):
        fading.add(batch(part))
        for y, p, weight in part:
            fading.first((y, p), weight)
    assert young.tally() == old.tally()


def test_large_weights_and_long_pauses_fade_to_nothing_without_a_warning():
    fading = Fading(0.5)
    fading.first(("a", "a"), 1e308)
    fading.add(encode(["b"] * 480, ["b"] * 480, None, "refuse"))
    assert fading.tally()["a", "a"] == pytest.approx(1e308 * 2.0**-480)
    with np.errstate(all="raise"):
        fading.add(encode(["b"] * 5000, ["b"] * 5000, None, "refuse"))
    assert fading.tally() == {("b", "b"): 2.0}


def test_a_pair_is_forgotten_when_its_last_item_has_faded_to_two_to_the_minus_490():
    fading = Fading(0.5)
    fading.first(("a", "a"), 1)
    fading.add(encode(["b"] * 490, ["b"] * 490, None, "refuse"))
    assert fading.tally()["a", "a"] == 2.0**-490
    fading.first(("b", "b"), 1)
    assert ("a", "a") not in fading.tally()
    fading.first(("a", "a"), 3)
    assert fading.tally()["a", "a"] == 3


def test_small_weights_are_forgotten_before_their_squares_are_lost():
    counter = sy.stream.Counter(fading=0.5)
    counter.update(["a", "b"], ["a", "b"], [1e-140, 1e-140])
    counter.update(["b"] * 40, ["b"] * 40)
    assert counter.confusion.labels == ("b",)
    assert sy.evaluate(counter.confusion)["accuracy"].value == 1


def test_ever_new_classes_do_not_fill_the_memory():
    fading = Fading(0.5)
    for number in range(10 * SPARE):
        fading.first((number, number), 1)
    assert len(fading.cells) <= 2 * (490 + SPARE)
    assert len(fading.tally()) == 491


@given(items, items, items, st.sampled_from([0.5, 0.9, 0.999]))
def test_merging_adds_what_each_stream_has_left(one, other, after, factor):
    first, second = Fading(factor), Fading(factor)
    first.add(batch(one))
    second.add(batch(other))
    left = second.state()
    first.merge(second)
    assert second.state() == left
    counts = by_definition(one, factor)
    for pair, count in by_definition(other, factor).items():
        counts[pair] = counts.get(pair, 0) + count
    close(first.tally(), counts)
    assert first.seen == len(one) + len(other)
    first.add(batch(after))
    counts = {pair: count * Fraction(factor) ** len(after) for pair, count in counts.items()}
    for pair, count in by_definition(after, factor).items():
        counts[pair] = counts.get(pair, 0) + count
    close(first.tally(), counts)


def test_merging_takes_the_time_of_the_younger_item():
    """Else an item of long ago would lead to 2⁵⁰⁰⁰, or make a fresh one be forgotten."""
    for swapped in (False, True):
        old, fresh = Fading(0.5), Fading(0.5)
        old.add(encode(["a"] + ["b"] * 5000, ["a"] + ["b"] * 5000, None, "refuse"))
        fresh.add(encode(["a"], ["a"], None, "refuse"))
        one, other = (fresh, old) if swapped else (old, fresh)
        one.merge(other)
        assert one.tally() == {("a", "a"): 1.0, ("b", "b"): 2.0}
        one.first(("b", "b"), 1)
        assert one.tally() == {("a", "a"): 0.5, ("b", "b"): 2.0}


def test_merging_with_itself_doubles():
    fading = Fading(0.5)
    fading.add(batch([("a", "a", 1), ("a", "b", 1)]))
    fading.merge(fading)
    assert fading.tally() == {("a", "a"): 1.0, ("a", "b"): 2.0}


def test_nothing_is_taken_back():
    with pytest.raises(ValueError, match="a counter with fading takes nothing back, because"):
        Fading(0.5).take(batch([]))


@given(items, items, factors)
def test_the_state_brings_everything_back(before, after, factor):
    fading, again = Fading(factor), Fading(factor)
    fading.add(batch(before))
    again.load(*fading.state())
    for each in (fading, again):
        each.add(batch(after))
    assert again.state() == fading.state()
    assert list(again.cells) == list(fading.cells)


def test_the_state_says_when_to_look_for_forgotten_pairs_next():
    fading, again = Fading(0.5), Fading(0.5)
    for number in range(3 * SPARE):
        fading.first((number, number), 1)
    again.load(*fading.state())
    assert again.state() == fading.state()
