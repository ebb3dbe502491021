"""One metric of all models, as rows."""

import json

import numpy as np
import pytest

import steelyard as sy
from steelyard.comparison.difference import Scored
from steelyard.intervals.interval import Interval
from steelyard.measuring.apply import apply


@pytest.fixture
def scored():
    stack = sy.Confusion([[[5, 5], [0, 9]], [[0, 0], [0, 9]], [[9, 1], [0, 9]]], axes={"model": ["a", "b", "c"]})
    (measured,) = apply([sy.metrics["balanced_accuracy"]], stack, undefined="nan")
    nothing = Interval(np.nan, np.nan, 0.95, "bootstrap", note="the value is undefined")
    intervals = (Interval(0.6, 0.9, 0.95, "bootstrap"), nothing, Interval(0.9, 1.0, 0.95, "bootstrap"))
    return Scored(measured, intervals, np.full((3, 3), np.nan), ((2, 0), (1,)), ("a", "b", "c"))


def test_the_best_comes_first_and_the_undefined_last(scored):
    assert scored.best_first == [2, 0, 1]
    assert scored.metric.name == "balanced_accuracy"


def test_rows_are_plain(scored):
    rows = json.loads(json.dumps(scored.to_rows(), allow_nan=False))
    assert [row["value"] for row in rows] == [0.75, None, 0.95]
    assert [row["groups"] for row in rows] == [[0], [1], [0]]
    assert rows[1]["low"] is None
    assert rows[1]["note"] == "the value is undefined"


def test_leads_are_larger_for_the_better():
    stack = sy.Confusion([[[9, 1], [0, 10]], [[5, 5], [5, 5]]], axes={"model": ["a", "b"]})
    (measured,) = apply([sy.metrics["cen"]], stack)
    found = Scored(measured, (), np.eye(2), (), ("a", "b"))
    assert found.values[0] < found.values[1]
    assert found.best_first == [0, 1]
