"""Notes: the small class is named, and plenty of data have none."""

import numpy as np
import pytest

import steelyard as sy
from steelyard.intervals import bootstrap, delta
from steelyard.intervals.flips import effects_of_one_item
from steelyard.intervals.sample import Sample
from steelyard.intervals.trust import FEW_ITEMS
from steelyard.intervals.units import groups_of, items_of
from steelyard.measuring import chosen

SMALL = [[4, 3, 0], [10, 300, 20], [2, 30, 500]]
LABELS = ["rare", "some", "many"]


def sample(counts, metrics, relevance=(1, 1, 1)):
    return Sample(items_of(sy.Confusion(counts, LABELS)), chosen(metrics), np.array(relevance, dtype=float), "exclude")


def notes(method, given):
    return [found[0].note for found in method.of(given, 0.95)]


@pytest.mark.parametrize("method", [bootstrap(400), delta()], ids=repr)
def test_a_small_class_is_named_where_it_is_felt(method):
    balanced, accuracy = notes(method, sample(SMALL, ["balanced_accuracy", "accuracy"]))
    assert balanced == "class 'rare' has fewer than 10 items"
    assert accuracy == ""
    (without,) = notes(method, sample(SMALL, ["balanced_accuracy"], [0, 1, 1]))
    assert without == ""


@pytest.mark.parametrize("method", [bootstrap(400), delta()], ids=repr)
def test_plenty_of_data_have_no_note(method):
    given = sample(20 * np.array(SMALL), None)
    assert {note for note in notes(method, given) if note} == set()


def test_the_class_of_a_rate_is_named_for_itself_alone():
    (found,) = bootstrap(400).of(sample(SMALL, ["recall"]), 0.95)
    assert [each.note for each in found[0]] == ["class 'rare' has fewer than 10 items", "", ""]


def test_a_class_is_small_below_ten():
    """A rate of nine items takes ten values; its percentile interval covers what it happens to."""
    for items, small in [(FEW_ITEMS - 1, True), (FEW_ITEMS, False)]:
        counts = [[items - 4, 4, 0], [10, 300, 20], [2, 30, 500]]
        assert sample(counts, ["recall"]).small_classes.tolist() == [small, False, False]


def test_groups_are_counted_as_groups():
    patients = np.zeros((30, 2, 2), dtype=int)
    patients[:, 1] = [2, 10]
    patients[:5, 0] = [10, 3]
    patients[2, 0] = [3, 10]
    units = groups_of(sy.Confusion(patients, ["a", "b"], axes={"patient": range(30)}), "patient")
    given = Sample(units, chosen("balanced_accuracy"), np.ones(2), "exclude")
    (note,) = notes(bootstrap(400), given)
    assert "class 'a' has fewer than 10 groups" in note


def test_a_class_that_is_often_missing_is_named():
    (note,) = notes(bootstrap(1000), sample([[1, 1, 0], [10, 300, 20], [2, 30, 500]], ["balanced_accuracy"]))
    assert "class 'rare' is undefined in 1" in note


def test_the_effect_of_one_item_is_that_of_telling_it_otherwise():
    given = sample(SMALL, ["balanced_accuracy", "accuracy", "mcc"])
    effects = effects_of_one_item(given.observed, given.tables, given.small_classes)
    other = np.array(SMALL)
    other[0] += [-1, 1, 0]
    for effect, metric in zip(effects, given.metrics, strict=True):
        before, after = (float(apply_one(metric, m)) for m in (SMALL, other))
        assert effect[0] == pytest.approx([abs(after - before), 0, 0], rel=1e-12)


def apply_one(metric, counts):
    return metric(sy.Confusion(counts))


def test_an_error_without_hits_becomes_one_and_sparse_cells_do_the_same(monkeypatch):
    counts = np.array([[0, 3, 1], [10, 300, 20], [2, 30, 500]])
    given = sample(counts, ["balanced_accuracy"])
    (effect,) = given.effects_of_one_item
    assert effect[0, 0] == pytest.approx(0.25 / 3)
    tables = given.tables.sparse()
    monkeypatch.setattr("steelyard.cells.gather.DENSE_CELLS", 4)
    (sparse,) = effects_of_one_item(given.observed, tables, given.small_classes)
    assert sparse == pytest.approx(effect)


def test_a_class_without_items_is_named_where_one_item_of_it_would_be_felt():
    """Accuracy does not mind one of 200 items; confusion entropy does, and balanced accuracy has left the class out."""
    units = items_of(sy.Confusion([[150, 50], [0, 0]], ["there", "nowhere"]))
    given = Sample(units, chosen(["accuracy", "cen", "balanced_accuracy"]), np.ones(2), "exclude")
    assert notes(bootstrap(400), given) == ["", "class 'nowhere' has no items", ""]
    assert given.effects_of_one_item[0][0] == pytest.approx([0, 150 / 200 - 150 / 201])


def test_one_class_has_no_other_to_be_told_as():
    given = Sample(items_of(sy.Confusion([[3]])), chosen("accuracy"), np.ones(1), "exclude")
    assert given.effects_of_one_item[0].tolist() == [[0]]
