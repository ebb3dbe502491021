"""How much each class matters: the mechanisms, and the grammar that combines them."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from steelyard.counts.table import Table
from steelyard.importance.base import Importance
from steelyard.importance.grammar import parse
from steelyard.importance.mechanisms import complement, prevalence, rarity, stated, uniform
from steelyard.importance.order import order, vague

__all__ = [
    "Importance",
    "as_importance",
    "complement",
    "order",
    "parse",
    "prevalence",
    "rarity",
    "stated",
    "uniform",
    "vague",
]


def as_importance(given: Any) -> Importance:
    """Accept an `Importance`, a text of the grammar, a mapping or a sequence; None is uniform.

    A mapping is of numbers, or of ranges such as {"c1": (0.2, 0.4)} and numbers.

    Examples
    --------
    >>> import steelyard as sy
    >>> sy.importance.as_importance({"c1": 0.7, "c2": 0.3})
    <importance: (c1=0.7, c2=0.3)>
    """
    if given is None:
        return uniform()
    if isinstance(given, Importance):
        return given
    if isinstance(given, str):
        return parse(given)
    if hasattr(given, "keys") and any(isinstance(given[label], tuple | list) for label in given.keys()):  # noqa: SIM118
        return vague(given)
    if isinstance(given, Iterable) and not isinstance(given, Table):
        return stated(given)  # type: ignore[arg-type]  # it checks what it is given
    shown = "counts" if isinstance(given, Table) else repr(given)
    raise ValueError(f"an importance is an Importance, a text, a mapping or a sequence, not {shown}.")
