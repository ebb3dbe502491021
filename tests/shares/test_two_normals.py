"""Example 1 of Mullick et al., Type 1: the closed form, the draw, and the parameters that the print leaves."""

from __future__ import annotations

import math
from statistics import NormalDist

import numpy as np
import pytest

import steelyard as sy
from steelyard.shares import two_normals


def test_precision_falls_as_printed():
    curves = two_normals.curves("precision")
    assert round(curves.at(1, 4.0), 2) == 0.93
    assert round(curves.at(10, 4.0), 2) == 0.59
    assert 4.0 in curves.x[0]


def test_precision_follows_its_closed_form_at_every_boundary_and_rrt():
    left, right = NormalDist(two_normals.LEFT_MEAN), NormalDist(two_normals.RIGHT_MEAN)
    curves = two_normals.curves("precision")
    for i, rrt in enumerate(two_normals.RRT):
        for x, value in zip(curves.x[i], curves.values[i], strict=True):
            fpr, tpr = left.cdf(2 * two_normals.LEFT_MEAN - x), right.cdf(2 * two_normals.RIGHT_MEAN - x)
            assert value == pytest.approx(1 / (1 + rrt * fpr / tpr), rel=1e-10)


def test_the_two_printed_numbers_leave_the_ratio_and_the_mean_that_the_comment_says():
    # 1/(1 + r·q) at most half a unit of the last digit from .93 and .59.
    low = max(1 / 0.935 - 1, (1 / 0.595 - 1) / 10)
    high = min(1 / 0.925 - 1, (1 / 0.585 - 1) / 10)
    assert (round(low, 4), round(high, 4)) == (0.0695, 0.0709)
    means = [4 - NormalDist().inv_cdf(1 - q) for q in (low, high)]
    assert [round(mean, 3) for mean in means] == [2.521, 2.531]
    assert means[0] < two_normals.LEFT_MEAN < means[1]
    ratio = two_normals.false_positive_rate(4.0) / two_normals.true_positive_rate(4.0)
    assert round(ratio, 4) == 0.0701


def test_the_best_boundary_separates_the_classes_and_the_worst_gets_one_right():
    best = two_normals.closed_form(1, two_normals.BEST_BOUNDARY)
    assert (best.total - best.correct.sum()) / 2 < 0.2
    assert best.counts[0, 1] == pytest.approx(best.counts[1, 0])
    worst = sy.metrics.recall(two_normals.closed_form(1, two_normals.WORST_BOUNDARY))
    assert worst[0] < 1e-4
    assert worst[1] == pytest.approx(1)


def test_the_gap_closes_as_the_classifier_improves():
    curves = two_normals.curves("precision")
    gaps = curves.values[0] - curves.values[-1]
    assert (np.diff(curves.x[0]) < 0).all()  # from the best to the worst
    assert (np.diff(curves.values, axis=0) < 0).all()  # lower for every larger RRT
    assert gaps[0] < 1e-3
    assert gaps[-1] == pytest.approx(1 / 2 - 1 / 11, abs=1e-4)


def test_the_draw_is_that_of_its_seed_and_its_samples_are_nested():
    draw = two_normals.drawn()
    np.testing.assert_array_equal(draw.left, two_normals.drawn(two_normals.SEED).left)
    assert not np.array_equal(draw.left, two_normals.drawn(1).left)
    assert [len(draw.of_rrt(rrt)) for rrt in two_normals.RRT] == [5000, 2500, 1250, 833, 625, 500]
    np.testing.assert_array_equal(draw.of_rrt(10), draw.of_rrt(1)[:500])


def test_draws_scatter_about_the_closed_form():
    for rrt in (1, 10):
        wanted = sy.metrics.precision(two_normals.closed_form(rrt, 4.0))[1]
        found = [sy.metrics.precision(two_normals.drawn(seed).confusion(rrt, 4.0))[1] for seed in range(100)]
        assert np.mean(found) == pytest.approx(wanted, abs=4 * np.std(found) / 10)


@pytest.mark.parametrize(
    "name",
    ["recall", "specificity", "g_mean", "one_point_auroc", "mprecision", "one_point_maurpc", "balanced_accuracy"],
)
def test_what_theorems_1_and_2_prove_stays_flat(name):
    assert two_normals.curves(name).flat


@pytest.mark.parametrize("name", ["precision", "one_point_aurpc", "f", "accuracy", "mcc", "kappa", "cba"])
def test_others_do_not(name):
    assert not two_normals.curves(name).flat


def test_one_boundary_counted_by_hand():
    draw = two_normals.Draw(np.array([[1.0, 0], [5, 0]]), np.array([[3.0, 0], [9, 0], [4, 0]]))
    assert draw.confusion(1, 4.0).counts.tolist() == [[1, 1], [2, 1]]
    assert math.isclose(two_normals.false_positive_rate(two_normals.LEFT_MEAN), 0.5)
