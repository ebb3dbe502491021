"""What models are ranked by: metrics under importances."""

import numpy as np
import pytest

import steelyard as sy
from steelyard.comparison.attribution import criteria, criterion

STACK = sy.Confusion([[[8, 2], [9, 81]], [[5, 5], [1, 89]]], ["fraud", "ok"], axes={"model": ["tree", "svm"]})


def names(metrics, importances):
    return [one.name for one in criteria(metrics, importances, STACK)]


def test_averages_come_under_every_importance_and_the_rest_once():
    assert names(["accuracy", "cba"], ["uniform", "rarity"]) == ["accuracy", "cba", "cba under rarity"]
    assert names("cba", None) == names("cba", "uniform") == ["cba"]
    assert names("cba", ["rarity", sy.importance.rarity()]) == ["cba under rarity"]


def test_a_list_of_numbers_and_a_mapping_are_one_importance():
    (listed,) = criteria("cba", [3, 1], STACK)
    (named,) = criteria("cba", {"fraud": 0.75, "ok": 0.25}, STACK)
    assert listed.weights.tolist() == named.weights.tolist() == [0.75, 0.25]


def test_importance_is_resolved_on_the_items_counted_once():
    assert criterion("cba", "rarity", STACK).weights == pytest.approx([0.9, 0.1])
    unlike = sy.Confusion([[[8, 2], [9, 81]], [[50, 50], [1, 9]]], axes={"model": ["a", "b"]})
    assert criterion("cba", "prevalence", unlike).weights == pytest.approx([110 / 210, 100 / 210])


def test_weights_cannot_be_changed():
    with pytest.raises(ValueError, match="read-only"):
        criterion("cba", "rarity", STACK).weights[0] = np.nan


@pytest.mark.parametrize(
    ("metrics", "importances", "message"),
    [
        ("recall", None, "'recall' gives one value per class"),
        ([], None, "no metric was asked for"),
        ("cba", [], "at least one importance"),
        ("cba", 3, "importances are given as a list"),
    ],
)
def test_bad_input_is_refused(metrics, importances, message):
    with pytest.raises(ValueError, match=message):
        criteria(metrics, importances, STACK)
