"""What `distortions` returns: words, plain values, rows and frames."""

from __future__ import annotations

import json
import math

import pytest

import steelyard as sy
from steelyard.shares.distort import distortions
from steelyard.shares.distort_result import Shift, times

CM = sy.Confusion([[80, 20], [90, 810]], labels=["fraud", "ok"])


def test_situations_in_words():
    grown = Shift("fraud", 10.0, 0.5, 0, 0.1, -0.1)
    shrunk = Shift("fraud", 0.2, 0.01, 0, 0.1, -0.1)
    assert (grown.words, grown.short) == ("10 times as many items of class 'fraud'", "fraud ×10")
    assert (shrunk.words, shrunk.short) == ("1/5 of the items of class 'fraud'", "fraud /5")
    assert Shift(None, None, None, 1, 0.1, 0.0).words == "1 more class"
    assert Shift(None, None, None, 3, 0.1, 0.0).words == "3 more classes"
    assert (times(2.5), times(0.4)) == ("×2.5", "/2.5")


def test_of_two_classes_the_first_is_named_although_rounding_prefers_the_other():
    # Ten times as many frauds are a tenth of the rest.
    one = distortions(CM, "accuracy", added=())["accuracy"]
    assert (one.fall.label, one.fall.factor) == ("fraud", 10)
    assert (one.rise.label, one.rise.factor) == ("fraud", 0.1)
    assert one.fall.value == pytest.approx((800 + 810) / 1900)


def test_fall_and_rise_are_the_extremes_over_all_classes_and_factors():
    found = distortions([[30, 10, 5, 0], [8, 60, 20, 2], [3, 9, 200, 30], [1, 4, 10, 500]])
    for one in found.metrics:
        values = [shift.value for shift in one.shares]
        if one.fall is not None:
            assert one.fall.value == pytest.approx(min(values), rel=1e-11)
        if one.rise is not None:
            assert one.rise.value == pytest.approx(max(values), rel=1e-11)
    assert (found["accuracy"].rise.label, found["accuracy"].rise.factor) == (3, 10)


def test_plain_values_go_to_json_and_back():
    found = distortions([[0, 10], [0, 90]])
    record = json.loads(found.to_json())
    assert record == json.loads(json.dumps(found.to_dict()))
    by_name = {one["metric"]: one for one in record["metrics"]}
    assert by_name["mcc"]["present"] is None
    assert by_name["mcc"]["part_of_range"] is None
    assert record["robust_to_shares"] == list(found.robust_to_shares)
    assert record["shares"] == {"0": 0.1, "1": 0.9}


def test_one_row_per_metric_and_situation():
    found = distortions(CM, ["accuracy", "cba"], factors=(2, 10), added=(1, 2))
    rows = found.to_rows()
    assert len(rows) == 2 * (2 * 4 + 2)
    assert {(row["class"], row["factor"]) for row in rows if row["added"]} == {(None, None)}
    frame = found.to_frame()
    assert list(frame.columns) == ["metric", "present", "class", "factor", "share", "added", "value", "change"]
    assert len(frame) == len(rows)


def test_metrics_are_found_by_id_alias_and_name():
    f2 = sy.metrics.mean_f.at(beta=2)
    found = distortions(CM, ["balanced_accuracy", f2])
    assert found["ACSA"] is found["balanced_accuracy"]
    assert found["mean_f(beta=2)"].metric is f2
    with pytest.raises(KeyError, match="was not measured"):
        found["accuracy"]


def test_nothing_can_be_changed():
    found = distortions(CM, "accuracy")
    with pytest.raises(ValueError, match="read-only"):
        found.weights[0] = 1
    with pytest.raises(AttributeError):
        found.factors = ()


def test_what_is_not_known_is_no_robustness():
    found = distortions(CM, "accuracy", added=())["accuracy"]
    assert not found.robust_to_classes
    assert math.isfinite(found.part)
