"""Say what lines and marks mean: above the axes where the figure is ours, else inside them."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

from steelyard.plots.inks import Inks
from steelyard.plots.names import as_they_are

if TYPE_CHECKING:
    from matplotlib.axes import Axes

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
    look: dict[str, Any] = {"fontsize": "small", "frameon": False, "handlelength": 1.8}
    figure = ax.get_figure(root=True)
    if own and figure is not None:
        inch = _size() / 72
        columns = columns_that_fit([_width(name) for _, name in entries], figure.get_figwidth() / inch)
        figure.set_figheight(figure.get_figheight() + -(-len(entries) // columns) * LINE * inch)
        made = figure.legend(handles, blank, loc="outside upper left", ncols=columns, **look)
    else:
        made = ax.legend(handles, blank, loc="best", **look)
    as_they_are(made.get_texts())
    for text, (_, name) in zip(made.get_texts(), entries, strict=True):
        text.set(text=name, color=Inks.of(ax).ink)


def _size() -> float:
    """Return the size of the letters in points."""
    from matplotlib.font_manager import FontProperties  # noqa: PLC0415 - whoever has axes has it

    return FontProperties(size="small").get_size_in_points()


def _width(name: str) -> float:
    """Return how wide a name is, in sizes of its letters."""
    from matplotlib.font_manager import FontProperties  # noqa: PLC0415
    from matplotlib.textpath import text_to_path  # noqa: PLC0415

    found: float = text_to_path.get_text_width_height_descent(name, FontProperties(size="small"), ismath=False)[0]
    return found / _size()


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
