"""A reversal: who is ahead by what, and its plain values."""

import json

import pytest

import steelyard as sy
from steelyard.comparison.disagreement import reversal

TREE, SVM = [[8, 2], [9, 81]], [[5, 5], [1, 89]]
STACK = sy.Confusion([TREE, SVM, SVM], ["fraud", "ok"], axes={"model": ["tree", "svm", "again"]})


@pytest.mark.parametrize("models", [("tree", "svm"), ("svm", "tree")])
def test_the_first_is_the_one_ahead_by_the_first_metric_whatever_the_order_asked(models):
    found = reversal(STACK, *models, "accuracy", "balanced_accuracy")
    assert (found.first, found.second) == ("svm", "tree")
    assert found.by.values == pytest.approx((0.94, 0.89))
    assert found.against.values == pytest.approx((0.5 * (0.5 + 89 / 90), 0.85))
    assert found.by.difference > 0 > found.against.difference


def test_everything_goes_to_json_and_rows():
    found = reversal(STACK, "tree", "svm", "accuracy", "balanced_accuracy")
    record = json.loads(json.dumps(found.to_dict(), allow_nan=False))
    assert record["by"]["metric"] == "accuracy"
    assert record["sentence"] == found.sentence
    rows = found.to_rows()
    assert [(row["metric"], row["label"]) for row in rows][:2] == [("accuracy", "ok"), ("accuracy", "fraud")]
    assert len(rows) == 4


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (
            ("tree", "svm", "accuracy", "mcc"),
            "no reversal between tree and svm: by accuracy svm is ahead and by mcc svm",
        ),
        (("again", "svm", "accuracy", "mcc"), "by accuracy none of the two is ahead"),
        (("tree", "forest", "accuracy", "mcc"), "there is no model 'forest'; there are 'tree', 'svm', 'again'"),
        (("tree", "tree", "accuracy", "mcc"), "between two models, not between 'tree' and itself"),
        (("tree", "svm", "accuracy", "recall"), "'recall' gives one value per class"),
    ],
)
def test_what_is_no_reversal_is_refused(arguments, message):
    with pytest.raises(ValueError, match=message):
        reversal(STACK, *arguments)


@pytest.mark.parametrize(
    ("stack", "message"),
    [
        (TREE, "give the counts of several models"),
        (sy.Confusion([TREE], axes={"model": ["tree"]}), "one model cannot be compared"),
        (sy.Confusion([[TREE, TREE]], axes={"model": ["tree"], "fold": [1, 2]}), r"cm.pooled\('fold'\)"),
        (sy.Confusion([TREE, SVM], axes={"month": [1, 2]}), "give the counts of several models"),
    ],
)
def test_what_is_no_stack_of_models_is_refused(stack, message):
    with pytest.raises(ValueError, match=message):
        reversal(stack, "tree", "svm", "accuracy", "mcc")
