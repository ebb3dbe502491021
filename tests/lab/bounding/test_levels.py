import numpy as np

from steelyard.lab.bounding.objective import levels


def test_levels_have_the_class_sizes_and_every_share_of_hits():
    for sizes in ([7, 3], [1_000] * 3, [5, 20, 300, 1]):
        stack = levels(np.array(sizes))
        assert (stack >= 0).all()
        assert (stack.sum(axis=2) == sizes).all()
        hits = np.unique(np.trace(stack, axis1=1, axis2=2) / sum(sizes))
        assert (hits[0], hits[-1]) == (0, 1)
        assert np.diff(hits).max() <= max(1 / 500, 3 / sum(sizes)) + 1e-9


def test_errors_go_to_one_class_or_to_all():
    stack = levels(np.array([30, 30, 30]))
    none = stack[np.trace(stack, axis1=1, axis2=2) == 0]
    assert {tuple(map(tuple, m)) for m in none.tolist()} == {
        ((0, 30, 0), (0, 0, 30), (30, 0, 0)),
        ((0, 15, 15), (15, 0, 15), (15, 15, 0)),
    }
