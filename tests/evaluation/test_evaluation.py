"""`evaluate`: one record for every metric, whatever the counts came from."""

import json
import math
import pickle

import numpy as np
import pytest

import steelyard as sy
from steelyard.evaluation.evaluate import CLASS_RATES

CASE_1 = sy.Confusion([[5, 0, 0], [0, 10, 0], [0, 300, 0]], labels=["c1", "c2", "c3"])  # Branco et al., Table 2
TRUTH = ["c1"] * 5 + ["c2"] * 10 + ["c3"] * 300
PREDICTION = ["c1"] * 5 + ["c2"] * 310


def test_labels_and_counts_give_the_same_evaluation():
    from_labels = sy.evaluate(TRUTH, PREDICTION, importance="rarity", labels=["c1", "c2", "c3"])
    from_counts = sy.evaluate(CASE_1, importance="rarity")
    assert from_labels.to_dict() == from_counts.to_dict()


def test_every_metric_that_gives_one_number_is_evaluated_unless_it_needs_more_knowledge():
    evaluated = {score.metric.id for score in sy.evaluate(CASE_1).scores}
    expected = {metric.id for metric in sy.metrics.values() if metric.kind != "rate" and not metric.optional}
    assert evaluated == expected
    assert {"weighted_kappa", "expected_cost", "cost_ratio"}.isdisjoint(evaluated)


def test_values_follow_the_importance_and_whole_matrix_metrics_do_not():
    plain, weighted = sy.evaluate(CASE_1), sy.evaluate(CASE_1, importance="rarity")
    assert weighted["balanced_accuracy"].value == pytest.approx(0.989, abs=5e-4)  # Table 5, Rec^PREV
    assert weighted["cba"].value == pytest.approx(0.670, abs=5e-4)
    for whole in ("accuracy", "mcc", "kappa", "rci", "cen"):
        assert weighted[whole].value == plain[whole].value
        assert weighted[whole].to_dict()["weighting"] == "as counted"


def test_the_dict_has_the_shape_that_the_design_promises():
    record = sy.evaluate(CASE_1, importance="rarity").to_dict()
    assert record["importance"] == "rarity"
    assert list(record["weights"]) == ["c1", "c2", "c3"]
    assert sum(record["weights"].values()) == pytest.approx(1)
    row = next(row for row in record["metrics"] if row["metric"] == "macro_precision")
    assert row["undefined"] == ["c3"]
    assert row["low"] < row["high"]
    assert (row["interval"], row["undefined_draws"]) == ("classwise", 0)
    assert row["normalised"] == pytest.approx((60 * 1 + 30 * 10 / 310 + 1 * 0) / 91)
    assert row["note"] == "class 'c3' (1 % of the weight) has items and is never predicted: its precision counts as 0"
    assert [row["label"] for row in record["classes"]] == ["c1", "c2", "c3"]


def test_classes_come_most_important_first_with_their_rates():
    classes = sy.evaluate(CASE_1, importance={"c3": 0.5, "c1": 0.2, "c2": 0.3}).classes
    assert [row.label for row in classes] == ["c3", "c2", "c1"]
    assert set(classes[0].rates) == set(CLASS_RATES)
    assert (classes[0].support, classes[0].predicted, classes[0].correct) == (300, 0, 0)
    assert classes[0].rates["precision"] == 0  # it was given up
    assert classes[0].undefined == ("precision",)
    assert (classes[0].to_dict()["precision"], classes[0].to_dict()["undefined"]) == (0, ["precision"])
    assert classes[1].undefined == ()


def test_a_class_shows_an_undefined_rate_as_undefined_if_it_was_asked_to_leave():
    (row,) = (row for row in sy.evaluate(CASE_1, undefined="exclude").classes if row.label == "c3")
    assert math.isnan(row.rates["precision"])
    assert row.undefined == ("precision",)
    assert row.to_dict()["precision"] is None


def test_the_normalised_value_turns_around_where_lower_is_better():
    score = sy.evaluate(CASE_1)["cen"]
    assert score.normalised == pytest.approx(1 - score.value)


