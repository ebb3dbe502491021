"""Contributions of classes and cells: they add up for every metric, and are what closed forms and brute force say."""

import math
from types import SimpleNamespace

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

import steelyard as sy
from searching import examples
from steelyard.comparison.attribution import MOST_CLASSES, ClassTerm, _closed, attributed, criterion
from steelyard.measuring.registry import chosen

METRICS = chosen(None)
A = np.array([[28, 12, 5], [8, 60, 20], [3, 9, 200]])
B = np.array([[20, 20, 5], [2, 80, 6], [13, 9, 190]])
"""Two models on the same items."""


def attribution(a, b, metric, importance=None, policy="exclude"):
    stack = sy.Confusion([a, b], axes={"model": ["a", "b"]})
    return attributed(stack, ("a", "b"), criterion(metric, importance, stack), policy)


def check_sums(found):
    size = max(map(abs, found.values))
    assert math.fsum(term.amount for term in found.classes) == pytest.approx(found.difference, abs=1e-15 + 4e-15 * size)
    parts = [term.amount for term in (*found.cells, *found.ends)]
    assert math.fsum(parts) == pytest.approx(found.difference, abs=1e-14 + 1e-14 * size)
    assert sum(map(abs, parts)) < 20, "no cell gains without bound what another loses"
    assert abs(found.residual) <= 1e-9 * sum(map(abs, parts)) + 1e-12


counts = st.one_of(st.just(0), st.integers(0, 9), st.integers(0, 3000))


@st.composite
def pairs(draw):
    """Two matrices with holes: of the same items, or not."""
    C = draw(st.integers(2, 4))
    matrices = np.array(draw(st.lists(counts, min_size=2 * C * C, max_size=2 * C * C))).reshape(2, C, C)
    matrices[:, 0, 0] += matrices.sum(axis=(1, 2)) == 0
    if draw(st.booleans()):
        missing = matrices[0].sum(axis=1) - matrices[1].sum(axis=1)
        matrices[1][np.arange(C), draw(st.permutations(range(C)))] += np.maximum(missing, 0)
        matrices[0][np.arange(C), np.arange(C)] += np.maximum(-missing, 0)
    return matrices


@examples(2.5)
@given(
    matrices=pairs(),
    metric=st.sampled_from(METRICS),
    importance=st.sampled_from([None, "rarity", "prevalence", "first"]),
    policy=st.sampled_from(["worst", "exclude", "zero", "nan"]),
)
def test_contributions_add_up(matrices, metric, importance, policy):
    if importance == "first":
        importance = [1.0, *[0.001] * (len(matrices[0]) - 1)]
    try:
        found = attribution(*matrices, metric, importance, policy)
    except ValueError as refused:
        # Rarity of an absent class, or a value that is undefined: not a matter of contributions.
        assert "needs items in every class" in str(refused) or "has no finite value" in str(refused)  # noqa: PT017
        return
    check_sums(found)


@pytest.mark.slow
@pytest.mark.parametrize("importance", [None, "rarity", [1, 0, 0.01]])
@pytest.mark.parametrize("metric", METRICS, ids=lambda metric: metric.id)
def test_contributions_of_every_metric_add_up_and_turn_with_the_models(metric, importance):
    there, back = attribution(A, B, metric, importance), attribution(B, A, metric, importance)
    check_sums(there)
    assert there.difference != 0
    for terms in ("classes", "cells"):
        signed = [
            {
                (getattr(t, "label", None), getattr(t, "truth", None), getattr(t, "prediction", None)): t.amount
                for t in of
            }
            for of in (getattr(there, terms), getattr(back, terms))
        ]
        assert signed[1] == pytest.approx({key: -amount for key, amount in signed[0].items()}, rel=1e-7, abs=1e-12)


def test_accuracy_differs_on_the_diagonal_alone():
    found = attribution(A, B, "accuracy")
    n = A.sum()
    assert {(t.truth, t.prediction): t.amount for t in found.cells if abs(t.amount) > 1e-15} == pytest.approx(
        {(0, 0): 8 / n, (1, 1): -20 / n, (2, 2): 10 / n}
    )
    assert {t.label: t.amount for t in found.classes} == pytest.approx({0: 8 / n, 1: -20 / n, 2: 10 / n})
    assert not found.exact


