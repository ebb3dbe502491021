"""The classes of a model's outputs, in their order, and the sizes they had in the training data."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from steelyard import labels as naming
from steelyard.class_sizes import sizes_of
from steelyard.confusion import Confusion


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
    named = None if labels is None else naming.checked(labels)
    if named is None and hasattr(counts, "keys"):
        named = tuple(range(len(counts)))
        others = [label for label in counts.keys() if label not in named]  # noqa: SIM118 - a Series has values in it
        if others:
            raise ValueError(
                f"counts name the class {naming.some(others)}; give labels=, the classes in the order of the logits."
            )
    return sizes_of(counts=counts, labels=named)
