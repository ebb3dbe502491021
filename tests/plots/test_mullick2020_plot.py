"""Figures 1 and 2 of Mullick et al., by what they draw."""

from __future__ import annotations

import numpy as np
import pytest

from steelyard.papers.mullick2020.figure1 import type_1, type_2
from steelyard.papers.mullick2020.figure2 import figure2
from steelyard.plots.mullick2020 import (
    MOST_POINTS,
    apart,
    curves_plot,
    figure1_plot,
    figure2_plot,
    grid_plot,
    normals_plot,
    vertices_plot,
)
from steelyard.plots.saving import save

FIGURE = figure2()


def lines(ax):
    return [np.column_stack([line.get_xdata(), line.get_ydata()]).astype(float) for line in ax.get_lines()]


@pytest.mark.parametrize("grid", [type_1(), type_2()], ids=["type 1", "type 2"])
def test_a_grid_has_its_lines_over_the_ideal_ones(grid):
    drawn = lines(grid_plot(grid))
    for i in range(5):
        assert drawn[2 * i][:, 1] == pytest.approx(np.full(3, grid.ideal[i]))
        assert drawn[2 * i + 1][:, 1] == pytest.approx(grid.values[i])
    for k, bounds in enumerate(drawn[10:]):
        assert bounds.tolist() == [[k, grid.low[k]], [k, grid.high[k]]]


def test_figure_1_has_two_panels(tmp_path):
    axes = figure1_plot((type_1(), type_2()))
    assert [ax.get_title(loc="left") for ax in axes] == [
        "(a) Type 1: warped within its range",
        "(b) Type 2: the range shrinks",
    ]
    path = save(axes, tmp_path / "figure1.svg")
    assert 5000 < path.stat().st_size < 300_000


def test_curves_are_those_of_the_record():
    ax = curves_plot(FIGURE.type_1, FIGURE.type_1_drawn, marked=4.0)
    drawn = {line.get_label(): line for line in ax.get_lines()}
    for i, rrt in enumerate(FIGURE.type_1.lines):
        np.testing.assert_array_equal(drawn[f"RRT {rrt}"].get_xdata(), FIGURE.type_1.x[i])
        np.testing.assert_array_equal(drawn[f"RRT {rrt}"].get_ydata(), FIGURE.type_1.values[i])
    marks = [line for line in ax.get_lines() if line.get_linestyle() == "None"]
    assert len(marks) == 6
    for mark, x, values in zip(marks, FIGURE.type_1_drawn.x, FIGURE.type_1_drawn.values, strict=True):
        assert set(zip(*mark.get_data(), strict=True)) <= set(zip(x, values, strict=True))


@pytest.mark.parametrize("curves", [FIGURE.type_1, FIGURE.type_2], ids=["one x", "several"])
def test_every_line_is_named_once(curves):
    said = " ".join(text.get_text() for text in curves_plot(curves).texts).replace(":", "").split()
    assert sorted(said) == sorted([curves.by, *map(str, curves.lines)])


def test_the_rarer_class_is_thinned_as_much_as_the_other():
    left, right = normals_plot(FIGURE, 10).collections
    assert len(left.get_offsets()) == MOST_POINTS
    assert len(right.get_offsets()) == MOST_POINTS / 10
    np.testing.assert_array_equal(right.get_offsets(), FIGURE.normals.right[:20])


@pytest.mark.parametrize("classes", [3, 6])
def test_perfect_boundaries_lie_between_neighbours(classes):
    ax = vertices_plot(FIGURE, classes)
    assert len(ax.collections) == classes
    for ray in lines(ax):
        away = ray[1] / np.linalg.norm(ray[1])
        nearest = np.sort(np.linalg.norm(FIGURE.centres[:classes] / 10 - away, axis=1))
        assert nearest[0] == pytest.approx(nearest[1])
    assert len(lines(ax)) == classes


def test_figure_2_has_six_panels(tmp_path):
    axes = figure2_plot(FIGURE)
    assert axes.shape == (2, 3)
    assert [ax.get_title(loc="left")[:3] for ax in axes.flat] == ["(a)", "(b)", "(c)", "(d)", "(e)", "(f)"]
    path = save(axes, tmp_path / "figure2.svg")
    assert 20_000 < path.stat().st_size < 300_000


def test_labels_are_moved_apart_as_little_as_can_be():
    assert apart(np.array([1.0, 2.0, 3.0]), 0.5).tolist() == [1, 2, 3]
    assert apart(np.array([1.0, 1.0, 1.0]), 1.0).tolist() == [0, 1, 2]
    placed = apart(np.array([0.5, 1 / 3, 0.2, 1 / 7, 1 / 9, 1 / 11]), 0.05)
    assert (np.diff(placed) <= -0.05 + 1e-12).all()
    assert placed[:2] == pytest.approx([0.5, 1 / 3])
