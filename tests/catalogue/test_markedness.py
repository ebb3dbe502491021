import pytest

import steelyard as sy

DOCS = [[3, 0, 0], [0, 1, 2], [2, 1, 3]]  # the example of PyCM's README


def test_pycm_readme():
    assert sy.metrics.markedness(DOCS).round(5) == pytest.approx([0.6, 0.3, 0.17143])  # MK
