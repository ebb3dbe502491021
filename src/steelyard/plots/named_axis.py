"""Names along an axis, which axes that share it show as well: Matplotlib has one set of ticks for all of them."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any, Literal

from steelyard.counts.labels import some
from steelyard.plots.names import AS_IT_IS, as_they_are

if TYPE_CHECKING:
    from matplotlib.axes import Axes

Which = Literal["x", "y"]


def name_axis(ax: Axes, which: Which, places: Sequence[float], names: Sequence[str], **look: Any) -> None:
    """Write names along an axis; refuse one that a neighbour has named otherwise, whose names would be lost."""
    before = shared_names(ax, which)
    if before and before != list(names):
        raise ValueError(
            f"these axes share their {which} axis with others, whose names {some(before)} would become "
            f"{some(names)}; make them without share{which}."
        )
    for one in (ax, *neighbours(ax, which)):
        axis = one.xaxis if which == "x" else one.yaxis
        # A neighbour makes the same words anew, and would read formulas into them.
        for tick in axis.get_major_ticks(len(places)):
            as_they_are([tick.label1, tick.label2])
    set_ticks = ax.set_xticks if which == "x" else ax.set_yticks
    set_ticks(places, list(names), **look, **AS_IT_IS)


def refuse_names(ax: Axes, which: Which) -> None:
    """Refuse an axis for numbers that a neighbour has given names: they would stand beside our values."""
    names = [name for name in shared_names(ax, which) if not _is_number(name)]
    if names:
        raise ValueError(
            f"these axes share their {which} axis with others that have names along it, {some(names)}; here, numbers "
            f"are to stand there, so make them without share{which}."
        )


def shared_names(ax: Axes, which: Which) -> list[str]:
    """Return the words that were set along an axis, if it is shared."""
    from matplotlib.ticker import FixedLocator  # noqa: PLC0415 - whoever has axes has it

    axis = ax.xaxis if which == "x" else ax.yaxis
    if not neighbours(ax, which) or not isinstance(axis.get_major_locator(), FixedLocator):
        return []
    words = axis.get_major_formatter()
    return [name for name in (words(place, i) for i, place in enumerate(axis.get_majorticklocs())) if name]


def neighbours(ax: Axes, which: Which) -> list[Axes]:
    """Return the other axes that share an axis with these."""
    shared = ax.get_shared_x_axes() if which == "x" else ax.get_shared_y_axes()
    return [one for one in shared.get_siblings(ax) if one is not ax]


def _is_number(name: str) -> bool:
    try:
        float(name.removesuffix("%").replace("−", "-"))
    except ValueError:
        return False
    return True
