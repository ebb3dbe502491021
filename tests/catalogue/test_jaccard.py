import pytest

import steelyard as sy

DOCS = [[3, 0, 0], [0, 1, 2], [2, 1, 3]]  # the example of PyCM's README


def test_pycm_readme():
    assert sy.metrics.jaccard(DOCS) == pytest.approx([0.6, 0.25, 0.375])  # J
