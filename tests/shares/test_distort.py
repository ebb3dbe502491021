"""Distortions of a matrix: against closed forms and against each situation measured by itself."""

from __future__ import annotations

import math

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

import steelyard as sy
from steelyard.shares.distort import distortions, with_added_classes

ROWS = [[30, 10, 5, 0], [8, 60, 20, 2], [3, 9, 200, 30], [1, 4, 10, 500]]
CM = sy.Confusion(ROWS, ["w", "x", "y", "z"])

INVARIANT = {"balanced_accuracy", "g_mean", "one_point_auroc_ovo", "one_point_maurpc_ova"}
"""Functions of m_ij/t_i alone: 001's Theorems 1, 2, 3 and 4 (and 5). The others contain t, p or n."""

BINARY_INVARIANT = INVARIANT | {
    "one_point_auroc_ova",
    "one_point_nauroc_ova",
    "macro_specificity",
    "macro_rest_recall",
    "macro_balanced_accuracy",
}
"""With two classes, the rest of a class is one class, whose rate is a recall."""


@pytest.mark.parametrize("importance", [None, {"w": 0.7, "z": 0.3}])
def test_metrics_that_001_proves_invariant_do_not_move_at_all(importance):
    found = distortions(CM, importance=importance, factors=(2, 3, 7, 10, 1000))
    # With weights other than uniform AUROC-OVO and mAURPC-OVA are still functions of m_ij/t_i.
    assert set(found.robust_to_shares) == INVARIANT
    for name in INVARIANT:
        assert {shift.change for shift in found[name].shares} == {0.0}
        assert found[name].fall is None
        assert found[name].rise is None


def test_of_two_classes_more_metrics_do_not_move():
    found = distortions([[80, 20], [90, 810]])
    assert set(found.robust_to_shares) == BINARY_INVARIANT


@given(
    st.lists(st.lists(st.integers(0, 50), min_size=3, max_size=3), min_size=3, max_size=3).filter(
        lambda rows: all(map(any, rows))
    ),
    st.floats(1.01, 1e6),
)
def test_invariance_survives_rounding(rows, factor):
    found = distortions(
        rows, ["balanced_accuracy", "g_mean", "one_point_auroc_ovo", "one_point_maurpc_ova"], factors=factor, added=()
    )
    for one in found.metrics:
        assert one.robust_to_shares or math.isnan(one.present), one.metric.name


def test_precision_of_two_classes_follows_its_closed_form():
    tpr, fpr = 0.8, 0.1
    found = distortions([[80, 20], [90, 810]], "macro_precision", importance=[1, 0], factors=(2, 5, 10))
    for shift in found["macro_precision"].shares:
        r = 9 / shift.factor if shift.label == 0 else 9 * shift.factor
        assert shift.value == pytest.approx(1 / (1 + r * fpr / tpr), rel=1e-13)
        assert shift.change == pytest.approx(shift.value - 8 / 17, rel=1e-9)


def test_accuracy_is_the_average_of_recalls_at_the_new_shares():
    recalls = np.diag(ROWS) / np.sum(ROWS, axis=1)
    sizes = np.sum(ROWS, axis=1).astype(float)
    for shift in distortions(CM, "accuracy")["accuracy"].shares:
        grown = sizes.copy()
        grown["wxyz".index(shift.label)] *= shift.factor
        assert shift.value == pytest.approx(recalls @ grown / grown.sum(), rel=1e-13)
        assert shift.share == pytest.approx(grown["wxyz".index(shift.label)] / grown.sum(), rel=1e-13)


@pytest.mark.parametrize("policy", ["worst", "exclude", "zero", "nan"])
@pytest.mark.parametrize("importance", [None, "rarity", "prevalence"])
def test_every_value_is_that_of_its_situation_alone(importance, policy):
    never = sy.Confusion([[8, 2, 0], [5, 50, 0], [0, 30, 0]])
    weights = sy.importance.as_importance(importance).weights(never)
    found = distortions(never, importance=importance, undefined=policy, factors=(3,), added=(2,))
    more = np.append(weights, [1 / 3, 1 / 3])
    for one in found.metrics:
        for shift in one.shares:
            rows = never.counts.astype(float)
            rows[shift.label] *= shift.factor
            wanted = one.metric(rows, importance=importance if one.metric.weighted else None, undefined=policy)
            assert shift.value == pytest.approx(wanted, rel=1e-9, abs=1e-12, nan_ok=True), one.metric.name
        (last,) = one.classes
        grown = with_added_classes(never, 2)
        wanted = one.metric(grown, importance=more if one.metric.weighted else None, undefined=policy)
        assert last.value == pytest.approx(wanted, rel=1e-9, abs=1e-12, nan_ok=True), one.metric.name


