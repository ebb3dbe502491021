"""What a drawn confusion matrix shows, by hand."""

import json

import numpy as np
import pytest

import steelyard as sy
from steelyard.plots.confusion import MatrixRecord

COUNTS = [[8, 2, 0], [1, 3, 6], [0, 0, 0]]
CM = sy.Confusion(COUNTS, ["a", "b", "c"])


def test_counts_are_the_counts():
    record = MatrixRecord.of(CM)
    np.testing.assert_array_equal(record.values, COUNTS)
    assert (record.labels, record.show, record.difference, record.merged) == (("a", "b", "c"), "counts", False, 0)


def test_rows_are_shares_of_the_truth_and_undefined_without_items():
    record = MatrixRecord.of(CM, "rows")
    np.testing.assert_allclose(record.values, [[0.8, 0.2, 0], [0.1, 0.3, 0.6], [np.nan] * 3])
    assert record.sizes.tolist() == [10, 10, 0]


def test_columns_are_shares_of_the_prediction():
    record = MatrixRecord.of(CM, "columns")
    np.testing.assert_allclose(record.values, [[8 / 9, 0.4, 0], [1 / 9, 0.6, 1], [0, 0, 0]])
    assert record.sizes.tolist() == [9, 5, 6]


def test_recalls_and_precisions_are_on_the_diagonal(rng, random_counts):
    cm = sy.Confusion(random_counts(rng, 5, 1)[0])
    for show, rate in (("rows", sy.metrics.recall), ("columns", sy.metrics.precision)):
        np.testing.assert_allclose(np.diag(MatrixRecord.of(cm, show).values), rate(cm, undefined="exclude"))


def test_a_difference_is_of_what_is_shown():
    other = sy.Confusion([[2, 3], [0, 5]], ["a", "b"])
    record = MatrixRecord.of(CM, "rows", minus=other)
    np.testing.assert_allclose(record.values[:2], [[0.4, -0.4, 0], [0.1, -0.7, 0.6]])
    assert record.difference
    assert record.sizes is None  # the two have other class sizes
    assert MatrixRecord.of(CM, minus=CM).sizes.tolist() == [10, 10, 0]


def test_a_difference_is_over_the_classes_of_both():
    record = MatrixRecord.of(sy.Confusion([[5]], ["a"]), minus=sy.Confusion([[2, 1], [0, 1]], ["a", "z"]))
    assert record.labels == ("a", "z")
    assert record.values.tolist() == [[3, -1], [0, -1]]


def test_most_keeps_the_classes_with_the_most_mistakes_and_merges_the_others():
    counts = np.diag([50, 40, 30, 20, 10])
    counts[1, 3], counts[3, 1], counts[0, 4] = 9, 4, 1
    record = MatrixRecord.of(sy.Confusion(counts, list("vwxyz")), most=2)
    assert record.labels == ("w", "y", "3 others")
    assert record.values.tolist() == [[40, 9, 0], [4, 20, 0], [0, 0, 91]]
    assert record.merged == 3


def test_a_single_class_is_not_merged_alone():
    assert MatrixRecord.of(CM, most=2).labels == ("a", "b", "c")


def test_the_merged_class_has_a_name_of_its_own():
    counts = np.eye(4, dtype=int)
    record = MatrixRecord.of(sy.Confusion(counts, ["3 others", "p", "q", "r"]), most=1)
    assert len(set(record.labels)) == 2


def test_a_stack_is_refused_with_what_to_do():
    stack = sy.Confusion([COUNTS, COUNTS], axes={"model": ["a", "b"]})
    with pytest.raises(ValueError, match=r"one matrix is drawn.*cm\['a'\].*cm\.pooled\('model'\)"):
        MatrixRecord.of(stack)


def test_what_cannot_be_shown_is_refused():
    with pytest.raises(ValueError, match="counts, rows, columns, not 'diagonal'"):
        MatrixRecord.of(CM, "diagonal")
    with pytest.raises(ValueError, match="most must be a whole number of at least 1, not 0"):
        MatrixRecord.of(CM, most=0)
    many = sy.Confusion.from_cells([0], [1], [1], range(2001))
    with pytest.raises(ValueError, match=r"up to 2,000 classes can be drawn, not of 2,001.*most=50"):
        MatrixRecord.of(many)
    assert len(MatrixRecord.of(many, most=5).labels) == 6


def test_it_goes_to_json():
    record = json.loads(json.dumps(MatrixRecord.of(CM, "rows").to_dict(), allow_nan=False))
    assert record["values"][2] == [None, None, None]
    assert record["labels"] == ["a", "b", "c"]
