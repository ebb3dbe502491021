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
        ({"scores": GOOD, "weights": [0, 0, 0, 0]}, "^all weights are 0, so that no item counts"),
        ({"scores": GOOD, "weights": [0, 0, 0, 0], "positive": "a"}, "^all weights are 0"),
        ({"scores": GOOD, "weights": [0, 0, 0, 0], "bins": 10}, "^all weights are 0"),
        ({"scores": GOOD, "weights": ["1", "1", "2", "1"]}, "weights must be numbers, not texts"),
        ({"scores": [0.1 + 1j, 0.2, 0.3, 0.4], "positive": "a"}, "must be real numbers, not complex ones"),
        ({"scores": np.array(GOOD) + 1j}, "must be real numbers, not complex ones"),
        ({"scores": GOOD, "missing": "keep"}, 'missing must be "refuse" or "drop", not \'keep\''),
        ({"scores": GOOD, "shares": {"a": 2}}, "between 0 and 1"),
    ],
)
def test_one_sentence(arguments, message):
    with pytest.raises(ValueError, match=message) as caught:
        sy.scores.evaluate(TRUTH, **arguments)
    assert "\n" not in str(caught.value)


@pytest.mark.parametrize("function", ["regret", "curve", "evaluate", "count"])
def test_weights_that_are_all_0(function):
    with pytest.raises(ValueError, match=r"^all weights are 0, so that no item counts\.$"):
        getattr(sy.scores, function)(TRUTH, [0.1, 0.2, 0.3, 0.4], positive="a", weights=[0] * 4)


def test_labels_of_two_kinds_are_refused_as_elsewhere():
    with pytest.raises(ValueError, match=r"the true labels mix numbers such as 1 and texts such as '1'"):
        sy.scores.evaluate([1, "1", "a"], np.eye(3))


@pytest.mark.parametrize("size", [1e300, 1e-300, 1e160])
def test_very_large_and_very_small_weights_are_scaled(size):
    weights = np.array([1.0, 2, 3, 1])
    metrics = ["roc_auc", "log_loss", "rms_calibration_error"]
    scaled = sy.scores.evaluate(TRUTH, GOOD, weights=weights * size, metrics=metrics)
    known = sy.scores.evaluate(TRUTH, GOOD, weights=weights, metrics=metrics)
    for ours, theirs in zip(scaled.values, known.values, strict=True):
        assert (ours.value, ours.low, ours.high) == pytest.approx((theirs.value, theirs.low, theirs.high), nan_ok=True)


# Float32 sums miss 0 and 1 by rounding.


ROUNDED = [float(np.float32(1.0000001)), 0.2, -1e-7, 0.9]


def test_a_probability_that_misses_1_by_rounding_is_1():
    """Of the truths, the first was given 0, as it was not of the class that had more than 1."""
    result = sy.scores.evaluate(["n", "p", "p", "n"], ROUNDED, positive="p", metrics=["log_loss", "brier"])
    assert result["log_loss"].value == np.inf
    assert str(result["log_loss"].note).startswith("infinite: 2 items have a true class")
    assert result["brier"].value == (1 + 0.64 + 1 + 0.81) / 4
    right = sy.scores.evaluate(["p", "p", "n", "n"], ROUNDED, positive="p", metrics="log_loss")["log_loss"].value
    assert right == pytest.approx(-(np.log(0.2) + np.log(0.1)) / 4, rel=1e-12)


def test_a_matrix_that_misses_1_by_rounding():
    given = np.column_stack([1 - np.array(ROUNDED), ROUNDED])
    one = sy.scores.evaluate(["p", "p", "n", "n"], given, labels=["n", "p"], metrics=["log_loss", "brier"])
    other = sy.scores.evaluate(["p", "p", "n", "n"], ROUNDED, positive="p", metrics=["log_loss", "brier"])
    assert [each.value for each in one.values] == pytest.approx([each.value for each in other.values], rel=1e-12)
    with pytest.raises(ValueError, match=r"row 0 has -0\.1"):
        sy.scores.evaluate(["p", "n"], [[1.1, -0.1], [0.5, 0.5]], labels=["n", "p"])


@pytest.mark.parametrize("form", ["memory", "csv", "polars"])
@pytest.mark.parametrize("single", [True, False])
def test_bins_take_them_alike(tmp_path, form, single):
    polars = pytest.importorskip("polars", reason="Polars reads the frames of this test")
    truth = ["p", "p", "n", "n"]
    frame = polars.DataFrame({"y": truth, "s_p": ROUNDED} | ({} if single else {"s_n": 1 - np.array(ROUNDED)}))
    frame.write_csv(tmp_path / "s.csv")
    data = {"memory": frame, "csv": str(tmp_path / "s.csv"), "polars": frame.lazy()}[form]
    how = {"truth": "y", "scores": "s_{class}", "positive": "p", "metrics": ["roc_auc", "log_loss", "brier"]}
    held, exact = sy.scores.evaluate(data, bins=100, **how), sy.scores.evaluate(frame, **how)
    for ours, theirs in zip(held.values, exact.values, strict=True):
        assert ours.value == pytest.approx(theirs.value, rel=1e-9)


# What is missing is refused, or left out.


GAPS = [[0.9, 0.1], [0.2, 0.8], [np.nan, 0.4], [0.4, 0.6], [0.3, 0.7], [0.5, 0.5]]
WITH_GAPS = ["a", "b", "a", None, "b", "a"]
KEPT = [0, 1, 4, 5]
WEIGHED = [1, 2, 3, 4, 5, 6]


def without_gaps(**how):
    truth, given, weights = ([each[i] for i in KEPT] for each in (WITH_GAPS, GAPS, WEIGHED))
    return sy.scores.evaluate(truth, given, weights=weights, **how).to_dict()


