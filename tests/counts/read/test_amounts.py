"""What each item counts."""

import re
from decimal import Decimal

import numpy as np
import pandas as pd
import polars as pl
import pyarrow as pa
import pytest

from steelyard.counts.read.amounts import Counts, GroupWeights, ItemWeights, all_groups, amounts_of, checked_weights


@pytest.mark.parametrize(
    "weights",
    [
        [1, 0, 2],
        (1, 0, 2),
        iter([1, 0, 2]),
        np.array([1, 0, 2], dtype=np.uint8),
        np.array([[1], [0], [2]]),
        pd.Series([1, 0, 2]),
        pd.Series([1, 0, 2], dtype="Int64"),
        pl.Series([1, 0, 2]),
        pa.array([1, 0, 2]),
        pa.chunked_array([[1], [0, 2]]),
    ],
    ids=lambda weights: type(weights).__name__,
)
def test_whole_weights_stay_whole(weights):
    found = checked_weights(weights, 3)
    assert found.tolist() == [1, 0, 2]
    assert found.dtype.kind in "iu"


@pytest.mark.parametrize("weights", [[0.5, 1], np.array([0.5, 1], dtype=np.float32), [Decimal("0.5"), Decimal(1)]])
def test_other_weights_are_floats(weights):
    found = checked_weights(weights, 2)
    assert found.tolist() == [0.5, 1]
    assert found.dtype.kind == "f"


def test_arrays_are_not_copied():
    weights = np.array([0.5, 1])
    assert checked_weights(weights, 2) is weights


@pytest.mark.parametrize(
    ("weights", "message"),
    [
        ([1, -2, 3], "weights must be finite and at least 0, but the weight of item 1 is -2."),
        ([1, 2, float("nan")], "weights must be finite and at least 0, but the weight of item 2 is nan."),
        ([1, float("inf"), 1], "weights must be finite and at least 0, but the weight of item 1 is inf."),
        ([1, 2], "there are 2 weights for 3 items."),
        (["1", "2", "3"], "weights must be numbers, not texts"),
        ([1, None, 3], "weights must be finite and at least 0, but the weight of item 1 is nan."),
        (pd.Series([1, None, 3], dtype="Int64"), "weights must be"),  # NaN or NA, by pandas' version
        (pl.Series([1, None, 3]), "weights must be finite and at least 0, but the weight of item 1 is nan."),
        (np.ma.array([1, 2, 3], mask=[0, 0, 1]), "the weight of item 2 is nan."),
        ([[1, 2], [3, 4], [5, 6]], "weights must be one number per item, but have the shape (3, 2)."),
        ([[1], [2, 3], [4]], "weights must be one number per item, without missing ones"),
        (2, "weights must be one number per item"),
        ("123", "weights must be numbers, not texts"),
        ([1j, 2, 3], "weights must be numbers, not complex ones"),
        ([1, 10**400, 1], "weights must be finite and at least 0, but one is a whole number beyond all floats."),
        ([1, -(10**400), 1], "weights must be finite and at least 0, but one is a whole number beyond all floats."),
        ([2**62, 2**62, 0], "whole weights must sum to less than 2⁶³"),
        (np.array([2**64 - 1, 0, 0], dtype=np.uint64), "whole weights must sum to less than 2⁶³"),
    ],
)
def test_bad_weights(weights, message):
    with pytest.raises(ValueError, match=re.escape(message)):
        checked_weights(weights, 3)


def test_large_whole_weights_that_fit():
    assert checked_weights([2**62, 2**61, 0], 3).tolist() == [2**62, 2**61, 0]


def test_what_is_given_says_what_it_is():
    assert amounts_of(None, 2) is None
    assert isinstance(amounts_of([1, 2], 2), ItemWeights)
    assert isinstance(amounts_of([1, 2], 2, are_counts=True), Counts)
    groups = Counts(np.array([1, 2]))
    assert amounts_of(groups, 2) is groups


@pytest.mark.parametrize("kind", ["int8", "uint64", "float16", "float32", "float64", "bool"])
def test_squares_are_those_of_the_widest_float(kind):
    """In int8 or float16, 100² would not be 10,000."""
    weights = np.array([100, 0, 1]).astype(kind)
    found = amounts_of(weights, 3).part(0, 3)
    assert [column.tolist() for column in found] == [weights.tolist(), (weights.astype(float) ** 2).tolist(), [1, 0, 1]]


def test_rows_are_a_column_only_where_some_weigh_nothing():
    assert len(amounts_of([0.5, 2], 2).dtypes) == 2
    assert len(amounts_of([0.5, 0], 2).dtypes) == 3
    assert amounts_of([0.5, 0], 2).items(slice(None)) == 2


def test_groups_are_joined():
    first, second = (
        GroupWeights(np.array([weight]), np.array([square]), np.array([rows]), np.array([every]))
        for weight, square, rows, every in ((2.5, 4.25, 2, 3), (1.0, 1.0, 1, 1))
    )
    assert first.items(slice(None)) == 3
    assert [column.tolist() for column in all_groups([second, first])] == [[1, 2.5], [1, 4.25], [1, 2], [1, 3]]
