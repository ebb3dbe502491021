import math

import numpy as np
import pytest

import steelyard as sy
from second_opinion import entropy

DOCS = [[3, 0, 0], [0, 1, 2], [2, 1, 3]]  # the example of PyCM's README
BEST_BY_SIZES = True


def exact(c):
    if not c.n or c.C == 1:
        return None
    cells = [x / c.n for row in c.m for x in row]
    return entropy([t / c.n for t in c.t]) + entropy([p / c.n for p in c.p]) - entropy(cells)


def undefined(m):
    return not m.any() or len(m) == 1


def test_pycm_readme():
    assert round(sy.metrics.mutual_information(DOCS) / math.log(2), 5) == 0.52421  # Mutual Information, in bits


def test_the_bounds_by_hand():
    assert sy.metrics.mutual_information(np.eye(4, dtype=int)) == pytest.approx(math.log(4))
    assert sy.metrics.mutual_information.bounds(np.ones(4)) == (0, math.log(4))
