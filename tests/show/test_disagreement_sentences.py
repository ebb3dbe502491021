"""What is said of metrics that disagree."""

from types import SimpleNamespace

import pytest

import steelyard as sy
from steelyard.comparison.disagreement import reversal
from steelyard.show.disagreement import _larger_than_values

TREE, SVM = [[8, 2], [9, 81]], [[5, 5], [1, 89]]
STACK = sy.Confusion([TREE, SVM], ["fraud", "ok"], axes={"model": ["tree", "svm"]})


def test_the_sentence_says_who_is_ahead_by_what_and_why():
    found = reversal(STACK, "tree", "svm", "accuracy", "balanced_accuracy", importance_2={"fraud": 0.9, "ok": 0.1})
    assert found.sentence == (
        "By accuracy, svm is ahead of tree (0.940 against 0.890): class 'ok' (+0.080) is for svm, class 'fraud' "
        "(−0.030) is for tree. By balanced_accuracy with importance fraud=0.9, ok=0.1, tree is ahead (0.810 against "
        "0.549): class 'ok' (+0.009) is for svm, class 'fraud' (−0.270) is for tree."
    )


def test_where_lower_is_better_a_negative_contribution_speaks_for_the_first():
    found = reversal(STACK, "svm", "tree", "cen", "balanced_accuracy")
    assert (found.first, found.by.difference < 0) == ("svm", True)
    assert "class 'ok' (−" in found.sentence.split(" is for svm")[0]


def test_a_class_that_one_model_lacks_is_said_to_be_undefined_for_it():
    a, b = [[8, 2, 0], [1, 8, 1], [0, 9, 11]], [[9, 0, 1], [2, 0, 8], [0, 0, 20]]
    stack = sy.Confusion([a, b], ["x", "y", "z"], axes={"model": ["a", "b"]})
    found = reversal(stack, "a", "b", "balanced_accuracy", "macro_precision", undefined="exclude")
    assert "'y' (−0.161, undefined for b)" in found.sentence


@pytest.mark.parametrize(("amounts", "said"), [((0.2, -0.1), False), ((1.226, -1.126), True)])
def test_parts_that_offset_each_other_say_so(amounts, said):
    """ "class 'ok' (−1.126) is for rf" read as an error: no value of the metric is below −1."""
    terms = tuple(SimpleNamespace(amount=amount) for amount in amounts)
    part = SimpleNamespace(classes=terms, values=(0.6, 0.5), difference=0.1)
    told = " (what one class adds, others take away; together +0.100)"
    assert _larger_than_values(part) == (told if said else "")