@pytest.mark.parametrize(
    ("policy", "value", "note"),
    [
        ("worst", 0.344, "class 'c3' (33 % of the weight) has items and is never predicted: its precision counts as 0"),
        ("exclude", 0.516, "class 'c3' (33 % of the weight) is left out: the class is never predicted (p = 0)"),
        ("zero", 0.344, "class 'c3' (33 % of the weight) counts as 0: the class is never predicted (p = 0)"),
        ("nan", math.nan, "undefined: the class is never predicted (p = 0)"),
    ],
)
def test_undefined_classes_are_named_under_every_policy(policy, value, note):
    score = sy.evaluate(CASE_1, undefined=policy)["macro_precision"]
    assert score.value == pytest.approx(value, abs=5e-4, nan_ok=True)
    assert score.undefined == ("c3",)
    assert str(score.note) == note


def test_raise_names_the_class():
    with pytest.raises(ValueError, match=r"undefined for class 'c3': the class is never predicted"):
        sy.evaluate(CASE_1, undefined="raise", metrics="macro_precision")


def test_a_constant_classifier_has_no_correlation_and_the_note_says_why():
    score = sy.evaluate([[0, 50], [0, 50]], metrics="mcc")["mcc"]
    assert math.isnan(score.value)
    assert str(score.note) == "undefined: all predictions are of one class"
    assert score.to_dict()["value"] is None


def test_a_stack_gives_a_row_per_slice_and_shares_one_set_of_weights():
    counts = np.stack([CASE_1.counts, CASE_1.counts[::-1, ::-1]])
    stack = sy.Confusion(counts, labels=CASE_1.labels, axes={"month": ["may", "june"]})
    result = sy.evaluate(stack, importance="rarity", metrics=["cba", "mcc"])
    rows = result.to_dict()["metrics"]
    assert [(row["month"], row["metric"]) for row in rows] == [
        ("may", "cba"), ("june", "cba"), ("may", "mcc"), ("june", "mcc"),
    ]  # fmt: skip
    pooled = sy.importance.rarity().weights(stack)
    assert result.weights == pytest.approx(pooled)
    for score, month in zip(result["cba"], stack.axes["month"], strict=True):
        assert score.value == pytest.approx(sy.metrics.cba(stack[month], importance=pooled))


def test_models_on_the_same_items_do_not_count_the_items_twice():
    stack = sy.Confusion(np.stack([CASE_1.counts] * 2), axes={"model": ["a", "b"]})
    assert sy.evaluate(stack).to_dict()["items"] == 315
    assert "315 items" in str(sy.evaluate(stack))
    assert sy.Confusion(np.stack([CASE_1.counts] * 2), axes={"fold": [1, 2]}).imbalance.support.sum() == 630


def test_parameters_of_metrics_are_part_of_their_name():
    result = sy.evaluate(CASE_1, metrics=["mean_f(beta=2)", "mean_f"])
    assert result["mean_f(beta=2)"].value == pytest.approx(sy.metrics.mean_f(CASE_1, beta=2))
    assert result["mean_f(beta=2)"].value != result["mean_f"].value


def test_json_csv_and_frames_tell_the_same():
    result = sy.evaluate(CASE_1, importance="rarity")
    assert json.loads(result.to_json()) == result.to_dict()
    lines = result.to_csv().splitlines()
    assert len(lines) == len(result.scores) + 1
    assert lines[0].startswith("metric,value,normalised,low,high,undefined")
    assert list(result.to_frame()["metric"]) == [score.metric.name for score in result.scores]
    assert list(result.to_frame("classes")["label"]) == ["c1", "c2", "c3"]


def test_labels_of_any_kind_survive_json():
    cm = sy.Confusion([[1, 1], [0, 2]], labels=[("a", 1), None])
    assert json.loads(sy.evaluate(cm).to_json())["classes"][0]["label"] in ("('a', 1)", None)


