"""What the page holds is what was evaluated or compared: each field against an expectation of its own."""

import datetime as dt
import json
import math
import subprocess
import sys
from fractions import Fraction

import numpy as np
import pytest

import steelyard as sy
from loops_interpreter import by_cell, line, run, stacked
from steelyard.show.change_sentences import change_sentences
from steelyard.show.page import start
from steelyard.show.page.content import MOST_CLASSES, MOST_MODELS, content_of
from steelyard.show.page.units_of import unpacked

WINES = ("examples/wine_quality_red.csv", "quality", ["tree", "svm"])
RATES = ["recall", "precision", "f", "specificity"]


@pytest.fixture(scope="module")
def wines():
    return sy.Joint.from_files(*WINES)


def matrices(content):
    C = len(content["labels"])
    return np.stack([unpacked(counts).reshape(C, C) for counts in content["counts"]])


def through_json(content):
    return json.loads(json.dumps(content, allow_nan=False))


def some_joint(rng, models=3, classes=4, items=300, **axes):
    truth = rng.choice(classes, items, p=np.arange(1, classes + 1) / np.arange(1, classes + 1).sum())
    told = {f"m{k}": np.where(rng.random(items) < 0.6, truth, rng.integers(0, classes, items)) for k in range(models)}
    return sy.Joint.from_labels(truth, told, by=axes or None)


def test_an_evaluation_of_one_matrix_has_one_model():
    cm = sy.Confusion([[5, 1], [0, 10]], labels=["a", (1, 2.5)], dropped=3)
    content = through_json(content_of(sy.evaluate(cm)))
    assert content["models"] == ["model"]
    assert content["python_models"] == ["'model'"]
    assert content["labels"] == ["a", "(1, 2.5)"]
    assert content["python_labels"] == ["'a'", "(1, 2.5)"]
    assert content["counts"] == [[5, 1, 0, 10]]
    assert (content["items"], content["dropped"]) == (16, 3)
    assert (content["support"], content["shares"]) == ([6, 10], [6 / 16, 10 / 16])
    assert content["title"] == "A classifier"
    assert content["slices"] is None
    assert content["verdict"][0].startswith("Balanced accuracy is 0.917 (95 % interval ")
    assert content["units"] == {"kind": "items", "paired": False, "tables": []}


@pytest.mark.slow
def test_the_frame_of_the_content(wines):
    content = content_of(sy.evaluate(wines, importance="rarity"))
    assert (content["format"], content["version"]) == ("steelyard report 1", sy.__version__)
    assert (content["tied"], content["beyond"], content["rope"]) == (1e-12, 1e-9, 0)
    assert (content["confidence"], content["variance_factor"], content["why_no_intervals"]) == (0.95, [1, 1], "")
    assert content["reach"] == pytest.approx([1.959963984540054] * 2, rel=1e-15)
    assert content["importance"] == "rarity"
    inverse = [Fraction(1, t) for t in (10, 53, 681, 638, 199, 18)]
    assert content["weights"] == pytest.approx([float(w / sum(inverse)) for w in inverse], rel=1e-14)
    assert content["presets"][0]["weights"] == content["weights"]
    assert content["order_weights"] == pytest.approx([6 / 21, 5 / 21, 4 / 21, 3 / 21, 2 / 21, 1 / 21])
    assert content["title"] == "tree and svm"
    assert content_of(sy.evaluate(wines), title="My own")["title"] == "My own"


def test_models_are_stacked_and_items_counted_once(wines):
    content = content_of(sy.evaluate(wines))
    assert content["models"] == ["tree", "svm"]
    assert content["items"] == 1599
    assert content["support"] == [10, 53, 681, 638, 199, 18]
    assert matrices(content).tolist() == [wines["tree"].counts.tolist(), wines["svm"].counts.tolist()]


@pytest.mark.parametrize("policy", ["worst", "exclude", "zero", "nan"])
@pytest.mark.parametrize(
    "importance", ["rarity", *(pytest.param(said, marks=pytest.mark.slow) for said in (None, {"3": 0.6, "8": 0.4}))]
)
def test_the_programs_replay_to_what_evaluate_says(wines, policy, importance):
    evaluation = sy.evaluate(wines, importance=importance, undefined=policy)
    content = through_json(content_of(evaluation))
    assert content["policy"] == policy
    names = [metric["name"] for metric in content["metrics"]] + [rate["name"] for rate in content["rates"]]
    assert [output["metric"] for output in content["program"]["outputs"]] == names
    found = stacked(content["program"], matrices(content), np.array(content["weights"]))
    for result in evaluation.measured:
        np.testing.assert_allclose(found[result.metric.name], result.value, rtol=1e-12)
    shown = "worst" if policy == "worst" else "nan"
    for rate in content["rates"]:  # the rates of classes are as evaluate's table has them
        expected = sy.metrics[rate["name"]](evaluation.confusion, undefined=shown)
        np.testing.assert_allclose(found[rate["name"]], expected, rtol=1e-12)
    for result in evaluation.rates:
        np.testing.assert_array_equal(found[result.metric.id], result.value)


@pytest.mark.slow
def test_the_programs_replay_at_other_shares(wines):
    content = through_json(content_of(sy.evaluate(wines, undefined="zero")))
    shares = np.array([0.3, 0.1, 0.1, 0.2, 0.2, 0.1])
    found = stacked(content["at_shares"], matrices(content), np.array(content["weights"]), shares)
    there = wines.confusion().at_shares(shares)
    for score in sy.evaluate(there, undefined="zero", confidence=None).measured:
        np.testing.assert_allclose(found[score.metric.name], score.value, rtol=1e-10)
    for rate in content["rates"]:
        expected = sy.metrics[rate["name"]](there, undefined="nan")
        np.testing.assert_allclose(found[rate["name"]], expected, rtol=1e-10)


