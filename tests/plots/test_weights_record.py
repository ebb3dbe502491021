"""Models over the weight of one class: closed forms, and the turns that the robustness analysis finds by a formula."""

import json

import numpy as np
import pytest

import steelyard as sy
from steelyard.comparison.robustness import robustness
from steelyard.plots.line_records import WeightsRecord

A, B = sy.Confusion([[8, 2], [10, 90]], ["fraud", "ok"]), sy.Confusion([[5, 5], [1, 99]], ["fraud", "ok"])
STACK = sy.Confusion.of_models({"a": A, "b": B})


def test_of_two_classes_values_are_between_their_recalls():
    record = WeightsRecord.of(STACK, "fraud")
    w = record.weights[:, None]
    np.testing.assert_allclose(record.values, w * [0.8, 0.5] + (1 - w) * [0.9, 0.99], rtol=1e-12)
    assert (record.weights[0], record.weights[-1], record.now) == (0, 1, 0.5)


def test_the_crossing_is_where_the_lines_meet():
    (crossing,) = WeightsRecord.of(STACK, "fraud").crossings
    # 0.8w + 0.9(1 − w) = 0.5w + 0.99(1 − w)
    assert crossing.at == pytest.approx(0.09 / 0.39, abs=1e-9)
    assert crossing.value == pytest.approx(0.8 * crossing.at + 0.9 * (1 - crossing.at), abs=1e-9)
    assert (crossing.below, crossing.above) == ("b", "a")


def wines():
    return sy.Confusion.from_files("examples/wine_quality_red.csv", "quality", ["tree", "svm", "naive_bayes"])


@pytest.mark.parametrize("importance", ["uniform", "rarity", {5: 0.6, 6: 0.2}])
def test_crossings_are_the_turns_of_the_robustness_analysis(importance):
    cm = wines()
    turns = robustness(cm, importance=sy.importance.stated(sy.importance.as_importance(importance).weights(cm[0])))
    for label in cm.labels:
        record = WeightsRecord.of(cm, label, importance=importance)
        expected = {round(turn.at, 8): turn.winner for turn in turns.turning.classes if turn.label == label}
        nearest = {}
        for crossing in record.crossings:
            new = crossing.above if crossing.at > record.now else crossing.below
            nearest[round(crossing.at, 8)] = new
        assert expected.items() <= nearest.items()
        now = np.flatnonzero(record.weights == record.now)[0]
        assert record.models[int(record.values[now].argmax())] == turns.turning.winner


def test_best_models_are_those_between_the_crossings():
    record = WeightsRecord.of(wines(), 5)
    ends = [0, *(crossing.at for crossing in record.crossings), 1]
    best = [record.crossings[0].below, *(crossing.above for crossing in record.crossings)]
    for low, high, model in zip(ends, ends[1:], best, strict=False):
        inside = (record.weights > low) & (record.weights < high)
        assert {record.models[k] for k in record.values[inside].argmax(axis=1)} == {model}


@pytest.mark.usefixtures("own_metrics")
def test_lower_values_lead_where_lower_is_better():
    (crossing,) = WeightsRecord.of(STACK, "fraud").crossings

    @sy.metric(direction="lower", averages=True)
    def missed(c):
        return 1 - c.mean(sy.metrics.recall)

    record = WeightsRecord.of(STACK, "fraud", missed)
    assert record.direction == "lower"
    (found,) = record.crossings
    assert found.at == pytest.approx(crossing.at)
    assert (found.below, found.above) == ("b", "a")


def test_one_model_has_no_crossings():
    record = WeightsRecord.of(A, "fraud")
    assert record.models == (None,)
    assert record.values.shape == (len(record.weights), 1)
    assert record.crossings == ()


def test_models_that_tie_everywhere_do_not_cross():
    assert WeightsRecord.of(sy.Confusion.of_models({"a": A, "b": A}), "fraud").crossings == ()


def test_a_class_without_a_value_leaves_a_gap_where_it_has_all_weight():
    a = sy.Confusion([[8, 2, 0], [10, 80, 0], [0, 0, 0]])
    record = WeightsRecord.of(sy.Confusion.of_models({"a": a, "b": a}), 2)
    assert np.isnan(record.values[-1]).all()
    np.testing.assert_allclose(record.values[:-1], (0.8 + 80 / 90) / 2)
    json.dumps(record.to_dict(), allow_nan=False)


def test_a_class_that_has_all_weight_leaves_the_others_alike():
    cm = sy.Confusion([[8, 2, 0], [0, 5, 5], [0, 0, 10]])
    record = WeightsRecord.of(cm, 0, importance=[1, 0, 0])
    assert record.now == 1
    assert record.values[0, 0] == pytest.approx(0.75)


def test_a_result_brings_its_own_metric_and_importance():
    order = "ok < fraud"
    found = sy.compare(STACK, importance=order, metrics="f_of_averages", intervals=sy.intervals.bootstrap(draws=100))
    expected = sy.importance.parse(order).weights(A)[0]
    for result in (found, sy.evaluate(STACK, importance=order, metrics="f_of_averages")):
        record = WeightsRecord.of(result, "fraud")
        assert (record.metric, record.now) == ("f_of_averages", pytest.approx(expected))
        assert WeightsRecord.of(result, "fraud", "cba", "uniform").now == 0.5


def test_the_class_must_be_known():
    with pytest.raises(ValueError, match=r"there is no class 'frau'.*Did you mean 'fraud'"):
        WeightsRecord.of(STACK, "frau")
    with pytest.raises(ValueError, match="there is no class None"):
        WeightsRecord.of(STACK)


