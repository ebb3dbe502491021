"""Items that belong together, such as the rows of one patient: a column beside those of the slices, or an axis."""

from __future__ import annotations

from collections.abc import Hashable
from typing import Any

from steelyard.counts.confusion import MODEL, Confusion
from steelyard.counts.joint import Joint
from steelyard.counts.labels import MISSING, nearest, some
from steelyard.counts.read.chosen_columns import several
from steelyard.counts.read.slices import SLICE, named_axes

GROUP = "group"
"""The name of an axis of groups whose column has none."""


def columns_with_group(by: Any, group: Any) -> Any:
    """Return the columns of data that slice the items, with that of the groups behind them."""
    if group is None:
        return by
    if not isinstance(group, Hashable) or isinstance(group, tuple):
        raise ValueError("group= names one column of the data; give its name, not the column itself.")
    slices = () if by is None else several(by)
    _refuse_same(map(str, slices), str(group))
    return [*slices, group]


def axes_with_group(by: Any, group: Any) -> Any:
    """Return the keys that slice labels, with those of the groups behind them."""
    if group is None:
        return by
    if isinstance(group, str):
        raise ValueError("group= names a column of data; beside labels, give the groups themselves, group=[…].")
    named = named_axes(group)
    if len(named) != 1:
        raise ValueError(f"group= is one value per item, not the columns {some(named)}.")
    ((name, keys),) = named.items()
    name = GROUP if name == SLICE else name
    slices = named_axes(by)
    _refuse_same(slices, name)
    return {**slices, name: keys}


def _refuse_same(slices: Any, group: str) -> None:
    if group in slices:
        raise ValueError(f"{group!r} slices the items, so it cannot group them as well: each slice would be one group.")


def checked_group(counts: Confusion | Joint, group: Any) -> str | None:
    """Return the axis of the groups; refuse what is none."""
    if group is None:
        return None
    if not isinstance(group, str):
        raise ValueError(f"beside counts, group= names an axis, such as 'patient', not {group!r}.")
    if group not in counts.axes:
        axes = f"the axes are {some(counts.axes)}" if counts.axes else "there is a single matrix"
        raise ValueError(f"there is no axis {group!r} of groups; {axes}.{nearest(group, counts.axes)}")
    if group == MODEL:
        raise ValueError(f"along {MODEL!r} stand models, which predict the same items; call groups of items otherwise.")
    if MISSING in counts.axes[group]:
        raise ValueError(
            f"some items have no {group!r}, so with which others they belong is unknown; leave them out or fill it in."
        )
    return group