def test_a_page_of_stated_shares_begins_there(wines):
    """Its programs give the result's values at the shares that it begins with; moved importance keeps them."""
    shares = np.array([0.3, 0.1, 0.1, 0.2, 0.2, 0.1])
    result = sy.evaluate(wines, importance="rarity", undefined="zero", shares=shares)
    content = through_json(content_of(result))
    assert (content["stated"], content["shares"]) == (True, pytest.approx(shares))
    found = stacked(content["at_shares"], matrices(content), np.array(content["weights"]), np.array(content["shares"]))
    values = unpacked(content["start"]["value"]).reshape(len(content["models"]), -1)
    for j, each in enumerate(result.measured):
        np.testing.assert_allclose(found[each.metric.name], values[:, j], rtol=1e-10)
    assert content["presets"][0]["weights"] == pytest.approx(content["weights"]), "rarity looks at the stated shares"
    told = "at class shares 3 30 %, 4 10 %, 5 10 %, 6 20 %, 7 20 % and 8 10 %"
    assert told in content["verdict"][0]
    assert content["at_stated"] == told
    assert all("shares={3: 0.3, " in content[how] for how in ("how", "how_anew"))
    assert content["support"] == content_of(sy.evaluate(wines))["support"]
    assert not content_of(sy.evaluate(wines))["stated"]


@pytest.mark.slow
def test_where_nobody_chose_the_programs_have_the_values_by_other_policies(wines):
    evaluation = sy.evaluate(wines)
    content = through_json(content_of(evaluation))
    assert not content["chosen"]
    found = stacked(content["program"], matrices(content), np.array(content["weights"]))
    contested = {content["metrics"][other["metric"]]["name"] for other in content["others"]}
    assert contested == {
        "one_point_aurpc_ova",
        "f_of_averages",
        "macro_g_score",
        "macro_precision",
        "one_point_maurpc_ova",
    }
    for other in content["others"]:
        name, output = content["metrics"][other["metric"]]["name"], content["program"]["outputs"][other["output"]]
        expected = sy.metrics[name](evaluation.confusion, undefined=other["policy"])
        np.testing.assert_allclose(found[output["metric"]], expected, rtol=1e-12)
        assert content["at_shares"]["outputs"][other["output"]]["metric"] == output["metric"]


@pytest.mark.slow
def test_rates_are_those_of_the_registry_that_are_not_optional():
    content = content_of(sy.evaluate([[5, 1], [0, 10]]))
    names = [rate["name"] for rate in content["rates"]]
    assert names[:4] == RATES
    assert sorted(names) == sorted(
        metric.id for metric in sy.metrics.values() if metric.kind == "rate" and not metric.optional
    )
    robust = {rate["name"]: rate["robust"] for rate in content["rates"]}
    assert robust["recall"]
    assert robust["rest_recall"] is robust["specificity"] is True  # of two classes, it is the recall of the other
    assert not robust["precision"]
    assert {rate["sign"] for rate in content["rates"]} == {1}


@pytest.mark.slow
def test_metrics_are_as_their_records_say():
    content = content_of(sy.evaluate([[50, 10, 4], [0, 100, 9], [3, 3, 30]]))
    by_name = {metric["name"]: metric for metric in content["metrics"]}
    assert list(by_name) == [result.metric.name for result in sy.evaluate([[1]]).measured]
    for name, metric in by_name.items():
        record = sy.metrics[name]
        assert metric["title"] == record.title
        assert metric["builtin"]
        assert metric["weighted"] == (record.kind in ("average", "combined"))
        assert metric["sign"] == (-1 if record.direction == "lower" else 1)
        assert (metric["live"], metric["fixed"], metric["why_fixed"]) == (True, None, "")
        assert metric["name"] in bounded(content)
        assert "\n" not in metric["meaning"]
        assert metric["meaning"]
    assert by_name["mcc"]["rounding"] == 2e-12
    assert by_name["one_point_auroc_ova"]["rounding"] == 0
    assert by_name["cen"]["sign"] == -1
    assert by_name["accuracy"]["meaning"] == (
        "A function of the whole matrix, by items. Micro recall, micro precision and micro F, since every item has "
        "exactly one label; and recall weighted by class sizes."
    )
    robust = {name for name, metric in by_name.items() if metric["robust"]}
    assert robust == {"balanced_accuracy", "g_mean", "one_point_auroc_ovo", "one_point_maurpc_ova"}


@pytest.mark.slow
def test_what_is_at_importance_says_so_and_does_not_move_with_the_shares():
    (plain, weighed) = content_of(sy.evaluate([[50, 10], [9, 100]], metrics=["mcc", "mcc at importance"]))["metrics"]
    assert (plain["weighted"], plain["robust"]) == (False, False)
    assert (weighed["weighted"], weighed["robust"]) == (True, True)
    assert weighed["title"] == "Matthews correlation coefficient at class shares equal to the weights"
    assert weighed["meaning"].startswith("A function of the whole matrix, at class shares equal to the weights. ")