def test_balanced_accuracy_by_hand_in_classes_and_cells():
    found = attribution(A, B, "balanced_accuracy", [1, 2, 1])
    wanted = {0: 0.25 * 8 / 45, 1: -0.5 * 20 / 88, 2: 0.25 * 10 / 212}
    assert {t.label: t.amount for t in found.classes} == pytest.approx(wanted)
    assert {t.truth: t.amount for t in found.cells if abs(t.amount) > 1e-15} == pytest.approx(wanted)
    assert found.exact
    assert (found.cells[0].truth, found.cells[0].first, found.cells[0].second) == (1, 60, 80), "the largest first"


@pytest.mark.parametrize("metric", ["mcc", "f_of_averages", "cen", "rci", "g_mean", "cba", "kappa"])
@pytest.mark.parametrize("same_items", [True, False])
def test_cells_are_what_brute_force_gives(metric, same_items):
    """The midpoint rule over the path, with differences of the metric itself; nothing of ours but the metric."""
    second = B if same_items else B * 2 + 1
    D, steps, h = A - second, 4000, 1e-4
    s = (np.arange(steps) + 0.5) / steps
    path = second + s[:, None, None] * D
    slope = np.empty(path.shape)
    for i, j in np.ndindex(3, 3):
        move = np.zeros((3, 3))
        move[i, j] = h
        slope[:, i, j] = (sy.metrics[metric](path + move) - sy.metrics[metric](path - move)) / (2 * h)
    if same_items:
        errors = path * (1 - np.eye(3))
        slope -= (slope * errors).sum(axis=-1, keepdims=True) / errors.sum(axis=-1, keepdims=True)
    wanted = slope.mean(axis=0) * D
    found = attribution(A, second, metric)
    got = np.zeros((3, 3))
    for term in found.cells:
        got[term.truth, term.prediction] = term.amount
    assert got == pytest.approx(wanted, abs=3e-5)
    if metric != "cba":
        rows = {t.label: t.amount for t in found.classes}
        assert [rows[i] for i in range(3)] == pytest.approx(got.sum(axis=1), abs=1e-12)


def test_a_class_that_is_undefined_for_one_model_has_a_line_of_its_own():
    """The second never predicts class 1: it leaves the average precision, P, and so macro F jumps at that end."""
    a, b = [[8, 2, 0], [1, 8, 1], [0, 5, 15]], [[9, 0, 1], [2, 0, 8], [0, 0, 20]]
    found = attribution(a, b, "f_of_averages")
    check_sums(found)
    (end,) = found.ends
    assert (end.label, end.why) == (1, "enters")
    # Just inside the end class 1 has the precision 8/15 it has for the first; recalls are still those of the second.
    recall = (0.9 + 0 + 1) / 3
    inside = (9 / 11 + 20 / 29 + 8 / 15) / 3
    outside = (9 / 11 + 20 / 29) / 2
    jump = 2 * inside * recall / (inside + recall) - 2 * outside * recall / (outside + recall)
    assert end.amount == pytest.approx(jump, rel=1e-9)
    assert end in found.classes
    turned = attribution(b, a, "f_of_averages").ends
    assert [(t.label, t.why, t.amount) for t in turned] == [(1, "leaves", pytest.approx(-jump, rel=1e-9))]


def test_several_classes_that_enter_share_the_jump_by_their_relevance():
    a, b = [[8, 1, 1], [1, 8, 1], [0, 5, 15]], [[10, 0, 0], [10, 0, 0], [20, 0, 0]]
    found = attribution(a, b, "f_of_averages", [1, 3, 1])
    check_sums(found)
    amounts = {term.label: term.amount for term in found.ends}
    assert set(amounts) == {1, 2}
    assert amounts[1] == pytest.approx(3 * amounts[2])


def test_a_hit_that_appears_lifts_the_geometric_mean_however_small_its_weight():
    """Class 0 has 0.01 % of the weight: x^0.0001 nearly jumps, and it is class 0's doing."""
    a, b = [[5, 5], [5, 95]], [[0, 10], [10, 90]]
    found = attribution(a, b, "g_mean", [0.0001, 0.9999])
    check_sums(found)
    assert found.ends == ()
    assert {t.label: t.amount for t in found.classes} == pytest.approx({0: 0.9, 1: 0.05}, abs=1e-3)


