"""Unite the labels of several columns into the classes of a matrix, in an order."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from itertools import chain, pairwise
from typing import TYPE_CHECKING

from steelyard.counts import labels as naming

if TYPE_CHECKING:
    from steelyard.counts.labels import Label


def united(columns: Sequence[Collection[Label]], orders: Sequence[Sequence[Label] | None] = ()) -> tuple[Label, ...]:
    """Return the labels of all columns, arranged; truth values that stand beside other numbers become 0 and 1."""
    found = dict.fromkeys(chain.from_iterable(columns))
    types = set(map(type, chain.from_iterable(columns))) - {type(naming.MISSING)}
    if bool in types and len(types) > 1:
        found = dict.fromkeys(int(label) if isinstance(label, bool) else label for label in found)
    return arranged(found, orders)


def arranged(labels: Collection[Label], orders: Sequence[Sequence[Label] | None]) -> tuple[Label, ...]:
    """Return labels in the order that their columns have, or sorted, if there is none or there are different ones.

    One order may lack labels that another has.
    """
    own = [tuple(order) for order in orders if order is not None]
    if own:
        longest: tuple[Label, ...] = max(own, key=len)
        place = {label: i for i, label in enumerate(longest)}
        agree = all(_rising([place.get(label, -1) for label in order]) for order in own)
        known = [label for label in labels if label is not naming.MISSING]
        if agree and all(label in place for label in known):
            missing = (naming.MISSING,) if len(known) < len(labels) else ()
            return (*sorted(known, key=place.__getitem__), *missing)
    return naming.sort(labels)


def _rising(places: Sequence[int]) -> bool:
    return places[:1] != [-1] and all(a < b for a, b in pairwise(places))
