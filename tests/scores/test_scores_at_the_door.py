"""Bad scores: one sentence each, and what must be known beside a value."""

from pathlib import Path

import numpy as np
import pytest

import steelyard as sy
from steelyard.measuring.registry import OF_SCORES

TRUTH = ["a", "b", "a", "b"]
GOOD = [[0.9, 0.1], [0.2, 0.8], [0.6, 0.4], [0.4, 0.6]]


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        ({"scores": [[0.9, 0.3]] * 4}, r"row 0 sums to 1\.2; if they are logits, say form=\"logits\""),
        ({"scores": [[-0.1, 1.1]] * 4}, "row 0 has -0.1"),
        ({"scores": [["x", "y"]] * 4}, "must be numbers"),
        ({"scores": [[0.5, float("nan")]] * 4}, "must be finite"),
        ({"scores": [[0.5, 0.5]] * 3}, "4 true labels but 3 rows"),
        ({"scores": [[0.2, 0.3, 0.5]] * 4}, "3 columns, but the truth has 2 classes"),
        ({"scores": GOOD, "labels": ["a", "c"]}, "outside the declared labels"),
        ({"scores": [0.1, 0.2, 0.3, 0.4]}, "say with positive="),
        ({"scores": [0.1, 0.2, 0.3, 0.4], "positive": "c"}, "there is no class 'c'"),
        (
            {"scores": [0.1, 0.2, 3.0, 0.4], "positive": "a"},
            'there is 3; divide percents by 100; if they are logits, say form="logits"',
        ),
        ({"scores": [0.1, 0.2, np.inf, 0.4], "positive": "a"}, "finite"),
        ({"scores": GOOD, "form": "logit"}, "'logits'"),
        ({"scores": GOOD, "form": "ranks", "metrics": "brier"}, "needs probabilities"),
        ({"scores": GOOD, "metrics": "f1"}, "is of one class; say which is positive"),
        ({"scores": GOOD, "metrics": []}, "at least one"),
        ({"scores": GOOD, "metrics": "roc_auc at importance"}, "follows the importance by itself"),
        ({"scores": {}}, "at least one model"),
        ({"scores": GOOD, "weights": [1, 1, 1, -1]}, "at least 0"),
        ({"scores": GOOD, "shares": {"a": 2}}, "between 0 and 1"),
    ],
)
def test_one_sentence(arguments, message):
    with pytest.raises(ValueError, match=message) as caught:
        sy.scores.evaluate(TRUTH, **arguments)
    assert "\n" not in str(caught.value)


def test_one_column_of_many_classes():
    with pytest.raises(ValueError, match=r"enough for two classes, but there are 6, .*; give a column for each class"):
        sy.scores.evaluate(list("abcdef"), [0.1] * 6, positive="a")


def test_no_items():
    with pytest.raises(ValueError, match="there are no items"):
        sy.scores.evaluate([], [])
    with pytest.raises(ValueError, match="no items"):
        sy.scores.evaluate([], np.empty((0, 2)), labels=["a", "b"])


def test_a_comparison_needs_two_models():
    with pytest.raises(ValueError, match="at least two models"):
        sy.scores.compare(TRUTH, GOOD)


def test_a_single_class_has_no_ranking():
    result = sy.scores.evaluate(["a"] * 4, GOOD, labels=["a", "b"], metrics="roc_auc")["roc_auc"]
    assert np.isnan(result.value)
    assert str(result.note) == "undefined: all items are of class 'a', so there is nothing to rank them against"


def test_equal_scores_rank_nothing():
    result = sy.scores.evaluate(TRUTH, [[0.5, 0.5]] * 4, metrics="roc_auc")["roc_auc"]
    assert result.value == 0.5
    assert "all scores are equal" in str(result.note)


def test_exchanged_columns_are_asked_about():
    truth = np.repeat(["a", "b", "c"], 40)
    right = np.eye(3)[np.repeat([0, 1, 2], 40)] * 0.7 + 0.1
    assert "order" not in str(sy.scores.evaluate(truth, right, metrics="auc")["auc"].note)
    # a cycle: each class's column is another's
    swapped = sy.scores.evaluate(truth, right[:, [1, 2, 0]], metrics="auc")["auc"]
    assert "in the order 'a', 'b' and 'c'" in str(swapped.note)


def test_a_class_without_items_leaves():
    given = np.column_stack([GOOD, np.zeros(4)])
    result = sy.scores.evaluate(TRUTH, given, labels=["a", "b", "c"], metrics="roc_auc")["roc_auc"]
    assert result.value == 1
    assert result.undefined == ("c",)
    assert "class 'c' has no items and is left out" in str(result.note)


def test_a_truth_that_was_called_impossible():
    result = sy.scores.evaluate(["a", "b"], [[0.0, 1.0], [0.0, 1.0]], metrics="log_loss")["log_loss"]
    assert result.value == np.inf
    assert str(result.note).startswith("infinite: 1 item has a true class to which the model gave the probability 0")


def test_logits_become_probabilities():
    logits = np.log(GOOD) + np.array([[3], [-2], [0], [700]])
    ours = sy.scores.evaluate(TRUTH, logits, form="logits", metrics="brier")["brier"].value
    assert ours == pytest.approx(sy.scores.evaluate(TRUTH, GOOD, metrics="brier")["brier"].value)
    one = sy.scores.evaluate(
        TRUTH, np.log(np.divide(*np.transpose(GOOD))), form="logits", positive="a", metrics="brier"
    )
    assert one["brier"].value == pytest.approx(ours)


def test_a_frame_names_its_columns():
    pandas = pytest.importorskip("pandas")
    frame = pandas.DataFrame(GOOD, columns=["a", "b"])[["b", "a"]]
    assert sy.scores.evaluate(TRUTH, frame, metrics="auc")["auc"].value == 1


def test_what_is_shown():
    rng = np.random.default_rng(0)
    truth = rng.integers(0, 3, 300)
    good = 0.5 * np.eye(3)[truth] + 0.5 * rng.dirichlet(np.ones(3), 300)
    bad = rng.dirichlet(np.ones(3), 300)
    result = sy.scores.evaluate(truth, {"good": good, "bad": bad})
    shown = repr(result)
    assert "roc_auc ↑" in shown
    assert "if all classes count the same" in shown
    assert max(map(len, shown.splitlines())) <= 80
    compared = sy.scores.compare(truth, {"good": good, "bad": bad})
    assert compared.verdict.startswith("By roc_auc if all classes count the same, good (")
    assert "is better than bad" in compared.verdict
    same = sy.scores.compare(truth, {"one": bad, "two": bad})
    assert "are not told apart" in same.verdict
    assert same["roc_auc"].p_value == 1


def test_the_catalogue_of_labels_knows_what_needs_scores():
    """`OF_SCORES` stands below `sy.scores` and cannot import it."""
    names = {name for metric in sy.scores.metrics.values() for name in (metric.id, *metric.aliases)}
    assert {name for name in names if sy.metrics.find(name) is None} == OF_SCORES
    with pytest.raises(KeyError, match=r"give probabilities to `sy.scores.evaluate`"):
        sy.metrics["roc_auc"]


def test_every_metric_has_its_row_in_the_docs_and_says_what_it_is():
    page = (Path(__file__).parents[2] / "docs" / "scores.md").read_text(encoding="utf-8")
    table = page.partition("## The metrics")[2]
    for metric in sy.scores.metrics.values():
        assert f"`{metric.id}`" in table, metric.id
        assert all((metric.title, metric.formula, metric.reference)), metric.id
