"""Wilcoxon's signed-rank test, against every way to sign the ranks, and SciPy where it is exact too."""

import itertools
import json

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from scipy import stats

from steelyard.comparison import signed_rank as module
from steelyard.comparison.signed_rank import signed_rank

WHOLE = st.lists(st.integers(-4, 6), min_size=2, max_size=9)


def wilcoxon(differences):
    return signed_rank(differences, draws=1)


def every_way_to_sign(differences):
    """Return Pratt's p-value by enumeration, ranks by comparing every two sizes: (p, rank sum of a, of b)."""
    sizes = [abs(d) for d in differences]
    ranks = [sum(other < size for other in sizes) + (1 + sizes.count(size)) / 2 for size in sizes]
    there = [rank for rank, size in zip(ranks, sizes, strict=True) if size]
    a = sum(rank for rank, d in zip(ranks, differences, strict=True) if d > 0)
    b = sum(rank for rank, d in zip(ranks, differences, strict=True) if d < 0)
    sums = [
        sum(r * s for r, s in zip(there, signs, strict=True)) for signs in itertools.product([0, 1], repeat=len(there))
    ]
    tail = sum(total <= min(a, b) for total in sums) / len(sums)
    return min(1, 2 * tail), a, b


@given(WHOLE)
def test_p_counts_every_way_to_sign_the_ranks_with_ties_and_zeros(differences):
    found = wilcoxon(differences)
    p, a, b = every_way_to_sign(differences)
    assert found.p_value == pytest.approx(p, rel=1e-14)
    assert (found.ranks_a, found.ranks_b, found.zeros) == (a, b, differences.count(0))
    assert found.exact


@given(WHOLE.filter(any))
def test_rounding_breaks_no_ties(differences):
    """Tenths of scores near 1: 0.9 − 0.8 is not 0.8 − 0.7 in binary numbers, but ranks with it, and 0 stays 0."""
    noisy = [(0.1 + i / 7 + 0.2 + d / 10) - (0.3 + i / 7) for i, d in enumerate(differences)]
    found, clean = wilcoxon(noisy), wilcoxon(differences)
    assert (found.p_value, found.zeros, found.ranks_a) == (clean.p_value, clean.zeros, clean.ranks_a)


@pytest.mark.parametrize("n", [2, 5, 12, 30, 50])
def test_without_ties_it_is_scipys_exact_test(n, rng):
    for shift in (0, 0.3, 1):
        d = rng.normal(shift, 1, n)
        expected = stats.wilcoxon(d, method="exact")
        assert wilcoxon(d).p_value == pytest.approx(expected.pvalue, rel=1e-12)
        assert min(wilcoxon(d).ranks_a, wilcoxon(d).ranks_b) == expected.statistic


def test_beyond_the_exact_it_is_scipys_normal_approximation(rng, monkeypatch):
    d = np.round(rng.normal(0.2, 2, 250))
    found = wilcoxon(d)
    assert found.zeros > 10
    assert found.exact is bool(250 - found.zeros <= module.EXACT)
    monkeypatch.setattr(module, "EXACT", 10)
    near = wilcoxon(d)
    assert not near.exact
    assert near.p_value == pytest.approx(stats.wilcoxon(d, zero_method="pratt", method="asymptotic").pvalue, rel=1e-10)
    assert near.p_value == pytest.approx(found.p_value, rel=0.02)


def test_a_thousand_data_sets_go_by_the_normal_distribution(rng):
    found = wilcoxon(rng.normal(0.1, 1, 1000))
    assert not found.exact
    assert 0 < found.p_value < 0.1


def test_zeros_are_ranked_as_pratt_did():
    """Evidence for a shrinks as its first score falls; were zeros left out first, it would grow."""
    more = [3, 4, 5, 6, 7, 8, -9]
    equal, lower = wilcoxon([0, *more]), wilcoxon([-1, *more])
    assert (equal.ranks_a, equal.ranks_b, equal.zeros) == (27, 8, 1)
    assert (equal.p_value, lower.p_value) == (0.21875, 0.25)
    assert wilcoxon(more).p_value > lower.p_value
    assert wilcoxon([0, 0, 1, 2, 3, 4]).p_value == 2 / 2**4


def test_models_without_any_difference_are_the_same():
    found = signed_rank([0.0, 0.0, 0.0])
    assert (found.p_value, found.zeros, found.ranks_a) == (1, 3, 0)
    assert (found.posterior.a_better, found.posterior.equivalent, found.posterior.b_better) == (0.5, 0, 0.5)
    assert signed_rank([0.0, 0.0, 0.0], rope=0.01).posterior.equivalent == 1


def test_undefined_data_sets_are_left_out():
    found, without = signed_rank([0.1, np.nan, 0.2, -0.05, np.nan]), signed_rank([0.1, 0.2, -0.05])
    assert (found.datasets, found.left_out) == (3, 2)
    assert (found.p_value, found.posterior) == (without.p_value, without.posterior)


def test_it_goes_to_json():
    record = json.loads(json.dumps(signed_rank([1, 2, -3], draws=100).to_dict(), allow_nan=False))
    assert (record["test"], record["ranks_a"], record["exact"], record["datasets"]) == ("signed_rank", 3, True, 3)
    a = record["posterior"]["a_better"]
    assert record["error"] == pytest.approx(np.sqrt(a * (1 - a) / 100))
