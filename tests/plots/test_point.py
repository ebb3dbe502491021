"""Values with and without intervals."""

import math

from steelyard.intervals import Interval
from steelyard.measuring.notes import NO_NOTES, Note, Notes
from steelyard.plots.value_records import Point

FEW = Notes([Note("few_items", ("a",), amount=2)])


def test_an_interval_that_is_known_is_kept_with_its_doubts():
    point = Point.of(0.5, Interval(0.4, 0.7, 0.95, "delta", note=FEW))
    assert (point.value, point.low, point.high, point.doubt) == (0.5, 0.4, 0.7, FEW)
    assert point.sure


def test_what_limits_the_width_is_no_doubt():
    point = Point.of(0.5, Interval(0.4, 0.7, 0.95, "classwise", note=FEW))
    assert (point.sure, point.doubt) == (True, NO_NOTES)


def test_no_interval_and_one_without_ends_are_none():
    for interval in (None, Interval(math.nan, math.nan, 0.95, "delta", note=FEW)):
        point = Point.of(0.5, interval)
        assert not point.sure
        assert point.to_dict() == {"value": 0.5, "low": None, "high": None, "doubt": ""}


def test_what_is_not_a_number_is_undefined():
    assert not Point.of(math.nan, None).defined
    assert Point.of(0.0, None).defined
