import pytest

import steelyard as sy

DOCS = [[3, 0, 0], [0, 1, 2], [2, 1, 3]]  # the example of PyCM's README


def test_pycm_readme():
    assert round(sy.metrics.mcen(DOCS), 5) == 0.51894


def test_errors_spread_evenly_are_the_worst():
    assert sy.metrics.mcen([[0, 1, 1], [1, 0, 1], [1, 1, 0]]) == pytest.approx(1)
    assert sy.metrics.mcen([[0, 5], [5, 0]]) == pytest.approx(1)
