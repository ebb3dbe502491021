"""Bounds for given class sizes, against formulas and against all matrices."""

from fractions import Fraction
from itertools import combinations_with_replacement

import numpy as np
import pytest

import second_opinion
import steelyard as sy
from steelyard import enumeration
from steelyard.extremes import bounds, given

SOME = ["f", "markedness", "cba", "macro_f", "auroc_ovo", "nauroc_ova", "kappa", "weighted_kappa", "mcc", "cen", "mcen"]
SOME += ["rci", "cost_ratio", "macro_g_score"]


def lemma_3(sizes):
    """Return the least AUROC-OVA for these class sizes (Mullick et al. 2020, eqs 19 and 21)."""
    t = sorted(sizes)
    C, n = len(t), sum(t)
    return (C - 1 - Fraction(t[-1], n - t[-2])) / (2 * C)


@pytest.mark.parametrize(("classes", "largest"), [(2, 6), (3, 3), (4, 2)])
def test_lemma_3_for_all_small_class_sizes_by_brute_force_in_fractions(classes, largest):
    for sizes in combinations_with_replacement(range(1, largest + 1), classes):
        every = enumeration.matrices(sizes)
        if classes == 4:  # the second opinion is slow: the best in floats, exactly
            every = every[np.argsort(sy.metrics.auroc_ova(every), kind="stable")[:20]]
        least = min(
            second_opinion.value_of("auroc_ova", second_opinion.Counts(m), [1] * classes) for m in every.tolist()
        )
        assert least == lemma_3(sizes)
        assert bounds("auroc_ova", supports=sizes).least.exact == str(least)


def test_lemma_3_for_many_classes_of_many_sizes():
    generator = np.random.default_rng(3)
    for classes in (5, 8, 20):
        sizes = generator.integers(1, 1_000, classes).tolist()
        found = bounds("auroc_ova", supports=sizes)
        assert found.least.exact == str(lemma_3(sizes))
        assert found.greatest.exact == "1"


def test_a_directed_search_finds_what_trying_all_finds(monkeypatch):
    for sizes in ([4, 7], [4, 2, 1], [2, 1, 2, 1]):
        for name in SOME:
            every = bounds(name, supports=sizes)
            with monkeypatch.context() as patch:
                patch.setattr(given, "ALL", 0)
                directed = bounds(name, supports=sizes)
            assert "all" in every.least.how
            assert "directed" in directed.least.how
            near = 2e-3 if name == "cen" and len(sizes) == 2 else 1e-12  # a local optimum: two rows must move at once
            assert (directed.low, directed.high) == pytest.approx((every.low, every.high), abs=near)


def test_every_matrix_tried_has_the_class_sizes_asked_for():
    for sizes in ([5, 20, 300], [1, 2, 1]):
        for name in ("mcc", "cen", "f"):
            found = bounds(name, supports=sizes)
            for end in (found.least, found.greatest):
                assert [sum(row) for row in end.matrix] == sizes
                assert end.attained


def test_values_of_random_matrices_lie_within():
    generator = np.random.default_rng(1)
    sizes = [5, 20, 300]
    spread = generator.dirichlet([0.3] * 3, (4_000, 3))
    stack = generator.multinomial(sizes, spread)
    for name in SOME:
        found = bounds(name, supports=sizes)
        values = sy.metrics[name](stack)
        values = values[:, 0] if sy.metrics[name].kind == "rate" else values
        assert found.low - 1e-9 <= np.nanmin(values)
        assert np.nanmax(values) <= found.high + 1e-9
