"""The matrix itself, as text and HTML."""

import numpy as np

import steelyard as sy


def test_a_matrix_shows_its_labels_and_counts():
    cm = sy.Confusion([[5, 0], [1200, 7]], labels=["fraud", "ok"])
    assert repr(cm) == (
        "1,212 items, 2 classes (rows: truth, columns: prediction)\n"
        "       fraud  ok\n"
        "fraud      5   0\n"
        "ok     1,200   7"
    )  # fmt: skip


def test_weights_stacks_and_many_classes_are_readable():
    assert "items of total weight 0.5" in repr(sy.Confusion([[0.25, 0], [0, 0.25]]))
    assert repr(sy.Confusion(np.ones((3, 2, 2)))).startswith("stack (slice: 0, 1, 2), all together: 12 items")
    assert "… and 88 more classes" in repr(sy.Confusion(np.eye(100)))


def test_items_without_a_label_that_were_dropped_are_told():
    assert "3 items dropped without a label" in repr(sy.Confusion([[1]], dropped=3))


def test_labels_that_differ_in_the_middle_stay_different():
    lines = repr(sy.Confusion([[1, 2], [3, 4]], ["a" * 30 + middle + "b" * 30 for middle in "12"])).splitlines()[1:]
    rows = [line.split()[0] for line in lines[1:]]
    assert lines[0].split() == rows
    assert len(set(rows)) == 2