@pytest.mark.slow
def test_bounds_follow_the_weights():
    cm = sy.Confusion([[50, 10, 4], [0, 100, 9], [3, 3, 30]])
    content = through_json(content_of(sy.evaluate(cm)))
    bounds = content["bounds"]
    assert {output["kind"] for output in bounds["outputs"]} == {"least", "greatest"}
    named = {m["name"] for m in content["metrics"]} | {rate["name"] for rate in content["rates"]}
    assert {output["metric"] for output in bounds["outputs"]} == named
    for weights in ([1, 1, 1], [0.7, 0.2, 0.1]):
        found = of_bounds(bounds, np.array(weights))
        for name, (low, high) in found.items():
            assert (low, high) == pytest.approx(sy.metrics[name].bounds(np.array(weights)), rel=1e-12)


def bounded(content):
    return {output["metric"] for output in content["bounds"]["outputs"]}


def of_bounds(loops, weights):
    ends, arrays = {}, run(loops, relevance=weights)
    for output in loops["outputs"]:
        ends.setdefault(output["metric"], []).append(line(arrays, output["value"], 1)[0])
    return ends


@pytest.mark.slow
def test_the_metric_of_the_verdict():
    def main(**given):
        content = content_of(sy.evaluate([[5, 1], [2, 10]], **given))
        return content["metrics"][content["main"]]["name"]

    assert main() == "balanced_accuracy"
    assert main(metrics=["mcc", "balanced_accuracy"]) == "mcc"
    with pytest.raises(ValueError, match="a page needs at least one metric, but none was evaluated"):
        content_of(sy.evaluate([[5, 1], [2, 10]], metrics=[]))


@pytest.mark.slow
def test_metrics_that_cannot_be_recorded_stay_as_they_are():
    @sy.metric(range=(0, 1))
    def looks_at_numbers(c):
        "It goes by whether the first class has many items."
        return np.where(np.asarray(c.t)[..., :1] > 3, np.nan, 0.25)

    @sy.metric(per_class=True)
    def rate_that_looks(c):
        "It does, too."
        return np.asarray(c.tp) / c.t

    try:
        cm = sy.Confusion([[[5, 1], [2, 10]], [[1, 1], [2, 10]]], axes={"model": ["a", "b"]})
        content = content_of(sy.evaluate(cm, metrics=["accuracy", looks_at_numbers, "cba"]))
    finally:
        sy.metrics.remove("looks_at_numbers")
        sy.metrics.remove("rate_that_looks")
    still, live = content["metrics"][1], [content["metrics"][0], content["metrics"][2]]
    assert (still["live"], still["fixed"]) == (False, ["NaN", 0.25])
    assert still["name"] not in bounded(content)
    assert still["why_fixed"].startswith("The metric 'looks_at_numbers' cannot be recorded: ")
    assert [metric["live"] for metric in live] == [True, True]
    assert [output["metric"] for output in content["program"]["outputs"]][:3] == ["accuracy", "cba", "recall"]
    assert "rate_that_looks" not in {rate["name"] for rate in content["rates"]}
    assert any(note.startswith("The rate rate_that_looks is not on this page: the metric") for note in content["notes"])


@pytest.mark.slow
def test_a_metric_of_the_users_own_is_live_and_without_bounds_unless_stated():
    @sy.metric(direction="lower")
    def misses(c):
        "Share of misses."
        return c.total(c.fn) / c.n

    @sy.metric(range=(0, 1))
    def hits(c):
        "Share of hits."
        return c.total(c.tp) / c.n

    try:
        content = content_of(sy.evaluate([[5, 1], [2, 10]], metrics=[misses, hits]))
    finally:
        sy.metrics.remove("misses")
        sy.metrics.remove("hits")
    assert [(m["live"], m["name"] in bounded(content), m["sign"]) for m in content["metrics"]] == [
        (True, False, -1),
        (True, True, 1),
    ]
    assert content["metrics"][0]["title"] == "Share of misses"
    assert not content["metrics"][0]["builtin"]


@pytest.mark.slow
def test_parameters_are_part_of_what_a_metric_is_called():
    content = content_of(sy.evaluate([[5, 1], [2, 10]], metrics=["mean_f(beta=2)", "cba"]))
    assert [metric["title"] for metric in content["metrics"]] == ["mean F (beta=2)", "class balance accuracy"]


@pytest.mark.slow
def test_raise_becomes_nan():
    content = content_of(sy.evaluate([[5, 1], [2, 10]], undefined="raise"))
    assert content["policy"] == "nan"


@pytest.mark.slow
def test_notes_of_metrics_tell_what_is_undefined_and_what_misleads():
    cm = sy.Confusion([[5, 0, 0], [0, 10, 0], [0, 300, 0]], labels=["c1", "c2", "c3"])
    stack = sy.Confusion.of_models({"good": sy.Confusion(np.diag([5, 10, 300]), cm.labels), "bad": cm})
    evaluation = sy.evaluate(stack, undefined="exclude")
    content = content_of(evaluation)
    notes = {metric["name"]: metric["notes"] for metric in content["metrics"]}
    always = "Misleading: always answering 'c3' would get 0.968 (average accuracy), 0.952 (accuracy)."
    assert [1, always] in notes["accuracy"]  # one note for both, as below a table in a terminal
    left = "class 'c3' (33 % of the weight) is left out: the class is never predicted (p = 0)"
    assert notes["macro_precision"] == [[1, f"Misleading: {left}."]]  # told once, although it is both
    for name, listed in notes.items():
        told = {k for k, score in enumerate(evaluation[name]) if score.note or score.misleading}
        assert {k for k, _ in listed} == told


