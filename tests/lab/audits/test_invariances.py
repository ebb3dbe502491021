"""Invariances I1 to I8 (Sokolova & Lapalme 2009) of binary measures, derived by hand from their formulas."""

import pytest

import steelyard as sy
from steelyard.lab.audits.properties import ALIASES, PROPERTIES
from steelyard.lab.audits.subject import Effort, Subject

BY_ID = {examined.id: examined for examined in PROPERTIES}

TABLE = {
    # (tp + tn)/n: exchanging the classes exchanges tp and tn; any single cell counts.
    "accuracy": {"i1", "i6"},
    # tp/(tp + fp): a column of its own.
    "precision": {"i2", "i4", "i6", "i7"},
    # tp/(tp + fn): a row of its own.
    "recall": {"i2", "i5", "i6", "i8"},
    # 2tp/(2tp + fn + fp): all but tn.
    "f": {"i2", "i6"},
    # tn/(tn + fp): the other row.
    "specificity": {"i3", "i4", "i6", "i8"},
    # (recall + specificity)/2: both rows, each in itself.
    "one_point_auroc": {"i1", "i6", "i8"},
}


@pytest.mark.parametrize("name", TABLE)
def test_the_table_of_binary_measures(name):
    subject = Subject(sy.metrics[name])
    found = {i for i in (f"i{k}" for k in range(1, 9)) if BY_ID[ALIASES.get(i, i)].examine(subject, 2, Effort()).holds}
    assert found == TABLE[name]


def test_beyond_two_classes_the_first_stands_against_the_rest():
    """Specificity of the first class counts all cells outside its row and column alike, but not their rows."""
    subject = Subject(sy.metrics.specificity)
    held = {i for i in BY_ID if i.startswith("i") and i[1:].isdigit() and BY_ID[i].examine(subject, 3, Effort()).holds}
    assert held == {"i3", "i4", "i6"}


@pytest.mark.parametrize(
    ("of", "words"),
    [
        ("i1", "Classes 1 and 2 exchange their places"),
        ("i3", "One more item of class 1 is recognised"),
        ("i4", "One more item of class 1 is taken for class 2"),
        ("i7", "is predicted twice as often, and as reliably as before"),
    ],
)
def test_a_witness_says_what_was_done(of, words):
    sentence = BY_ID[of].examine(Subject(sy.metrics.f), 2, Effort()).witness.sentence
    assert words in sentence
    assert "the value goes from" in sentence


def test_that_the_number_of_items_does_not_matter_is_expected_as_a_special_case_of_condition_1():
    assert BY_ID["i6"].expected
    assert not any(BY_ID[f"i{k}"].expected for k in (1, 2, 3, 4, 5, 7))
