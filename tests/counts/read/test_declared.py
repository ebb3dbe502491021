import re

import numpy as np
import pandas as pd
import pytest

from steelyard.counts.read.declared import check_declared, declared_labels


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