def test_a_note_that_differs_from_model_to_model_in_an_amount_alone_is_told_once():
    """Three models had three notes that said the same of accuracy, each with its own number."""
    counts = [[[88, 2], [4, 6]], [[86, 4], [3, 7]]]
    result = sy.evaluate(sy.Confusion(counts, axes={"model": ["a", "b"]}), metrics="accuracy")
    ((_, first), (_, second)) = content_of(result)["metrics"][0]["notes"]
    assert first == second
    assert "0.789 to 0.828" in first, "with classes of one size: (88/90 + 6/10)/2 and (86/90 + 7/10)/2"


@pytest.mark.slow
def test_notes_say_what_a_reader_must_know():
    counts = np.diag([0, 3, 9, 10, 500])
    counts[1, 2] = 2
    cm = sy.Confusion(counts, labels=["none", "few", ("a", "tuple"), "ten", "many"], dropped=1234)
    notes = content_of(sy.evaluate(cm))["notes"]
    assert notes[0] == str(cm.imbalance)
    assert "Items left out because a label is missing: 1,234." in notes
    assert "Class 'none' has no items." in notes
    assert "Importance has no part in metrics tagged “by items”." in notes
    assert (
        "95 % intervals: class by class, from 524 items. When you move something, the page computes the numbers again, "
        "and how sure they are with a quicker method: intervals and p-values may then differ a little from those of "
        "Python."
    ) in notes
    quiet = content_of(sy.evaluate(np.diag([20, 30]), metrics="cba", confidence=0.999))["notes"]
    assert len(quiet) == 2
    assert quiet[1].startswith("99.9 % intervals")


@pytest.mark.slow
def test_where_there_are_no_intervals_a_sentence_says_why():
    for none in ({"confidence": None}, {"intervals": "none"}):
        content = content_of(sy.evaluate([[5, 1], [2, 10]], metrics="cba", **none))
        assert (content["confidence"], content["units"]["tables"]) == (None, [])
        assert content["why_no_intervals"] == "There are no intervals: none were asked for."
    weighed = content_of(sy.evaluate([[5.5, 1], [2, 10]], metrics="cba"))
    assert weighed["confidence"] is None
    assert weighed["why_no_intervals"].startswith(
        "There are no intervals: the counts are weights, such as 5.5 (a float), "
    )
    assert weighed["items"] == 18.5


FOUR = ["balanced_accuracy", "accuracy", "cba", "mean_f"]
"""Metrics of each kind. What is not about the metrics, such as slices and titles, is written with one of them."""


def delta_of_content(content, k, metrics):
    """Return (low, high) of each metric."""
    m, weights = matrices(content)[k], np.array(content["weights"])
    arrays = run(content["program"], m=m, relevance=weights, seed=weights)
    outputs = {each["metric"]: each for each in content["program"]["outputs"]}
    return [ends_of(content, k, outputs[name], arrays) for name in metrics]


def ends_of(content, k, output, arrays):
    """The ends of an interval from the content alone, by the textbook: influences of units, their spread, the reach."""
    m = matrices(content)[k]
    slopes, (value,) = by_cell(arrays, output, len(m)), line(arrays, output["value"], 1)
    table = next((t for t in content["units"]["tables"] if k in t["models"]), None)
    if table is None:
        truth, predicted = np.nonzero(m)
        sizes, kind, amounts = m[truth, predicted], np.arange(len(truth)), np.ones(len(truth))
    else:
        truth, sizes = unpacked(table["truth"]).astype(int), unpacked(table["sizes"])
        predicted = unpacked(table["predictions"][table["models"].index(k)]).astype(int)
        kind = np.arange(len(truth)) if table["kind"] is None else unpacked(table["kind"]).astype(int)
        amounts = np.ones(len(truth)) if table["amounts"] is None else unpacked(table["amounts"])
    moved = np.zeros(len(sizes))
    np.add.at(moved, kind, slopes[truth, predicted] * amounts)
    moved -= (moved * sizes).sum() / sizes.sum()
    spread = math.sqrt((moved**2 * sizes).sum() * content["variance_factor"][k])
    reach = content["reach"][k] * spread
    return max(value - reach, 0), min(value + reach, 1)


def assert_delta_as_evaluate(content, evaluation):
    scores = [np.ravel(evaluation[name]) for name in FOUR]
    for k, of_model in enumerate(zip(*scores, strict=True)):
        for score, ends in zip(of_model, delta_of_content(content, k, FOUR), strict=True):
            assert ends == pytest.approx((score.interval.low, score.interval.high), rel=1e-9)


def ends_at(start, shape):
    return np.stack([unpacked(start[end]).reshape(shape) for end in ("low", "high")], axis=-1)


def ends(interval):
    return (math.nan, math.nan) if interval is None else (interval.low, interval.high)


@pytest.mark.slow
@pytest.mark.parametrize("intervals", [None, "bootstrap", "delta"])
def test_the_start_is_as_sure_as_the_evaluation(intervals):
    evaluation = sy.evaluate(some_joint(np.random.default_rng(3)), metrics=FOUR, confidence=0.9, intervals=intervals)
    content = through_json(content_of(evaluation))
    found, of_rates = ends_at(content["start"], (3, 4)), ends_at(content["start"]["rates"], (3, 4, 4))
    for k, j in np.ndindex(3, 4):
        assert found[k, j] == pytest.approx(ends(evaluation[FOUR[j]][k].interval), rel=1e-10)
    for row in evaluation.classes:
        k = list(evaluation.confusion.axes["model"]).index(dict(row.slice)["model"])
        for r, rate in enumerate(RATES):
            assert of_rates[k, r, row.label] == pytest.approx(ends(row.intervals[rate]), rel=1e-10, nan_ok=True)
    first, *others = content["start"]["pairs"]
    assert others == [None] * 3
    assert unpacked(first["numbers"])[0] > 0
    assert unpacked(content["start"]["value"]).reshape(3, 4).tolist() == [
        [evaluation[name][k].value for name in FOUR] for k in range(3)
    ]
    asked = {None: "", "bootstrap": ", intervals=sy.intervals.bootstrap(", "delta": ", intervals=sy.intervals.delta("}
    assert content["how"].startswith(f"confidence=0.9{asked[intervals]}")


