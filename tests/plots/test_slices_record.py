"""Slices and their moves, as the evaluation has them."""

import json
import math

import numpy as np
import pytest

import steelyard as sy
from steelyard.plots.slices import SlicesRecord

USUAL, WAVE, WORSE = [[60, 40], [45, 855]], [[180, 120], [35, 665]], [[30, 70], [45, 855]]
MONTHS = {"jan": USUAL, "feb": USUAL, "mar": USUAL, "apr": WAVE, "may": WORSE}
CM = sy.Confusion(np.stack(list(MONTHS.values())), ["fraud", "ok"], axes={"month": list(MONTHS)})


def test_points_are_the_values_of_the_slices():
    record = SlicesRecord.of(sy.evaluate(CM, metrics="accuracy"), "accuracy")
    (line,) = record.lines
    assert [point.value for point in line.points] == [0.915, 0.915, 0.915, 0.845, 0.885]
    assert all(point.low < point.value < point.high for point in line.points)
    assert (record.axis, record.keys, record.metric) == ("month", tuple(MONTHS), "accuracy")


def test_at_equal_shares_only_the_worse_month_differs():
    (line,) = SlicesRecord.of(sy.evaluate(CM, metrics="accuracy"), "accuracy").lines
    # 14 % fraud in all months together; 60 % of it is found, in may 30 %.
    np.testing.assert_allclose(line.alike, [0.14 * 0.6 + 0.86 * 0.95] * 4 + [0.14 * 0.3 + 0.86 * 0.95])
    assert line.typical == pytest.approx(0.14 * 0.6 + 0.86 * 0.95)
    assert line.explained == (True, True, True, True, False)


def test_the_metric_is_balanced_accuracy_if_there_else_the_first():
    assert SlicesRecord.of(sy.evaluate(CM, intervals="none")).metric == "balanced_accuracy"
    assert SlicesRecord.of(sy.evaluate(CM, metrics=["mcc", "accuracy"], intervals="none")).metric == "mcc"


def test_each_model_is_a_line():
    stack = sy.Confusion(np.stack([CM.counts, CM.counts[::-1]]), axes={"model": ["a", "b"], "month": list(MONTHS)})
    record = SlicesRecord.of(sy.evaluate(stack, metrics="accuracy", intervals="none"))
    assert [line.model for line in record.lines] == ["a", "b"]
    first, second = ([point.value for point in line.points] for line in record.lines)
    assert first == second[::-1]
    assert record.confidence is None


def test_keys_of_further_axes_are_lines():
    stack = sy.Confusion(np.stack([CM.counts, CM.counts]), axes={"site": ["x", "y"], "month": list(MONTHS)})
    result = sy.evaluate(stack, metrics="accuracy", intervals="none")
    over_months = SlicesRecord.of(result, over="month")
    assert [line.beside for line in over_months.lines] == [("x",), ("y",)]
    assert over_months.keys == tuple(MONTHS)
    over_sites = SlicesRecord.of(result)
    assert (over_sites.axis, len(over_sites.lines)) == ("site", 5)
    assert [point.value for point in over_sites.lines[3].points] == [0.845, 0.845]


def test_an_empty_slice_has_no_value():
    counts = CM.counts.copy()
    counts[1] = 0
    record = SlicesRecord.of(sy.evaluate(sy.Confusion(counts, axes={"month": list(MONTHS)}), metrics="accuracy"))
    (line,) = record.lines
    assert math.isnan(line.points[1].value)
    assert not line.explained[1]
    assert json.loads(json.dumps(record.to_dict(), allow_nan=False))["lines"][0]["points"][1]["value"] is None


@pytest.mark.parametrize(
    ("result", "given", "message"),
    [
        (sy.evaluate(CM[0], metrics="accuracy"), {}, "has no slices.*by='month'"),
        (sy.evaluate(CM, metrics="accuracy"), {"over": "week"}, "the slices are by month, not by 'week'"),
        (sy.evaluate(CM, metrics="accuracy"), {"metric": "mcc"}, "'mcc' was not evaluated"),
        (CM, {}, "with by=, not of Confusion"),
    ],
    ids=["no slices", "axis", "metric", "counts"],
)
def test_what_cannot_be_shown_is_refused(result, given, message):
    with pytest.raises(ValueError, match=message):
        SlicesRecord.of(result, **given)


def test_a_slice_without_a_class_has_no_value_at_the_shares_of_all():
    """Its move is measured against the others without that class: typical plus move was an accuracy of 1.37."""
    counts = np.array([[[50, 50], [20, 980]]] * 2 + [[[30, 0], [0, 0]]])
    cm = sy.Confusion(counts, ["fraud", "ok"], axes={"month": ["jan", "feb", "mar"]})
    (line,) = SlicesRecord.of(sy.evaluate(cm, metrics="accuracy", intervals="none")).lines
    at_all = cm[0].at_shares([230 / 2230, 2000 / 2230])
    assert line.alike[:2] == pytest.approx([sy.metrics.accuracy(at_all)] * 2)
    assert math.isnan(line.alike[2])


def test_a_typical_value_that_the_metric_cannot_have_is_none():
    counts = np.array([[[50, 50], [20, 980]]] + [[[30, 0], [0, 0]]] * 2)
    result = sy.evaluate(
        sy.Confusion(counts, axes={"month": ["jan", "feb", "mar"]}), metrics="accuracy", intervals="none"
    )
    assert result["accuracy"][0].move.typical > 1
    (line,) = SlicesRecord.of(result).lines
    assert math.isnan(line.typical)


def test_only_classes_that_the_model_has_elsewhere_are_lacking():
    counts = np.array([[USUAL, WAVE], [[[60, 40], [0, 0]], [[9, 1], [0, 0]]]])
    stack = sy.Confusion(counts, axes={"model": ["a", "b"], "month": ["jan", "feb"]})
    first, second = SlicesRecord.of(sy.evaluate(stack, metrics="accuracy", intervals="none")).lines
    assert np.isfinite(first.alike).all()
    assert second.alike == pytest.approx([0.6, 0.9])


def test_an_evaluation_without_metrics_is_refused():
    with pytest.raises(ValueError, match="has no metrics"):
        SlicesRecord.of(sy.evaluate(CM, metrics=[], intervals="none"))
