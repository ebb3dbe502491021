"""What is given becomes counts, and the axis of its groups is known."""

import numpy as np
import pytest

import steelyard as sy
from steelyard.counts.data import Given

Y, A, B = [0, 1, 1, 0], [0, 1, 0, 0], [1, 1, 1, 0]
DATA = {"y": Y, "a": A, "b": B, "fold": [1, 1, 2, 2], "patient": ["u", "v", "u", "v"]}


def test_labels_and_columns_give_the_same_table():
    from_labels = Given(Y, {"a": A, "b": B}).counted_together()
    from_columns = Given(DATA, truth="y", prediction=["a", "b"]).counted_together()
    assert from_labels == from_columns == (sy.Joint.from_labels(Y, {"a": A, "b": B}), None)


def test_groups_are_an_axis_whatever_they_come_from():
    patient = np.array(DATA["patient"])
    counts, group = Given(Y, {"a": A, "b": B}, by={"fold": DATA["fold"]}, group=patient).counted_together()
    assert group == "group"
    assert list(counts.axes) == ["fold", "group"]
    counts, group = Given(DATA, truth="y", prediction=["a", "b"], by="fold", group="patient").counted_together()
    assert group == "patient"
    assert list(counts.axes) == ["fold", "patient"]
    assert Given(counts, group="patient").counted_together().group == "patient"


def test_items_without_a_group_are_refused():
    data = DATA | {"patient": ["u", None, "u", "v"]}
    with pytest.raises(ValueError, match="some items have no 'patient'"):
        Given(data, truth="y", prediction=["a", "b"], group="patient").counted_together()


def test_counts_stay_as_they_are():
    joint = sy.Joint.from_labels(Y, {"a": A, "b": B})
    assert Given(joint).counted_together().counts is joint
    stack = Given({"a": [[1, 0], [0, 1]], "b": sy.Confusion([[1, 0], [1, 0]])}).counted_together().counts
    assert stack.axes == {"model": ("a", "b")}


@pytest.mark.parametrize("wrong", [None, 5, [[1, 2], [3, 4]]])
def test_what_holds_no_models_is_refused(wrong):
    with pytest.raises(ValueError, match=f"not {type(wrong).__name__}"):
        Given(wrong).counted_together()


def test_columns_of_data_must_be_named():
    for given in (Given("wines.csv"), Given("wines.csv", ["a", "b"]), Given(DATA, ["a", "b"]), Given(DATA, "a", "y")):
        with pytest.raises(ValueError, match="name the columns of the data: truth="):
            given.counted_together()


def test_what_is_evaluated_is_counted_model_by_model():
    expected = sy.Confusion.from_labels(Y, {"a": A, "b": B}, by={"patient": DATA["patient"]})
    for given in (
        Given(Y, {"a": A, "b": B}, group={"patient": DATA["patient"]}),
        Given(DATA, truth="y", prediction=["a", "b"], group="patient"),
        Given(expected, group="patient"),
    ):
        assert given.counted() == (expected, "patient")
