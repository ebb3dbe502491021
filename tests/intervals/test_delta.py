"""The delta method of groups, beside the variance of a mean of few and Student's t."""

import numpy as np
import pytest
from scipy import stats

import steelyard as sy
from steelyard.intervals import delta
from steelyard.intervals.sample import Sample
from steelyard.intervals.units import groups_of
from steelyard.measuring.registry import chosen


@pytest.mark.parametrize("groups", [2, 5, 12])
def test_groups_of_one_size_have_the_t_interval_of_their_means(groups):
    """Accuracy over patients of ten items each is the mean of their accuracies."""
    right = np.arange(groups) % 4 + 4
    patients = np.stack([[[hits, 10 - hits], [0, 0]] for hits in right])
    units = groups_of(sy.Confusion(patients, axes={"patient": range(groups)}), "patient")
    (found,) = delta().of(Sample(units, chosen("accuracy"), np.ones(2), "exclude"), 0.9)
    error = stats.sem(right / 10)
    assert found[0].spread == pytest.approx(error, rel=1e-12)
    low, high = stats.t.interval(0.9, groups - 1, np.mean(right / 10), error)
    assert (found[0].low, found[0].high) == pytest.approx((max(low, 0), min(high, 1)), rel=1e-9)


@pytest.mark.usefixtures("own_metrics")
def test_where_derivatives_have_no_bounds_there_is_no_interval_and_it_is_said():
    """The root of accuracy less ½, at ½."""
    sy.metric(id="own", range=(0, 1))(lambda c: np.sqrt(c.total(c.tp) / c.n - 0.5))
    score = sy.evaluate(sy.Confusion([[3, 2], [3, 2]]), metrics=["own"], intervals="delta")["own"]
    assert score.value == 0
    assert not score.interval.known
    assert str(score.interval.note).startswith("its slopes have no bounds here")
