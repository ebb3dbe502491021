import pytest

import steelyard as sy
from second_opinion import entropy, said


def exact(c):
    if not c.n:
        return None
    entropies = entropy([t / c.n for t in c.t]) + entropy([p / c.n for p in c.p])
    return None if entropies == 0 else 2 * said("mutual_information").exact(c) / entropies


def undefined(m):
    return (m.sum(axis=0) > 0).sum() < 2 and (m.sum(axis=1) > 0).sum() < 2


def test_by_hand():
    """One bit of two: the truth has four classes of one size, and two predictions each name two of them."""
    counts = [[1, 0, 0, 0], [1, 0, 0, 0], [0, 0, 1, 0], [0, 0, 1, 0]]
    assert sy.metrics.nmi(counts) == pytest.approx(2 * 1 / (2 + 1))


def test_wrong_names_do_not_matter():
    assert sy.metrics.nmi([[0, 5], [7, 0]]) == pytest.approx(1)
