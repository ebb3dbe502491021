import numpy as np
import pytest

import steelyard as sy

DOCS = [[3, 0, 0], [0, 1, 2], [2, 1, 3]]  # the example of PyCM's README


def exact(c):
    if not c.n or c.C == 1:
        return None
    pooled = [(t + p) / (2 * c.n) for t, p in zip(c.t, c.p, strict=True)]
    by_chance = sum(x * (1 - x) for x in pooled) / (c.C - 1)
    return (c.T / c.n - by_chance) / (1 - by_chance)


def undefined(m):
    return not m.any() or len(m) == 1


def test_pycm_readme():
    assert round(sy.metrics.gwet_ac1(DOCS), 5) == 0.38931  # Gwet AC1


@pytest.mark.parametrize("C", [2, 3, 6])
def test_the_least_value_by_hand(C):
    """Classes of one size, all wrong and evenly predicted: chance 1/C, and (0 − 1/C)/(1 − 1/C)."""
    counts = [[int(j == (i + 1) % C) for j in range(C)] for i in range(C)]
    assert sy.metrics.gwet_ac1(counts) == pytest.approx(-1 / (C - 1))
    assert sy.metrics.gwet_ac1.bounds(np.ones(C)) == (-1 / (C - 1), 1)
