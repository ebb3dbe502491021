"""Condition 1, its theorems, and the two months that show a newcomer what it means."""

import pytest

import steelyard as sy
from steelyard.lab.audits.properties.condition_1 import Condition1
from steelyard.lab.audits.subject import Effort, Subject

HOLD = ["g_mean", "balanced_accuracy", "one_point_auroc_ovo", "one_point_maurpc_ova"]
FAIL = [
    "one_point_auroc_ova",
    "one_point_aurpc_ova",
    "one_point_nauroc_ova",
    "accuracy",
    "f",
    "mcc",
    "kappa",
    "precision",
]


def verdict(name, classes):
    return Condition1().examine(Subject(sy.metrics[name]), classes, Effort())


@pytest.mark.parametrize("name", HOLD)
def test_indices_that_hold_by_mullick_et_al_2020(name):
    assert verdict(name, 3).holds
    assert verdict(name, 3).illustration is None


@pytest.mark.parametrize("name", FAIL)
def test_indices_that_fail_by_mullick_et_al_2020_and_others(name):
    found = verdict(name, 3)
    assert found.holds is False
    before, after = found.illustration.values
    assert abs(before - after) > 1e-3


def test_two_classes_are_one_against_the_rest_each_so_that_auroc_holds():
    assert verdict("one_point_auroc_ova", 2).holds
    assert verdict("one_point_auroc_ova", 3).holds is False


def test_the_two_months_of_f1():
    """P = 900/1100 and 90/470, R = 0.9: F1 = 6/7 and 6/19."""
    found = verdict("f", 2)
    assert found.witness.matrices == (((1, 0), (1, 0)), ((1, 0), (2, 0)))
    months = found.illustration
    assert months.matrices == (((900, 100), (200, 800)), ((90, 10), (380, 1520)))
    assert [scene.exact for scene in months.scenes] == ["6/7", "6/19"]
    assert months.sentence == (
        "In both months 90 % of class 1 and 80 % of class 2 are recognised; only the class shares have gone from 50:50 "
        "to 5:95, and the value goes from 0.8571 to 0.3158."
    )
    assert [scene.caption for scene in months.scenes] == [
        "one month: 1,000 items of each class",
        "another month: 100 items of class 1, 1,900 of the other",
    ]


def test_the_two_months_of_many_classes():
    months = verdict("accuracy", 4).illustration
    first, second = months.matrices
    assert [sum(row) for row in first] == [1_000] * 4
    assert [sum(row) for row in second] == [100, 1_900, 1_900, 1_900]
    for row, other in zip(first, second, strict=True):
        assert [x * sum(other) for x in row] == [x * sum(row) for x in other]
    assert "class 1 has become rare" in months.sentence


def test_an_illustration_is_of_another_class_where_the_first_does_not_matter():
    """Rest recall of the first class looks at the other classes only."""
    months = verdict("rest_recall", 3).illustration
    assert sum(months.matrices[1][1]) == 100
    assert "class 2 has become rare" in months.sentence
