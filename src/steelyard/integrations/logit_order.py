"""The classes of a model's outputs, in their order, and the sizes they had in the training data."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from numbers import Integral
from typing import Any

from steelyard.counts import labels as naming
from steelyard.counts.confusion import Confusion
from steelyard.counts.labels import Label
from steelyard.importance.stated import sizes_of


def classes_in_order(
    classes: Any, labels: Iterable[Any] | None, counts: Any
) -> tuple[tuple[Label, ...], Confusion | None]:
    """Return the classes in the order of the logits, and their sizes if `counts` tells them; something must be given.

    Examples
    --------
    >>> classes_in_order(3, None, None)
    ((0, 1, 2), None)
    """
    if classes is None and labels is None and counts is None:
        raise ValueError("the classes must be known: give classes=, how many there are, or labels= or counts=.")
    if classes is not None and (isinstance(classes, bool) or not isinstance(classes, Integral) or classes < 1):
        raise ValueError(f"classes must be how many there are, a whole number above 0, not {classes!r}.")
    sizes = None if counts is None else sizes_in_order(counts, labels)
    named = _named(range(classes or 0) if labels is None else labels) if sizes is None else sizes.labels
    if not named:
        raise ValueError("labels must name at least one class.")
    if classes is not None and len(named) != classes:
        raise ValueError(f"classes is {classes}, but {'labels' if counts is None else 'counts'} name {len(named)}.")
    return named, sizes


def sizes_in_order(counts: Any, labels: Iterable[Any] | None = None) -> Confusion:
    """Return class sizes in the order of the logits, from a list, an array, a tensor, or a mapping by class.

    A mapping has an order of its own, which need not be that of the logits: its keys must be the numbers of the
    classes, or `labels` must say which class is which.

    Examples
    --------
    >>> sizes_in_order({1: 10, 0: 90}).support
    array([90., 10.])
    """
    if counts is None:
        raise ValueError("counts must be the class sizes of the training data, in the order of the logits, not None.")
    named = None if labels is None else _named(labels)
    if named is None and hasattr(counts, "keys"):
        named = tuple(range(len(counts)))
        others = [label for label in counts.keys() if label not in named]  # noqa: SIM118 - a Series has values in it
        if others:
            raise ValueError(
                f"counts name the class {naming.some(others)}; give labels=, the classes in the order of the logits."
            )
    return sizes_of(counts=counts, labels=named)


def _named(labels: Iterable[Any]) -> tuple[Label, ...]:
    """Return labels, but not the keys of a mapping from numbers to names, such as `id2label` of Hugging Face."""
    if isinstance(labels, Mapping):
        raise ValueError(
            "labels must be a list of the classes in the order of the logits, not a mapping; of the configuration of "
            "a model, give list(id2label.values())."
        )
    return naming.checked(labels)
