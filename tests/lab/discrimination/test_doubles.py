"""Which constants of a metric are only doubles, and which metrics look at relevances."""

import numpy as np
import pytest

import steelyard as sy
from every_metric import EVERY
from steelyard.lab.discrimination.enclosures import constant_doubles, uses_relevance
from steelyard.measuring.program import record


def test_constants_of_our_metrics_are_all_known():
    program = record([metric for metric in EVERY if metric.builtin], classes=3)
    assert [output.metric for output in program.outputs if constant_doubles(program, output)] == []


@pytest.mark.usefixtures("own_metrics")
def test_only_the_constants_that_a_metric_uses_are_told_each_once():
    @sy.metric(id="with_pi", title="with π")
    def with_pi(c):
        return np.where(c.n > 2, np.pi * c.n, np.pi) + np.sqrt(2) + 0.4321 + np.full_like(c.n, np.e)

    @sy.metric(id="without", title="without")
    def without(c):
        return c.n / 3

    program = record(["with_pi", "without"], classes=2)
    assert [sorted(constant_doubles(program, output)) for output in program.outputs] == [[np.e, np.pi], []]


def test_metrics_of_the_whole_matrix_look_at_relevances_only_at_importance():
    program = record(["accuracy", "accuracy at importance", "cba"], classes=3)
    assert [uses_relevance(program, output) for output in program.outputs] == [False, True, True]
