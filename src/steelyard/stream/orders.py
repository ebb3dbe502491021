"""The order that labels have by themselves, as ordered categories do: kept over the batches of a stream."""

from __future__ import annotations

from collections.abc import Iterable

from steelyard.counts.labels import Label

Order = tuple[Label, ...]

MOST = 8
"""So many orders that contradict each other are kept; a stream that brings ever new ones shall not fill the memory."""


def with_orders(known: Iterable[Order], more: Iterable[Order]) -> tuple[Order, ...]:
    """Return orders that decide as all of them together do: those that are not part of another one.

    Examples
    --------
    >>> from steelyard.stream.orders import with_orders
    >>> with_orders([("low", "high")], [("low", "medium", "high"), ("medium", "high")])
    (('low', 'medium', 'high'),)
    """
    kept: list[Order] = list(known)
    for order in more:
        if not any(_is_part(order, other) for other in kept):
            kept = [other for other in kept if not _is_part(other, order)]
            kept = [*kept, order][:MOST]
    return tuple(kept)


def _is_part(order: Order, other: Order) -> bool:
    """Whether the labels of an order are in another one, in the same order."""
    left = iter(other)
    return all(label in left for label in order)
