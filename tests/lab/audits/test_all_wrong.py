"""Matrices without a hit, and the verdict on the worst value."""

import numpy as np
import pytest

import steelyard as sy
from lab.audits.planted import planted
from steelyard.lab import enumeration
from steelyard.lab.audits.matrices import all_wrong, descended, how_many_all_wrong, sizes_to_try, with_one_hit
from steelyard.lab.audits.properties.ends import WorstOnlyAllWrong
from steelyard.lab.audits.subject import Effort, Subject


def listed(stack):
    return sorted(map(str, stack.tolist()))


@pytest.mark.parametrize("sizes", [(1, 1), (2, 3), (1, 2, 3), (2, 2, 1, 1)])
def test_they_are_those_of_all_matrices_that_have_no_hit(sizes):
    every = enumeration.matrices(sizes)
    assert listed(all_wrong(sizes)) == listed(every[np.einsum("nii->n", every) == 0])
    assert len(all_wrong(sizes)) == how_many_all_wrong(sizes)


def test_with_one_hit_each_error_has_its_turn():
    stack = with_one_hit(np.array([[[0, 2, 0], [1, 0, 0], [0, 1, 0]]]))
    assert listed(stack) == listed(
        np.array([
            [[1, 1, 0], [1, 0, 0], [0, 1, 0]],
            [[0, 2, 0], [0, 1, 0], [0, 1, 0]],
            [[0, 2, 0], [1, 0, 0], [0, 0, 1]],
        ])
    )  # fmt: skip


def test_sizes_to_try_are_few_enough():
    tried = list(sizes_to_try(5, 50_000))
    assert tried[0] == (1,) * 5
    assert max(map(how_many_all_wrong, tried)) <= 50_000
    assert max(map(sum, tried)) > 7


# The worst value.


def verdict(name, classes):
    return WorstOnlyAllWrong().examine(Subject(sy.metrics[name]), classes, Effort())


@pytest.mark.parametrize("name", ["accuracy", "balanced_accuracy", "mcc", "kappa"])
def test_for_two_classes_the_worst_is_all_wrong(name):
    assert verdict(name, 2).status == "tried"


def test_g_mean_is_worst_as_soon_as_one_class_is():
    found = verdict("g_mean", 2)
    assert found.witness.values == (0, 0)
    assert found.witness.items == 4
    assert "of all 1 matrices without a hit" in found.evidence


def test_it_is_refuted_where_matrices_are_too_many_to_value_all():
    """MCEN of five classes, at nine items: those without a hit are listed, and one with a hit is worse."""
    found = verdict("mcen", 5)
    before, after = found.witness.values
    assert found.witness.items == 18
    assert before > after  # lower is better


def test_cen_of_five_classes_is_refuted_beside_one_large_class():
    found = verdict("cen", 5)
    hit, wrong = found.witness.matrices
    assert found.status == "refuted"
    assert found.witness.confirmed
    assert hit == ((1, 3, 3, 3, 3), *[(1, 0, 0, 0, 0)] * 4)
    assert np.trace(wrong) == 0
    assert found.witness.values == pytest.approx((0.59490, 0.59380), abs=1e-5)
    assert "of all 143,360 matrices without a hit" in found.evidence


def test_a_matrix_that_is_worse_with_several_hits_is_reached_by_descent():
    """One hit is better than none, and so are two; three or more are worse than none."""

    def valley(c):
        hits = c.total(c.tp)
        return np.where(c.n < 8, 1.0 * hits, 1 + 0.05 * (hits == 1) + 0.03 * (hits == 2) - 0.5 * (hits >= 3))

    found = WorstOnlyAllWrong().examine(Subject(planted(valley)), 5, Effort())
    assert found.status == "refuted"
    assert np.trace(found.witness.matrices[0]) >= 3
    assert found.witness.values == (0.5, 1)


def test_descent_keeps_class_sizes_and_a_hit():
    stack = with_one_hit(all_wrong((3, 2, 1))[:5])
    reached = descended(stack, lambda some: np.einsum("nii->n", some).astype(float))
    assert (reached.sum(axis=-1) == (3, 2, 1)).all()
    assert (np.einsum("nii->n", reached) == 1).all()


def test_without_any_list_that_is_short_enough_it_is_untried():
    found = verdict("accuracy", 8)
    assert (found.status, found.holds) == ("untried", None)
    assert "too many of the same class sizes" in found.evidence
