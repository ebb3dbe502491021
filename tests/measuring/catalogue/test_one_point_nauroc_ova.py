from fractions import Fraction
from itertools import product

import numpy as np
import pytest

import steelyard as sy
from second_opinion import Counts, absent, alone, average


def exact(c, phi):
    value = average("one_point_auroc", c, phi)
    if value is None:
        return None
    *others, _, _ = sorted(w for w, t in zip(phi, c.t, strict=True) if 0 < t < c.n)
    least = sum(others) / sum(w for w, t in zip(phi, c.t, strict=True) if 0 < t < c.n) / 2
    return (value - least) / (1 - least)


def undefined(m):
    return absent(m) | alone(m)


@pytest.mark.parametrize("C", [3, 4, 6])
def test_it_does_not_rise_with_the_number_of_classes(C):
    """Where AUROC-OVA goes from .70 to .76 (Mullick et al., Example 1), (.7 − 1/6)/(5/6) = (.76 − 1/3)/(2/3) = .64."""
    counts = np.full((C, C), 40 / (C - 1))
    np.fill_diagonal(counts, 60)
    if C in (3, 6):
        assert sy.metrics.one_point_nauroc_ova(counts) == pytest.approx(0.64)
    least = (C - 2) / (2 * C)
    assert sy.metrics.one_point_nauroc_ova(counts) == pytest.approx(
        (sy.metrics.one_point_auroc_ova(counts) - least) / (1 - least)
    )


def test_lambda_is_that_of_the_classes_with_items():
    two = [[8, 2], [1, 9]]
    declared = [[8, 2, 0], [1, 9, 0], [0, 0, 0]]
    assert sy.metrics.one_point_nauroc_ova(declared) == pytest.approx(sy.metrics.one_point_nauroc_ova(two))


def test_no_class_left_counts_as_0_if_so_asked():
    assert sy.metrics.one_point_nauroc_ova([[5, 2, 1], [0, 0, 0], [0, 0, 0]], undefined="zero") == 0


WEIGHTS = [(1, 1, 1), (6, 3, 1), (5, 5, 0), (8, 1, 1), (1, 0, 0)]


def matrices_with(supports):
    """Yield every matrix with these class sizes."""
    rows = [[row for row in product(range(t + 1), repeat=len(supports)) if sum(row) == t] for t in supports]
    return product(*rows)


@pytest.mark.slow
@pytest.mark.parametrize("phi", WEIGHTS)
def test_nothing_is_below_0_by_brute_force(phi):
    """All 3-class matrices of these sizes, in exact fractions."""
    weights = [Fraction(w) for w in phi]
    for supports in product((1, 2, 4), repeat=3):
        assert min(exact(Counts(m), weights) for m in matrices_with(supports)) >= 0


@pytest.mark.parametrize("phi", WEIGHTS)
@pytest.mark.parametrize("huge", [10**3, 10**9])
def test_all_wrong_comes_as_near_to_0_as_one_likes(phi, huge):
    """The weightiest class holds nearly all items and is taken for the second; all others for the weightiest.

    The second's specificity is then 1 − huge/(huge + 1), and AUROC-OVA is above λ by half of that times w₂.
    """
    weights = [Fraction(w, sum(phi)) for w in phi]
    least = weights[2] / 2
    above = weights[1] / (2 * (huge + 1)) / (1 - least)
    counts = [[0, huge, 0], [1, 0, 0], [1, 0, 0]]
    assert exact(Counts(counts), weights) == above
    assert sy.metrics.one_point_nauroc_ova(counts, importance=phi) == pytest.approx(float(above), abs=1e-15)


@pytest.mark.parametrize("importance", [(5, 5, 0), (6, 3, 0), (9, 1, 0)])
def test_all_wrong_is_0_where_two_classes_have_all_the_weight(importance):
    """λ of uniform weights, 1/6, would give (0 − 1/6)/(5/6) = −0.2."""
    value = sy.metrics.one_point_nauroc_ova([[0, 5, 0], [5, 0, 0], [0, 0, 0]], importance=importance)
    assert value == pytest.approx(0, abs=1e-15)
