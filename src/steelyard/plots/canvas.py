"""Axes to draw on, made without pyplot, so that the user's backend and open figures stay untouched."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Literal

from steelyard.plots.inks import Inks

if TYPE_CHECKING:
    import numpy as np
    from matplotlib.axes import Axes
    from numpy.typing import NDArray


def needs_matplotlib() -> Any:
    """Return Matplotlib's kind of figure, or say how to get it."""
    try:
        from matplotlib.figure import Figure  # noqa: PLC0415 - loaded when it is used
    except ImportError:
        raise ValueError("drawing needs Matplotlib; pip install matplotlib.") from None
    return Figure


def grid_of_axes(rows: int, columns: int, size: tuple[float, float], **arguments: Any) -> NDArray[np.object_]:
    """Return axes in rows and columns on a new figure of a size in inches."""
    figure = needs_matplotlib()(figsize=size, layout="constrained")
    axes: NDArray[np.object_] = figure.subplots(rows, columns, squeeze=False, **arguments)
    return axes


def axes_or_new(ax: Axes | None, size: tuple[float, float]) -> Axes:
    """Return the axes given, or those of a new figure."""
    if ax is not None:
        return ax
    made: Axes = grid_of_axes(1, 1, size)[0, 0]
    return made


def plain(ax: Axes, size: float | str = 8, *, rows: bool = False) -> None:
    """Take away the lines of the box that carry nothing; beside rows of names, that at the left and its ticks, too."""
    ax.spines[["top", "right", *(["left"] if rows else [])]].set_visible(False)
    ax.tick_params(labelsize=size)
    if rows:
        ax.tick_params(axis="y", length=0)


def gridded(ax: Axes, along: Literal["x", "y"]) -> None:
    """Draw a fine grid behind everything, by which values along an axis are read."""
    ax.grid(axis=along, color=Inks.of(ax).light, linewidth=0.6)
    ax.set_axisbelow(True)
