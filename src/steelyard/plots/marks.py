"""How values are drawn: a look for each model, marks with intervals, a row for each name.

And a legend that says what they mean.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Literal

from steelyard.plots.canvas import DISTINCT, MARKERS, Inks, gridded, plain
from steelyard.plots.names import as_they_are, refuse_names
from steelyard.plots.records.values import Point

if TYPE_CHECKING:
    from matplotlib.axes import Axes


DASHES = ("-", "--", ":")
HATCHES = ("", "//", "..", "\\\\", "xx", "--", "||", "++", "o", "*")


@dataclass(frozen=True, slots=True)
class Look:
    """A colour, a mark, a line and a hatching; made by `look`.

    Attributes
    ----------
    colour, marker, line, hatch
        As Matplotlib takes them.
    hollow
        Whether the mark is not filled.
    """

    colour: str
    marker: str
    hollow: bool
    line: str
    hatch: str

    def marks(self, inks: Inks, size: float = 5.5) -> dict[str, Any]:
        """Return what `Axes.plot` takes for marks."""
        return {
            "marker": self.marker,
            "markersize": size,
            "markerfacecolor": inks.paper if self.hollow else self.colour,
            "markeredgecolor": self.colour,
            "markeredgewidth": 1.2,
            "color": self.colour,
        }


def look(k: int) -> Look:
    """Return the look of the k-th model, the same in every figure.

    Parameters
    ----------
    k
        Counted from 0.

    Examples
    --------
    >>> import steelyard as sy
    >>> look = sy.plots.style.look
    >>> look(0).marker, look(0).hollow, look(6).marker, look(6).hollow
    ('o', False, 'o', True)
    """
    return Look(
        DISTINCT[k % len(DISTINCT)],
        MARKERS[k % len(MARKERS)],
        k // len(DISTINCT) % 2 == 1,
        DASHES[k // len(DISTINCT) % len(DASHES)],
        HATCHES[k % len(HATCHES)],
    )


# Values with their intervals: a mark and a line, dotted where it may not be trusted; a cross for what is undefined.


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

    ink, entries = Inks.of(ax).ink, []
    if any(point.sure and point.doubt for point in points):
        entries.append((Line2D([], [], color=ink, linestyle=DOTTED, linewidth=1.6), DOUBTED))
    if not all(point.defined for point in points):
        entries.append((Line2D([], [], color=ink, linestyle="none", marker="x", markersize=5), UNDEFINED))
    return entries


# A plot of rows, each with a place for every model.


ROOM = 0.7
"""Of a row, that the models share."""


def row_height(models: int) -> float:
    """Return the inches of a row."""
    return 0.18 + 0.08 * models


def offsets(models: int) -> list[float]:
    """Return the places of the models within a row, the first on top.

    Examples
    --------
    >>> offsets(1), offsets(2)
    ([0.0], [-0.175, 0.175])
    """
    return [ROOM * ((k + 0.5) / models - 0.5) for k in range(models)]


def banded(ax: Axes, rows: int) -> None:
    """Shade every other row, draw a fine grid for values, and take away the lines that carry nothing."""
    inks = Inks.of(ax)
    refuse_names(ax, "x")
    for row in range(1, rows, 2):
        ax.axhspan(row - 0.5, row + 0.5, color=inks.mixed(0.05), linewidth=0, zorder=0)
    gridded(ax, "x")
    plain(ax, "small", rows=True)


# Say what lines and marks mean: above the axes where the figure is ours, else inside them.


SIZE = "small"

BESIDE, LINE = 5.0, 1.7
"""In sizes of the letters: what an entry has beside its name, and how high it is."""


def explain(ax: Axes, entries: Sequence[tuple[Any, str]], *, own: bool) -> None:
    """Add a legend of artists and what they mean.

    `own`: the figure has nothing but these axes; it grows, so that the legend stands above them.
    """
    if not entries:
        return
    handles = [handle for handle, _ in entries]
    # Matplotlib before 3.10 leaves names that begin with "_" out, so that they are written afterwards.
    blank = ["-"] * len(entries)
    look: dict[str, Any] = {"fontsize": SIZE, "handlelength": 1.8}
    inks = Inks.of(ax)
    figure = ax.get_figure(root=True)
    if own and figure is not None:
        inch = _size(SIZE) / 72
        columns = columns_that_fit([text_width(name) / inch for _, name in entries], figure.get_figwidth() / inch)
        figure.set_figheight(figure.get_figheight() + -(-len(entries) // columns) * LINE * inch)
        made = figure.legend(handles, blank, loc="outside upper left", ncols=columns, frameon=False, **look)
    else:
        # It may lie on what is drawn, which must not be seen between the letters.
        made = ax.legend(
            handles, blank, loc="best", frameon=True, facecolor=inks.paper, edgecolor=inks.light, framealpha=0.9, **look
        )
    as_they_are(made.get_texts())
    for text, (_, name) in zip(made.get_texts(), entries, strict=True):
        text.set(text=name, color=inks.ink)


def _size(size: str) -> float:
    """Return a size of letters in points."""
    from matplotlib.font_manager import FontProperties  # noqa: PLC0415 - whoever has axes has it

    return FontProperties(size=size).get_size_in_points()


def text_width(text: str, size: str = SIZE) -> float:
    """Return how many inches a text is wide."""
    from matplotlib.font_manager import FontProperties  # noqa: PLC0415
    from matplotlib.textpath import text_to_path  # noqa: PLC0415

    points: float = text_to_path.get_text_width_height_descent(text, FontProperties(size=size), ismath=False)[0]
    return points / 72


def columns_that_fit(widths: Sequence[float], room: float) -> int:
    """Return the most columns into which names of these widths fit, in sizes of the letters.

    Examples
    --------
    >>> columns_that_fit([5, 5, 5, 5], 40.0), columns_that_fit([5, 60, 5, 5], 80.0), columns_that_fit([500], 60.0)
    (4, 2, 1)
    """
    for columns in range(len(widths), 1, -1):
        rows, longer = divmod(len(widths), columns)  # Matplotlib fills the first columns with one more
        left, total = list(widths), 0.0
        for column in range(columns):
            size = rows + (column < longer)
            total += max(left[:size]) + BESIDE
            left = left[size:]
        if total <= room:
            return columns if not rows or not longer else -(-len(widths) // (rows + 1))  # as many rows, but alike
    return 1
