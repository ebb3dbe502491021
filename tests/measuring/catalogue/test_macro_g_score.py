import numpy as np
import pytest

import steelyard as sy
from second_opinion import absent, average, geometric, unpredicted

CASE_2 = [[1, 0, 3], [0, 100, 0], [0, 0, 200]]
CASE_3 = [[1, 3, 0, 0], [9, 1, 0, 0], [0, 0, 100, 0], [0, 0, 0, 200]]


def exact(c, phi):
    return geometric(average("precision", c, phi), average("recall", c, phi))


def undefined(m):
    return np.array([unpredicted(m), absent(m)])


def test_lmu_lecture_by_hand():
    """√(P·R), with Branco et al.'s Table 3: P = .995, R = .75 in Case 2 and both .588 in Case 3."""
    assert sy.metrics.macro_g_score(CASE_2) == pytest.approx((0.995 * 0.75) ** 0.5, abs=1e-3)
    assert sy.metrics.macro_g_score(CASE_3) == pytest.approx(0.5875)
