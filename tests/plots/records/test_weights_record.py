"""Models over the weight of one class: closed forms, and the turns that the robustness analysis finds by a formula."""

import json

import numpy as np
import pytest

import steelyard as sy
from steelyard.plots.records import WeightsRecord

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
    turns = sy.robustness(cm, importance=sy.importance.stated(sy.importance.as_importance(importance).weights(cm[0])))
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
    found = sy.compare(STACK, importance=order, metrics="macro_f", intervals=sy.intervals.bootstrap(draws=100))
    expected = sy.importance.parse(order).weights(A)[0]
    for result in (found, sy.evaluate(STACK, importance=order, metrics="macro_f")):
        record = WeightsRecord.of(result, "fraud")
        assert (record.metric, record.now) == ("macro_f", pytest.approx(expected))
        assert WeightsRecord.of(result, "fraud", "cba", "uniform").now == 0.5


def test_the_class_must_be_known():
    with pytest.raises(ValueError, match=r"there is no class 'frau'.*Did you mean 'fraud'"):
        WeightsRecord.of(STACK, "frau")
    with pytest.raises(ValueError, match="there is no class None"):
        WeightsRecord.of(STACK)
