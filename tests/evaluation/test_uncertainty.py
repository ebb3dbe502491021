"""How sure an evaluation is: lazily, per slice, as the intervals themselves would say, or not at all and why."""

import json
import math
import pickle

import numpy as np
import pytest

import steelyard as sy
from steelyard.evaluation import uncertainty
from steelyard.evaluation.evaluate import CLASS_RATES
from steelyard.intervals import bayes, bootstrap, classwise, delta, influence
from steelyard.intervals.method import Method
from steelyard.intervals.sample import Sample
from steelyard.intervals.units import groups_of, items_of
from steelyard.show.slices import head

COUNTS = [[40, 8, 2], [10, 90, 20], [5, 15, 310]]
CM = sy.Confusion(COUNTS, labels=["a", "b", "c"])
STACK = sy.Confusion(np.stack([COUNTS, np.array(COUNTS)[::-1]]), labels=["a", "b", "c"], axes={"model": ["x", "y"]})
QUICK = bootstrap(draws=200, seed=3)


@pytest.fixture
def drawn(monkeypatch):
    """How often samples were drawn from, by how many metrics each time."""
    seen = []
    for way in (bootstrap, classwise, delta, bayes):
        of = way.of

        def watched(self, sample, confidence, progress=None, of=of):
            seen.append(len(sample.metrics))
            return of(self, sample, confidence, progress)

        monkeypatch.setattr(way, "of", watched)
    return seen


def direct(method, units, metrics, weights, policy="exclude", confidence=0.95):
    """Return the intervals as the package itself makes them, of the only model."""
    found = method.of(Sample(units, [sy.metrics[name] for name in metrics], weights, policy), confidence)
    return [interval[0] for interval in found]


def test_values_notes_and_repr_draw_nothing(drawn):
    result = sy.evaluate(STACK, importance="rarity", intervals=QUICK)
    for score in result.scores:
        assert math.isfinite(score.value)
        repr(score)
    assert [row.rates["recall"] for row in result.classes]
    assert drawn == []


def test_a_look_computes_its_own_slice_once(drawn):
    result = sy.evaluate(STACK, metrics=["cba", "accuracy"], intervals=QUICK)
    first, second = result["cba"]
    assert (first.low, first.high, first.interval.method) == (first.low, first.high, "bootstrap")
    assert result["accuracy"][0].low is not None
    assert len(drawn) == 1
    assert second.low is not None
    assert len(drawn) == 2
    assert result.classes[0].intervals["recall"] is not None
    assert len(drawn) == 3
    result.to_dict()
    assert len(drawn) == 4, "the rates of the second model are new, all else was there"


@pytest.mark.parametrize("look", [str, sy.Evaluation.to_dict, sy.Evaluation.to_csv, sy.Evaluation._repr_html_])
def test_printing_and_exporting_look(look, drawn):
    look(sy.evaluate(CM, metrics="cba", intervals=QUICK))
    assert drawn


@pytest.mark.parametrize(
    "method",
    [QUICK, bootstrap(200, 1, "bca"), bootstrap(200, stratified=True), delta(), bayes(200, 5, "uniform")],
    ids=str,
)
def test_the_numbers_are_those_of_the_intervals_themselves(method):
    names = ["accuracy", "balanced_accuracy", "f_of_averages", "mcc"]
    result = sy.evaluate(STACK, importance="rarity", metrics=names, confidence=0.9, intervals=method)
    for i, model in enumerate(STACK.axes["model"]):
        expected = direct(method, items_of(STACK[model]), names, result.weights, confidence=0.9)
        assert [result[name][i].interval for name in names] == expected


@pytest.mark.parametrize("policy", ["exclude", "zero", "nan", "raise"])
def test_undefined_terms_are_treated_as_in_the_value(policy):
    cm = sy.Confusion([[40, 1, 0], [3, 50, 0], [2, 30, 0]] if policy != "raise" else COUNTS)  # no precision of class 2
    names = ["accuracy", "macro_precision"]
    result = sy.evaluate(cm, metrics=names, undefined=policy, intervals=QUICK)
    expected = direct(QUICK, items_of(cm), names, result.weights, policy)
    assert result["accuracy"].interval == expected[0]
    assert result["macro_precision"].interval == (None if policy == "nan" else expected[1])
    assert result.classes[0].intervals["recall"].known


def test_the_default_is_class_by_class():
    assert sy.evaluate(CM)["cba"].interval == sy.evaluate(CM, intervals=classwise())["cba"].interval
    assert sy.evaluate(CM)["cba"].interval == sy.evaluate(CM, intervals="classwise")["cba"].interval


