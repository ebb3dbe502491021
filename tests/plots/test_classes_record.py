"""The rates of classes that a plot shows, against those of the evaluation and by hand."""

import json
import math

import numpy as np
import pytest

import steelyard as sy
from steelyard.plots.value_records import ClassesRecord

CM = sy.Confusion([[8, 2, 0], [10, 80, 10], [0, 5, 45]], ["rare", "large", "middling"])


def test_points_are_rates_with_their_intervals():
    result = sy.evaluate(CM, importance="rarity")
    record = ClassesRecord.of(result)
    assert record.labels == ("rare", "middling", "large")
    assert [point.value for (point,) in record.points] == [0.8, 0.9, 0.8]
    assert record.support.tolist() == [[10], [50], [100]]
    np.testing.assert_array_equal(record.weights, np.sort(result.weights)[::-1])
    rows = {row["label"]: row for row in result.to_dict()["classes"]}
    for label, (point,) in zip(record.labels, record.points, strict=True):
        assert (point.low, point.high) == (rows[label]["recall_low"], rows[label]["recall_high"])


@pytest.mark.parametrize("rate", ["precision", "f", "specificity"])
def test_any_rate_of_the_evaluation(rate):
    record = ClassesRecord.of(sy.evaluate(CM), rate, order="label")
    np.testing.assert_allclose([point.value for (point,) in record.points], sy.metrics[rate](CM))


def test_models_stand_side_by_side():
    stack = sy.Confusion.of_models({"a": CM, "b": sy.Confusion(CM.counts.T, CM.labels)})
    record = ClassesRecord.of(sy.evaluate(stack, intervals="none"), order="label")
    assert record.models == ("a", "b")
    found = np.array([[point.value for point in of_class] for of_class in record.points])
    np.testing.assert_allclose(found.T, [sy.metrics.recall(CM), sy.metrics.precision(CM)])
    assert record.confidence is None
    assert not any(point.sure for of_class in record.points for point in of_class)


def test_slices_are_taken_together():
    stack = sy.Confusion(np.stack([CM.counts, CM.counts]), CM.labels, axes={"month": [1, 2]})
    record = ClassesRecord.of(sy.evaluate(stack), order="label")
    assert [point.value for (point,) in record.points] == [0.8, 0.8, 0.9]
    assert record.support.tolist() == [[20], [200], [100]]


def test_an_undefined_rate_has_no_value_and_no_interval():
    result = sy.evaluate(sy.Confusion([[5, 0], [0, 0]], ["a", "never"]))
    record = ClassesRecord.of(result)
    (point,) = record.points[record.labels.index("never")]
    assert math.isnan(point.value)
    assert not point.sure


def test_of_many_classes_the_most_important_are_kept_and_of_those_alike_the_worst():
    rng = np.random.default_rng(5)
    correct = rng.permutation(300) + 1
    counts = np.diag(correct)
    counts[np.arange(300), (np.arange(300) + 1) % 300] = 301 - correct
    record = ClassesRecord.of(sy.evaluate(counts, intervals="none"))
    assert (len(record.labels), record.hidden) == (40, 260)
    assert set(record.labels) == set(np.argsort(correct)[:40].tolist())
    assert list(record.labels) == sorted(record.labels)
    worst_first = ClassesRecord.of(sy.evaluate(counts, intervals="none"), order="value", most=3)
    assert [round(point.value * 301) for (point,) in worst_first.points] == [1, 2, 3]
    important = ClassesRecord.of(sy.evaluate(counts, importance={7: 0.5, 250: 0.4}, intervals="none"), most=2)
    assert important.labels == (7, 250)


def test_many_models_leave_room_for_fewer_classes():
    counts = np.stack([np.eye(300, dtype=int)] * 10)
    stack = sy.Confusion(counts, axes={"model": list("abcdefghij")})
    assert len(ClassesRecord.of(sy.evaluate(stack, metrics="accuracy", intervals="none")).labels) == 16


@pytest.mark.parametrize(
    ("given", "message"),
    [
        ({"rate": "accuracy"}, "recall, precision, f, specificity, not 'accuracy'"),
        ({"order": "size"}, "importance, value, label, not by 'size'"),
        ({"most": 0}, "whole number of at least 1, not 0"),
    ],
)
def test_what_cannot_be_shown_is_refused(given, message):
    with pytest.raises(ValueError, match=message):
        ClassesRecord.of(sy.evaluate(CM), **given)


def test_only_an_evaluation_has_classes():
    with pytest.raises(ValueError, match=r"as of sy\.evaluate, not of Confusion"):
        ClassesRecord.of(CM)


def test_it_goes_to_json():
    found = json.loads(json.dumps(ClassesRecord.of(sy.evaluate([[5, 0], [0, 0]])).to_dict(), allow_nan=False))
    assert [one["points"][0]["value"] for one in found["classes"]] == [1.0, None]


def test_models_that_were_asked_about_other_items_have_sizes_of_their_own():
    fewer = sy.Confusion([[3, 1, 0], [5, 40, 5], [0, 5, 45]], CM.labels)
    record = ClassesRecord.of(
        sy.evaluate(sy.Confusion.of_models({"a": CM, "b": fewer}), intervals="none"), order="label"
    )
    assert record.support.tolist() == [[10, 4], [100, 50], [50, 50]]
    assert record.to_dict()["classes"][0]["support"] == [10, 4]