@pytest.mark.slow
def test_the_start_is_as_sure_as_the_comparison(wines):
    compared = sy.compare(wines, metrics=["accuracy", "cen", "balanced_accuracy"], importance="rarity")
    content = through_json(content_of(compared))
    found = ends_at(content["start"], (2, 3))
    for j, scored in enumerate(compared.scored):
        for k in range(2):
            assert found[k, j] == pytest.approx(ends(scored.intervals[k]), rel=1e-10)
        pair, best = content["start"]["pairs"][j], scored.best_first[0]
        difference = compared.pair(*(compared.models[k] for k in pair["models"]), scored.metric.name)
        lead = difference.lead_of(compared.models[best])
        assert pair["models"][0] == best
        assert unpacked(pair["numbers"]) == pytest.approx(
            [lead.value, lead.low, lead.high, lead.better, difference.p_value, difference.p_adjusted]
        )
        assert pair["limited"] == (-1 if difference.limited_by is None else wines.labels.index(difference.limited_by))
    rows = sy.evaluate(wines, importance="rarity").classes
    of_rates = ends_at(content["start"]["rates"], (2, 4, 6))
    for row in rows:
        k, c = compared.models.index(dict(row.slice)["model"]), wines.labels.index(row.label)
        for r, rate in enumerate(RATES):
            assert of_rates[k, r, c] == pytest.approx(ends(row.intervals[rate]), rel=1e-10, nan_ok=True)


@pytest.mark.slow
def test_the_family_is_what_was_compared_together(wines):
    assert not content_of(sy.evaluate(wines))["asked"]
    assert not content_of(sy.evaluate(wines, metrics=["mcc", "cba"]))["asked"]
    assert not content_of(sy.compare(wines, positive=5))["asked"]
    assert content_of(sy.compare(wines, metrics=["mcc", "cba"]))["asked"]


@pytest.mark.slow
def test_weights_of_items_bring_their_squares():
    truth, told, weights = [0, 0, 1, 1, 1], {"a": [0, 0, 1, 1, 0], "b": [0, 1, 1, 1, 1]}, [1.0, 2.0, 3.0, 4.0, 5.0]
    content = through_json(content_of(sy.evaluate(sy.Joint.from_labels(truth, told, weights=weights), metrics="cba")))
    assert content["counts"] == [[3, 0, 5, 7], [1, 2, 0, 12]]
    assert content["squares"] == [[1 + 4, 0, 25, 9 + 16], [1, 4, 0, 9 + 16 + 25]]
    (table,) = content["units"]["tables"]
    assert sorted(unpacked(table["squares"])) == [1, 4, 25, 25]
    assert content["seen"] == [[2, 3], [2, 3]]
    assert content_of(sy.evaluate([[5, 1], [0, 10]]))["squares"] is None


@pytest.mark.slow
@pytest.mark.parametrize("joint", [False, True])
@pytest.mark.parametrize("by", [False, True])
def test_intervals_of_groups_are_those_of_evaluate(joint, by):
    rng = np.random.default_rng(4)
    axes = {"month": rng.integers(0, 3, 300)} if by else {}
    counts = some_joint(rng, **axes, patient=rng.integers(0, 12, 300))
    given = counts if joint else counts.confusion()
    content = through_json(content_of(sy.evaluate(given, metrics=FOUR, group="patient")))
    units = content["units"]
    assert (units["kind"], units["paired"], len(units["tables"])) == ("groups", joint, 1 if joint else 3)
    assert content["reach"] == pytest.approx(
        [2.200985160091639] * 3, rel=1e-12
    )  # t of 11 degrees: A&S 26.7.3, bisected
    assert content["variance_factor"] == pytest.approx([12 / 11] * 3)
    pooled = counts.pooled("month") if by else counts
    assert_delta_as_evaluate(content, sy.evaluate(pooled, metrics=FOUR, group="patient", intervals="delta"))
    assert any("12 groups (patient)" in note for note in content["notes"])


@pytest.mark.slow
def test_each_model_goes_by_its_own_number_of_groups():
    """Items of y are in three of six patients, those of z in one, of which nothing can be told."""
    rng = np.random.default_rng(3)
    counts = rng.integers(1, 9, (3, 6, 2, 2))
    counts[1, 3:] = 0
    counts[2, 1:] = 0
    cm = sy.Confusion(counts, ["a", "b"], axes={"model": ["x", "y", "z"], "patient": range(6)})
    python = sy.evaluate(cm, metrics="accuracy", group="patient", intervals="delta")
    content = through_json(content_of(python))
    assert content["reach"] == [pytest.approx(2.570581835636314), pytest.approx(4.302652729911275), None]
    assert content["variance_factor"][:2] == pytest.approx([6 / 5, 3 / 2])
    for k in (0, 1):
        (ends,) = delta_of_content(content, k, ["accuracy"])
        interval = python["accuracy"][k].interval
        assert ends == pytest.approx((interval.low, interval.high), rel=1e-9)