def test_balanced_accuracy_does_not_move_with_added_classes_and_others_do():
    found = distortions(CM)
    assert found.robust_to_classes == ("balanced_accuracy",)
    accuracy, balanced = sy.metrics.accuracy(CM), sy.metrics.balanced_accuracy(CM)
    for shift in found["accuracy"].classes:
        k = shift.added
        assert shift.value == pytest.approx((accuracy + k / 4 * balanced) / (1 + k / 4), rel=1e-13)


def test_the_present_value_is_the_evaluated_one():
    found = distortions(CM, importance="rarity")
    for score in sy.evaluate(CM, importance="rarity", confidence=None).scores:
        assert found[score.metric.name].present == pytest.approx(score.value, rel=1e-14)


def test_the_most_distorted_comes_first():
    found = distortions(CM)
    parts = [one.part for one in found.metrics]
    assert parts == sorted(parts, reverse=True)
    assert found.metrics[-1].metric.name == "balanced_accuracy"
    mcc = found["mcc"]
    most = max(abs(shift.change) for shift in (*mcc.shares, *mcc.classes))
    assert mcc.part == pytest.approx(most / 2)  # its range is −1 to 1


def test_undefined_metrics_come_last():
    constant = sy.Confusion([[0, 10], [0, 90]])
    found = distortions(constant, ["mcc", "accuracy"], added=())
    assert [one.metric.name for one in found.metrics] == ["accuracy", "mcc"]
    assert math.isnan(found["mcc"].part)
    assert not found["mcc"].robust_to_shares


def test_a_metric_without_bounds_is_scaled_by_its_value():
    found = distortions(CM, ["cost_ratio", "accuracy"])
    assert not found["cost_ratio"].bounded
    assert found["cost_ratio"].scale == found["cost_ratio"].present
    assert found["accuracy"].bounded


def test_costs_of_added_classes_are_not_invented():
    costs = sy.metrics.expected_cost.at(costs=[[0, 10], [1, 0]])
    found = distortions([[80, 20], [90, 810]], [costs, "expected_cost"])
    (given_costs,) = [one for one in found.metrics if one.note]
    assert given_costs.metric is costs
    assert all(math.isnan(shift.value) for shift in given_costs.classes)
    assert not any(math.isnan(shift.value) for shift in given_costs.shares)
    assert not given_costs.robust_to_classes
    assert not any(math.isnan(shift.value) for shift in found["expected_cost"].classes)


def test_classes_without_items_do_not_grow():
    found = distortions([[8, 2, 0], [5, 50, 5], [0, 0, 0]], "accuracy")
    assert found.moved == (0, 1)
    with pytest.raises(ValueError, match="class 2 has no items"):
        distortions([[8, 2, 0], [5, 50, 5], [0, 0, 0]], "accuracy", classes=[2])


def test_only_the_classes_asked_for_grow():
    found = distortions(CM, "accuracy", classes=["z", "w"], factors=2)
    assert found.moved == ("z", "w")
    assert [(shift.label, shift.factor) for shift in found["accuracy"].shares] == [
        ("z", 0.5),
        ("z", 2.0),
        ("w", 0.5),
        ("w", 2.0),
    ]


def test_of_many_classes_some_must_be_named():
    many = sy.Confusion(np.eye(150, dtype=int) + 1)
    with pytest.raises(ValueError, match="150 classes with items; name those"):
        distortions(many, "accuracy")
    assert distortions(many, "accuracy", classes=[3], added=()).moved == (3,)


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        ({"data": np.ones((2, 3, 3))}, "those of one matrix"),
        ({"data": [[0, 0], [0, 0]]}, "counts are all 0"),
        ({"metrics": "recall"}, "one value per class"),
        ({"metrics": []}, "no metric was asked for"),
        ({"undefined": "drop"}, "undefined must be one of"),
        ({"factors": (1,)}, "above 1"),
        ({"added": "3"}, "added must list numbers"),
        ({"added": (0,)}, "at least 1, not 0"),
        ({"classes": "w"}, "classes must list labels"),
        ({"classes": ["q"]}, "'q'"),
    ],
)
def test_bad_input_gets_a_sentence(arguments, words):
    with pytest.raises(ValueError, match=words):
        distortions(**{"data": CM, **arguments})


def test_one_class_alone_cannot_be_distorted_by_shares():
    found = distortions([[5, 3], [0, 0]], ["accuracy"])
    assert found.robust_to_shares == ("accuracy",)
