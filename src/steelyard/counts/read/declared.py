"""The classes that the user declares, and labels that are not among them."""

from __future__ import annotations

from collections.abc import Collection, Iterable
from typing import TYPE_CHECKING, Any

from steelyard.counts import labels as naming
from steelyard.counts.read.columns.plain import is_missing

if TYPE_CHECKING:
    from steelyard.counts.labels import Label


def declared_labels(labels: Iterable[Any]) -> tuple[Label, ...]:
    """Return the classes that the user lists, as plain values; at least one, none twice."""
    if isinstance(labels, str | bytes) or not isinstance(labels, Iterable):
        raise ValueError(f"labels must be a list of class names, not {labels!r}.")
    declared = naming.checked(naming.MISSING if is_missing(label) else label for label in labels)
    if not declared:
        raise ValueError("labels must name at least one class.")
    return declared


def check_declared(found: Iterable[Label], declared: Collection[Label], what: str) -> None:
    """Refuse labels that are not among the declared ones."""
    known = set(declared)
    unknown = [label for label in dict.fromkeys(found) if label not in known]
    if unknown:
        number = "1 value" if len(unknown) == 1 else f"{len(unknown)} values"
        raise ValueError(
            f"the {what} have {number} outside the declared labels: {naming.some(naming.sort(unknown))}; "
            f"declared are {naming.some(declared)}."
        )
