"""The classes in the order of the logits, from how many there are, their names or their sizes."""

import numpy as np
import pytest

from steelyard.integrations.goals import classes_in_order, sizes_in_order


@pytest.mark.parametrize(
    ("given", "labels", "sizes"),
    [
        ((3, None, None), (0, 1, 2), None),
        ((np.int64(2), ["ok", "ill"], None), ("ok", "ill"), None),
        ((None, ["ok", "ill"], None), ("ok", "ill"), None),
        ((None, None, [90, 10]), (0, 1), [90, 10]),
        ((2, ["ok", "ill"], {"ill": 10, "ok": 90}), ("ok", "ill"), [90, 10]),
        ((None, iter(["ok", "ill"]), np.array([90, 10])), ("ok", "ill"), [90, 10]),
    ],
)
def test_classes_are_known_by_their_number_their_names_or_their_sizes(given, labels, sizes):
    found, known = classes_in_order(*given)
    assert found == labels
    assert (None if known is None else known.support.tolist()) == sizes
    assert known is None or known.labels == labels


@pytest.mark.parametrize(
    ("given", "sentence"),
    [
        ((None, None, None), "the classes must be known: give classes=, how many there are, or labels= or counts="),
        ((0, None, None), "classes must be how many there are, a whole number above 0, not 0"),
        ((2.5, None, None), "a whole number above 0, not 2.5"),
        ((True, None, None), "a whole number above 0, not True"),
        (("3", None, None), "a whole number above 0, not '3'"),
        ((3, ["a", "b"], None), "classes is 3, but labels name 2"),
        ((3, None, [5, 5]), "classes is 3, but counts name 2"),
        ((None, [], None), "labels must name at least one class"),
        ((None, ["a", "b", "c"], [5, 5]), "lists 2 values for 3 classes"),
        ((None, {0: "a", 1: "b"}, None), r"not a mapping; .* give list\(id2label.values\(\)\)"),
        ((None, {0: "a", 1: "b"}, [5, 5]), "not a mapping"),
        ((None, None, {"a": 5, "b": 5}), "counts name the class 'a', 'b'; give labels="),
    ],
)
def test_what_leaves_the_classes_open_is_refused(given, sentence):
    with pytest.raises(ValueError, match=sentence):
        classes_in_order(*given)


def test_a_mapping_by_number_is_put_into_the_order_of_the_logits():
    assert sizes_in_order({2: 10, 0: 70, 1: 20}).support.tolist() == [70, 20, 10]
    pandas = pytest.importorskip("pandas", reason="pandas is not installed")
    assert sizes_in_order(pandas.Series([1, 0, 0]).value_counts()[[1, 0]]).support.tolist() == [2, 1]