def recalls(first, second):
    return sy.Confusion([[first, 1000 - first], [1000 - second, second]], ["x", "y"])


@pytest.mark.parametrize(
    ("b", "c", "expected"),
    [
        # C is 0.8 − 0.3w, A is 0.5 + 0.3w: they meet at 0.5 with 0.65, below B.
        (651, 500, [("C", 149 / 300, "B"), ("B", 151 / 300, "A")]),
        # B leads between two neighbouring weights of the curve.
        (650, 497, [("C", 150 / 303, "B"), ("B", 0.5, "A")]),
        # All three meet in one point.
        (650, 500, [("C", 0.5, "A")]),
    ],
)
def test_the_best_is_looked_for_at_the_crossing_itself(b, c, expected):
    stack = sy.Confusion.of_models({"A": recalls(800, 500), "B": recalls(b, b), "C": recalls(c, 800)})
    found = WeightsRecord.of(stack, "x").crossings
    assert [(one.below, one.above) for one in found] == [(below, above) for below, _, above in expected]
    assert [one.at for one in found] == pytest.approx([at for _, at, _ in expected], abs=1e-12)


RARE = sy.Confusion.of_models(
    {"a": sy.Confusion([[9, 1], [10, 990]], ["rare", "ok"]), "b": sy.Confusion([[8, 2], [9, 991]], ["rare", "ok"])}
)


@pytest.mark.parametrize(("label", "at", "below"), [("rare", 1 / 101, "b"), ("ok", 100 / 101, "a")])
def test_crossings_near_the_ends_are_found(label, at, below):
    """0.9w + 0.99(1 − w) = 0.8w + 0.991(1 − w): at a hundredth, where rare classes live."""
    (crossing,) = WeightsRecord.of(RARE, label).crossings
    assert (crossing.at, crossing.below) == (pytest.approx(at, abs=1e-12), below)
    assert crossing.value == pytest.approx(0.9 / 101 + 0.99 * 100 / 101, abs=1e-12)


def test_crossings_near_the_ends_of_what_is_no_average_are_found_too():
    (crossing,) = WeightsRecord.of(RARE, "rare", "f_of_averages").crossings
    assert 0 < crossing.at < 0.001
    importance = sy.importance.stated([crossing.at, 1 - crossing.at])
    assert np.ptp(sy.metrics.f_of_averages(RARE, importance=importance)) < 1e-12


@pytest.mark.parametrize("metric", ["balanced_accuracy", "macro_precision", "f_of_averages"])
def test_between_crossings_the_model_they_name_is_the_best(metric):
    """By values between the places of the curve; precisions are undefined for some models, so that roots are two."""
    rng = np.random.default_rng(3)
    for _ in range(6):
        counts = rng.integers(0, 6, (5, 3, 3)) * (rng.random((5, 3, 3)) < 0.7)
        counts[:, :, 0] += 1
        record = WeightsRecord.of(sy.Confusion(counts, axes={"model": list("abcde")}), 1, metric)
        w = (np.arange(150) + 0.5) / 150
        values = _values_at(counts, metric, w)
        at = [crossing.at for crossing in record.crossings]
        named = [*(one.below for one in record.crossings[:1]), *(one.above for one in record.crossings)]
        if not named:
            assert np.isclose(values, values.max(axis=1, keepdims=True)).all(axis=0).any()
            continue
        best = [record.models.index(named[i]) for i in np.searchsorted(at, w)]
        np.testing.assert_allclose(values[np.arange(150), best], values.max(axis=1), rtol=1e-9)


def _values_at(counts, metric, w):
    stack = sy.Confusion(counts)
    weights = np.stack([(1 - w) / 2, w, (1 - w) / 2], axis=1)
    return np.stack([sy.measure(stack, metric, importance=list(one))[metric] for one in weights])


@pytest.mark.parametrize("given", [A, STACK], ids=["one model", "two"])
@pytest.mark.parametrize(
    ("metric", "message"),
    [
        ("recall", "'recall' gives one value per class.*'balanced_accuracy'"),
        ("accuracy", "'accuracy' counts items, not classes, so weights of the classes do not change it"),
        ("mcc", "'mcc' counts items, not classes"),
    ],
)
def test_metrics_that_weights_do_not_move_are_refused(given, metric, message):
    with pytest.raises(ValueError, match=message):
        WeightsRecord.of(given, "fraud", metric)


def test_of_a_result_the_first_metric_that_follows_weights_is_taken():
    assert WeightsRecord.of(sy.evaluate(STACK, metrics=["mcc", "cba"]), "fraud").metric == "cba"


@pytest.mark.parametrize("undefined", ["worst", "exclude", "zero", "nan"])
def test_values_are_those_of_the_metric_at_each_weight(undefined):
    """Also where a class is undefined for one of the models."""
    lost = sy.Confusion([[0, 10], [0, 100]], ["fraud", "ok"])
    result = sy.evaluate(
        sy.Confusion.of_models({"a": A, "lost": lost}), metrics="macro_precision", undefined=undefined, intervals="none"
    )
    record = WeightsRecord.of(result, "fraud")
    expected = [
        sy.metrics.macro_precision(result.confusion, importance=[w, 1 - w], undefined=undefined)
        for w in record.weights.tolist()
    ]
    np.testing.assert_allclose(record.values, expected, rtol=1e-12)
    assert np.isnan(record.values[1:, 1]).all() == (undefined == "nan")
