import pytest

from steelyard.counts.read.classes import classes_of

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
