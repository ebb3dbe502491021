"""Figures 1 and 2 of Mullick et al., by what they draw."""

from __future__ import annotations

import numpy as np
import pytest

from steelyard.plots import save
from steelyard_papers.plots.mullick2020 import (
    MOST_POINTS,
    figure1_plot,
    figure2_plot,
    grid_plot,
    normals_plot,
    vertices_plot,
)
from steelyard_papers.reproductions.mullick2020.figure1 import type_1, type_2
from steelyard_papers.reproductions.mullick2020.figure2 import figure2

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
