"""Values with their intervals as marks: a line where there is one, a cross at the edge for what is undefined."""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import TYPE_CHECKING, Any, Literal, NamedTuple

from steelyard.plots.style import Inks, look

if TYPE_CHECKING:
    import numpy as np
    from matplotlib.axes import Axes
    from numpy.typing import NDArray

UNDEFINED = "undefined"
SIZE = 4.2
"""Of a mark, in points."""

LETTERS, LINE = "small", 1.7 * 8.33 / 72
"""Of a legend: the size of its letters, 8.33 points, and how high an entry is in inches."""


class Point(NamedTuple):
    """A value and the ends of its interval, NaN where there is none."""

    value: float
    low: float = math.nan
    high: float = math.nan

    @property
    def defined(self) -> bool:
        """Whether there is a value."""
        return math.isfinite(self.value)

    @property
    def sure(self) -> bool:
        """Whether there is an interval."""
        return math.isfinite(self.low) and math.isfinite(self.high)


def draw_points(
    ax: Axes, placed: Sequence[tuple[float, Point]], k: int, name: str, *, along: Literal["x", "y"]
) -> None:
    """Draw points of the k-th look at their places on the other axis.

    Parameters
    ----------
    ax
        Where to draw.
    placed
        The place and the point.
    k, name
        The look, and what a legend calls it.
    along
        The axis along which the values are.
    """
    seen, inks = look(k), Inks.of(ax)
    sure = [(place, point) for place, point in placed if point.sure]
    if sure:
        line = ax.hlines if along == "x" else ax.vlines
        low, high = [point.low for _, point in sure], [point.high for _, point in sure]
        line([place for place, _ in sure], low, high, colors=seen.colour, linestyles="solid", linewidth=1.6, zorder=2)
    values, places = [point.value for _, point in placed], [place for place, _ in placed]
    coordinates = (values, places) if along == "x" else (places, values)
    ax.plot(*coordinates, linestyle="none", zorder=3, label=name, **seen.marks(inks, SIZE))
    _crosses(ax, [place for place, point in placed if not point.defined], seen.colour, along)


def _crosses(ax: Axes, places: Sequence[float], colour: str, along: Literal["x", "y"]) -> None:
    """Put a cross at the edge of the axes for each value that there is not."""
    if not places:
        return
    transform = ax.get_yaxis_transform() if along == "x" else ax.get_xaxis_transform()
    edge = [0.0] * len(places)
    coordinates = (edge, list(places)) if along == "x" else (list(places), edge)
    ax.plot(
        *coordinates, transform=transform, linestyle="none", marker="x", markersize=5, color=colour,
        clip_on=False, zorder=4, label=UNDEFINED,
    )  # fmt: skip


def meanings(axes: NDArray[np.object_], names: Sequence[str], points: Sequence[Point]) -> list[tuple[Any, str]]:
    """Return the marks of these names on axes, and what a cross means if there is one."""
    from matplotlib.lines import Line2D  # noqa: PLC0415 - whoever has axes has it

    marks = {line.get_label(): line for ax in axes for line in ax.get_lines()}
    result: list[tuple[Any, str]] = [(marks[name], name) for name in names if name in marks]
    if not all(point.defined for point in points):
        cross = Line2D([], [], color=Inks.of(axes[0]).ink, linestyle="none", marker="x", markersize=5)
        result.append((cross, UNDEFINED))
    return result


def explain(ax: Axes, entries: Sequence[tuple[Any, str]], *, own: bool, room: float) -> None:
    """Add a legend: above the axes where the figure is ours, which grows by it; else inside them.

    Parameters
    ----------
    ax
        The axes, or the first of several.
    entries
        Marks, and what they mean.
    own
        Whether the figure is ours.
    room
        Inches that an entry takes.
    """
    handles, names = zip(*entries, strict=True)
    inks, figure = Inks.of(ax), ax.get_figure(root=True)
    look: dict[str, Any] = {"fontsize": LETTERS, "handlelength": 1.8, "labelcolor": inks.ink}
    if own and figure is not None:
        columns = max(1, min(len(names), int(figure.get_figwidth() / room)))
        figure.set_figheight(figure.get_figheight() + -(-len(names) // columns) * LINE)
        figure.legend(handles, names, loc="outside upper left", ncols=columns, frameon=False, **look)
    else:
        # It may lie on what is drawn, which must not be seen between the letters.
        ax.legend(
            handles, names, loc="best", frameon=True, facecolor=inks.paper, edgecolor=inks.light, framealpha=0.9, **look
        )
