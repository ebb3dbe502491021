"""What is drawn anew: items by the cells of a table, or groups."""

import numpy as np
import pytest

import steelyard as sy
from steelyard.intervals import units as module
from steelyard.intervals.units import NotCounts, Units, groups_of, items_of

COUNTS = [[5, 0, 2], [1, 7, 0], [0, 3, 9]]


def joint():
    truth = [0, 0, 0, 1, 1, 2, 2, 2]
    return sy.Joint.from_labels(truth, {"a": [0, 0, 1, 1, 1, 2, 0, 2], "b": [0, 1, 1, 1, 0, 2, 2, 2]})


def test_items_of_a_matrix_are_its_cells_and_give_it_back():
    units = items_of(sy.Confusion(COUNTS))
    assert units.total == 27
    assert (units.tables(units.spread(units.sizes)[None]).counts[0, 0] == COUNTS).all()


def test_items_of_a_joint_table_give_back_the_matrices_of_all_models():
    table = joint()
    units = items_of(table)
    assert (units.tables(units.sizes[None]).counts[0] == table.confusion().counts).all()


def test_groups_are_drawn_whole(rng):
    truth, predicted, patient = rng.integers(0, 3, (3, 60))
    cm = sy.Confusion.from_labels(truth, predicted, by={"patient": patient})
    units = groups_of(cm, "patient")
    assert units.total == 3
    drawn = units.tables(units.spread(np.array([[2, 0, 1]]))).counts[0, 0]
    assert (drawn == 2 * cm[0].counts + cm[2].counts).all()


def test_a_sparse_stack_holds_what_a_dense_one_does(rng, monkeypatch):
    units = items_of(joint())
    entries = rng.integers(0, 5, (4, len(units.truth)))
    dense = units.tables(entries)
    monkeypatch.setattr(module, "DENSE_CELLS", 4)
    sparse = items_of(joint()).tables(entries)
    assert sparse.is_sparse
    assert not dense.is_sparse
    assert (sparse.dense().counts == dense.counts).all()


def test_many_classes_are_drawn_in_memory_of_the_cells_that_are_there():
    C = 100_000
    units = items_of(sy.Confusion.from_cells(range(C), range(C), np.full(C, 3), range(C)))
    assert units.sparse
    assert units.numbers == 2 * C
    assert len(units.tables(np.stack([units.sizes, units.sizes])).counts) == 2 * C


@pytest.mark.parametrize(("weighed", "example"), [
    (sy.Confusion([[1.5, 0], [0, 1]]), r"1\.5"),
    (sy.Confusion([[8, 2], [0, 1270]]).at_shares("uniform"), "512"),
    (sy.Confusion([[2.0, 0], [0, 1]]).sparse(), "2"),
    (sy.Joint([[0, 0, 1], [1, 1, 0]], [2.0, 3.0], ["x", "y"], ["a", "b"]), "2"),
])  # fmt: skip
def test_floats_are_weights_also_where_they_are_whole(weighed, example):
    """Fifty items that weigh ½ are 25.0 in a matrix, which does not know that there are fifty."""
    with pytest.raises(NotCounts, match=rf"weights, such as {example} \(a float\), so .* or give integers"):
        items_of(weighed)


def test_nothing_has_no_weights():
    assert items_of(sy.Confusion(np.zeros((2, 2)))).total == 0


def test_weights_are_never_how_often_an_item_was_seen():
    """Issue 18: weights=[250] * 60 made 15,000 items of 60."""
    labels = [0, 1] * 5
    for weights in ([3] * 10, [0.5] * 10):
        for table in (
            sy.Confusion.from_labels(labels, labels, weights=weights),
            sy.Joint.from_labels(labels, {"a": labels, "b": labels}, weights=weights),
        ):
            with pytest.raises(NotCounts, match="the counts are weights of items"):
                items_of(table)
    assert items_of(sy.Confusion.from_labels(labels, labels, counts=[3] * 10)).sizes.tolist() == [15, 15]


@pytest.mark.parametrize("counts", [[[2**62, 0], [0, 1]], [[2**61, 0], [2**61, 1]]])
def test_more_items_than_can_be_numbered_are_refused(counts):
    with pytest.raises(NotCounts, match=r"at most 4\.61e\+18 can be drawn"):
        items_of(sy.Confusion(counts))


def test_groups_with_fixed_class_sizes_are_refused_in_a_sentence():
    cm = sy.Confusion([COUNTS, COUNTS], axes={"patient": [1, 2]})
    with pytest.raises(ValueError, match="groups of items do not keep the size of each class"):
        groups_of(cm, "patient").together(stratified=True)


def test_a_stack_has_no_items_and_one_group_is_too_few():
    cm = sy.Confusion([COUNTS], axes={"patient": [1]})
    with pytest.raises(ValueError, match="pool it first"):
        items_of(cm)
    with pytest.raises(ValueError, match="at least two"):
        groups_of(cm, "patient")
    with pytest.raises(ValueError, match="the axes are"):
        groups_of(cm, "fold")


def test_kinds_drawn_together_are_all_or_those_of_a_true_class():
    units = Units(np.array([3, 4, 5]), np.array([1, 0, 1]), np.array([[0, 0, 1]]), ("a", "b"))
    assert [part.tolist() for part in units.together(stratified=False)] == [[0, 1, 2]]
    assert [part.tolist() for part in units.together(stratified=True)] == [[1], [0, 2]]
