"""One metric of two models, seen from either side."""

import json
import math

import pytest

import steelyard as sy
from steelyard.comparison.difference import Difference
from steelyard.counts.answer import number
from steelyard.intervals.interval import Interval


def difference(metric="accuracy", value=0.1, **more):
    settings = {"a_better": 0.9, "b_better": 0.06, "equivalent": 0.04, "p_value": 0.2, "test": "bootstrap"} | more
    return Difference(sy.metrics[metric], "a", "b", value, Interval(value - 0.2, value + 0.3, 0.95, "bca"), **settings)


@pytest.mark.parametrize(
    ("metric", "value", "ahead"),
    [("accuracy", 0.1, "a"), ("accuracy", -0.1, "b"), ("cen", 0.1, "b"), ("cen", -0.1, "a"), ("cen", 0, None)],
)
def test_the_model_ahead_is_the_one_on_the_metrics_good_side(metric, value, ahead):
    assert difference(metric, value).ahead == ahead
    assert difference(metric, math.nan).ahead is None


@pytest.mark.parametrize(("metric", "sign"), [("accuracy", 1), ("cen", -1)])
def test_a_lead_is_positive_for_the_better_model(metric, sign):
    d = difference(metric, sign * 0.1)
    a, b = d.lead_of("a"), d.lead_of("b")
    assert (a.value, a.better, b.value, b.better) == (0.1, 0.9, -0.1, 0.06)
    ends = sorted([sign * d.interval.low, sign * d.interval.high])
    assert [a.low, a.high] == ends
    assert [b.low, b.high] == [-ends[1], -ends[0]]


@pytest.mark.parametrize("model", ["c", None, 0])
def test_another_model_has_no_lead_here(model):
    with pytest.raises(KeyError, match="the difference between 'a' and 'b', not about"):
        difference().lead_of(model)


def test_what_is_undefined_is_none_in_json():
    record = difference(value=math.nan, p_value=math.nan).to_dict()
    assert (record["difference"], record["low"], record["p_value"], record["p_adjusted"], record["better"]) == (
        None,
    ) * 5
    assert "folds" not in record
    json.dumps(record, allow_nan=False)


def test_signs_and_numbers():
    assert (sy.metrics["mcc"].sign, sy.metrics["cen"].sign) == (1, -1)
    assert (number(0.5), number(math.inf), number(math.nan)) == (0.5, None, None)
