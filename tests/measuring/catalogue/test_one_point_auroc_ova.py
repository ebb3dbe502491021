import numpy as np
import pytest

import steelyard as sy


@pytest.mark.parametrize(("C", "value"), [(3, 0.70), (6, 0.76)])
def test_mullick_et_al_example_1(C, value):
    """60 % of each class right, the rest spread evenly; the text says .77 for six classes, equation 13 gives .76."""
    counts = np.full((C, C), 40 / (C - 1))
    np.fill_diagonal(counts, 60)
    assert sy.metrics.one_point_auroc_ova(counts) == pytest.approx(value)


def test_mullick_et_al_equation_13_by_hand():
    """(1 + 8/10 − 12/30)/2, (1 + 6/10 − 1/30)/2, (1 + 10/20 − 3/20)/2, with class sizes 10, 10, 20."""
    counts = [[8, 0, 2], [3, 6, 1], [9, 1, 10]]
    assert sy.metrics.one_point_auroc_ova(counts) == pytest.approx((0.7 + (1.6 - 1 / 30) / 2 + 0.675) / 3)
