import pytest
from hypothesis import given
from hypothesis import strategies as st

from steelyard.stream.batch import encode
from steelyard.stream.sums import Sums
from steelyard.stream.window import Window

items = st.lists(st.tuples(st.sampled_from("abc"), st.sampled_from("ab"), st.sampled_from([0, 1, 1, 1, 2, 0.1, 0.7])))


def batch(part):
    weights = [weight for *_, weight in part]
    plain = all(weight == 1 for weight in weights)
    return encode([y for y, *_ in part], [p for _, p, _ in part], None if plain else weights, "refuse")


def one_by_one(window, part):
    for y, p, weight in part:
        window.first((y, p), weight)
    return window


def sums_of(part):
    sums = Sums()
    sums.add(batch(part))
    return sums.tally()


@given(st.lists(items, max_size=5), st.integers(1, 9))
def test_a_window_counts_the_last_items_bit_for_bit(parts, size):
    window, stream = Window(size), []
    for part in parts:
        window.add(batch(part))
        stream += part
        assert window.tally() == sums_of(stream[-size:])
        assert (window.seen, len(window)) == (len(stream), min(size, len(stream)))


@given(st.lists(items, max_size=5), st.integers(1, 9))
def test_a_batch_is_its_items_one_by_one_bit_for_bit(parts, size):
    window, single = Window(size), Window(size)
    for part in parts:
        window.add(batch(part))
        one_by_one(single, part)
        assert window.tally() == single.tally()
        assert {pair: cell.extra for pair, cell in window.cells.items()} == {
            pair: cell.extra for pair, cell in single.cells.items()
        }


def test_pairs_that_have_left_are_gone():
    """Also from the memory: ever new classes do not fill it."""
    window = Window(3)
    one_by_one(window, [(number, number, 1) for number in range(1000)])
    assert list(window.cells) == [(997, 997), (998, 998), (999, 999)]


def test_weights_that_come_and_go_leave_nothing_behind():
    """A running sum of floats would have drifted from 0.3, the sum of the last three."""
    window = Window(3)
    one_by_one(window, [("a", "a", 1e16), ("a", "a", 1e-3)] + [("a", "a", 0.1)] * 1000)
    assert window.tally() == sums_of([("a", "a", 0.1)] * 3)


def test_what_a_window_cannot_do():
    window = Window(3)
    with pytest.raises(ValueError, match="a counter with a window takes nothing back, because"):
        window.take(batch([]))
    with pytest.raises(ValueError, match=r"two sliding windows cannot be merged.*a\.confusion \+ b\.confusion\."):
        window.merge(Window(3))


@given(items, items, st.integers(1, 9))
def test_the_state_brings_everything_back(before, after, size):
    window, again = Window(size), Window(size)
    window.add(batch(before))
    again.load(*window.state())
    assert again.state() == window.state()
    assert list(again.cells) == list(window.cells)
    for each in (window, again):
        each.add(batch(after))
    assert again.state() == window.state()
