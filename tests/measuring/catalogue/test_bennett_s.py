import numpy as np
import pytest

import steelyard as sy

DOCS = [[3, 0, 0], [0, 1, 2], [2, 1, 3]]  # the example of PyCM's README


def exact(c):
    return None if not c.n or c.C == 1 else (c.T / c.n * c.C - 1) / (c.C - 1)


def undefined(m):
    return not m.any() or len(m) == 1


def test_pycm_readme():
    assert sy.metrics.bennett_s(DOCS) == pytest.approx(0.375)  # Bennett S


@pytest.mark.parametrize("C", [2, 3, 6])
def test_all_wrong_is_the_least(C):
    counts = [[int(j == (i + 1) % C) for j in range(C)] for i in range(C)]
    assert sy.metrics.bennett_s(counts) == pytest.approx(sy.metrics.bennett_s.bounds(np.ones(C))[0]) == -1 / (C - 1)
