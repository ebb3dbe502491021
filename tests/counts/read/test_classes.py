"""The classes of what was counted, and items without a label."""

import datetime as dt
import re

import numpy as np
import pandas as pd
import pytest

from steelyard.counts.read.containers import as_column
from steelyard.counts.read.count import lacking
from steelyard.counts.read.label import (
    arranged,
    check_declared,
    check_kinds,
    check_one_kind,
    check_word,
    classes_of,
    declared_labels,
    kinds,
    united,
    without_label,
)


@pytest.mark.parametrize("labels", [["b", "a"], ("b", "a"), np.array(["b", "a"]), pd.Index(["b", "a"]), iter("ba")])
def test_declared_labels_are_plain_and_keep_their_order(labels):
    found = declared_labels(labels)
    assert found == ("b", "a")
    assert {type(label) for label in found} == {str}


def test_a_declared_missing_label_is_none():
    assert declared_labels(["a", np.nan]) == ("a", None)


@pytest.mark.parametrize(
    ("labels", "message"),
    [
        ("ab", "labels must be a list of class names, not 'ab'"),
        (3, "labels must be a list of class names, not 3"),
        ([], "labels must name at least one class"),
        (["a", "b", "a"], "each label may occur once, but 'a' occurs several times"),
    ],
)
def test_bad_declarations(labels, message):
    with pytest.raises(ValueError, match=re.escape(message)):
        declared_labels(labels)


def test_labels_outside_the_declared_ones_are_named_and_counted():
    check_declared(["a"], ["a", "b"], "labels")
    with pytest.raises(
        ValueError, match="the true labels have 1 value outside the declared labels: 'c'; declared are 'a', 'b'"
    ):
        check_declared(["a", "c"], ["a", "b"], "true labels")
    with pytest.raises(ValueError, match=r"have 7 values outside the declared labels: 1, 2, 3, 4, 5 and 2 more"):
        check_declared(range(7, -1, -1), [0], "true labels")


def test_kinds_with_their_first_examples():
    day, midnight = dt.date(2020, 1, 1), dt.datetime.fromisoformat("2020-01-01")
    labels = [1, True, "a", "b", b"c", (1,), None, day, midnight, frozenset()]
    several = {"numbers": 1, "texts": "a", "bytes": b"c", "other values": (1,), "dates": day, "times": midnight}
    assert kinds(labels) == several


@pytest.mark.parametrize(
    ("truth", "prediction"),
    [([1], [True]), (["a"], ["b"]), ([None], ["b"]), ([], [1]), ([(1, 2)], [frozenset()]), ([None], [])],
)
def test_kinds_that_agree(truth, prediction):
    check_kinds({"true labels": truth, "predicted labels": prediction})


@pytest.mark.parametrize(
    ("truth", "prediction", "message"),
    [
        ([1], ["1"], "the true labels are numbers such as 1, but the predicted labels are texts such as '1'"),
        (["a"], [b"a"], "the true labels are texts such as 'a', but the predicted labels are bytes such as b'a'"),
        (
            [dt.date(2020, 1, 2)],
            [dt.datetime.fromisoformat("2020-01-02")],
            "the true labels are dates such as datetime.date(2020, 1, 2)",
        ),
        (
            [dt.datetime.fromisoformat("2020-01-02")],
            [dt.datetime(2020, 1, 2, tzinfo=dt.UTC)],
            "but the predicted labels are times with a time zone such as datetime.datetime(2020, 1, 2, 0, 0, tzinfo=",
        ),
        ([("a",)], ["a"], "the true labels are other values such as ('a',), but the predicted labels are texts"),
        ([1, "a"], [1], "the true labels mix numbers such as 1 and texts such as 'a'; convert them to one type"),
        ([1], [1, None, b"a"], "the predicted labels mix numbers such as 1 and bytes such as b'a'"),
    ],
)
def test_kinds_that_do_not_agree(truth, prediction, message):
    with pytest.raises(ValueError, match=re.escape(message)):
        check_kinds({"true labels": truth, "predicted labels": prediction})


def test_the_declared_labels_must_have_the_same_kind():
    check_kinds({"true labels": [1], "predicted labels": [2]}, declared=[1, 2, None])
    check_one_kind(kinds([]), "labels", kinds(["a"]))
    with pytest.raises(
        ValueError, match="true labels are numbers such as 1, but the declared labels are texts such as '1'"
    ):
        check_kinds({"true labels": [1], "predicted labels": [1]}, declared=["1", "2"])


