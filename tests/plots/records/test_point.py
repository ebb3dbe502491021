"""Values with and without intervals."""

import math

from steelyard.intervals import Interval
from steelyard.plots.records.point import Point


def test_an_interval_that_is_known_is_kept_with_its_doubts():
    point = Point.of(0.5, Interval(0.4, 0.7, 0.95, "delta", note="few items"))
    assert (point.value, point.low, point.high, point.doubt) == (0.5, 0.4, 0.7, "few items")
    assert point.sure


def test_what_limits_the_width_is_no_doubt():
    point = Point.of(0.5, Interval(0.4, 0.7, 0.95, "classwise", note="only 2 items of class 'a'"))
    assert (point.sure, point.doubt) == (True, "")


def test_no_interval_and_one_without_ends_are_none():
    for interval in (None, Interval(math.nan, math.nan, 0.95, "delta", note="why")):
        point = Point.of(0.5, interval)
        assert not point.sure
        assert point.to_dict() == {"value": 0.5, "low": None, "high": None, "doubt": ""}


def test_what_is_not_a_number_is_undefined():
    assert not Point.of(math.nan, None).defined
    assert Point.of(0.0, None).defined
