import pytest

import steelyard as sy

DOCS = [[3, 0, 0], [0, 1, 2], [2, 1, 3]]  # the example of PyCM's README


def test_pycm_readme():
    assert sy.metrics.class_accuracy(DOCS).round(5) == pytest.approx([0.83333, 0.75, 0.58333])  # ACC