@pytest.mark.parametrize(
    ("truth", "prediction", "classes"),
    [
        (["b", "a"], ["c", "a"], ["a", "b", "c"]),
        ([3, None], [1], [1, 3, None]),
        ([True, False], [True], [False, True]),
        ([True], [2, 0], [0, 1, 2]),
        ([True, None], [0], [0, 1, None]),
        ([True, None], [False], [False, True, None]),
        ([1j, 2j], [3j], [1j, 2j, 3j]),
        ([], [], []),
    ],
)
def test_labels_of_both_columns(truth, prediction, classes):
    found = united([truth, prediction])
    assert list(found) == classes
    assert [type(label) for label in found] == [type(label) for label in classes]


SIZES = ["small", "medium", "large"]


@pytest.mark.parametrize(
    ("labels", "orders", "wanted"),
    [
        (["large", "small"], [SIZES, SIZES], ["small", "large"]),
        (["large", "small"], [SIZES, None], ["small", "large"]),
        (["large", "small", None], [None, SIZES], ["small", "large", None]),
        (["large", "small"], [SIZES, ["small", "large"]], ["small", "large"]),
        (["large", "small"], [["small"], SIZES, ["large"]], ["small", "large"]),
        (["large", "small"], [SIZES, SIZES[::-1]], ["large", "small"]),
        (["large", "small"], [SIZES, ["huge", "small"]], ["large", "small"]),
        (["large", "small", "huge"], [SIZES, None], ["huge", "large", "small"]),
        (["small", "medium", "large"], [None, None], ["large", "medium", "small"]),
        (["small"], [[], ["small"]], ["small"]),
        ([], [SIZES], []),
    ],
)
def test_an_order_is_kept_if_all_columns_agree_with_it(labels, orders, wanted):
    assert list(arranged(labels, orders)) == wanted


def test_items_that_lack_a_label_in_some_column_are_found():
    columns = [as_column(["a", None, "b"], "labels"), as_column([1, 2, None], "labels")]
    codes = [column.codes(0, 3) for column in columns]
    assert lacking(columns, codes).tolist() == [False, True, True]
    complete = as_column(["a"], "labels")
    assert lacking([complete], [complete.codes(0, 1)]) is None
    late = as_column([None, "a"], "labels")
    late.codes(0, 2)
    assert lacking([late], [np.array([1])]) is None


def test_three_words_are_known():
    for word in ("refuse", "drop", "keep"):
        check_word(word)
    with pytest.raises(ValueError, match='missing must be "refuse", "drop" or "keep", not \'ignore\''):
        check_word("ignore")


def test_items_without_a_label_are_told_with_what_can_be_done():
    assert str(without_label(2, 10)).startswith("2 of 10 items have no true or no predicted label")


NO_ORDERS = (None, None)


def test_labels_found_are_sorted_with_the_missing_one_last():
    assert classes_of({"true labels": ["b", None], "predicted labels": ["a"]}, NO_ORDERS, None) == ("a", "b", None)


def test_columns_with_an_order_keep_it():
    found = {"true labels": ["high"], "predicted labels": ["low"]}
    assert classes_of(found, [["low", "mid", "high"]] * 2, None) == ("low", "high")


def test_declared_classes_stay_and_others_are_refused():
    found = {"true labels": ["b"], "predicted labels": ["a", None]}
    assert classes_of(found, NO_ORDERS, ("c", "b", "a")) == ("c", "b", "a", None)
    assert classes_of(found, NO_ORDERS, (None, "b", "a")) == (None, "b", "a")
    with pytest.raises(ValueError, match="the predicted labels have 1 value outside the declared labels: 'a'"):
        classes_of(found, NO_ORDERS, ("b", None))


def test_nothing_and_mixtures_are_no_classes():
    with pytest.raises(ValueError, match="every item has a missing label"):
        classes_of({"true labels": [], "predicted labels": []}, NO_ORDERS, None)
    with pytest.raises(ValueError, match="texts such as 'a', but the predicted labels are numbers such as 1"):
        classes_of({"true labels": ["a"], "predicted labels": [1]}, NO_ORDERS, None)
