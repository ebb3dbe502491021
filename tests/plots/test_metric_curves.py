"""How one metric moves, drawn."""

import numpy as np
import pytest

from steelyard import plots
from steelyard.plots.distortion import apart, metric_curves_plot
from steelyard.shares import hexagon, two_normals


def lines(ax):
    return [line for line in ax.get_lines() if len(line.get_xdata()) > 2]


def test_the_lines_are_those_of_the_curves():
    shares, classes = metric_curves_plot("f")
    for ax, curves in ((shares, two_normals.curves("f")), (classes, hexagon.curves("f"))):
        assert len(lines(ax)) == len(curves.lines)
        for line, x, values in zip(lines(ax), curves.x, curves.values, strict=True):
            np.testing.assert_array_equal(line.get_xydata(), np.stack([x, values], axis=1))
    assert "F score" in shares.get_title(loc="left")


def test_a_metric_that_class_sizes_do_not_move_is_one_line():
    shares, _ = metric_curves_plot("balanced_accuracy")
    first, *others = (line.get_ydata() for line in lines(shares))
    for other in others:
        np.testing.assert_allclose(other, first, atol=1e-12)


def test_curves_are_those_of_the_record():
    exact, points = two_normals.curves(), two_normals.curves(draw=two_normals.drawn())
    ax = plots.curves(exact, drawn=points, marked=4.0)
    drawn = {line.get_label(): line for line in ax.get_lines()}
    for i, rrt in enumerate(exact.lines):
        np.testing.assert_array_equal(drawn[f"RRT {rrt}"].get_xdata(), exact.x[i])
        np.testing.assert_array_equal(drawn[f"RRT {rrt}"].get_ydata(), exact.values[i])
    marks = [line for line in ax.get_lines() if line.get_linestyle() == "None"]
    assert len(marks) == 6
    for mark, x, values in zip(marks, points.x, points.values, strict=True):
        assert set(zip(*mark.get_data(), strict=True)) <= set(zip(x, values, strict=True))


@pytest.mark.parametrize("curves", [two_normals.curves(), hexagon.curves()], ids=["one x", "several"])
def test_every_line_is_named_once(curves):
    said = " ".join(text.get_text() for text in plots.curves(curves).texts).replace(":", "").split()
    assert sorted(said) == sorted([curves.by, *map(str, curves.lines)])


def test_labels_are_moved_apart_as_little_as_can_be():
    assert apart(np.array([1.0, 2.0, 3.0]), 0.5).tolist() == [1, 2, 3]
    assert apart(np.array([1.0, 1.0, 1.0]), 1.0).tolist() == [0, 1, 2]
    placed = apart(np.array([0.5, 1 / 3, 0.2, 1 / 7, 1 / 9, 1 / 11]), 0.05)
    assert (np.diff(placed) <= -0.05 + 1e-12).all()
    assert placed[:2] == pytest.approx([0.5, 1 / 3])
