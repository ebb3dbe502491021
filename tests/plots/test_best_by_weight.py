"""From turn to turn along one weight: closed forms."""

import numpy as np
import pytest

import steelyard as sy
from steelyard.comparison.robustness.scores import Scores
from steelyard.importance.region import Region
from steelyard.plots.line_records import changes


def found(*recalls):
    """Return the changes over the weight of the first of two classes, by balanced accuracy."""
    counts = [[[x, 1000 - x], [1000 - y, y]] for x, y in recalls]
    stack = sy.Confusion(counts, axes={"model": [f"m{k}" for k in range(len(recalls))]})
    scores = Scores.of(stack, "balanced_accuracy", "exclude", Region.of(stack.labels))
    return changes(scores, np.array([0.0, 1.0]), 0)


def test_each_line_of_an_envelope_takes_its_turn():
    """Lines through (w, w²) with slope 2w: neighbours meet in the middle between their points."""
    points = [0.1, 0.3, 0.6, 0.8]
    lines = [(round(1000 * (p * p + 2 * p * (1 - p))), round(1000 * (1 - p * p))) for p in points]
    lines = [(x, 500 - (1000 - y) // 2) for x, y in lines]
    crossed = found(*lines)
    values = [lambda w, x=x, y=y: w * x + (1 - w) * y for x, y in lines]
    for at, below, above in crossed:
        assert values[below](at) == pytest.approx(values[above](at))
        assert values[below](at) == pytest.approx(max(value(at) for value in values))
    assert [(a[2]) for a in crossed[:-1]] == [b[1] for b in crossed[1:]]


def test_models_that_are_the_same_are_one():
    assert found((800, 500), (800, 500), (500, 800)) == [(pytest.approx(0.5), 2, 0)]
    assert found((800, 500), (800, 500)) == []


def test_lines_that_meet_at_an_end_do_not_cross():
    assert found((800, 500), (700, 500)) == []
    assert found((800, 500), (800, 400)) == []


def test_many_lines_through_one_point_are_one_change():
    assert found((800, 500), (650, 650), (500, 800), (700, 600)) == [(pytest.approx(0.5), 2, 0)]


def test_nearly_parallel_lines_cross_once():
    assert found((501, 500), (500, 501)) == [(pytest.approx(0.5), 1, 0)]
