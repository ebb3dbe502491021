"""Axes to draw on, made without pyplot, so that the user's backend and open figures stay untouched."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    import numpy as np
    from matplotlib.axes import Axes
    from numpy.typing import NDArray


def needs_matplotlib() -> Any:
    """Return Matplotlib's kind of figure, or say how to get it."""
    try:
        from matplotlib.figure import Figure  # noqa: PLC0415 - loaded when it is used
    except ImportError:
        raise ValueError("drawing needs Matplotlib; pip install 'steelyard[plot]'.") from None
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


def plain(ax: Axes) -> None:
    """Take away the lines of the box that carry nothing."""
    ax.spines[["top", "right"]].set_visible(False)
    ax.tick_params(labelsize=8)
