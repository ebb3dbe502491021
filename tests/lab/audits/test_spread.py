"""The scale of a metric: verdicts do not depend on the unit in which its values are told."""

import numpy as np
import pytest

import steelyard as sy
from lab.audits.planted import planted
from steelyard.lab.audits.properties import PROPERTIES
from steelyard.lab.audits.properties.condition_1 import Condition1
from steelyard.lab.audits.properties.invariances import I6
from steelyard.lab.audits.subject import CLEAR, Effort, Subject, scaled, spread

EXAMINED = [examined for examined in PROPERTIES if examined.id != "condition_2"]


def accuracy(c):
    return c.total(c.tp) / c.n


def in_units(name, unit):
    return planted(lambda c: unit * sy.metrics[name].body(c), sy.metrics[name].kind)


def test_it_is_the_difference_of_the_greatest_and_the_least_value():
    assert spread(Subject(sy.metrics.accuracy), 2) == 1
    assert spread(Subject(sy.metrics.mcc), 3) == pytest.approx(1.5, abs=0.51)
    assert spread(Subject(in_units("accuracy", 1e-10)), 3) == pytest.approx(1e-10)


def test_a_metric_that_hardly_changes_has_one_all_the_same():
    assert spread(Subject(planted(lambda c: 0.0 * c.n + 7)), 2) == 1
    assert spread(Subject(planted(lambda c: 3.0 * (c.n > 60))), 2) == 3
    assert spread(Subject(planted(lambda c: np.nan * c.n)), 2) == 1


def test_what_is_far_from_0_rounds_more():
    subject = Subject(in_units("accuracy", 1.0))
    assert scaled(subject, 2, 1e-8, 0.5) > CLEAR
    assert scaled(subject, 2, 1e-8, 1e6) < CLEAR
    assert np.isnan(scaled(subject, 2, np.nan, np.array([np.nan, 1.0]))).all()


@pytest.mark.slow
@pytest.mark.parametrize(("name", "units"), [("accuracy", [1e-10, 1 / 5e8]), ("g_mean", [1e-10]), ("cba", [1e6])])
def test_verdicts_do_not_depend_on_the_unit(name, units):
    def statuses(unit):
        subject = Subject(in_units(name, unit))
        return {examined.id: examined.examine(subject, 2, Effort()).status for examined in EXAMINED}

    usual = statuses(1)
    for unit in units:
        assert statuses(unit) == usual


def test_nor_do_they_in_floating_point():
    def body(c):  # looks at numbers one by one, which cannot be recorded
        values = [1e-10 * float(np.trace(m)) / m.sum() for m in np.asarray(c.m).reshape(-1, c.C, c.C)]
        return np.array(values).reshape(*c.m.shape[:-2], 1)

    subject = Subject(planted(body))
    verdict = Condition1().examine(subject, 2, Effort())
    assert (verdict.status, verdict.witness.confirmed) == ("refuted", False)
    assert I6().examine(subject, 2, Effort()).status == "tried"
