"""Figures 1 and 2 of Mullick et al. 2020, from the records of `steelyard_papers.reproductions.mullick2020`."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np

from steelyard.plots import curves
from steelyard.plots.style import grid_of_axes, look, plain, shades
from steelyard_papers.plots.greys import GREY, INK, LIGHT, axes_or_new

if TYPE_CHECKING:
    from matplotlib.axes import Axes
    from numpy.typing import NDArray

    from steelyard_papers.reproductions.mullick2020.figure1 import Grid
    from steelyard_papers.reproductions.mullick2020.figure2 import Figure2

PANEL = (4.2, 3.4)

MOST_POINTS = 200
"""Of a class in a scatter plot; a figure need not hold all of them."""

DASHES = (":", "--", "-")


def grid_plot(grid: Grid, ax: Axes | None = None) -> Axes:
    """Draw one half of Figure 1: what an index says by quality, over ill-behaved data; what it should say in grey."""
    ax = axes_or_new(ax, PANEL)
    places = np.arange(len(grid.behaviours))
    for i, (quality, shade) in enumerate(zip(grid.qualities, shades(len(grid.qualities)), strict=True)):
        ax.plot(places, np.full(len(places), grid.ideal[i]), color=LIGHT, linewidth=1.2, zorder=1)
        ax.plot(places, grid.values[i], color=shade, linewidth=2, zorder=2)
        ax.text(-0.06, grid.ideal[i], quality, ha="right", va="center", fontsize=8, color=INK)
    for place, low, high, dash in zip(places, grid.low, grid.high, DASHES, strict=True):
        ax.plot([place, place], [low, high], color="black", linestyle=dash, linewidth=1.2, zorder=1.5)
    ax.fill_between(places, 0, grid.low, color=LIGHT, alpha=0.45, linewidth=0, zorder=0.5)
    if grid.low.max() > 0:
        ax.text(places[-1] - 0.05, grid.low[-1] / 2, "never reached", ha="right", va="center", fontsize=8, color=GREY)
    words = zip(grid.behaviours, grid.settings, strict=True)
    ax.set_xticks(places, [f"{behaviour}\n{setting}" for behaviour, setting in words])
    ax.set_xlim(-0.55, len(places) - 0.85)
    ax.set_ylim(-0.02, 1.02)
    ax.set_ylabel(f"value of the index, as {grid.index} has it", fontsize=8)
    ax.set_title(grid.title, fontsize=9)
    plain(ax)
    return ax


def figure1_plot(grids: tuple[Grid, Grid], axes: Any = None) -> NDArray[np.object_]:
    """Draw Figure 1: the warped grid and the shrinking one, side by side, on two axes."""
    axes = grid_of_axes(1, 2, (9.0, 3.8)).reshape(-1) if axes is None else np.asarray(axes)
    for letter, grid, ax in zip("ab", grids, axes, strict=True):
        grid_plot(grid, ax)
        _lettered(ax, letter)
    return axes


def _lettered(ax: Axes, letter: str) -> None:
    """Put the letter of a panel before its title, at the left."""
    title = ax.get_title()
    ax.set_title("")
    ax.set_title(f"({letter}) {title}", fontsize=9, loc="left")


def normals_plot(figure: Figure2, rrt: int, ax: Axes | None = None) -> Axes:
    """Draw the two normal classes of Figure 2a or 2b, and five boundaries."""
    ax = axes_or_new(ax, PANEL)
    kept = figure.normals.of_rrt(rrt)
    # The same part of each class, so that the thinned picture shows the ratio.
    part = MOST_POINTS / len(figure.normals.left)
    for points, colour, marker in ((figure.normals.left, look(0).colour, "o"), (kept, look(1).colour, "^")):
        shown = points[: round(part * len(points))]
        ax.scatter(shown[:, 0], shown[:, 1], s=7, color=colour, marker=marker, alpha=0.55, linewidths=0)
    top = 5.6
    for x, shade in zip(figure.boundaries, reversed(shades(len(figure.boundaries))), strict=True):
        ax.plot([x, x], [-4, 4.4], color=shade, linewidth=1.4)
    arrow = {"arrowstyle": "->", "color": GREY}
    first, last = figure.boundaries[0], figure.boundaries[-1]
    ax.annotate("worse", (last, 4.9), (first, 4.9), arrowprops=arrow, ha="left", va="center", fontsize=8, color=GREY)
    ax.set(xlim=(-2.5, 14.5), ylim=(-4.2, top))
    ax.set_xlabel("x", fontsize=8)
    ax.set_title(f"RRT {rrt}: {len(figure.normals.left):,} left, {len(kept):,} right", fontsize=9)
    plain(ax)
    return ax


def vertices_plot(figure: Figure2, classes: int, ax: Axes | None = None) -> Axes:
    """Draw the classes of Figure 2d or 2e on their vertices, and the boundaries of the perfect ensemble."""
    ax = axes_or_new(ax, PANEL)
    reach = 1.55 * float(np.linalg.norm(figure.centres[0]))
    for i in range(classes):
        shown = figure.vertices.points[i][: MOST_POINTS // 2]
        ax.scatter(shown[:, 0], shown[:, 1], s=7, color=look(i).colour, marker=look(i).marker, alpha=0.6, linewidths=0)
        x, y = (1.42 * figure.centres[i]).tolist()
        ax.text(x, y, str(i + 1), ha="center", va="center", fontsize=9, color=look(i).colour)
    for angle in _between(figure.centres[:classes]):
        ax.plot([0, reach * np.cos(angle)], [0, reach * np.sin(angle)], color=GREY, linewidth=0.9)
    ax.set(xlim=(-reach, reach), ylim=(-reach, reach), aspect="equal", xticks=[], yticks=[])
    ax.set_title(f"{classes} classes", fontsize=9)
    ax.spines[:].set_color(LIGHT)
    return ax


def _between(centres: NDArray[np.float64]) -> NDArray[np.float64]:
    """Return the angles of the boundaries: half way between neighbours, around the circle."""
    angles = np.sort(np.arctan2(centres[:, 1], centres[:, 0]) % (2 * np.pi))
    following = np.append(angles[1:], angles[0] + 2 * np.pi)
    return (angles + following) / 2


def figure2_plot(
    figure: Figure2, axes: Any = None, *, marked: tuple[float, float] | None = (4.0, 0.6)
) -> NDArray[np.object_]:
    """Draw Figure 2 on six axes: Type 1 above, Type 2 below; `marked` are the places the paper's Example 1 names."""
    axes = grid_of_axes(2, 3, (12.0, 7.0)) if axes is None else np.asarray(axes).reshape(2, 3)
    fewest, most = min(figure.type_1.lines), max(figure.type_1.lines)
    normals_plot(figure, fewest, axes[0, 0])
    normals_plot(figure, most, axes[0, 1])
    curves(figure.type_1, axes[0, 2], drawn=figure.type_1_drawn, marked=marked[0] if marked else None)
    vertices_plot(figure, min(figure.type_2.lines), axes[1, 0])
    vertices_plot(figure, max(figure.type_2.lines), axes[1, 1])
    curves(figure.type_2, axes[1, 2], drawn=figure.type_2_drawn, marked=marked[1] if marked else None)
    axes[0, 2].set_title(f"{figure.type_1.metric.title}: lines exact, marks drawn", fontsize=9)
    axes[1, 2].set_title(f"{figure.type_2.metric.title}: lines exact, marks drawn", fontsize=9)
    for letter, ax in zip("abcdef", axes.flat, strict=True):
        _lettered(ax, letter)
    return axes