def test_rates_of_classes_have_intervals_of_their_own():
    result = sy.evaluate(CM, importance="rarity", intervals=delta())
    expected = direct(delta(), items_of(CM), CLASS_RATES, np.full(3, 1 / 3))
    for row in result.classes:
        c = CM.labels.index(row.label)
        assert row.intervals == {rate: intervals[c] for rate, intervals in zip(CLASS_RATES, expected, strict=True)}
    recall = next(row for row in result.classes if row.label == "a").intervals["recall"]
    assert recall.spread == pytest.approx(math.sqrt(0.8 * 0.2 / 50))  # a binomial share of 40 of 50


def test_groups_are_drawn_whole_and_leave_the_values_alone():
    truth, guess = list("aaabbb") * 10, list("aabbba") * 10
    patients = [f"p{i // 3}" for i in range(60)]
    alone = sy.evaluate(truth, guess, intervals=QUICK)
    grouped = sy.evaluate(truth, guess, intervals=QUICK, group={"patient": patients})
    assert [score.value for score in grouped.scores] == [score.value for score in alone.scores]
    assert grouped.confusion == alone.confusion
    stack = sy.Confusion.from_labels(truth, guess, by={"patient": patients})
    (expected,) = direct(QUICK, groups_of(stack, "patient"), ["accuracy"], grouped.weights)
    assert grouped["accuracy"].interval == expected
    assert grouped["accuracy"].interval != alone["accuracy"].interval
    of_counts = sy.evaluate(stack, group="patient", intervals=QUICK)
    assert of_counts["accuracy"].interval == expected
    assert of_counts.to_dict()["intervals"]["group"] == "patient"
    bayesian = sy.evaluate(stack, group="patient", intervals=bayes(draws=200))
    assert bayesian.to_dict()["intervals"]["prior"] is None, "groups are reweighed without one"


def test_groups_of_models_and_slices_wherever_their_axis_stands():
    counts = np.random.default_rng(0).integers(0, 9, (4, 2, 3, 2, 2))
    axes = {"patient": list("wxyz"), "model": ["m", "n"], "day": [1, 2, 3]}
    result = sy.evaluate(sy.Confusion(counts, axes=axes), group="patient", metrics="accuracy", intervals=delta())
    assert list(result.confusion.axes) == ["model", "day"]
    one = sy.Confusion(counts[:, 1, 2], axes={"patient": axes["patient"]})
    (expected,) = direct(delta(), groups_of(one, "patient"), ["accuracy"], result.weights)
    assert result["accuracy"][-1].interval == expected
    pooled = sy.Confusion(counts[:, 0].sum(axis=1), axes={"patient": axes["patient"]})
    (expected,) = direct(delta(), groups_of(pooled, "patient"), ["accuracy"], result.weights)
    assert result.overall["accuracy"][0].interval == expected


def test_weights_may_be_grouped():
    truth, guess, weights = [0, 0, 1, 1, 0, 1], [0, 1, 1, 1, 0, 0], [0.5, 1.5, 2.25, 1, 1, 0.75]
    result = sy.evaluate(truth, guess, weights=weights, group=[1, 1, 2, 2, 3, 3], metrics="accuracy")
    assert result["accuracy"].low < result["accuracy"].value < result["accuracy"].high


def test_a_slice_with_one_group_says_so_and_the_others_have_intervals():
    data = {"y": list("aabbab"), "m": list("abbbab"), "day": [1, 1, 1, 1, 2, 2], "who": [1, 1, 2, 2, 3, 3]}
    result = sy.evaluate(data, truth="y", prediction="m", by="day", group="who", metrics="accuracy")
    first, second = result["accuracy"]
    assert first.interval.known
    assert (second.low, second.high) == (None, None)
    assert str(second.interval.note) == "there is only 1 who to draw from"
    assert second.to_dict()["interval_note"] == str(second.interval.note)


WEIGHED = CM.at_shares([0.2, 0.3, 0.5])


@pytest.mark.parametrize("cm", [WEIGHED, sy.Confusion([[1.5, 2], [3, 4]])], ids=["at_shares", "weights"])
def test_weights_that_are_no_counts_have_no_interval_and_the_result_says_why(cm):
    result = sy.evaluate(cm)
    record = result.to_dict()
    assert all(score.interval is None and score.low is None for score in result.scores)
    assert all(row["recall_low"] is None for row in record["classes"])
    assert record["intervals"]["method"] is None
    assert "the number of items is not known" in record["intervals"]["note"]
    assert "groups" in record["intervals"]["note"]
    assert "No intervals: the counts are weights" in str(result)
    assert "No intervals: the counts are weights" in result._repr_html_()
    with pytest.raises(ValueError, match="the number of items is not known"):
        sy.evaluate(cm, intervals="percentile")