@pytest.mark.parametrize(
    ("arguments", "sentence"),
    [
        ({"data": [[0, 0], [0, 0]]}, "nothing to evaluate"),
        ({"data": CASE_1, "prediction": ["c1"]}, "counts are complete"),
        ({"data": CASE_1, "confidence": 1.0}, "confidence must lie between 0 and 1"),
        ({"data": CASE_1, "confidence": "high"}, "confidence must lie between 0 and 1, such as 0.95, not at 'high'"),
        ({"data": CASE_1, "confidence": None, "intervals": "delta"}, "intervals need a confidence"),
        (
            {"data": CASE_1, "intervals": "jackknife"},
            "intervals are one of classwise, bootstrap, .*, none, .* not 'jackknife'",
        ),
        ({"data": CASE_1, "metrics": "recall"}, "'recall' is of one class, and there are 3"),
        ({"data": CASE_1, "metrics": ["balanced_acuracy"]}, "Did you mean 'balanced_accuracy'"),
        ({"data": CASE_1, "undefined": "ignore"}, "undefined must be one of"),
        ({"data": CASE_1, "importance": {"c9": 1}}, "there is no class 'c9'"),
        ({"data": CASE_1, "metrics": "mean_f(beta=0)"}, "beta must be a number above 0"),
        ({"data": CASE_1, "metrics": "mean_f(beta=)"}, "cannot read the parameters"),
    ],
)
def test_bad_input_is_one_sentence(arguments, sentence):
    with pytest.raises(ValueError, match=sentence):
        sy.evaluate(**arguments)


def test_an_evaluated_metric_is_found_by_alias_and_others_are_refused():
    result = sy.evaluate(CASE_1, metrics=["balanced_accuracy"])
    assert result["WBA"].metric.id == "balanced_accuracy"
    with pytest.raises(KeyError, match="'cba' was not evaluated"):
        result["cba"]


@pytest.mark.parametrize("policy", ["exclude", "zero"])
def test_normalised_values_stay_between_0_and_1_when_classes_are_absent(policy):
    """The bounds are those of the classes that took part: two of four, all wrong, is the worst there is."""
    result = sy.evaluate([[0, 5, 0, 0], [5, 0, 0, 0], [0] * 4, [0] * 4], undefined=policy)
    for score in result.scores:
        assert math.isnan(score.normalised) or -1e-12 <= score.normalised <= 1 + 1e-12, score.metric.id
    if policy == "exclude":
        assert result["one_point_auroc_ova"].normalised == pytest.approx(0)
        assert result["one_point_auroc_ova"].normalised == pytest.approx(result["one_point_nauroc_ova"].value)


def test_normalised_values_stay_between_0_and_1_whatever_is_undefined():
    rng = np.random.default_rng(5)
    for _ in range(300):
        C = int(rng.integers(2, 6))
        counts = rng.integers(0, 4, (C, C)) * (rng.random((C, 1)) < 0.7) * (rng.random((1, C)) < 0.7)
        phi = rng.random(C) * (rng.random(C) < 0.8)
        if counts.sum() == 0 or phi.sum() == 0:
            continue
        for score in sy.evaluate(counts, importance=phi).scores:
            assert math.isnan(score.normalised) or -1e-9 <= score.normalised <= 1 + 1e-9, (counts, phi, score.metric.id)


def test_a_metric_asked_for_twice_is_told_once():
    result = sy.evaluate(CASE_1, metrics=["cba", "cba", "wba", "acsa"])
    assert [score.metric.id for score in result.scores] == ["cba", "balanced_accuracy"]
    assert "cba" in str(result)


def test_evaluations_and_metrics_pickle():
    result = pickle.loads(pickle.dumps(sy.evaluate(CASE_1, importance="rarity", metrics=["cba", "mean_f(beta=2)"])))  # noqa: S301
    assert result["mean_f(beta=2)"].value == sy.metrics.mean_f(CASE_1, importance="rarity", beta=2)
    for metric in sy.metrics.values():
        assert pickle.loads(pickle.dumps(metric)) is metric  # noqa: S301


def test_extreme_importances_and_weights_neither_overflow_nor_vanish():
    cm = [[5, 1, 0], [2, 3, 1], [0, 1, 4]]
    wanted = sy.measure(cm, importance=[1, 1, 2])
    for scale in (5e307, 5e-324):
        found = sy.measure(cm, importance=[scale, scale, 2 * scale])
        assert found == pytest.approx(wanted), scale
    plain = sy.measure(cm)
    for scale in (1e200, 1e-200):
        assert sy.measure(np.array(cm) * scale) == pytest.approx(plain), scale


def test_a_class_without_items_cannot_be_given_a_share_and_the_sentence_says_so():
    with pytest.raises(
        ValueError, match=r"accuracy at importance is undefined for class 1: .* no items .* given a share"
    ):
        sy.metrics["accuracy at importance"]([[3, 1], [0, 0]], undefined="raise")


# By the name of a model or slice.


