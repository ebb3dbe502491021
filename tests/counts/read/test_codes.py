import re

import numpy as np
import pandas as pd
import pytest
from hypothesis import given
from hypothesis import strategies as st

from steelyard.counts.read import tables
from steelyard.counts.read.containers import encode


@pytest.mark.parametrize(
    "values",
    [
        ["b", "a", "b"],
        np.array(["b", "a", "b"]),
        pd.Series(["b", "a", "b"]),
        pd.Categorical(["b", "a", "b"], ["b", "x", "a"]),
    ],
    ids=lambda values: type(values).__name__,
)
def test_positions_in_the_declared_labels(values):
    codes = encode(values, ["a", "b", "c"])
    assert codes.tolist() == [1, 0, 1]
    assert codes.dtype == np.intp


@given(
    st.lists(st.integers(-3, 5000)),
    st.integers(1, 5),
    st.sampled_from([list, np.array, lambda v: np.array(v, dtype=float)]),
)
def test_positions_are_those_of_a_dictionary(values, size, make):
    declared = list(dict.fromkeys([*reversed(values), 7, 8]))
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(tables, "CHUNK", size)
        found = encode(make(values), declared)
    assert found.tolist() == [declared.index(value) for value in values]


def test_no_items():
    assert encode([], ["a"]).tolist() == []


@pytest.mark.parametrize("size", [1, 3, 100])
@pytest.mark.parametrize(
    ("values", "labels", "message"),
    [
        (["a", "c", "a", "d"], ["a", "b"], "the true labels have 2 values outside the declared labels: 'c', 'd'"),
        ([0, 9, 1, 9], [0, 1], "the true labels have 1 value outside the declared labels: 9; declared are 0, 1."),
        (np.array([0, 9, 1, 9]), [0, 1], "the true labels have 1 value outside the declared labels: 9;"),
        (["1", "2"], [1, 2], "the true labels are texts such as '1', but the declared labels are numbers such as 1"),
        (
            ["a", None, "a", None],
            ["a", "b"],
            "2 of 4 true labels are missing (None or NaN); leave those items out first",
        ),
        (np.array([1, np.nan]), [1], "1 of 2 true labels are missing"),
        (["a"], ["a", "a"], "each label may occur once"),
        ("aa", ["a"], "the true labels must be a list"),
        ([[0.1, 0.9]], [0, 1], "the true labels must be one label per item"),
    ],
)
def test_labels_that_cannot_be_encoded(monkeypatch, size, values, labels, message):
    monkeypatch.setattr(tables, "CHUNK", size)
    with pytest.raises(ValueError, match=re.escape(message)):
        encode(values, labels)


def test_a_declared_missing_label_is_a_label():
    assert encode(["a", None], ["a", None]).tolist() == [0, 1]


def test_the_column_is_named():
    with pytest.raises(ValueError, match="the predictions have 1 value outside"):
        encode(["x"], ["a"], what="predictions")
