"""The curves of a what-if, and where the best model changes."""

import json

import numpy as np
import pytest

import steelyard as sy
from steelyard.plots.line_records import SharesRecord

TREE, SVM = sy.Confusion([[8, 2], [9, 81]], ["fraud", "ok"]), sy.Confusion([[5, 5], [1, 89]], ["fraud", "ok"])
STACK = sy.Confusion.of_models({"tree": TREE, "svm": SVM})


def test_accuracy_is_between_the_recalls():
    record = SharesRecord.of(sy.shares.what_if(STACK, "fraud", "accuracy"))
    assert [line.model for line in record.lines] == ["tree", "svm"]
    for line, (fraud, ok) in zip(record.lines, [(0.8, 0.9), (0.5, 89 / 90)], strict=True):
        np.testing.assert_allclose(line.values, record.shares * fraud + (1 - record.shares) * ok)
        assert line.present == pytest.approx(0.1 * fraud + 0.9 * ok)
    assert record.present == 0.1


def test_the_crossing_is_where_the_lines_meet():
    (crossing,) = SharesRecord.of(sy.shares.what_if(STACK, "fraud", "accuracy")).crossings
    share = (89 / 90 - 0.9) / (0.8 - 0.5 + 89 / 90 - 0.9)
    assert crossing.at == pytest.approx(share, rel=1e-8)
    assert crossing.value == pytest.approx(0.8 * share + 0.9 * (1 - share), abs=1e-9)
    assert (crossing.below, crossing.above) == ("svm", "tree")


def test_only_changes_of_the_best_are_crossings():
    worst = sy.Confusion([[7, 3], [40, 50]], ["fraud", "ok"])  # overtakes svm, but below tree
    three = sy.Confusion.of_models({"tree": TREE, "svm": SVM, "worst": worst})
    found = sy.shares.what_if(three, "fraud", "accuracy")
    assert sum(len(pair.flips) for pair in found["accuracy"].pairs) == 2
    assert [(c.below, c.above) for c in SharesRecord.of(found).crossings] == [("svm", "tree")]


def test_of_several_models_the_first_metric_is_taken_and_of_one_all():
    metrics = ["accuracy", "balanced_accuracy", "mcc"]
    assert SharesRecord.of(sy.shares.what_if(STACK, "fraud", metrics)).metrics == ("accuracy",)
    assert SharesRecord.of(sy.shares.what_if(TREE, "fraud", metrics)).metrics == tuple(metrics)
    assert len(SharesRecord.of(sy.shares.what_if(TREE, "fraud")).lines) == 1
    both = SharesRecord.of(sy.shares.what_if(STACK, "fraud", metrics), ["mcc", "accuracy"])
    assert [(line.metric, line.model) for line in both.lines] == [
        ("mcc", "tree"), ("mcc", "svm"), ("accuracy", "tree"), ("accuracy", "svm"),
    ]  # fmt: skip


def test_what_does_not_move_says_so():
    record = SharesRecord.of(sy.shares.what_if(TREE, "fraud", ["accuracy", "balanced_accuracy"]))
    assert [line.robust for line in record.lines] == [False, True]


def test_unknown_metrics_and_other_results_are_refused():
    with pytest.raises(ValueError, match="'kappa' was not measured; there are accuracy"):
        SharesRecord.of(sy.shares.what_if(TREE, "fraud", "accuracy"), "kappa")
    with pytest.raises(ValueError, match=r"of sy\.shares\.what_if, not of Confusion"):
        SharesRecord.of(TREE)


def test_it_goes_to_json():
    found = json.loads(
        json.dumps(SharesRecord.of(sy.shares.what_if(STACK, "fraud", "accuracy")).to_dict(), allow_nan=False)
    )
    assert len(found["lines"][0]["values"]) == len(found["shares"])
    assert found["crossings"][0]["above"] == "tree"


@pytest.mark.parametrize(
    ("b", "c", "expected"),
    [
        (651, 500, [("C", 149 / 300, "B"), ("B", 151 / 300, "A")]),
        (650, 497, [("C", 150 / 303, "B"), ("B", 0.5, "A")]),
        (650, 500, [("C", 0.5, "A")]),
    ],
)
def test_the_best_is_looked_for_at_the_crossing_itself(b, c, expected):
    """A third model may lead between two neighbouring shares of the curve."""
    recalls = {"A": (800, 500), "B": (b, b), "C": (c, 800)}
    models = {name: sy.Confusion([[x, 1000 - x], [1000 - y, y]], ["x", "y"]) for name, (x, y) in recalls.items()}
    found = SharesRecord.of(sy.shares.what_if(sy.Confusion.of_models(models), "x", "accuracy", points=21)).crossings
    assert [(one.below, one.above) for one in found] == [(below, above) for below, _, above in expected]
    assert [one.at for one in found] == pytest.approx([at for _, at, _ in expected], abs=1e-9)


def test_models_that_are_the_same_change_places_with_another_once():
    found = SharesRecord.of(
        sy.shares.what_if(sy.Confusion.of_models({"a": TREE, "b": SVM, "c": TREE}), "fraud", "accuracy")
    )
    assert len(found.crossings) == 1


def test_no_metric_is_refused():
    with pytest.raises(ValueError, match="no metric to draw; there are accuracy"):
        SharesRecord.of(sy.shares.what_if(TREE, "fraud", "accuracy"), [])
