import numpy as np

import steelyard as sy
from steelyard.lab.bounding.objective import carried

M = np.array([[3, 1, 0], [2, 5, 1], [0, 4, 8]])


def matrices(stack):
    return {tuple(map(tuple, m)) for m in stack.tolist()}


def test_a_matrix_grows_beside_a_new_class_with_one_item():
    found = matrices(carried(M, 4))
    assert ((3000, 1000, 0, 0), (2000, 5000, 1000, 0), (0, 4000, 8000, 0), (0, 0, 0, 1)) in found
    assert ((3, 1, 0, 0), (2, 5, 1, 0), (0, 4, 8, 0), (0, 1, 0, 0)) in found


def test_a_class_is_split_in_halves():
    found = matrices(carried(M, 4))
    assert ((3, 1, 0, 0), (2, 10, 2, 2), (0, 8, 16, 0), (0, 1, 0, 3)) in found  # errors on both halves
    assert ((3, 1, 0, 0), (4, 10, 2, 0), (0, 8, 16, 0), (0, 1, 0, 3)) in found  # on one
    assert ((0, 1, 0, 3), (4, 10, 2, 0), (0, 8, 16, 0), (3, 1, 0, 0)) in found  # each half taken for the other
    assert sy.metrics.accuracy(M) in sy.metrics.accuracy(carried(M, 4))


def test_classes_are_merged_or_left_out():
    assert matrices(carried(M, 2)) == {
        ((11, 1), (4, 8)),  # the first two are one
        ((11, 5), (3, 5)),  # the first and the last
        ((3, 1), (2, 18)),
        ((5, 1), (4, 8)),  # the first left out
        ((3, 0), (0, 8)),
        ((3, 1), (2, 5)),
    }


def test_every_class_has_items_and_matrices_are_not_too_large():
    constant = np.array([[1, 0, 0], [1, 0, 0], [1, 0, 0]])
    assert matrices(carried(constant, 2)) == {((2, 0), (1, 0)), ((1, 0), (1, 0)), ((1, 0), (2, 0))}
    assert carried(M, 4, most=1_000).sum(axis=(1, 2)).max() <= 1_000
    assert carried(M * 10**12, 4).sum(axis=(1, 2)).max() <= 2**53
