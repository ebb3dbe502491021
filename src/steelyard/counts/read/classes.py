"""The classes of what was counted: the labels found, in an order, or those that the user declares."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from typing import TYPE_CHECKING

from steelyard.counts import labels as naming
from steelyard.counts.read.declared import check_declared
from steelyard.counts.read.kinds import check_kinds
from steelyard.counts.read.union import united

if TYPE_CHECKING:
    from steelyard.counts.labels import Label


def classes_of(
    columns: Mapping[str, Collection[Label]],
    orders: Sequence[Sequence[Label] | None],
    declared: tuple[Label, ...] | None,
) -> tuple[Label, ...]:
    """Return the classes of columns of labels, each given by what it is called in messages, such as "true labels".

    Labels of different kinds are refused, and so are labels that are not declared. A missing label that is to be kept
    is a class: the last one, unless declared elsewhere. `orders` are those that the columns have of their own.
    """
    check_kinds(columns, declared)
    if declared is None:
        classes = united(list(columns.values()), orders)
        if not classes:
            raise ValueError("every item has a missing label, so there is nothing to count.")
        return classes
    if naming.MISSING not in declared and any(naming.MISSING in found for found in columns.values()):
        declared = (*declared, naming.MISSING)
    for what, found in columns.items():
        check_declared(found, declared, what)
    return declared
