from __future__ import annotations

import numpy as np

import steelyard as sy


def test_every_class_has_the_relevance_one(cases):
    assert sy.importance.uniform().relevance(cases.three).tolist() == [1, 1, 1, 1]


def test_weights_are_equal_whatever_the_sizes(sized):
    np.testing.assert_array_equal(sy.importance.uniform().weights(sized([1, 10**12])), [0.5, 0.5])


def test_a_class_without_items_counts_too(sized):
    np.testing.assert_array_equal(sy.importance.uniform().weights(sized([0, 0, 5, 5])), [0.25] * 4)


def test_it_is_what_no_importance_means():
    assert sy.importance.as_importance(None) == sy.importance.uniform()
