import numpy as np
import pytest

import steelyard as sy
from second_opinion import absent, per_class


def exact(c, phi):
    if 0 in c.t or c.C == 1:
        return None
    others = [[j for j in range(c.C) if j != i] for i in range(c.C)]
    taken = [sum(c.m[j][i] / ((c.C - 1) * c.t[j]) for j in others[i]) for i in range(c.C)]
    return sum(phi[i] * (1 + c.tp[i] / c.t[i] - taken[i]) / 2 for i in range(c.C)) / sum(phi)


def undefined(m):
    return per_class(m, absent(m).any() or len(m) == 1)


def test_mullick_et_al_equation_12_by_hand():
    """Shares of the rows: .8 0 .2, .3 .6 .1, .45 .05 .5; two other classes: half of what a column takes."""
    counts = [[8, 0, 2], [3, 6, 1], [9, 1, 10]]
    terms = (1 + 0.8 - 0.75 / 2) / 2, (1 + 0.6 - 0.05 / 2) / 2, (1 + 0.5 - 0.3 / 2) / 2
    assert sy.metrics.one_point_auroc_ovo(counts) == pytest.approx(sum(terms) / 3)
    assert sy.metrics.one_point_auroc_ovo(counts, importance=[2, 1, 1]) == pytest.approx(
        (2 * terms[0] + terms[1] + terms[2]) / 4
    )


@pytest.mark.parametrize("C", [2, 3, 6])
def test_mullick_et_al_lemma_2(C):
    """All wrong: (C − 2)/(2(C − 1)); all right: 1."""
    assert sy.metrics.one_point_auroc_ovo(np.roll(np.eye(C), 1, axis=1)) == pytest.approx((C - 2) / (2 * (C - 1)))
    assert sy.metrics.one_point_auroc_ovo(np.eye(C)) == 1
