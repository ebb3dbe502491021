import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from steelyard.counts.read.tables import CHUNK
from steelyard.stream.batch import DROPPED, NO_EXTRA, ONE, encode, exact

labels = st.sampled_from(["a", "b", "c", None])


def read_back(batch):
    return [batch.pairs[code] for code in batch.codes.tolist()]


@given(st.lists(st.tuples(labels, labels)))
def test_items_keep_their_order_and_pairs_that_of_their_first_items(items):
    batch = encode([y for y, _ in items], [p for _, p in items], None, "keep")
    assert read_back(batch) == items
    assert batch.pairs == list(dict.fromkeys(items))
    assert batch.items() == [items.count(pair) for pair in batch.pairs]


def test_items_without_a_label_are_one_pair_if_dropped():
    batch = encode(["a", None, "b", float("nan")], ["a", "a", None, None], None, "drop")
    assert read_back(batch) == [("a", "a"), DROPPED, DROPPED, DROPPED]


def test_items_without_a_label_are_refused_by_their_number():
    with pytest.raises(ValueError, match="3 of 4 items have no true or no predicted label"):
        encode(["a", None, "b", float("nan")], ["a", "a", None, None], None, "refuse")


@pytest.mark.parametrize("classes", [3, 1500, 10**6])
def test_many_items_and_many_classes_are_coded_alike(rng, classes):
    """Three classes go through a table, a million through sorting, and both through several chunks."""
    truth, prediction = rng.integers(0, classes, (2, 2 * CHUNK + 7))
    batch = encode(truth, prediction, None, "refuse")
    items = list(zip(truth.tolist(), prediction.tolist(), strict=True))
    assert read_back(batch) == items
    assert batch.pairs == list(dict.fromkeys(items))


def test_what_items_weigh_beyond_1_is_exact():
    truth, prediction = ["a", "b", "a"], ["a", "a", "a"]
    square = ONE**2
    assert encode(truth, prediction, None, "refuse").extras() == [NO_EXTRA, NO_EXTRA]
    assert encode(truth, prediction, [2, 1, 5], "refuse").extras() == [(5 * ONE, 27 * square, 0), NO_EXTRA]
    assert encode(truth, prediction, [0.1, 0.5, 0.2], "refuse").extras() == [
        (exact(0.1) + exact(0.2) - 2 * ONE, exact(0.1) ** 2 + exact(0.2) ** 2 - 2 * square, 0),
        (-ONE // 2, -3 * square // 4, 0),
    ]
    truths = np.array([True, False, True])
    assert encode(truth, prediction, truths, "refuse").extras() == [NO_EXTRA, (-ONE, -square, 1)]
    large = 2**61 + 1
    assert encode(truth, prediction, [large, 1, large], "refuse").extras() == [
        ((2 * large - 2) * ONE, (2 * large**2 - 2) * square, 0),
        NO_EXTRA,
    ]


def test_the_last_items_are_those_at_the_end():
    batch = encode(["a", "b", "c"], ["a", "a", "a"], [1, 2, 3], "refuse").last(2)
    assert read_back(batch) == [("b", "a"), ("c", "a")]
    assert batch.weights.tolist() == [2, 3]
    assert batch.items() == [0, 1, 1]


def test_a_batch_may_be_empty():
    for empty in ([], np.array([]), np.array([], dtype=int), np.array([], dtype=str)):
        batch = encode(empty, empty, empty if len(np.shape(empty)) == 1 else None, "refuse")
        assert (batch.pairs, batch.codes.tolist()) == ([], [])


def test_weights_and_lengths_are_checked():
    with pytest.raises(ValueError, match="there are 3 true labels but 2 predicted labels"):
        encode(iter("abc"), iter("ab"), None, "refuse")
    with pytest.raises(ValueError, match="there are 1 weights for 0 items"):
        encode([], [], [1.0], "refuse")
    with pytest.raises(ValueError, match="there are 3 weights for 2 items"):
        encode(["a", "b"], ["a", "b"], [1.0, 1, 1], "refuse")
    with pytest.raises(ValueError, match="the weight of item 1 is -1"):
        encode(["a", "b"], ["a", "b"], [1, -1], "refuse")
