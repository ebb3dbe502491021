"""Bounds for given class sizes, against formulas and against all matrices."""

from fractions import Fraction
from itertools import combinations_with_replacement

import numpy as np
import pytest

import second_opinion
import steelyard as sy
from steelyard.lab import enumeration
from steelyard.lab.bounding import of_sizes
from steelyard.lab.bounding.bounds import bounds
from steelyard.measuring.conditions import undeclared
from steelyard.measuring.record import Metric

SOME = [
    "f",
    "markedness",
    "cba",
    "f_of_averages",
    "one_point_auroc_ovo",
    "one_point_nauroc_ova",
    "kappa",
    "weighted_kappa",
    "mcc",
    "cen",
    "mcen",
]
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
            every = every[np.argsort(sy.metrics.one_point_auroc_ova(every), kind="stable")[:20]]
        least = min(
            second_opinion.value_of("one_point_auroc_ova", second_opinion.Counts(m), [1] * classes)
            for m in every.tolist()
        )
        assert least == lemma_3(sizes)
        assert bounds("one_point_auroc_ova", supports=sizes).least.exact == str(least)


@pytest.mark.slow
def test_lemma_3_for_many_classes_of_many_sizes():
    generator = np.random.default_rng(3)
    for classes in (5, 8, 20):
        sizes = generator.integers(1, 1_000, classes).tolist()
        found = bounds("one_point_auroc_ova", supports=sizes)
        assert found.least.exact == str(lemma_3(sizes))
        assert found.greatest.exact == "1"


@pytest.mark.slow
def test_a_directed_search_finds_what_trying_all_finds(monkeypatch):
    for sizes in ([4, 7], [4, 2, 1], [2, 1, 2, 1]):
        for name in SOME:
            every = bounds(name, supports=sizes)
            with monkeypatch.context() as patch:
                patch.setattr(of_sizes, "ALL", 0)
                directed = bounds(name, supports=sizes)
            assert "all" in every.least.how
            assert "directed" in directed.least.how
            assert directed.low == pytest.approx(every.low, abs=1e-12)
            assert directed.high == pytest.approx(every.high, abs=1e-12)
            assert every.least.known
            assert every.greatest.known


def test_rows_that_must_move_together_do(monkeypatch):
    """There are matrices from which no single row can move without a loss, and two at once gain."""
    for sizes in ([4, 7], [12, 15]):
        every = bounds("cen", supports=sizes).greatest
        with monkeypatch.context() as patch:
            patch.setattr(of_sizes, "ALL", 0)
            found = bounds("cen", supports=sizes).greatest
        assert found.value == pytest.approx(every.value, abs=1e-12)
        assert (found.attained, found.known) == (True, False)


def made(body, **record):
    return Metric(id=body.__name__, title="", body=body, **record)


def test_the_highest_of_many_hills_is_found_for_given_class_sizes():
    def wave(c):
        share = c.total(c.tp) / c.n
        return np.sin(40 * share) * share

    found = bounds(made(wave), supports=[30, 40, 50, 60])
    shares = np.arange(181) / 180
    heights = np.sin(40 * shares) * shares
    assert (found.low, found.high) == pytest.approx((heights.min(), heights.max()), abs=1e-12)
    assert "others may surpass" in found.least.how


def ratio(c):
    return c.total(c.tp) / (c.n - c.total(c.tp))


def test_infinite_and_undefined_values_are_told():
    found = bounds(made(ratio), supports=[3, 4])
    assert (found.high, found.greatest.matrix) == (np.inf, ((3, 0), (0, 4)))
    # A metric that does not say where it is undefined is so where it is not finite.
    finite = bounds(made(ratio, undefined=undeclared), supports=[3, 4])
    assert finite.high == 6
    assert "undefined at 1 of them" in finite.greatest.how


def test_what_is_undefined_for_all_matrices_is_told():
    def nothing(c):
        return c.total(c.tp) / (c.n - c.n)

    for sizes, tried in (([3, 4], "all 20 matrices"), ([30, 40, 50], r"all [\d,]+ of the [\d,]+ matrices")):
        with pytest.raises(ValueError, match=tried):
            bounds(made(nothing, undefined=undeclared), supports=sizes)


def test_no_end_depends_on_the_scale_of_the_metric():
    def small(c):
        return 1e-10 * c.total(c.tp) / c.n

    for sizes in ([3, 4], [30, 40, 50]):
        assert bounds(made(small), supports=sizes).high == 1e-10


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
