import pytest

import steelyard as sy


def test_mullick_et_al_equation_25_by_hand():
    """Shares of the rows: .8 0 .2, .3 .6 .1, .45 .05 .5; mPrecision .8/1.55, .6/.65, .5/.8."""
    counts = [[8, 0, 2], [3, 6, 1], [9, 1, 10]]
    assert sy.metrics.one_point_maurpc_ova(counts) == pytest.approx(
        (0.8 + 0.8 / 1.55 + 0.6 + 0.6 / 0.65 + 0.5 + 0.5 / 0.8) / 6
    )