def test_items_without_a_label_or_a_score_are_left_out():
    told = sy.scores.evaluate(WITH_GAPS, GAPS, weights=WEIGHED, missing="drop")
    assert told.to_dict() == without_gaps()
    hidden = np.ma.masked_array(np.nan_to_num(GAPS, nan=0.6), mask=np.isnan(GAPS))
    assert sy.scores.evaluate(WITH_GAPS, hidden, weights=WEIGHED, missing="drop").to_dict() == told.to_dict()
    single = sy.scores.evaluate(WITH_GAPS, hidden[:, 0], weights=WEIGHED, missing="drop", positive="a")
    assert single["log_loss"].value == pytest.approx(told["log_loss"].value)


def test_models_are_looked_at_on_the_same_items():
    other = np.roll(GAPS, 3, axis=0)
    both = sy.scores.evaluate(WITH_GAPS, {"a": GAPS, "b": other}, missing="drop", metrics="brier")
    assert both.items == 3  # row 2 has no score of a, row 3 no label, row 5 no score of b


@pytest.mark.parametrize(
    ("truth", "scores", "message"),
    [
        (WITH_GAPS, np.nan_to_num(GAPS), r"^1 of 6 items have no true label; say missing=\"drop\" to leave them out"),
        (TRUTH, GAPS[:4], r"row 2 has nan; say missing=\"drop\" to leave out items without scores"),
        (TRUTH, np.ma.masked_array(GOOD, mask=np.eye(4, 2)), "row 0 has nan; say missing="),
        (np.ma.masked_array(TRUTH, mask=[0, 1, 0, 0]), GOOD, "^1 of 4 items have no true label"),
    ],
)
def test_what_is_missing_is_refused(truth, scores, message):
    with pytest.raises(ValueError, match=message):
        sy.scores.evaluate(truth, scores)


def test_nothing_is_left():
    with pytest.raises(ValueError, match="no item has a true label and all scores"):
        sy.scores.evaluate(["a", None], [[np.nan, 0.5], [0.5, 0.5]], labels=["a", "b"], missing="drop")


@pytest.mark.parametrize("bins", [None, 50])
@pytest.mark.parametrize("form", ["columns", "csv", "parquet", "polars", "lazy", "pandas", "NA"])
def test_columns_of_data_have_gaps_too(tmp_path, form, bins):
    polars = pytest.importorskip("polars", reason="Polars reads the frames of this test")
    given = np.array(GAPS)
    columns = {"y": WITH_GAPS, "p_a": given[:, 0].tolist(), "p_b": given[:, 1].tolist(), "w": WEIGHED}
    frame = polars.DataFrame(columns)
    frame.with_columns(polars.col("p_a").fill_nan(None)).write_csv(tmp_path / "s.csv")
    frame.write_parquet(tmp_path / "s.parquet")
    data = {
        "columns": lambda: columns,
        "csv": lambda: str(tmp_path / "s.csv"),
        "parquet": lambda: str(tmp_path / "s.parquet"),
        "polars": lambda: frame,
        "lazy": frame.lazy,
        "pandas": frame.to_pandas,
        "NA": lambda: frame.to_pandas().convert_dtypes(),
    }[form]()
    metrics = ["roc_auc", "log_loss"]
    how = {"truth": "y", "scores": "p_{class}", "weight": "w", "metrics": metrics, "bins": bins}
    told = sy.scores.evaluate(data, missing="drop", **how)
    exact = without_gaps(metrics=metrics)
    assert told.items == 4
    assert told["log_loss"].value == pytest.approx(exact["metrics"][1]["value"], rel=1e-12)
    assert abs(told["roc_auc"].value - exact["metrics"][0]["value"]) <= told["roc_auc"].binning
    with pytest.raises(ValueError, match=r"^[^\n]*\.$"):
        sy.scores.evaluate(data, **how)


def test_a_text_is_no_gap(tmp_path):
    (tmp_path / "s.csv").write_text("y,p_a,p_b\na,0.9,0.1\nb,what,0.4\n", encoding="utf-8")
    for bins in (None, 20):
        with pytest.raises(ValueError, match="must hold a finite number in every row"):
            sy.scores.evaluate(
                str(tmp_path / "s.csv"), truth="y", scores="p_{class}", missing="drop", bins=bins, metrics="brier"
            )


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


# What results hand on.


def test_labels_stay_what_they_are_in_plain_values():
    truth, given = [0, 1, 0, 1], [0.9, 0.2, 0.6, 0.4]
    both = sy.scores.evaluate(truth, given, positive=0, shares="uniform").to_dict()
    assert (list(both["weights"]), list(both["shares"])) == ([0, 1], [0, 1])
    assert list(both["weights"]) == list(sy.evaluate(truth, truth).to_dict()["weights"])
    cost = sy.scores.regret(truth, given, positive=0).to_dict()
    assert (list(cost["shares"]), list(cost["constant"])) == ([0, 1], [0, 1])


def test_worse_than_chance_is_told_at_the_confidence_that_was_asked():
    """20 items whose area has an interval that ends below ½ at 80 %, and above it at 99 %."""
    rng = np.random.default_rng(7)
    truth = np.repeat([0, 1], 15)
    given = np.clip(0.5 - 0.08 * truth + rng.normal(0, 0.15, 30), 0, 1)
    how = {"positive": 1, "metrics": "roc_auc"}
    told = {level: sy.scores.evaluate(truth, given, confidence=level, **how)["roc_auc"] for level in (0.8, 0.999)}
    assert [each.high < 0.5 for each in told.values()] == [True, False]
    assert ["worse than chance" in str(each.note) for each in told.values()] == [True, False]
