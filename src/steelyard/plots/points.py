"""Values with their intervals: a mark and a line, dotted where it may not be trusted; a cross for what is undefined."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any, Literal

from steelyard.plots.inks import Inks
from steelyard.plots.looks import Look
from steelyard.plots.records.point import Point

if TYPE_CHECKING:
    from matplotlib.axes import Axes

UNDEFINED = "undefined"
DOUBTED = "interval may not be trusted"
DOTTED = (0.0, (1.0, 1.2))


def draw_points(
    ax: Axes,
    points: Sequence[Point],
    places: Sequence[float],
    seen: Look,
    *,
    along: Literal["x", "y"] = "x",
    size: float = 5.5,
    name: str = "",
) -> Any:
    """Draw points of one model at their places on the other axis; return the artist of its marks."""
    inks = Inks.of(ax)
    styles: dict[bool, Any] = {False: "solid", True: DOTTED}
    for doubted, style in styles.items():
        some = [(at, p) for at, p in zip(places, points, strict=True) if p.sure and bool(p.doubt) is doubted]
        if some:
            line = ax.hlines if along == "x" else ax.vlines
            where, low, high = [at for at, _ in some], [p.low for _, p in some], [p.high for _, p in some]
            line(where, low, high, colors=seen.colour, linestyles=style, linewidth=1.6, zorder=2)
    values, where = [p.value for p in points], list(places)
    coordinates = (values, where) if along == "x" else (where, values)
    (marks,) = ax.plot(*coordinates, linestyle="none", zorder=3, label=name, **seen.marks(inks, size))
    return marks


def draw_undefined(ax: Axes, places: Sequence[float], seen: Look, *, along: Literal["x", "y"] = "x") -> Any:
    """Put a cross at the edge of the axes for each value that there is not."""
    if not len(places):
        return None
    transform = ax.get_yaxis_transform() if along == "x" else ax.get_xaxis_transform()
    edge = [0.0] * len(places)
    coordinates = (edge, list(places)) if along == "x" else (list(places), edge)
    (marks,) = ax.plot(
        *coordinates, transform=transform, linestyle="none", marker="x", markersize=5, color=seen.colour,
        clip_on=False, zorder=4, label=UNDEFINED,
    )  # fmt: skip
    return marks


def meanings(ax: Axes, points: Sequence[Point]) -> list[tuple[Any, str]]:
    """Return what a legend must say of the points: of dotted lines, and of crosses."""
    from matplotlib.lines import Line2D  # noqa: PLC0415

    ink, found = Inks.of(ax).ink, []
    if any(point.sure and point.doubt for point in points):
        found.append((Line2D([], [], color=ink, linestyle=DOTTED, linewidth=1.6), DOUBTED))
    if not all(point.defined for point in points):
        found.append((Line2D([], [], color=ink, linestyle="none", marker="x", markersize=5), UNDEFINED))
    return found