@pytest.mark.parametrize("none", [{"intervals": "none"}, {"intervals": False}, {"confidence": None}])
def test_none_asked_for_is_none_without_a_word(none, drawn):
    result = sy.evaluate(CM, **none)
    record = result.to_dict()
    assert result["cba"].interval is None
    assert result.classes[0].intervals == dict.fromkeys(CLASS_RATES)
    assert record["intervals"] == {"method": None, "group": None, "note": "", "rates_note": ""}
    assert "interval" not in str(result)
    assert drawn == []


@pytest.mark.parametrize(
    ("shape", "by_slopes"),
    [((2, 2), False), ((20, 20), False), ((90, 90), True), ((40, 3, 3), False), ((400, 3, 3), True)],
)
def test_the_default_goes_by_the_work(shape, by_slopes):
    settings = sy.evaluate(np.ones(shape, dtype=int), metrics="accuracy").uncertainty.settings()
    assert (settings["method"], settings["by_slopes"], settings["note"]) == ("classwise", by_slopes, "")


def test_so_many_slices_that_slopes_take_long_have_none_unless_asked_for():
    result = sy.evaluate(np.ones((5_000, 3, 3), dtype=int), metrics="accuracy")
    settings = result.uncertainty.settings()
    assert settings["method"] is None
    assert "5,000 slices of 3 classes; ask for them with intervals='classwise'" in settings["note"]


@pytest.mark.parametrize(("groups", "slices", "by_slopes"), [(20, 1, False), (20_000, 1, False), (20, 400, True)])
def test_the_default_of_groups_is_that_of_items(groups, slices, by_slopes):
    rows = max(groups, slices) * 2
    truth, place = np.arange(rows) % 2, np.arange(rows) // 2
    by = {} if slices == 1 else {"by": place % slices}
    result = sy.evaluate(truth, truth, group=place % groups, metrics="accuracy", **by)
    settings = result.uncertainty.settings()
    assert (settings["method"], settings["by_slopes"], settings["note"]) == ("classwise", by_slopes, "")


def test_beyond_a_thousand_classes_there_is_none_unless_asked_for():
    C = 1500
    cm = sy.Confusion.from_cells(np.arange(C), np.arange(C)[::-1], np.full(C, 20), range(C), dense=False)
    result = sy.evaluate(cm, metrics="accuracy")
    assert result["accuracy"].interval is None
    assert "No intervals: they take long for 1,500 classes; ask for them with intervals='percentile'" in " ".join(
        str(result).split()
    )


def test_what_is_asked_for_is_done_whatever_the_work(monkeypatch):
    monkeypatch.setattr(uncertainty, "MOST_WORK", 0)
    assert sy.evaluate(CM)["cba"].interval is None
    assert sy.evaluate(CM, intervals=QUICK)["cba"].interval.known


def test_many_classes_have_no_intervals_of_their_rates_by_the_delta_method(monkeypatch):
    monkeypatch.setattr(influence, "MOST_CLASSES_OF_RATES", 2)
    result = sy.evaluate(CM, intervals=delta())
    assert result["cba"].interval.known
    assert result.classes[0].intervals["recall"] is None
    assert sy.evaluate(CM, intervals=QUICK).classes[0].intervals["recall"].known


def test_undefined_values_and_empty_slices_have_no_interval():
    stack = sy.Confusion([[[9, 1], [2, 8]], [[0, 0], [0, 0]], [[0, 9], [0, 9]]], axes={"day": [1, 2, 3]})
    result = sy.evaluate(stack, metrics=["accuracy", "mcc"], intervals=QUICK)
    assert [score.interval is None for score in result["accuracy"]] == [False, True, False]
    assert [score.interval is None for score in result["mcc"]] == [False, True, True]
    assert result["mcc"][2].to_dict()["undefined_draws"] is None
    assert result.classes[-1].to_dict()["precision_low"] is None or result.classes[-1].rates["precision"] == 0.5


@pytest.mark.slow
@pytest.mark.parametrize(
    "counts",
    [
        [[7]],
        [[5, 0, 0], [0, 0, 0], [0, 300, 0]],
        [[0, 9], [9, 0]],
        [[1, 0], [0, 0]],
        [[10**9, 10**5], [10**4, 10**9]],
        np.arange(2 * 2 * 2 * 9).reshape(2, 2, 2, 3, 3),
        np.zeros((3, 2, 2), dtype=int) + np.array([[[1, 1], [0, 0]]]),
    ],
    ids=["one class", "absent class", "all wrong", "one item", "10⁹", "three axes", "one true class"],
)
@pytest.mark.parametrize("method", [QUICK, delta(), bayes(draws=200)], ids=["bootstrap", "delta", "bayes"])
def test_hostile_shapes_print_and_export(counts, method):
    result = sy.evaluate(counts, intervals=method)
    record = json.loads(result.to_json())
    assert len(record["metrics"]) == len(result.scores)
    assert max(map(len, str(result).splitlines())) <= 80
    assert "interval" in result._repr_html_()
    for row in record["metrics"]:
        if row["low"] is not None:
            assert row["low"] <= row["high"]


