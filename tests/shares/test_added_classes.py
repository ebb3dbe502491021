"""Added classes: every recall stays, rows sum to the supports, and the closed forms of accuracy and kappa."""

from __future__ import annotations

from fractions import Fraction

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

import steelyard as sy
from steelyard.shares.distort import extended, extended_weights, new_labels, with_added_classes

SMALL = st.integers(1, 4).flatmap(
    lambda C: st.lists(st.lists(st.integers(0, 9), min_size=C, max_size=C), min_size=C, max_size=C)
)


def fractions(rows):
    found = np.empty((len(rows), len(rows)), dtype=object)
    found[:] = [[Fraction(x) for x in row] for row in rows]
    return found


@given(SMALL.filter(lambda rows: any(map(any, rows))), st.integers(1, 4))
def test_every_class_keeps_its_items_and_its_hits_exactly(rows, added):
    m, C = fractions(rows), len(rows)
    found = extended(m, added)
    assert all(isinstance(cell, Fraction | int) for cell in found.flat)
    assert min(found.flat) >= 0
    for i in range(C):
        assert sum(found[i]) == sum(m[i])
        assert found[i, i] == m[i, i]


@given(SMALL.filter(lambda rows: any(map(any, rows))), st.integers(1, 4))
def test_an_added_class_has_the_mean_support_and_the_mean_recall_and_errs_evenly(rows, added):
    m, C = fractions(rows), len(rows)
    found = extended(m, added)
    supports = [sum(row) for row in m if sum(row)]
    recalls = [m[i, i] / sum(m[i]) for i in range(C) if sum(m[i])]
    for i in range(C, C + added):
        assert sum(found[i]) == sum(supports) / Fraction(len(supports))
        assert found[i, i] / sum(found[i]) == sum(recalls) / Fraction(len(recalls))
        assert len({found[i, j] for j in range(C + added) if j != i}) <= 1


@given(SMALL.filter(lambda rows: len(rows) > 1 and any(map(any, rows))), st.integers(1, 4))
def test_each_added_class_takes_an_equal_part_of_the_errors_and_the_rest_keeps_its_proportions(rows, added):
    m, C = fractions(rows), len(rows)
    found = extended(m, added)
    for i in range(C):
        errors = sum(m[i]) - m[i, i]
        assert set(found[i, C:]) == {errors / Fraction(C - 1 + added)}
        for j in range(C):
            if j != i:
                assert found[i, j] == m[i, j] * Fraction(C - 1, C - 1 + added)


def test_accuracy_by_hand():
    # Hits 8 + 60 of 100; two added classes have 50 items and the recall (.8 + 2/3)/2 each.
    cm = sy.Confusion([[8, 2], [30, 60]])
    wanted = (68 + 2 * 50 * Fraction(11, 15)) / 200
    assert sy.metrics.accuracy(with_added_classes(cm, 2)) == pytest.approx(float(wanted), rel=1e-14)


def test_kappa_by_hand():
    # One class added to [[8, 2], [3, 7]]: [[8, 1, 1], [1.5, 7, 1.5], [1.25, 1.25, 7.5]], of 30.
    # Predicted 10.75, 9.25, 10; agreement 22.5/30; by chance (10·10.75 + 10·9.25 + 10·10)/900 = 1/3.
    found = with_added_classes(sy.Confusion([[8, 2], [3, 7]]), 1)
    assert found.predicted.tolist() == [10.75, 9.25, 10.0]
    assert sy.metrics.kappa(found) == pytest.approx((0.75 - 1 / 3) / (1 - 1 / 3), rel=1e-14)


def test_the_area_over_pairs_follows_equation_15():
    cm = sy.Confusion([[8, 2, 0], [5, 50, 5], [0, 10, 20]])
    alpha = sy.metrics.balanced_accuracy(cm)
    for added in (1, 2, 5):
        C = 3 + added
        wanted = C / (2 * (C - 1)) * alpha + (C - 2) / (2 * (C - 1))
        assert sy.metrics.one_point_auroc_ovo(with_added_classes(cm, added)) == pytest.approx(wanted, rel=1e-12)


def test_a_class_without_items_is_no_model_for_others():
    found = with_added_classes(sy.Confusion([[8, 2, 0], [4, 16, 0], [0, 0, 0]]), 1)
    assert found.support[3] == pytest.approx(15)
    assert found.correct[3] / found.support[3] == pytest.approx(0.8)


def test_a_perfect_classifier_stays_perfect():
    found = with_added_classes(sy.Confusion(np.diag([3, 30, 300])), 4)
    assert np.count_nonzero(found.counts) == 7
    assert sy.metrics.mcc(found) == pytest.approx(1)


def test_one_class_alone_can_be_joined():
    assert with_added_classes(sy.Confusion([[5]]), 1).counts.tolist() == [[5, 0], [0, 5]]


def test_new_labels_are_nobody_elses():
    assert new_labels(["added 1", "x"], 2) == ["added 2", "added 3"]
    assert with_added_classes(sy.Confusion([[1, 0], [0, 1]], ["added 1", 7]), 1).labels == ("added 1", 7, "added 2")


def test_an_added_class_has_the_mean_weight():
    weights = extended_weights(np.array([0.6, 0.4]), np.array([5, 5]), 2)
    assert weights == pytest.approx([0.3, 0.2, 0.25, 0.25])


@pytest.mark.parametrize("added", [0, -1, 1.5, True, "2", None])
def test_what_is_no_number_of_classes_is_named(added):
    with pytest.raises(ValueError, match=r"whole number of at least 1, not"):
        with_added_classes([[1, 0], [0, 1]], added)


def test_a_stack_and_empty_counts_are_refused():
    with pytest.raises(ValueError, match="not to a stack"):
        with_added_classes(np.ones((2, 2, 2)), 1)
    with pytest.raises(ValueError, match="there is no item"):
        with_added_classes([[0, 0], [0, 0]], 1)


def test_too_many_classes_for_all_cells_are_refused():
    cm = sy.Confusion.from_cells([0], [0], [1], range(5000))
    with pytest.raises(ValueError, match="5,001 classes"):
        with_added_classes(cm, 1)
