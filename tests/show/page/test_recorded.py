"""Programs for the page: all at once, without those that cannot be, and rates that stay undefined."""

import numpy as np
import pytest

import steelyard as sy
from loops_interpreter import line, run, values
from steelyard.measuring.program import record, replay, with_slopes
from steelyard.show.page.loops import loops_of
from steelyard.show.page.recorded import joined, recorded

CM = sy.Confusion([[4, 0, 0], [1, 8, 0], [0, 0, 0]])


def test_under_zero_averages_count_zero_but_rates_stay_undefined():
    found = recorded([sy.metrics.macro_precision], [sy.metrics.precision], CM, "zero").program
    found = values(found, CM.counts * 1.0, np.ones(3))
    assert found["macro_precision"][0] == pytest.approx((4 / 5 + 1 + 0) / 3)
    np.testing.assert_allclose(found["precision"], [0.8, 1, np.nan])


def test_joined_programs_do_both_and_share_what_both_do():
    first, second = (record(metrics, classes=3) for metrics in (["cba", "mcc"], ["recall", "mean_f"]))
    both = joined(first, second)
    assert [output.metric for output in both.outputs] == ["cba", "mcc", "recall", "mean_f"]
    assert len(both.nodes) < len(first.nodes) + len(second.nodes) - 4
    assert both == record(["cba", "mcc", "recall", "mean_f"], classes=3)
    found, m = replay(both, CM.counts * 1.0, np.ones(3)), CM.counts * 1.0
    for part in (first, second):
        for name, expected in replay(part, m, np.ones(3)).items():
            np.testing.assert_array_equal(found[name].value, expected.value)
            np.testing.assert_array_equal(found[name].undefined, expected.undefined)


def test_bounds_that_cannot_be_recorded_are_unknown():
    def depends(weights):
        return (0.0, float(weights.max()))  # takes a number out of what has none

    @sy.metric(range=depends)
    def odd(c):
        return c.total(c.tp) / c.n

    try:
        found = recorded([odd, sy.metrics.cba], [], CM, "exclude")
    finally:
        sy.metrics.remove("odd")
    assert found.why_not == {}
    assert found.unsure == {"odd"}
    arrays = run(found.bounds, relevance=np.ones(3))
    ends = [line(arrays, output["value"], 1)[0] for output in found.bounds["outputs"]]
    np.testing.assert_array_equal(ends, [np.nan, np.nan, 0, 1])


@pytest.mark.parametrize("problem", [KeyError("x"), ZeroDivisionError(), AttributeError("y"), RuntimeError("z")])
def test_whatever_a_body_raises_it_alone_is_left_out(problem):
    @sy.metric
    def breaks(c):
        if not isinstance(c.m, np.ndarray):
            raise problem
        return c.total(c.tp) / c.n

    try:
        found = recorded([sy.metrics.cba, breaks], [sy.metrics.recall], CM, "exclude")
    finally:
        sy.metrics.remove("breaks")
    assert list(found.why_not) == ["breaks"]
    assert found.why_not["breaks"] == f"the metric 'breaks' cannot be recorded: its body raised {problem!r}."
    assert [output["metric"] for output in found.program["outputs"]] == ["cba", "recall"]
    assert [output["metric"] for output in found.at_shares["outputs"]] == ["cba", "recall"]


@pytest.mark.parametrize(("first", "whole"), [(5, True), (5.0, True), (0.5, False), (2**60, False)])
def test_whole_numbers_are_recorded_as_intervals_do(first, whole):
    """Of weights, misses are summed rather than taken from the class."""
    found = recorded([sy.metrics.mcc], [], sy.Confusion([[first, 1], [2, 9]]), "exclude").program
    expected = loops_of(with_slopes(record([sy.metrics.mcc], classes=2, whole_numbers=whole)))
    other = loops_of(with_slopes(record([sy.metrics.mcc], classes=2, whole_numbers=not whole)))
    assert found == expected != other
