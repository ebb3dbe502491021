"""How one metric moves, drawn."""

import numpy as np

from steelyard.papers.mullick2020 import hexagon, two_normals
from steelyard.plots.metric_curves import metric_curves_plot


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
