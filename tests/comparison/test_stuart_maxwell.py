"""The Stuart–Maxwell test: exact rationals, Maxwell's example, classes that never mix, and a thousand classes."""

import json
import time
from fractions import Fraction

import numpy as np
import pytest
from scipy.stats import chi2

from steelyard import Joint
from steelyard.comparison import item_tests as module
from steelyard.comparison.item_tests import stuart_maxwell


def joint_of(table):
    table = np.asarray(table)
    by_a, by_b = np.nonzero(table)
    codes = np.stack([np.zeros_like(by_a), by_a, by_b], axis=1)
    return Joint(codes, table[by_a, by_b], range(len(table)), ["a", "b"])


def exactly(table):
    """Solve V x = d in fractions, with 0 for what elimination leaves free: (dᵀx, rank of V)."""
    N = [[Fraction(int(n)) for n in row] for row in table]
    C = len(N)
    d = [sum(N[i]) - sum(row[i] for row in N) for i in range(C)]
    V = [[-(N[i][j] + N[j][i]) if i != j else Fraction(0) for j in range(C)] for i in range(C)]
    for i in range(C):
        V[i][i] = -sum(V[i])
    rows = [[*row, right] for row, right in zip(V, d, strict=True)]
    pivots = []
    for column in range(C):
        pivot = next((r for r in range(len(pivots), C) if rows[r][column]), None)
        if pivot is None:
            continue
        at = len(pivots)
        rows[at], rows[pivot] = rows[pivot], rows[at]
        rows[at] = [value / rows[at][column] for value in rows[at]]
        for r in range(C):
            if r != at:
                rows[r] = [x - rows[r][column] * y for x, y in zip(rows[r], rows[at], strict=True)]
        pivots.append(column)
    return sum((d[column] * rows[r][-1] for r, column in enumerate(pivots)), Fraction(0)), len(pivots)


@pytest.mark.parametrize("C", [2, 3, 4, 6])
def test_it_is_the_exact_solution_however_the_classes_hang_together(C, rng):
    ranks = set()
    for _ in range(60):
        table = rng.poisson(np.exp(rng.normal(1, 2, (C, C)))) * (rng.random((C, C)) < rng.random() ** 2)
        found = stuart_maxwell(joint_of(table), "a", "b")
        statistic, rank = exactly(table)
        assert found.statistic == pytest.approx(float(statistic), rel=1e-10, abs=1e-12)
        assert found.degrees == rank
        assert found.p_value == (pytest.approx(chi2.sf(float(statistic), rank), rel=1e-9) if rank else 1)
        assert found.disagreements == table.sum() - np.trace(table)
        assert found.total == table.sum()
        ranks.add(rank)
    assert ranks >= set(range(C)), "every rank was tried"


def test_counts_from_one_to_billions_lose_no_digits():
    table = [[10**9, 10**9, 1, 0], [10**9 - 50_000, 5, 2, 0], [3, 0, 7, 1], [0, 0, 10**8, 4]]
    assert stuart_maxwell(joint_of(table), "a", "b").statistic == pytest.approx(float(exactly(table)[0]), rel=1e-9)


def test_of_two_classes_it_is_mcnemars_chi_square():
    found = stuart_maxwell(joint_of([[30, 12], [5, 40]]), "a", "b")
    assert found.statistic == pytest.approx((12 - 5) ** 2 / (12 + 5), rel=1e-14)
    assert found.degrees == 1


def test_classes_never_predicted_change_nothing_but_their_list(rng):
    table = rng.poisson(5, (3, 3))
    wider = np.zeros((6, 6), dtype=int)
    wider[np.ix_([0, 2, 5], [0, 2, 5])] = table
    plain, found = stuart_maxwell(joint_of(table), "a", "b"), stuart_maxwell(joint_of(wider), "a", "b")
    assert (found.degrees, found.never_predicted, plain.never_predicted) == (2, (1, 3, 4), ())
    assert found.statistic == pytest.approx(plain.statistic, rel=1e-13)


