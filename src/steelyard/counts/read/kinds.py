"""Kinds of labels: numbers, texts, bytes, others. Labels of different kinds in one matrix are always a mistake."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from itertools import pairwise
from numbers import Number
from typing import TYPE_CHECKING

from steelyard.counts.labels import MISSING

if TYPE_CHECKING:
    from steelyard.counts.labels import Label


def kinds(labels: Collection[Label]) -> dict[str, Label]:
    """Return the kinds among the labels, each with an example."""
    found: dict[str, Label] = {}
    types = set(map(type, labels)) - {type(MISSING)}  # a look at each type, not at each of a million labels
    for label in labels:
        if not types:
            break
        if type(label) in types:
            types.remove(type(label))
            found.setdefault(_kind(label), label)
    return found


def check_kinds(columns: Mapping[str, Collection[Label]], declared: Collection[Label] | None = None) -> None:
    """Refuse columns that mix kinds, and columns that differ in kind from each other or from the declared labels.

    Columns are given by what they are called, such as "true labels".
    """
    found = {what: kinds(labels) for what, labels in columns.items()}
    for what, each in found.items():
        check_one_kind(each, what, declared)
    labelled = {what: each for what, each in found.items() if each}
    for (one, first), (other, second) in pairwise(labelled.items()):
        if first.keys() != second.keys():
            raise ValueError(
                f"the {one} are {_named(first)}, but the {other} are {_named(second)}; convert one of them."
            )


def check_one_kind(found: dict[str, Label], what: str, declared: Collection[Label] | None = None) -> None:
    """Refuse a column that mixes kinds, or that has another kind than the declared labels."""
    if len(found) > 1:
        raise ValueError(f"the {what} mix {_named(found)}; convert them to one type.")
    allowed = kinds(declared or ())
    if allowed and not found.keys() <= allowed.keys():
        raise ValueError(
            f"the {what} are {_named(found)}, but the declared labels are {_named(allowed)}; convert one of them."
        )


def _kind(label: Label) -> str:
    if isinstance(label, Number):
        return "numbers"
    if isinstance(label, str):
        return "texts"
    return "bytes" if isinstance(label, bytes) else "other values"


def _named(found: dict[str, Label]) -> str:
    return " and ".join(f"{kind} such as {label!r}" for kind, label in found.items())
