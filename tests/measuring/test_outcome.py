"""What becomes of a body's value, by hand, for each kind of metric."""

import numpy as np
import pytest

import steelyard as sy
from steelyard.measuring.conditions import outcome
from steelyard.measuring.record import Metric
from steelyard.measuring.view import View

NEVER = np.array([[5.0, 0, 0], [0, 10, 0], [0, 300, 0]])
"""Class 2 is never predicted."""


def view(m=NEVER, policy="exclude", relevance=(1, 1, 1), *, shortcut=True):
    seen = View(np.asarray(m, dtype=np.float64), np.array(relevance, dtype=np.float64), policy, whole_numbers=True)
    seen.shortcut = shortcut
    return seen


@pytest.mark.parametrize(
    ("policy", "instead"), [("exclude", np.nan), ("nan", np.nan), ("raise", np.nan), ("zero", 0.0)]
)
def test_a_rate_is_nan_or_zero_where_it_is_undefined(policy, instead):
    with np.errstate(invalid="ignore"):
        value, left, _ = outcome(sy.metrics.precision, view(policy=policy), {})
    np.testing.assert_array_equal(value, [1, 10 / 310, instead])
    assert left.tolist() == [False, False, True]


def test_an_average_says_which_classes_left_it():
    with np.errstate(invalid="ignore"):
        value, left, _ = outcome(sy.metrics.macro_precision, view(), {})
    assert value.tolist() == [(1 + 10 / 310) / 2]
    assert left.tolist() == [False, False, True]
    assert outcome(sy.metrics.balanced_accuracy, view(), {})[1] is None  # nothing left, and it may look


def test_one_metric_does_not_leave_its_classes_to_the_next():
    seen = view()
    with np.errstate(invalid="ignore"):
        outcome(sy.metrics.macro_precision, seen, {})
    assert outcome(sy.metrics.balanced_accuracy, seen, {})[1] is None


def test_a_metric_of_the_whole_matrix_is_nan_where_it_is_undefined():
    one_truth = [[3, 4, 0], [0, 0, 0], [0, 0, 0]]
    with np.errstate(invalid="ignore", divide="ignore"):
        value, left, _ = outcome(sy.metrics.mcc, view(one_truth), {})
    assert np.isnan(value).tolist() == [True]
    assert left is None


@pytest.mark.parametrize("shortcut", [True, False])
def test_at_other_shares_a_class_without_items_is_lost(shortcut):
    absent = [[3, 1, 0], [1, 5, 0], [0, 0, 0]]
    seen = view(absent, relevance=(1, 3, 4), shortcut=shortcut)
    assert seen.at_importance.shortcut is shortcut
    assert seen.at_importance.lost.tolist() == [False, False, True]
    value, left, _ = outcome(sy.metrics["accuracy at importance"], seen, {})
    assert np.isnan(value).tolist() == [True]
    assert left.tolist() == [False, False, True]


@pytest.mark.parametrize("shortcut", [True, False])
def test_at_other_shares_a_class_that_does_not_matter_may_be_absent(shortcut):
    absent = [[3, 1, 0], [1, 4, 0], [0, 0, 0]]
    seen = view(absent, relevance=(1, 3, 0), shortcut=shortcut)
    value, left, _ = outcome(sy.metrics["accuracy at importance"], seen, {})
    assert value.tolist() == pytest.approx([0.25 * 3 / 4 + 0.75 * 4 / 5])
    assert left is None if shortcut else not left.any()


@pytest.mark.parametrize("returned", [3, 3.0, [1, 2, 3], np.ones((3, 3)), np.array(["a", "b", "c"])])
def test_a_value_of_another_shape_is_refused(returned):
    metric = Metric(id="mine", title="", body=lambda _: returned, kind="rate")
    if isinstance(returned, list):
        assert outcome(metric, view(), {})[0].tolist() == returned
    else:
        with pytest.raises(
            ValueError, match=r"'mine' must return one value per class, of shape \(3,\)|could not convert"
        ):
            outcome(metric, view(), {})


def test_one_value_per_matrix_needs_no_class_axis():
    metric = Metric(id="mine", title="", body=lambda c: c.m.sum(axis=(-2, -1)), kind="whole")
    assert outcome(metric, view(np.stack([NEVER, NEVER])), {})[0].tolist() == [[315], [315]]