def test_groups_of_classes_that_never_mix_add_up(rng):
    one, other = rng.poisson(6, (3, 3)), rng.poisson(6, (4, 4))
    both = np.zeros((7, 7), dtype=int)
    both[:3, :3], both[3:, 3:] = one, other
    parts = [stuart_maxwell(joint_of(table), "a", "b") for table in (one, other)]
    found = stuart_maxwell(joint_of(both), "a", "b")
    assert found.statistic == pytest.approx(sum(part.statistic for part in parts), rel=1e-12)
    assert found.degrees == 5


def test_models_that_always_agree_predict_alike():
    found = stuart_maxwell(joint_of(np.diag([3, 4, 5])), "a", "b")
    assert (found.statistic, found.degrees, found.p_value, found.disagreements) == (0, 0, 1, 0)
    even = stuart_maxwell(joint_of([[3, 2, 0], [2, 1, 5], [0, 5, 8]]), "a", "b")
    assert (even.statistic, even.degrees, even.p_value, even.disagreements) == (0, 2, 1, 14)


@pytest.mark.slow
def test_a_p_value_is_uniform_if_the_models_predict_alike(rng):
    """Under homogeneity, 5 % of the p-values lie below 0.05, also with two groups that never mix."""
    shares = np.array([[4, 2, 0, 0], [2, 6, 0, 0], [0, 0, 3, 1], [0, 0, 1, 5]]) / 24
    tables = rng.multinomial(600, shares.reshape(-1), 1500).reshape(-1, 4, 4)
    below = np.mean([stuart_maxwell(joint_of(table), "a", "b").p_value < 0.05 for table in tables])
    assert abs(below - 0.05) < 4 * np.sqrt(0.05 * 0.95 / 1500)


def test_a_thousand_classes_take_a_moment_dense_or_sparse(rng, monkeypatch):
    C = 1000
    rows, columns = rng.integers(0, C, (2, 6000))
    table = np.zeros((C, C), dtype=int)
    np.add.at(table, (rows, columns), rng.integers(1, 10**6, 6000))
    joint = joint_of(table)
    start = time.perf_counter()
    dense = stuart_maxwell(joint, "a", "b")
    assert time.perf_counter() - start < 10
    monkeypatch.setattr(module, "DENSE", 0)
    sparse = stuart_maxwell(joint, "a", "b")
    assert sparse.degrees == dense.degrees <= C - 1
    assert sparse.statistic == pytest.approx(dense.statistic, rel=1e-9)


@pytest.mark.parametrize("C", [50, 5000])
def test_along_a_chain_each_pair_of_classes_adds_its_own_chi_square(C, rng):
    """Without cycles the flows between classes are free of each other; conjugate gradients give up on long chains."""
    up, down = rng.integers(1, 1000, (2, C - 1))
    first = np.arange(C - 1)
    predictions = np.concatenate([np.stack([first, first + 1]), np.stack([first + 1, first])], axis=1)
    codes = np.stack([np.zeros(2 * C - 2, dtype=int), *predictions], axis=1)
    found = stuart_maxwell(Joint(codes, np.concatenate([up, down]), range(C), ["a", "b"]), "a", "b")
    assert found.statistic == pytest.approx(((up - down) ** 2 / (up + down)).sum(), rel=1e-9)
    assert found.degrees == C - 1


def test_the_truth_and_the_order_of_the_models_play_no_part(rng):
    truth, a, b = rng.integers(0, 4, (3, 400))
    joint = Joint.from_labels(truth, {"a": a, "b": b})
    other = Joint.from_labels(np.zeros(400, dtype=int), {"b": b, "a": a})
    one, two = stuart_maxwell(joint, "a", "b"), stuart_maxwell(other, "b", "a")
    assert one.statistic == pytest.approx(two.statistic, rel=1e-12)
    assert one.degrees == two.degrees == 3


def test_it_goes_to_json():
    joint = Joint([[0, 0, 1], [1, 1, 0]], [9, 4], ["x", "y", "z"], ["a", "b"])
    record = json.loads(json.dumps(stuart_maxwell(joint, "a", "b").to_dict(), allow_nan=False))
    assert record["statistic"] == pytest.approx(25 / 13)
    assert record["never_predicted"] == ["z"]
    assert (record["test"], record["a"], record["degrees"], record["disagreements"]) == ("stuart_maxwell", "a", 1, 13)