@pytest.fixture
def months():
    """Two models over two months: 8 and 9, 6 and 5 of 10 right."""
    counts = [[[[4, 1], [1, 4]], [[5, 0], [1, 4]]], [[[3, 2], [2, 3]], [[5, 0], [5, 0]]]]
    stack = sy.Confusion(counts, ["a", "b"], axes={"model": ["tree", "svm"], "month": ["2024-03", "2024-04"]})
    return sy.evaluate(stack, metrics=["accuracy", "cba"], intervals="none")


def test_scores_are_found_by_model_and_slice(months):
    scores = months["accuracy"]
    assert scores["svm"]["2024-03"].value == scores["2024-03"]["svm"].value == 0.6
    assert scores.at(model="tree", month="2024-04").value == scores[1].value == 0.9
    assert [score.value for score in scores["tree"]] == [0.8, 0.9]
    assert len(scores) == 4
    assert [score.value for score in scores[1:3]] == [0.9, 0.6]


def test_one_axis_gives_the_score_itself():
    stack = sy.Confusion([[[4, 1], [1, 4]], [[5, 0], [5, 0]]], axes={"fold": [1, 2]})
    scores = sy.evaluate(stack, metrics="accuracy", intervals="none")["accuracy"]
    assert (scores["2"].value, scores.at(fold=2).value, scores[0].value) == (0.5, 0.5, 0.8)
    with pytest.raises(IndexError, match="there are 2 scores, and a number is a position; a name is a text: '2'"):
        scores[2]
    one = sy.evaluate(stack.head("fold", 1), metrics="accuracy", intervals="none")["accuracy"]
    assert (len(one), one["1"].value) == (1, 0.8)


@pytest.mark.parametrize(
    ("asked", "said"),
    [
        (
            lambda scores: scores["swm"],
            "there is no model or month 'swm'; there are model: 'tree', 'svm'; month: '2024-03', '2024-04'. Did",
        ),
        (lambda scores: scores["svm"]["2024-4"], "there is no month '2024-4'; there are '2024-03', '2024-04'. "),
        (lambda scores: scores.at(modle="svm"), "there is no axis 'modle'; there are 'model', 'month'. Did you mean"),
        (lambda scores: scores.at(model="svm", month="x"), "there is no month 'x'; there are '2024-03', '2024-04'."),
    ],
)
def test_a_wrong_name_gets_the_nearest(months, asked, said):
    with pytest.raises(KeyError) as problem:
        asked(months["accuracy"])
    assert str(problem.value).startswith(said)


def test_a_wrong_metric_gets_the_nearest(months):
    with pytest.raises(KeyError) as problem:
        months["acuracy"]
    assert str(problem.value) == "'acuracy' was not evaluated; there are accuracy, cba. Did you mean 'accuracy'?"


def test_a_name_of_two_axes_must_say_which():
    axes = {"model": ["a", "b"], "site": ["b", "c"]}
    scores = sy.evaluate(sy.Confusion(np.ones((2, 2, 2, 2), int), axes=axes), metrics="cba", intervals="none")["cba"]
    with pytest.raises(KeyError, match="'b' may be model 'b' or site 'b'; say which, as in at"):
        scores["b"]
    assert scores.at(site="b")["a"].slice == (("model", "a"), ("site", "b"))


def test_more_slices_than_anyone_looks_at_are_refused(monkeypatch):
    monkeypatch.setattr("steelyard.counts.data.MOST_SLICES", 3)
    truth, by, other = ["a", "b"] * 3, [1, 1, 2, 2, 3, 3], list("xxxyyy")
    assert {row["month"] for row in sy.evaluate(truth, truth, by={"month": by}).to_rows()} == {1, 2, 3}
    assert sy.evaluate(truth, truth, group=range(6))["accuracy"].value == 1, "groups are no slices"
    with pytest.raises(
        ValueError, match=r"by 'id' there are 6 slices, but up to 3 are evaluated; .*, or say group='id'"
    ):
        sy.evaluate(truth, truth, by={"id": range(6)})
    with pytest.raises(ValueError, match=r"by 'month' and 'other' there are 6 slices, .* a column of fewer values\.$"):
        sy.evaluate(truth, truth, by={"month": by, "other": other})
    with pytest.raises(ValueError, match="by 'id' there are 6 slices"):
        sy.compare(truth, {"a": truth, "b": truth}, by={"id": range(6)})
