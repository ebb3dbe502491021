import numpy as np
import pytest

import steelyard as sy

DOCS = [[3, 0, 0], [0, 1, 2], [2, 1, 3]]  # the example of PyCM's README


def test_pycm_readme():
    assert round(sy.metrics["ACC_Macro"](DOCS), 5) == 0.72222  # ACC Macro


def test_average_accuracy_of_branco_et_al_is_another():
    """Its true negatives are items with exactly their own label: 7/(7 + 2), 7/(7 + 3) and 7/(7 + 5)."""
    assert sy.metrics.average_accuracy(DOCS) == pytest.approx((7 / 9 + 7 / 10 + 7 / 12) / 3)


@pytest.mark.parametrize("w", [(1, 1, 1), (5, 1, 2), (1, 0, 0)])
def test_the_least_is_attained_by_the_two_weightiest(w):
    w = np.array(w, dtype=float)
    counts = np.zeros((3, 3), dtype=int)
    counts[np.argsort(w)[-1], np.argsort(w)[-2]] = 7
    assert sy.metrics.macro_class_accuracy(counts, importance=w) == pytest.approx(
        sy.metrics.macro_class_accuracy.bounds(w)[0], abs=1e-15
    )
