"""Who is compared: on the same items or each on its own, with folds and groups or without."""

import numpy as np
import pytest

import steelyard as sy
from steelyard.comparison.contestants import contestants

AVERAGES = [sy.metrics.balanced_accuracy]


@pytest.fixture
def labels(rng):
    truth = rng.integers(0, 3, 80)
    return truth, {name: np.where(rng.random(80) < 0.6, truth, rng.integers(0, 3, 80)) for name in "abc"}


@pytest.fixture
def joint(labels):
    return sy.Joint.from_labels(*labels)


@pytest.fixture
def sliced(labels):
    return sy.Joint.from_labels(*labels, by={"fold": np.arange(80) % 4, "patient": np.arange(80) // 2})


def test_models_of_a_joint_table_are_drawn_together(joint):
    sides = contestants(joint)
    assert sides.paired
    assert not sides.grouped
    assert sides.models == ("a", "b", "c")
    assert len(sides.units) == 1
    assert (sides.units[0].total, sides.units[0].models) == (80, 3)
    assert sides.joint == joint
    assert sides.by_fold is None


def test_models_of_matrices_are_drawn_apart(joint):
    for sides in (contestants(joint.confusion()), contestants(joint, paired=False)):
        assert not sides.paired
        assert [(units.total, units.models) for units in sides.units] == [(80, 1)] * 3
        assert sides.joint is None
        assert sides.tables == joint.confusion()


@pytest.mark.parametrize("paired", [None, False])
def test_folds_and_groups_are_told_apart(sliced, joint, paired):
    sides = contestants(sliced, group="patient", paired=paired)
    assert sides.grouped
    assert {units.total for units in sides.units} == {40}
    assert sides.tables == joint.confusion()
    assert list(sides.by_fold.axes) == ["model", "fold"]
    assert sides.by_fold.pooled("fold") == joint.confusion()


def test_all_axes_but_models_and_groups_are_folds(sliced):
    with pytest.raises(ValueError, match="folds or data sets are one axis, but there are 'fold', 'patient'"):
        contestants(sliced)
    by_fold = contestants(sliced.pooled("patient")).by_fold
    assert by_fold == sliced.pooled("patient").confusion()
    assert contestants(sliced.pooled("fold"), group="patient").by_fold is None


def test_what_cannot_be_compared_is_named(joint):
    with pytest.raises(ValueError, match="at least two models, but there is only 'a'"):
        contestants(sy.Confusion.of_models({"a": joint["a"]}))
    with pytest.raises(ValueError, match="there is one matrix"):
        contestants(joint["a"])
    with pytest.raises(ValueError, match="'a' has no items"):
        contestants(sy.Confusion([[[0, 0], [0, 0]], [[1, 0], [0, 1]]], axes={"model": ["a", "b"]}))
    with pytest.raises(ValueError, match="matrices alone do not say on which items the models agree"):
        contestants(joint.confusion(), paired=True)


def test_models_without_a_common_class_are_refused():
    apart = {"a": [[5, 1, 0], [0] * 3, [0] * 3], "b": [[0] * 3, [0] * 3, [0, 2, 7]]}
    with pytest.raises(ValueError, match="'a' and 'b' have no class in common, so they cannot be compared"):
        contestants(sy.Confusion.of_models(apart))


def test_models_in_the_middle_without_a_common_class_are_found_too():
    """The first has all classes; the other two share none, so that their difference would mean nothing."""
    stack = sy.Confusion.of_models({"all": np.eye(2, dtype=int), "a": [[3, 1], [0, 0]], "b": [[0, 0], [1, 3]]})
    with pytest.raises(ValueError, match="'a' and 'b' have no class in common"):
        contestants(stack)


def test_classes_that_only_some_models_have_are_noted(joint):
    assert str(contestants(joint).note(AVERAGES)) == ""
    assert str(contestants(joint, paired=False).note(AVERAGES)) == ""
    some = {"a": [[8, 1, 0], [1, 9, 0], [0, 0, 0]], "b": [[8, 1, 0], [1, 9, 0], [0, 1, 2]]}
    assert str(contestants(sy.Confusion.of_models(some)).note(AVERAGES)) == "class 2 has items for some models only"
    nobody = {name: np.pad(cm.counts, (0, 1)) for name, cm in {"a": joint["a"], "b": joint["b"]}.items()}
    assert str(contestants(sy.Confusion.of_models(nobody)).note(AVERAGES)) == "", (
        "a class without items is missing for all"
    )


def test_one_slice_has():
    truth, fold = np.array([0, 1, 0, 0]), np.arange(4) // 2
    lacking = contestants(sy.Joint.from_labels(truth, {"a": truth, "b": 1 - truth}, by={"fold": fold}))
    assert str(lacking.note(AVERAGES)).startswith("1 of 2 slices has no items of class 1")


@pytest.mark.parametrize("paired", [None, False])
def test_a_class_that_folds_lack_is_noted(paired):
    truth, fold = np.array([0, 1, 0, 1, 0, 0, 0, 0]), np.arange(8) // 2
    models = {"a": truth, "b": 1 - truth}
    lacking = contestants(sy.Joint.from_labels(truth, models, by={"fold": fold}), paired=paired)
    assert (
        str(lacking.note(AVERAGES))
        == "2 of 4 slices have no items of class 1: averages over the classes are without it there"
    )
    assert str(lacking.note([sy.metrics.accuracy])) == "", "it does not average over classes"
    complete = contestants(sy.Joint.from_labels(truth, models, by={"fold": [0, 0, 1, 1, 0, 0, 1, 1]}), paired=paired)
    assert str(complete.note(AVERAGES)) == ""


def test_margins_that_disagree_name_the_class(joint):
    more = sy.Confusion.of_models({"a": joint["a"], "b": joint["b"] + sy.Confusion([[0, 0], [0, 1]])})
    with pytest.raises(ValueError, match=r"'a' has \d+ of class '1' and 'b' has \d+\."):
        contestants(more, paired=True)