@pytest.mark.slow
def test_weights_in_groups_have_intervals():
    rng = np.random.default_rng(5)
    truth, told, weights = rng.integers(0, 3, 90), rng.integers(0, 3, 90), rng.random(90)
    groups = rng.integers(0, 9, 90)
    evaluation = sy.evaluate(truth, told, metrics=FOUR, weights=weights, group=groups, intervals="delta")
    content = through_json(content_of(evaluation))
    assert sum(unpacked(content["units"]["tables"][0]["amounts"])) == pytest.approx(weights.sum())
    assert_delta_as_evaluate(content, evaluation)


@pytest.mark.slow
def test_one_group_tells_nothing():
    content = content_of(sy.evaluate([0, 1, 1], [0, 1, 0], metrics="cba", group=["x", "x", "x"]))
    assert content["confidence"] is None
    assert content["why_no_intervals"].endswith("so at least two of them must have items.")


@pytest.mark.slow
def test_a_joint_table_holds_what_the_models_say_together():
    joint = some_joint(np.random.default_rng(6))
    units = content_of(sy.evaluate(joint, metrics="cba"))["units"]
    (table,) = units["tables"]
    assert (units["kind"], table["models"], table["kind"], table["amounts"]) == ("items", [0, 1, 2], None, None)
    codes = np.stack([unpacked(each) for each in (table["truth"], *table["predictions"])], axis=1)
    assert codes.tolist() == joint.codes.tolist()
    assert unpacked(table["sizes"]).tolist() == joint.counts.tolist()
    assert content_of(sy.evaluate(joint.confusion(), metrics="cba"), joint=joint)["units"] == units
    assert content_of(sy.compare(joint, metrics="cba"))["units"] == units


@pytest.mark.slow
def test_a_joint_table_must_be_that_of_the_models():
    rng = np.random.default_rng(7)
    joint, other = some_joint(rng), some_joint(rng)
    with pytest.raises(ValueError, match="the joint table is not that of the models that were evaluated"):
        content_of(sy.evaluate(joint.confusion()), joint=other)
    grouped = some_joint(rng, patient=rng.integers(0, 9, 300))
    evaluation = sy.evaluate(grouped.confusion(), metrics="cba", group="patient")
    with pytest.raises(ValueError, match="groups are drawn along 'patient', so the joint table needs that axis, too"):
        content_of(evaluation, joint=grouped.pooled())
    assert content_of(evaluation, joint=grouped)["units"]["paired"]
    with pytest.raises(ValueError, match="a comparison has its joint table itself; joint= is for an evaluation"):
        content_of(sy.compare(joint, metrics="cba"), joint=joint)


@pytest.mark.slow
def test_a_comparison_brings_its_verdict_and_its_metric(wines):
    compared = sy.compare(wines, metrics=["accuracy", "balanced_accuracy"], importance="rarity", confidence=0.9)
    content = through_json(content_of(compared))
    assert content["main"] == 0
    caution, verdict = content["verdict"][:2]
    assert caution == "Your importance has no part in accuracy, which counts items, not classes."
    assert verdict.startswith("By accuracy, ")
    assert compared.verdict == " ".join(content["verdict"])
    assert (content["confidence"], content["models"], content["items"]) == (0.9, ["tree", "svm"], 1599)
    assert content["units"]["paired"]
    evaluation = sy.evaluate(wines, importance="rarity", metrics=["accuracy", "balanced_accuracy"])
    assert content["weights"] == evaluation.weights.tolist()
    evaluated = through_json(content_of(evaluation))
    assert content["metrics"] == evaluated["metrics"]
    assert content["program"] == evaluated["program"]


@pytest.mark.slow
def test_the_verdict_does_not_depend_on_who_looked_before(wines):
    compared = sy.compare(wines, metrics="balanced_accuracy", importance="3 < 8")
    before = content_of(compared)
    assert compared.robust is not None
    assert compared.robust.sentence in before["verdict"]
    assert content_of(compared) == before


@pytest.mark.slow
def test_a_comparison_of_matrices_alone_is_not_paired(wines):
    compared = sy.compare({"a": wines["tree"], "b": wines["svm"]}, metrics="cba")
    content = content_of(compared)
    assert content["units"] == {"kind": "items", "paired": False, "tables": []}
    assert content["items"] == compared.items == 2 * 1599
    apart = sy.compare({"a": np.diag([30, 30, 0]), "b": np.diag([30, 30, 30])}, metrics="cba")
    notes = content_of(apart)["notes"]
    assert "Class 2 has items for some models only." in notes


@pytest.mark.slow
@pytest.mark.parametrize("paired", [None, False])
def test_a_comparison_of_groups_keeps_them(paired):
    rng = np.random.default_rng(8)
    joint = some_joint(rng, models=2, patient=rng.integers(0, 12, 300))
    compared = sy.compare(joint, group="patient", paired=paired, metrics=["cba", "accuracy"])
    content = through_json(content_of(compared))
    evaluation = sy.evaluate(joint if paired is None else joint.confusion(), metrics="cba", group="patient")
    evaluated = through_json(content_of(evaluation))
    assert content["units"] == evaluated["units"]
    assert content["reach"] == evaluated["reach"]
    assert any("12 groups" in note for note in content["notes"])