def test_the_record_says_how_the_intervals_were_made():
    record = json.loads(sy.evaluate(CM, metrics="cba", confidence=0.8, intervals=bayes(200, 1, "uniform")).to_json())
    assert record["confidence"] == 0.8
    assert record["intervals"] == {
        "method": "bayes", "draws": 200, "seed": 1, "prior": "uniform", "prevalence": "modelled",
        "prevalence_prior": 0.0, "group": None, "note": "", "rates_note": "",
    }  # fmt: skip
    (row,) = record["metrics"]
    assert (row["interval"], row["undefined_draws"], row["interval_note"]) == ("bayes", 0, "")
    assert row["low"] < row["value"] < row["high"]
    assert {f"{rate}_{end}" for rate in CLASS_RATES for end in ("low", "high")} <= set(record["classes"][0])


def test_a_prior_of_pseudo_counts_goes_to_json():
    result = sy.evaluate(CM, metrics="cba", intervals=bayes(200, prior=np.full((3, 3), 0.5)))
    assert json.loads(result.to_json())["intervals"]["prior"] == [[0.5] * 3] * 3


def test_csv_and_frames_have_the_ends():
    result = sy.evaluate(CM, metrics=["cba", "mcc"], intervals=QUICK)
    assert list(result.to_frame()["low"]) == [score.low for score in result.scores]
    assert list(result.to_frame("classes")["recall_high"]) == [row.intervals["recall"].high for row in result.classes]
    assert f",{result['cba'].low}," in result.to_csv()


def test_pickled_results_still_know_their_intervals():
    result = sy.evaluate(STACK, metrics=["cba"], intervals=QUICK)
    low = result["cba"][1].low
    restored = pickle.loads(pickle.dumps(result))  # noqa: S301
    assert restored["cba"][1].low == low
    assert restored["cba"][0].low == result["cba"][0].low
    assert pickle.loads(pickle.dumps(result["cba"][0])).low == result["cba"][0].low  # noqa: S301


def test_all_slices_together_have_intervals_of_their_own():
    days = sy.Confusion(np.stack([COUNTS, COUNTS]), axes={"day": [1, 2]})
    result = sy.evaluate(days, metrics="accuracy", intervals=delta())
    assert result.overall["accuracy"].interval.spread == pytest.approx(
        result["accuracy"][0].interval.spread / math.sqrt(2)
    )
    assert head(result, 1)["accuracy"][0].interval == result["accuracy"][0].interval


def test_a_way_of_ones_own_is_taken():
    class Guess(Method):
        name = "guess"

        def of(self, sample, confidence, progress=None):  # noqa: ARG002
            from steelyard.intervals import Interval

            interval = np.array([Interval(0.0, 1.0, confidence, "guess")], dtype=object)
            return [interval if m.kind != "rate" else np.repeat(interval[None], 3, axis=1) for m in sample.metrics]

    result = sy.evaluate(CM, metrics="cba", intervals=Guess())
    assert (result["cba"].low, result["cba"].high) == (0.0, 1.0)
    assert result.to_dict()["intervals"]["method"] == "guess"
    assert "95 % intervals: guess of 500 items." in str(result)


def test_what_was_drawn_is_told_over_all_slices():
    told = []
    result = sy.evaluate(STACK, metrics="cba", intervals=QUICK)
    result.uncertainty.look([(0,), (1,)], lambda done, draws: told.append((done, draws)))
    assert told[-1] == (400, 400)
    assert told == sorted(told)
    result.uncertainty.look([(0,), (1,)], lambda *_: pytest.fail("it was known"))


def test_the_rows_of_the_classes_say_why_an_interval_may_not_be_trusted():
    cm = sy.Confusion([[3, 2], [100, 1000]])
    (row, _) = sy.evaluate(cm, metrics="accuracy").to_dict()["classes"]
    assert row["interval_note"] == "", "Jeffreys' interval holds with few items"
    (row, _) = sy.evaluate(cm, metrics="accuracy", intervals="bootstrap").to_dict()["classes"]
    assert "recall: class 0 has fewer than 10 items" in row["interval_note"]


def test_without_places_all_slices_are_looked_at():
    result = sy.evaluate(STACK, metrics="cba", intervals=QUICK)
    assert result.uncertainty.look() == result.uncertainty.look([(0,), (1,)])
    grouped = sy.evaluate(
        sy.Confusion(np.stack([[COUNTS, COUNTS]] * 3), axes={"month": range(3), "who": ["p", "q"]}),
        metrics="accuracy",
        group="who",
    )
    assert len(grouped.uncertainty.look()) == 3, "groups are no slices"
