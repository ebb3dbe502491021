"""What no metric may do: the message names the matrix that shows it."""

import itertools
import re

import numpy as np
import pytest

import steelyard as sy
from steelyard.audits.asked import asked
from steelyard.audits.conduct import checked
from steelyard.audits.subject import MetricFault, Subject

MATRIX = r"\[\[\d+, \d+\], \[\d+, \d+\]\]"


def conduct(function, classes=2):
    return checked(Subject(asked(function)), classes)


def test_the_catalogue_behaves():
    for metric in sy.metrics.values():
        remarks = checked(Subject(metric), 3)
        assert all(remark.startswith("It is undefined on") for remark in remarks), metric.id


def test_a_metric_that_raises_is_blamed_with_the_matrix():
    def broken(y_true, y_pred):
        if (y_pred == 0).all():
            raise ZeroDivisionError("nothing is predicted")
        return (y_true == y_pred).mean()

    with pytest.raises(MetricFault, match=f"'broken' fails on the matrix {MATRIX}: ZeroDivisionError") as fault:
        conduct(broken)
    m = np.array(eval(re.search(MATRIX, str(fault.value))[0]))  # noqa: S307 - digits and brackets
    assert m[:, 1].sum() == 0


def test_the_wrong_shape_is_named():
    with pytest.raises(MetricFault, match="must return one value per matrix"):
        conduct(lambda c: c.m)
    with pytest.raises(MetricFault, match="it must return one number"):
        conduct(lambda y_true, y_pred: y_true == y_pred)


def test_a_metric_that_writes_into_the_cells_is_refused():
    def writes(c):
        c.m[..., 0, 0] = 0
        return c.total(c.tp) / c.n

    with pytest.raises(MetricFault, match="read-only"):
        conduct(writes)


def test_a_metric_that_writes_into_the_sums_is_refused():
    def writes(c):
        c.t[...] += 1
        return c.total(c.tp) / c.n

    with pytest.raises(MetricFault, match=rf"changes the counts that it is given \(c.t\) on the matrix {MATRIX}"):
        conduct(writes)


def test_a_function_that_writes_into_the_labels_is_refused():
    def writes(y_true, y_pred):
        y_pred[:] = y_true
        return 1.0

    with pytest.raises(MetricFault, match=f"on the matrix {MATRIX}: ValueError: it changes the labels"):
        conduct(writes)


def test_a_metric_that_wavers_is_refused():
    calls = itertools.count()
    with pytest.raises(MetricFault, match=f"wavers on the matrix {MATRIX}"):
        conduct(lambda y_true, y_pred: (y_true == y_pred).mean() + next(calls) * 1e-3)


def test_a_metric_that_mixes_the_matrices_of_a_stack_is_refused():
    with pytest.raises(MetricFault, match="alone it has another value than in a stack"):
        conduct(lambda c: c.total(c.tp) / c.m.max())


def test_infinite_and_undefined_values_are_remarked_with_a_matrix():
    (remark,) = conduct(lambda c: c.total(c.tp) / c.total(c.fn))
    assert re.match(rf"It is infinite on {MATRIX}; \d+ of \d+ matrices looked at have no value", remark)
    (remark,) = conduct(lambda c: c.tp[..., 0] / c.p[..., 0])
    assert re.match(rf"It is undefined on {MATRIX}; \d+ of \d+ matrices", remark)
    assert np.array(eval(re.search(MATRIX, remark)[0]))[:, 0].sum() == 0  # noqa: S307 - digits and brackets


def test_a_metric_that_depends_on_the_names_of_the_classes_is_remarked():
    def reads_names(y_true, y_pred):
        return float((y_true == y_pred).mean()) if y_true.dtype.kind == "i" else 0.0

    (remark,) = conduct(reads_names)
    assert re.search(rf"depends on the names of the classes: on {MATRIX} it is", remark)

    def needs_numbers(y_true, y_pred):
        return float((y_true * 0 + 1).mean() * (y_true == y_pred).mean())

    (remark,) = conduct(needs_numbers)
    assert "it fails with" in remark
