"""Classes and their sizes."""

import numpy as np
import pandas as pd
import pytest

from steelyard.importance.mechanisms import sizes_of


@pytest.mark.parametrize(
    ("given", "sizes"),
    [
        ({"y": ["ok", "ill", "ok"]}, {"ill": 1, "ok": 2}),
        ({"y": np.array([3, 1, 3])}, {1: 1, 3: 2}),
        ({"y": ["a", "b"], "weights": [0.5, 2]}, {"a": 0.5, "b": 2}),
        ({"y": ["a"], "labels": ["b", "a"]}, {"b": 0, "a": 1}),
        ({"counts": {"ok": 99, "ill": 1}}, {"ok": 99, "ill": 1}),
        ({"counts": {"ok": 99, "ill": 1}, "labels": ["ill", "ok"]}, {"ill": 1, "ok": 99}),
        ({"counts": [5, 0, 2]}, {0: 5, 1: 0, 2: 2}),
        ({"counts": np.array([5, 2]), "labels": np.array(["a", "b"])}, {"a": 5, "b": 2}),
        ({"counts": pd.Series(["b", "a", "b"]).value_counts()}, {"b": 2, "a": 1}),
    ],
)
def test_sizes_come_from_labels_or_numbers(given, sizes):
    found = sizes_of(**given)
    assert list(found.labels) == list(sizes)
    assert found.support.tolist() == list(sizes.values())
    assert np.array_equal(found.correct, found.support)


@pytest.mark.parametrize(
    ("given", "told"),
    [
        ({"y": ["a"], "counts": [1]}, "from labels or from counts=…, not from both"),
        ({"counts": [1, 2], "weights": [1, 2]}, "weights=… are those of items, so that they go with labels"),
        ({"y": ["a", None, "b"]}, "^labels are missing .* leave those items out first"),
        ({"y": [1.0, float("nan")], "weights": [1, 2]}, "^labels are missing"),
        ({"counts": {"a": 1}, "labels": ["a", "b"]}, "class sizes must name every class; 'b' has none"),
        ({"counts": [1, 2, 3], "labels": ["a", "b"]}, "class sizes lists 3 values for 2 classes"),
        ({"counts": {"a": -1, "b": 2}}, "a class size must be a finite number of at least 0, but class 'a' has -1"),
        ({"counts": {"a": 0, "b": 0}}, "the sizes of 'a', 'b' are all 0"),
        ({"counts": {"x": 1}, "labels": ["a"]}, "there is no class 'x'"),
        ({"counts": 5}, "a class size is given by class in a mapping, or as a sequence, not as 5"),
        ({"counts": []}, "at least one class"),
        ({}, "must be a list, an array or a Series with one label per item, not None"),
    ],
)
def test_what_are_no_sizes_is_refused_in_one_sentence(given, told):
    with pytest.raises(ValueError, match=told):
        sizes_of(**given)
