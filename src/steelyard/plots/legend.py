"""Say what lines and marks mean: above the axes where the figure is ours, else inside them."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

from steelyard.plots.inks import Inks
from steelyard.plots.names import as_they_are

if TYPE_CHECKING:
    from matplotlib.axes import Axes

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
