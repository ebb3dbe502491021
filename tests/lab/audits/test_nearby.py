"""Steps of a climb, and of a descent to smaller matrices."""

import numpy as np

from steelyard.lab.audits.matrices import exchanges, neighbours, reductions

M = np.array([[5, 0], [3, 1]])


def test_neighbours_differ_in_one_cell():
    (around,) = neighbours(M[None])
    assert len(around) == 4 * 4
    assert ((around != M).sum(axis=(1, 2)) <= 1).all()
    assert {int(m[0, 0]) for m in around} == {5, 6, 4, 10, 0}
    assert around.min() >= 0


def test_reductions_are_smaller_and_every_class_keeps_items():
    smaller = reductions(M)
    assert (smaller.sum(axis=(1, 2)) < M.sum()).all()
    assert (smaller <= M).all()
    assert smaller.min() >= 0
    assert smaller.sum(axis=-1).min() > 0


def test_each_single_item_can_be_taken_away_and_any_two():
    found = {tuple(m.ravel().tolist()) for m in reductions(M)}
    assert {(4, 0, 3, 1), (5, 0, 2, 1), (5, 0, 3, 0), (4, 0, 2, 1), (3, 0, 3, 1)} <= found


def test_nothing_is_smaller_than_one_item_per_class():
    assert not len(reductions(np.eye(3, dtype=np.int64)))


def test_exchanges_take_two_items_away_and_put_one_anywhere():
    found = {tuple(m.ravel().tolist()) for m in exchanges(np.array([[2, 0], [1, 1]]))}
    assert found == {
        *{(1, 0, 1, 1), (0, 1, 1, 1)},  # both from the first cell
        *{(2, 0, 0, 1), (1, 1, 0, 1), (1, 0, 0, 2)},  # from the first and the third
        *{(2, 0, 1, 0), (1, 1, 1, 0), (1, 0, 2, 0)},  # from the first and the last
    }
