"""The metrics that a plot shows are those of the result."""

import json
import math

import pytest

import steelyard as sy
from steelyard.plots.value_records import MetricsRecord

A, B = sy.Confusion([[8, 2], [10, 80]], ["fraud", "ok"]), sy.Confusion([[5, 5], [1, 89]], ["fraud", "ok"])
STACK = sy.Confusion.of_models({"a": A, "b": B})
SOME = ["accuracy", "balanced_accuracy", "cen", "cost_ratio"]


def test_points_are_those_of_an_evaluation():
    result = sy.evaluate(STACK, metrics=SOME)
    record = MetricsRecord.of(result)
    assert record.models == ("a", "b")
    assert record.confidence == 0.95
    assert [row.name for row in record.rows] == SOME
    assert [point.value for point in record.rows[0].points] == [0.88, 0.94]
    for row in record.rows:
        for point, score in zip(row.points, result[row.name], strict=True):
            assert (point.value, point.low, point.high) == (score.value, score.low, score.high)


def test_rows_say_what_a_reader_must_know():
    rows = {row.name: row for row in MetricsRecord.of(sy.evaluate(STACK, metrics=SOME)).rows}
    assert {name: row.direction for name, row in rows.items()} == dict(
        zip(SOME, ["higher", "higher", "lower", "lower"], strict=True)
    )
    assert [rows[name].weighted for name in SOME] == [False, True, False, False]
    assert [rows[name].bounded for name in SOME] == [True, True, True, False]


def test_points_are_those_of_a_comparison():
    found = sy.compare(STACK, metrics=["accuracy", "mcc"], intervals=sy.intervals.bootstrap(draws=200))
    record = MetricsRecord.of(found)
    for row in record.rows:
        scored = found.score(row.name)
        assert [point.value for point in row.points] == scored.values.tolist()
        assert [(p.low, p.high) for p in row.points] == [(i.low, i.high) for i in scored.intervals]


def test_metrics_are_chosen_by_any_name_and_in_any_order():
    result = sy.evaluate(A, metrics=SOME, intervals="none")
    assert [row.name for row in MetricsRecord.of(result, ["cen", "accuracy"]).rows] == ["cen", "accuracy"]
    assert [row.name for row in MetricsRecord.of(result, "macro_recall").rows] == ["balanced_accuracy"]
    with pytest.raises(ValueError, match="'mcc' was not evaluated; there are accuracy, "):
        MetricsRecord.of(result, "mcc")


def test_slices_are_taken_together():
    stack = sy.Confusion([A.counts, B.counts], A.labels, axes={"month": [1, 2]})
    (row,) = MetricsRecord.of(sy.evaluate(stack, metrics="accuracy")).rows
    assert row.points[0].value == pytest.approx(182 / 200)


def test_an_undefined_value_has_no_interval():
    record = MetricsRecord.of(sy.evaluate([[5, 0], [0, 0]], metrics=["mcc", "accuracy"]))
    assert math.isnan(record.rows[0].points[0].value)
    assert record.to_dict()["metrics"][0]["points"] == [{"value": None, "low": None, "high": None, "doubt": ""}]
    json.dumps(record.to_dict(), allow_nan=False)


def test_only_results_have_metrics():
    with pytest.raises(ValueError, match=r"of sy\.evaluate or sy\.compare, not of Confusion"):
        MetricsRecord.of(A)


def test_no_metric_is_refused():
    result = sy.evaluate([[8, 2], [1, 9]], metrics=["accuracy", "mcc"], intervals="none")
    with pytest.raises(ValueError, match="no metric to draw; there are accuracy, mcc"):
        MetricsRecord.of(result, [])
    with pytest.raises(ValueError, match="no metric to draw; there are none in the result"):
        MetricsRecord.of(sy.evaluate([[8, 2], [1, 9]], metrics=[], intervals="none"))
