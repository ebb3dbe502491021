"""Kinds of labels: numbers, texts, bytes, others. Labels of different kinds in one matrix are always a mistake."""

from __future__ import annotations

from collections.abc import Iterable
from numbers import Number
from typing import TYPE_CHECKING

from steelyard.labels import MISSING

if TYPE_CHECKING:
    from steelyard.labels import Label


def kinds(labels: Iterable[Label]) -> dict[str, Label]:
    """Return the kinds among the labels, each with an example."""
    found: dict[str, Label] = {}
    for label in labels:
        if label is not MISSING:
            found.setdefault(_kind(label), label)
    return found


def check_kinds(truth: Iterable[Label], prediction: Iterable[Label], declared: Iterable[Label] | None = None) -> None:
    """Refuse columns that mix kinds, and columns that differ in kind from each other or from the declared labels."""
    columns = {"true labels": kinds(truth), "predicted labels": kinds(prediction)}
    for what, found in columns.items():
        check_one_kind(found, what, declared)
    (one, first), (other, second) = columns.items()
    if first and second and first.keys() != second.keys():
        raise ValueError(f"the {one} are {_named(first)}, but the {other} are {_named(second)}; convert one of them.")


def check_one_kind(found: dict[str, Label], what: str, declared: Iterable[Label] | None = None) -> None:
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
