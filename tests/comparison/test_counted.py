"""What is given becomes counts, and the axis of its groups is known."""

import numpy as np
import pytest

import steelyard as sy
from steelyard.comparison.counted import counted_already, counted_columns, counted_labels

Y, A, B = [0, 1, 1, 0], [0, 1, 0, 0], [1, 1, 1, 0]
DATA = {"y": Y, "a": A, "b": B, "fold": [1, 1, 2, 2], "patient": ["u", "v", "u", "v"]}


def test_labels_and_columns_give_the_same_table():
    from_labels = counted_labels(Y, {"a": A, "b": B}, None, None, None, None, "refuse", None)
    from_columns = counted_columns(DATA, "y", ["a", "b"], None, None, None, None, "refuse", None)
    assert from_labels == from_columns == (sy.Joint.from_labels(Y, {"a": A, "b": B}), None)


def test_groups_are_an_axis_whatever_they_come_from():
    patient = np.array(DATA["patient"])
    counts, group = counted_labels(Y, {"a": A, "b": B}, None, {"fold": DATA["fold"]}, patient, None, "refuse", None)
    assert group == "group"
    assert list(counts.axes) == ["fold", "group"]
    counts, group = counted_columns(DATA, "y", ["a", "b"], None, "fold", "patient", None, "refuse", None)
    assert group == "patient"
    assert list(counts.axes) == ["fold", "patient"]
    assert counted_already(counts, "patient").group == "patient"


def test_items_without_a_group_are_refused():
    data = DATA | {"patient": ["u", None, "u", "v"]}
    with pytest.raises(ValueError, match="some items have no 'patient'"):
        counted_columns(data, "y", ["a", "b"], None, None, "patient", None, "refuse", None)


def test_counts_stay_as_they_are():
    joint = sy.Joint.from_labels(Y, {"a": A, "b": B})
    assert counted_already(joint, None).counts is joint
    stack = counted_already({"a": [[1, 0], [0, 1]], "b": sy.Confusion([[1, 0], [1, 0]])}, None).counts
    assert stack.axes == {"model": ("a", "b")}


@pytest.mark.parametrize("wrong", [None, 5, "text", [[1, 2], [3, 4]]])
def test_what_holds_no_models_is_refused(wrong):
    with pytest.raises(ValueError, match=f"not {type(wrong).__name__}"):
        counted_already(wrong, None)
