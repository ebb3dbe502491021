"""Batches of similar length."""

from itertools import pairwise

import numpy as np

from steelyard_papers.experiments.sentiment.batches import batches


def test_each_review_is_read_once_beside_those_of_its_length():
    lengths = np.random.default_rng(0).integers(1, 300, 1000)
    drawn = list(batches(lengths, 64, np.random.default_rng(1)))
    assert sorted(np.concatenate(drawn).tolist()) == list(range(1000))
    assert sorted(map(len, drawn)) == [1000 % 64] + [64] * 15
    spans = sorted((int(lengths[batch].min()), int(lengths[batch].max())) for batch in drawn)
    assert all(before[1] <= after[0] for before, after in pairwise(spans))


def test_the_order_changes_from_epoch_to_epoch_but_not_with_the_same_seed():
    lengths = np.arange(100) // 10
    rng = np.random.default_rng(5)
    first, second = (np.concatenate(list(batches(lengths, 7, rng))).tolist() for _ in range(2))
    again = np.concatenate(list(batches(lengths, 7, np.random.default_rng(5)))).tolist()
    assert first == again != second
