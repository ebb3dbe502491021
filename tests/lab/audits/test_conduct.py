"""What no metric may do: the message names the matrix that shows it."""

import itertools
import re

import numpy as np
import pytest

import steelyard as sy
from steelyard.lab.audits.asked import asked, checked
from steelyard.lab.audits.subject import MetricFault, Subject
from steelyard.lab.exact import Undecided

MATRIX = r"\[\[\d+, \d+\], \[\d+, \d+\]\]"


def conduct(function, classes=2):
    return tuple(map(str, checked(Subject(asked(function, "higher")), classes)))


@pytest.mark.slow
def test_the_catalogue_behaves():
    for metric in sy.metrics.values():
        assert all(finding.kind == "not_finite" for finding in checked(Subject(metric), 3)), metric.id


def test_a_metric_that_raises_is_blamed_with_the_matrix():
    def broken(y_true, y_pred):
        if (y_pred == 0).all():
            raise ZeroDivisionError("nothing is predicted")
        return (y_true == y_pred).mean()

    with pytest.raises(MetricFault, match=f"'broken' fails on the matrix {MATRIX}: ZeroDivisionError") as fault:
        conduct(broken)
    m = np.array(eval(re.search(MATRIX, str(fault.value))[0]))  # noqa: S307 - digits and brackets
    assert m[:, 0].sum() == 0  # the second class has the label 0


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


def test_infinite_values_do_not_depend_on_the_names():
    """Both values pass the same filter: what is not finite is no value."""
    (remark,) = conduct(lambda y_true, y_pred: float(-np.log((y_true == y_pred).mean())))
    assert remark.startswith("It is infinite on")


def test_a_function_of_single_matrices_does_not_depend_on_names():
    assert conduct(lambda c: [np.trace(m) / m.sum() for m in c.m]) == ()


def test_a_function_that_may_leave_python_is_blamed_with_the_matrix():
    class Leaving(BaseException):
        pass

    def leaves(y_true, y_pred):
        if (y_pred == 0).all():
            raise Leaving("two\nlines.")
        return (y_true == y_pred).mean()

    with pytest.raises(MetricFault, match=rf"'leaves' fails on the matrix {MATRIX}: Leaving: two lines\.$"):
        conduct(leaves)


def test_a_metric_that_fails_on_one_matrix_or_only_on_several_is_told_without_a_traceback():
    def in_a_row(c):
        if len(c.m) > 1:
            raise TypeError("one at a time")
        return c.total(c.tp) / c.n

    with pytest.raises(MetricFault, match=r"fails on \d+ matrices at once, and on none of them alone: TypeError: one"):
        conduct(in_a_row)
    with pytest.raises(MetricFault, match=r"fails on the matrix \[\[1, 0\], \[0, 1\]\]: UFuncTypeError"):
        Subject(asked(lambda c: c.n + "1", "higher")).values(np.eye(2, dtype=np.int64)[None])


def test_a_function_of_labels_is_asked_again_to_see_whether_it_wavers():
    calls = []

    def counts_calls(y_true, y_pred):
        calls.append(len(y_true))
        return (y_true == y_pred).mean()

    subject = Subject(asked(counts_calls))
    block = np.array([[[1, 0], [0, 1]], [[1, 1], [0, 1]], [[1, 0], [0, 1]]])
    calls.clear()
    assert subject.values(block).tolist() == [1, 2 / 3, 1]
    assert len(calls) == 2
    subject.values(block)
    assert len(calls) == 2
    assert subject.anew(block)[:, 0].tolist() == [1, 2 / 3, 1]
    assert len(calls) == 5
    assert subject.values(block[:0]).shape == (0,)


def test_a_scene_falls_back_to_floats_if_exact_values_fail():
    def with_loop(c):
        return np.array([m.trace() / m.sum() for m in np.asarray(c.m)])

    def refuses(c):
        if not isinstance(c.m, np.ndarray):
            raise AttributeError("only arrays")
        return c.total(c.tp)[..., 0] / c.n[..., 0]

    for function in (with_loop, refuses):
        subject = Subject(asked(function))
        assert subject.scene("first", ((1, 0), (1, 0))).value == 0.5
        assert subject.scene("second", ((1, 0), (1, 0))).exact is None
        assert not subject.recordable


def test_where_exact_arithmetic_cannot_tell_there_is_no_exact_value(monkeypatch):
    def undecided(*_, **__):
        raise Undecided("is it 0?")

    monkeypatch.setattr("steelyard.lab.audits.subject.exact_values", undecided)
    subject = Subject(sy.metrics.accuracy)
    assert subject.exact(((1, 0), (1, 0))) is None
    scene = subject.scene("one", ((1, 0), (1, 0)))
    assert (scene.value, scene.exact) == (0.5, None)
    assert subject.recordable


def test_a_metric_that_never_has_a_value_is_refused():
    with pytest.raises(
        MetricFault, match=rf"no value on any of \d+ matrices looked at, such as {MATRIX}: it is undefined"
    ):
        checked(Subject(asked(lambda c: c.n * np.nan, "higher")), 2)
