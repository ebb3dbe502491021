import pytest

import steelyard as sy


def test_mullick_et_al_equation_14_by_hand():
    """Recalls 8/10, 6/10, 10/20; precisions 8/20, 6/7, 10/13."""
    counts = [[8, 0, 2], [3, 6, 1], [9, 1, 10]]
    assert sy.metrics.one_point_aurpc_ova(counts) == pytest.approx((0.8 + 0.4 + 0.6 + 6 / 7 + 0.5 + 10 / 13) / 6)