def test_a_class_that_one_model_never_predicts_gives_its_cells_no_more_than_they_are_worth():
    """Its precision, undefined at one end, is the same all the way; no cell may gain what another loses."""
    a, b = [[8, 2, 0], [1, 8, 1], [0, 5, 15]], [[8, 0, 2], [1, 0, 9], [0, 0, 20]]
    found = attribution(a, b, "macro_precision")
    check_sums(found)
    assert sum(abs(t.amount) for t in found.cells) < 1


def test_models_that_are_alike_have_nothing_to_explain():
    found = attribution(A, A, "mcc")
    assert found.cells == ()
    assert [term.amount for term in found.classes] == [0, 0, 0]


@pytest.mark.usefixtures("own_metrics")
def test_a_metric_of_ones_own_is_explained_recorded_or_not():
    @sy.metric
    def recorded(c):
        return c.total(c.tp**2) / c.n**2

    @sy.metric
    def looked_at(c):
        return c.total(c.tp**2) / c.n**2 if c.n.min() >= 0 else c.n

    one, other = attribution(A, B, recorded), attribution(A, B, looked_at)
    check_sums(one)
    assert math.fsum(term.amount for term in other.classes) == pytest.approx(other.difference, abs=1e-15)
    by_class = [{term.label: term.amount for term in found.classes} for found in (one, other)]
    assert by_class[1] == pytest.approx(by_class[0], rel=1e-5)


@pytest.mark.usefixtures("own_metrics")
def test_a_metric_that_jumps_on_the_way_adds_up_and_says_what_was_spread():
    @sy.metric
    def more_than_half(c):
        return (c.total(c.tp) > 0.85 * c.n) * 1.0

    found = attribution(A * 2, np.diag([10, 20, 600]) + B, more_than_half)
    assert found.difference == -1
    assert math.fsum(term.amount for term in found.classes) == pytest.approx(-1)
    assert found.residual == pytest.approx(-1)


def test_an_undefined_value_and_too_many_classes_are_refused():
    with pytest.raises(ValueError, match="mcc has no finite value for b, so no difference to explain"):
        attribution([[5, 1], [1, 5]], [[6, 0], [6, 0]], "mcc")
    with pytest.raises(ValueError, match="mcc is undefined"):
        attribution([[5, 1], [1, 5]], [[6, 0], [6, 0]], "mcc", policy="raise")
    many = SimpleNamespace(labels=range(MOST_CLASSES + 1))
    with pytest.raises(ValueError, match="up to 512 classes, not 513; merge classes first"):
        attributed(many, ("a", "b"), None, "exclude")


def test_everything_is_plain_for_json():
    record = attribution(A, B, "macro_precision", "rarity").to_dict()
    assert record["metric"] == "macro_precision"
    assert record["importance"] == "rarity"
    assert sum(term["amount"] for term in record["classes"]) == pytest.approx(record["difference"])
    assert record["cells"][0].keys() == {"truth", "prediction", "amount", "first", "second"}
    assert record["exact"] is True


def test_only_rounding_is_added_to_the_largest_class():
    """A gap of any size was hidden there."""
    terms = [ClassTerm("x", 0.2), ClassTerm("y", 0.1)]
    closed = _closed(terms, (0.3 + 1e-15, 0.0))
    assert closed[0].amount == pytest.approx(0.2 + 1e-15, abs=1e-16)
    with pytest.raises(
        ArithmeticError, match=r"^the contributions of the classes miss the difference 0\.31 by 0\.01\.$"
    ):
        _closed(terms, (0.31, 0.0))


def test_rounding_speaks_for_nobody():
    """Matthews' correlation of a model that guesses is 0 but for rounding, and so is what its classes contribute."""
    found = attribution([[1, 9], [10, 90]], [[3, 7], [27, 63]], "mcc")
    assert all(abs(term.amount) > 1e-12 for terms in found.speaking() for term in terms)
