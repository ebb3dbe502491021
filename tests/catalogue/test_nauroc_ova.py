from fractions import Fraction

import numpy as np
import pytest

import steelyard as sy
from second_opinion import absent, alone, average


def exact(c, phi):
    value = average("auroc", c, phi)
    present = sum(t > 0 for t in c.t)
    least = Fraction(present - 2, 2 * present) if present else None
    return None if value is None else (value - least) / (1 - least)


def undefined(m):
    return absent(m) | alone(m)


@pytest.mark.parametrize("C", [3, 4, 6])
def test_it_does_not_rise_with_the_number_of_classes(C):
    """Where AUROC-OVA goes from .70 to .76 (Mullick et al., Example 1), (.7 − 1/6)/(5/6) = (.76 − 1/3)/(2/3) = .64."""
    counts = np.full((C, C), 40 / (C - 1))
    np.fill_diagonal(counts, 60)
    if C in (3, 6):
        assert sy.metrics.nauroc_ova(counts) == pytest.approx(0.64)
    least = (C - 2) / (2 * C)
    assert sy.metrics.nauroc_ova(counts) == pytest.approx((sy.metrics.auroc_ova(counts) - least) / (1 - least))


def test_lambda_is_that_of_the_classes_with_items():
    two = [[8, 2], [1, 9]]
    declared = [[8, 2, 0], [1, 9, 0], [0, 0, 0]]
    assert sy.metrics.nauroc_ova(declared) == pytest.approx(sy.metrics.nauroc_ova(two))


def test_no_class_left_counts_as_0_if_so_asked():
    assert sy.metrics.nauroc_ova([[5, 2, 1], [0, 0, 0], [0, 0, 0]], undefined="zero") == 0
