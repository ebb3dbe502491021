import pytest

import steelyard as sy

LECTURE = [[21, 2, 2], [7, 54, 14], [2, 3, 180]]
"""Three classes, of 25, 75 and 185 items, for which the six numbers of issue 18 come out."""


def test_lmu_lecture_mtnr_and_wmtnr():
    """mTNR_i = Σ_{j≠i} n(j, j) / (n − n_i): 234/260, 201/210 and 75/100, the lecture's weights (n − n_i)/(2n)."""
    assert sy.metrics.mtnr(LECTURE) == pytest.approx((234 / 260 + 201 / 210 + 75 / 100) / 3)
    assert round(sy.metrics["mTNR"](LECTURE), 3) == 0.869
    assert round(sy.metrics["wmTNR"](LECTURE, importance="complement"), 3) == 0.895


def test_with_the_lectures_example_weights_it_is_the_accuracy(rng):
    """Σ_i (n − t_i)/((C − 1)n) · Σ_{j≠i} tp_j/(n − t_i) counts every hit C − 1 times."""
    for C in (2, 3, 5):
        counts = rng.integers(0, 30, (C, C)) + 1
        expected = sy.metrics.accuracy(counts)
        assert sy.metrics.macro_rest_recall(counts, importance="complement") == pytest.approx(expected, rel=1e-14)


def test_it_is_not_specificity():
    assert round(sy.metrics.macro_specificity(LECTURE), 3) == 0.927
    assert round(sy.metrics.macro_specificity(LECTURE, importance="complement"), 3) == 0.947