@pytest.mark.slow
def test_slices_are_on_the_page_if_they_are_few():
    rng = np.random.default_rng(9)
    month = rng.integers(0, 3, 300)
    joint = some_joint(rng, month=month)
    content = through_json(content_of(sy.evaluate(joint, metrics="cba")))
    assert (content["slices"]["axis"], content["slices"]["keys"]) == ("month", ["0", "1", "2"])
    for k, name in enumerate(joint.models):
        for s in range(3):
            found = unpacked(content["slices"]["counts"][k][s]).reshape(4, 4)
            assert found.tolist() == joint[name][s].counts.tolist()
    assert matrices(content).tolist() == joint.pooled().confusion().counts.tolist()
    assert content["items"] == 300
    turned = sy.Confusion(np.moveaxis(joint.confusion().counts, 0, 1), axes={"month": [0, 1, 2], "model": joint.models})
    turned_content = through_json(content_of(sy.evaluate(turned, metrics="cba")))
    assert turned_content["slices"] == content["slices"]
    assert matrices(turned_content).tolist() == matrices(content).tolist()


@pytest.mark.slow
def test_slices_of_one_matrix_are_those_of_its_model():
    day = dt.date(2024, 2, 29)
    cm = sy.Confusion([[[3, 1], [0, 4]], [[1, 1], [1, 1]]], axes={"day": [day, None]})
    content = content_of(sy.evaluate(cm))
    own = content["slices"].pop("start")
    assert content["slices"] == {
        "axis": "day",
        "keys": ["2024-02-29", "(missing)"],
        "counts": [[[3, 1, 0, 4], [1] * 4]],
        "squares": None,
        "by_shares": start.by_shares(sy.evaluate(cm)),
        "changed": [*change_sentences(sy.evaluate(cm))],
        "flags": [],
    }
    values = [scores_of.value for scores_of in sy.evaluate(cm).scores]
    assert unpacked(own["value"]) == pytest.approx(
        [values[2 * j + s] for s in range(2) for j in range(len(values) // 2)]
    )
    scores = sy.evaluate(cm).scores
    expected = [scores[2 * j + s].interval.high for s in range(2) for j in range(len(scores) // 2)]
    assert unpacked(own["high"]) == pytest.approx(expected, rel=1e-11)
    assert content["counts"] == [[4, 2, 1, 5]]
    assert content["models"] == ["model"]


@pytest.mark.slow
def test_slices_that_do_not_fit_are_told():
    large = sy.Confusion(np.ones((3, 300, 300), dtype=int), axes={"month": [1, 2, 3]})
    content = content_of(sy.evaluate(large, metrics="accuracy"))
    assert content["slices"] is None
    told = "The slices along 'month' are not on this page, as they have 270,000 counts, more than 200,000; it shows all"
    assert any(note.startswith(told) for note in content["notes"])
    two = sy.Confusion(np.ones((2, 2, 2, 2), dtype=int), axes={"month": [1, 2], "site": ["x", "y"]})
    content = content_of(sy.evaluate(two, metrics="cba"))
    assert content["slices"] is None
    assert content["counts"] == [[4, 4, 4, 4]]
    assert any(
        note.startswith("The slices along 'month', 'site' are not on this page, which") for note in content["notes"]
    )


@pytest.mark.slow
def test_too_many_classes_or_models_are_refused():
    many = np.eye(MOST_CLASSES + 1, dtype=int)
    with pytest.raises(ValueError, match=r"up to 500 classes, and there are 501; merge some, cm\.collapse"):
        content_of(sy.evaluate(many, metrics="accuracy"))
    models = sy.Confusion(np.ones((MOST_MODELS + 1, 2, 2), dtype=int), axes={"model": range(MOST_MODELS + 1)})
    with pytest.raises(ValueError, match="up to 50 models, and there are 51; choose some of them"):
        content_of(sy.evaluate(models))


@pytest.mark.slow
def test_titles_name_a_few_models_shortly():
    def title(*names):
        cm = sy.Confusion(np.ones((len(names), 2, 2), dtype=int), axes={"model": names})
        return content_of(sy.evaluate(cm, metrics="cba"))["title"]

    assert title("only") == "only"
    assert title("a", 2, "c") == "a, 2 and c"
    assert title(*"abcde") == "a, b, c and 2 more"
    assert title("x" * 500, "y") == f"{'x' * 40}… and y"


@pytest.mark.slow
def test_ten_models_of_twenty_classes_are_small():
    joint = some_joint(np.random.default_rng(10), models=10, classes=20, items=20_000)
    content = content_of(sy.evaluate(joint))
    assert len(json.dumps(content, separators=(",", ":"))) < 600_000


@pytest.mark.slow
def test_three_hundred_classes_are_under_three_megabytes():
    counts = np.random.default_rng(11).integers(0, 900, (3, 300, 300))
    content = content_of(sy.evaluate(sy.Confusion(counts, axes={"model": list("abc")})))
    assert len(json.dumps(content, separators=(",", ":"))) < 2_000_000


@pytest.mark.slow
def test_nothing_heavy_is_loaded():
    script = """
import sys
import steelyard as sy
from steelyard.show.page.content import content_of

joint = sy.Joint.from_labels([0, 1, 2, 2] * 9, {"a": [0, 1, 2, 1] * 9, "b": [0, 1, 1, 2] * 9})
content_of(sy.evaluate(joint, importance="0 < 1"))
print(*(name for name in ("rich", "duckdb", "matplotlib", "scipy.stats") if name in sys.modules))
"""
    found = subprocess.run([sys.executable, "-c", script], capture_output=True, text=True, check=False, timeout=60)
    assert (found.stdout.split(), found.stderr) == ([], "")


def of_months(*may):
    """Return a model whose recall of a ward is as usual in all months but perhaps in May, at few items of another."""
    usual = [[[6, 4, 0], [0, 90, 10], [0, 5, 300]]] * 5
    may_counts = [[6, 4, 0], [0, *may], [0, 5, 300]]
    months = [*usual[:4], may_counts, *usual[4:]]
    return sy.Confusion(months, ["icu", "ward", "home"], axes={"month": ["jan", "feb", "mar", "apr", "may", "jun"]})


def test_which_slices_differ_beyond_chance_is_said_in_the_words_of_the_terminal():
    result = sy.evaluate(of_months(50, 50))
    slices = content_of(result)["slices"]
    assert slices["changed"] == [*change_sentences(result)]
    assert slices["changed"][0].startswith(
        "Worse beyond chance in month may: of class 'ward', 50 of 100 are found there"
    )
    assert slices["flags"] == [(0, 4, "▼ ward")]
    both = np.stack([of_months(50, 50).counts, of_months(90, 10).counts])
    models = sy.Confusion(both, ["icu", "ward", "home"], axes={"model": ["a", "b"], **of_months(90, 10).axes})
    assert content_of(sy.evaluate(models))["slices"]["flags"] == [(0, 4, "▼ ward")]
    better = sy.Confusion(1 * of_months(90, 10).counts, ["icu", "ward", "home"], axes=of_months(90, 10).axes)
    assert content_of(sy.evaluate(better))["slices"]["flags"] == []


def test_where_none_does_the_few_items_of_a_class_are_told():
    (told,) = content_of(sy.evaluate(of_months(90, 10)))["slices"]["changed"]
    assert told.endswith("With 10 items of 'icu' in each month, only a large change would show.")


def test_of_slices_along_two_axes_the_same_is_a_note():
    counts = np.stack([of_months(50, 50).counts, of_months(50, 50).counts])
    cm = sy.Confusion(counts, ["icu", "ward", "home"], axes={"site": ["x", "y"], **of_months(50, 50).axes})
    result = sy.evaluate(cm)
    assert content_of(result)["slices"] is None
    assert set(change_sentences(result)) <= set(content_of(result)["notes"])
    assert any(said.startswith("Worse beyond chance") for said in change_sentences(result))


STRONG = {"a": [[18, 2, 0], [4, 90, 6], [0, 40, 260]], "b": [[14, 6, 0], [2, 92, 6], [0, 30, 270]]}


@pytest.mark.slow
def test_how_often_a_model_is_the_best_is_over_the_weights_that_agree():
    """The region of the result: all weights, those of an order, and of weights that are told to the last no shares."""
    cm = sy.Confusion([*STRONG.values()], ["icu", "ward", "home"], axes={"model": [*STRONG]})
    for importance, over in (
        (None, "all possible weights"),
        ("home < ward < icu", "the weights that agree with your order"),
    ):
        compared = sy.compare(cm, importance=importance)
        for content in (content_of(compared), content_of(sy.evaluate(cm, importance=importance))):
            assert content["agreeing"]["over"] == over
            assert content["agreeing"]["shares"] == pytest.approx(compared.robust.ranks[:, 0].tolist(), abs=0)
            assert compared.robust.sentence in content["verdict"]
    assert content_of(sy.compare(cm, importance="home < ward < icu"))["agreeing"]["said"] == ["100 %", "0 %"]
    assert content_of(sy.compare(cm, importance="rarity"))["agreeing"] is None
    assert content_of(sy.compare(cm, metrics="accuracy"))["agreeing"] is None
    assert content_of(sy.evaluate(cm["a"]))["agreeing"] is None


def test_metrics_are_called_by_their_titles_everywhere():
    cm = sy.Confusion([[780, 0, 63], [3, 16, 9], [52, 7, 270]], ["home", "icu", "ward"])
    content = content_of(sy.evaluate(cm, importance="home < ward < icu", metrics=["accuracy", "cen"]))
    (note,) = content["misleading"]
    assert note.endswith(" (confusion entropy).")
    assert "(accuracy)" in note
    answers = {"a": [[0, 10], [0, 90]], "b": [[1, 9], [2, 88]]}
    two = sy.compare(answers, metrics=["weighted_f", "accuracy"], undefined="zero")
    said = " ".join(content_of(two)["verdict"])
    assert "weighted_f" in two.verdict
    assert "By F score weighted by class sizes, b (" in said
    assert "weighted_f" not in said


def test_what_class_shares_alone_explain_is_marked_as_in_a_terminal():
    """In the second month nothing but the shares differs, in the third the model finds fewer."""
    months = {"jan": [[9, 1], [9, 81]], "feb": [[36, 4], [6, 54]], "mar": [[3, 7], [9, 81]], "apr": [[9, 1], [9, 81]]}
    cm = sy.Confusion(np.array([*months.values()]), ["fails", "ok"], axes={"month": list(months)})
    result = sy.evaluate(cm, positive="fails", metrics=["precision", "recall"])
    marks = unpacked(content_of(result)["slices"]["by_shares"]).reshape(1, 4, 2)[0]
    assert marks[1, 0] == 1
    assert marks[2, 0] == 0
    assert not marks[:, 1].any(), "no shares move recall"
    assert str(result.full()).count("~") >= marks.sum()


def test_a_fault_of_our_own_is_not_taken_for_models_that_cannot_be_compared(monkeypatch):
    def broken(*_, **__):
        raise ValueError("a fault of our own")

    monkeypatch.setattr(start, "compare", broken)
    with pytest.raises(ValueError, match="of our own"):
        content_of(sy.evaluate(["a", "b", "b"], {"x": ["a", "b", "a"], "y": ["b", "b", "a"]}))
