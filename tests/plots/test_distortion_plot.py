"""The figure of a matrix's distortions, by what it draws."""

from __future__ import annotations

import numpy as np
import pytest

import steelyard as sy
from steelyard.plots.canvas import grid_of_axes, save
from steelyard.plots.distortion import distortion_plot
from steelyard.shares.distort import distortions

CM = sy.Confusion([[30, 10, 5], [8, 60, 20], [3, 9, 200]], ["w", "x", "y"])


def names(ax):
    return [label.get_text() for label in ax.get_yticklabels()]


def test_a_row_per_metric_the_most_distorted_on_top():
    found = distortions(CM)
    ax = distortion_plot(found)
    assert names(ax) == [one.metric.name for one in found.metrics]
    bottom, top = ax.get_ylim()
    assert bottom > top


def test_bars_reach_from_the_lowest_to_the_highest_value_of_each_factor():
    found = distortions(CM, ["accuracy", "mcc", "balanced_accuracy"], factors=(2, 10))
    ax = distortion_plot(found)
    tenfold, twofold = ax.containers
    for bars, factor in ((tenfold, 10.0), (twofold, 2.0)):
        for one, bar in zip(found.metrics, bars, strict=True):
            changes = [shift.change for shift in one.shares if shift.factor in (factor, 1 / factor)]
            scale = 2 if one.metric.id == "mcc" else 1
            assert bar.get_x() == pytest.approx(100 * min(0, *changes) / scale)
            assert bar.get_x() + bar.get_width() == pytest.approx(100 * max(0, *changes) / scale)


def test_diamonds_stand_at_the_most_added_classes():
    found = distortions(CM, ["accuracy", "one_point_auroc_ovo"], added=(1, 4))
    (marks,) = [line for line in distortion_plot(found).get_lines() if line.get_label() == "4 more classes"]
    wanted = [100 * one.classes[-1].change / one.scale for one in found.metrics]
    assert marks.get_xdata() == pytest.approx(wanted)
    assert list(marks.get_ydata()) == [0, 1]


def test_what_does_not_move_is_marked_at_zero():
    found = distortions(CM)
    (marks,) = [line for line in distortion_plot(found).get_lines() if line.get_label() == "does not move with shares"]
    rows = [i for i, one in enumerate(found.metrics) if one.metric.name in found.robust_to_shares]
    assert list(marks.get_ydata()) == rows
    assert set(marks.get_xdata()) == {0}


def test_what_moves_a_metric_most_stands_at_the_right():
    found = distortions(CM, ["accuracy", "one_point_auroc_ovo", "balanced_accuracy"])
    (right,) = distortion_plot(found).child_axes
    said = dict(
        zip([one.metric.name for one in found.metrics], [t.get_text() for t in right.get_yticklabels()], strict=True)
    )
    assert said["balanced_accuracy"] == "nothing"
    assert said["one_point_auroc_ovo"] == "+3 classes"
    worst = max((s for s in found["accuracy"].shares), key=lambda s: abs(s.change))
    assert said["accuracy"] == worst.short


def test_metrics_without_bounds_do_not_squeeze_the_others():
    found = distortions([[800, 200], [90, 100_000]], ["cost_ratio", "accuracy"])
    ax = distortion_plot(found)
    assert "cost_ratio, % of its value" in names(ax)
    moves = [100 * shift.change for shift in (*found["accuracy"].shares, *found["accuracy"].classes)]
    low, high = ax.get_xlim()
    assert low < min(moves)
    assert max(moves) < high < 2 * max(*moves, -min(moves))


def test_undefined_metrics_are_left_out():
    assert names(distortion_plot(distortions([[0, 10], [0, 90]], ["mcc", "accuracy"]))) == ["accuracy"]


def test_it_draws_on_the_axes_given():
    left, right = grid_of_axes(1, 2, (9, 4)).flat
    assert distortion_plot(distortions(CM, ["accuracy"], added=()), right) is right
    assert not left.has_data()
    assert right.get_legend() is not None


@pytest.mark.parametrize("metrics", [["balanced_accuracy"], ["accuracy"], None], ids=["still", "one", "all"])
def test_it_can_be_saved(tmp_path, metrics):
    path = save(distortion_plot(distortions(CM, metrics)), tmp_path / "moves.png")
    assert path.stat().st_size > 5000


def test_many_metrics_have_room():
    every = [metric for metric in sy.metrics.values() if metric.kind != "rate"]
    every += [sy.metrics.mean_f.at(beta=b) for b in np.arange(2, 20)]
    ax = distortion_plot(distortions(CM, every))
    assert len(names(ax)) == len(every) > 40
    assert ax.get_figure().get_size_inches()[1] / len(every) > 0.2


def test_on_axes_of_the_users_the_legend_has_a_ground():
    (ax,) = grid_of_axes(1, 1, (6, 4)).flat
    frame = distortion_plot(distortions([[8, 2], [10, 90]], ["accuracy"]), ax).get_legend()
    assert frame.get_frame_on()
    assert frame.get_frame().get_alpha() >= 0.8
