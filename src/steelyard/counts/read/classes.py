"""The classes of what was counted: the labels found, in an order, or those that the user declares.

And what is missing.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping, Sequence
from datetime import date, datetime
from itertools import chain, pairwise
from numbers import Number
from typing import TYPE_CHECKING, Any

import numpy as np

from steelyard.counts import labels as naming
from steelyard.counts.labels import MISSING
from steelyard.counts.read.containers import as_column
from steelyard.counts.read.label import check_alike, is_missing
from steelyard.counts.read.tables import chunks

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from steelyard.counts.labels import Label
    from steelyard.counts.read.column import LabelColumn


def declared_labels(labels: Iterable[Any]) -> tuple[Label, ...]:
    """Return the classes that the user lists, as plain values; at least one, none twice."""
    if isinstance(labels, str | bytes) or not isinstance(labels, Iterable):
        raise ValueError(f"labels must be a list of class names, not {labels!r}.")
    declared = naming.checked(naming.MISSING if is_missing(label) else label for label in labels)
    if not declared:
        raise ValueError("labels must name at least one class.")
    return declared


def check_declared(labels: Iterable[Label], declared: Collection[Label], what: str) -> None:
    """Refuse labels that are not among the declared ones."""
    known = set(declared)
    unknown = [label for label in dict.fromkeys(labels) if label not in known]
    if unknown:
        number = "1 value" if len(unknown) == 1 else f"{len(unknown)} values"
        raise ValueError(
            f"the {what} have {number} outside the declared labels: {naming.some(naming.sort(unknown))}; "
            f"declared are {naming.some(declared)}."
        )


def kinds(labels: Collection[Label]) -> dict[str, Label]:
    """Return the kinds among the labels, each with an example."""
    examples: dict[str, Label] = {}
    types = set(map(type, labels)) - {type(MISSING)}  # a look at each type, not at each of a million labels
    for label in labels:
        if not types:
            break
        if type(label) in types:
            types.remove(type(label))
            examples.setdefault(_kind(label), label)
    return examples


def check_kinds(columns: Mapping[str, Collection[Label]], declared: Collection[Label] | None = None) -> None:
    """Refuse columns that mix kinds, and columns that differ in kind from each other or from the declared labels.

    Columns are given by what they are called, such as "true labels".
    """
    examples = {what: kinds(labels) for what, labels in columns.items()}
    allowed = kinds(declared or ())
    for what, each in examples.items():
        check_one_kind(each, what, allowed)
    labelled = {what: each for what, each in examples.items() if each}
    for (one, first), (other, second) in pairwise(labelled.items()):
        if first.keys() != second.keys():
            raise ValueError(
                f"the {one} are {_named(first)}, but the {other} are {_named(second)}; convert one of them."
            )


def check_one_kind(examples: dict[str, Label], what: str, allowed: dict[str, Label]) -> None:
    """Refuse a column that mixes kinds, or that has another kind than the declared labels, if there are some."""
    if len(examples) > 1:
        raise ValueError(f"the {what} mix {_named(examples)}; convert them to one type.")
    if allowed and not examples.keys() <= allowed.keys():
        raise ValueError(
            f"the {what} are {_named(examples)}, but the declared labels are {_named(allowed)}; convert one of them."
        )


def _kind(label: Label) -> str:
    if isinstance(label, Number):
        return "numbers"
    if isinstance(label, str):
        return "texts"
    if isinstance(label, datetime):
        return "times" if label.tzinfo is None else "times with a time zone"
    if isinstance(label, date):
        return "dates"
    return "bytes" if isinstance(label, bytes) else "other values"


def _named(examples: dict[str, Label]) -> str:
    return " and ".join(f"{kind} such as {naming.in_short(label)}" for kind, label in examples.items())


def united(columns: Sequence[Collection[Label]], orders: Sequence[Sequence[Label] | None] = ()) -> tuple[Label, ...]:
    """Return the labels of all columns, arranged; truth values that stand beside other numbers become 0 and 1."""
    labels = dict.fromkeys(chain.from_iterable(columns))
    types = set(map(type, chain.from_iterable(columns))) - {type(naming.MISSING)}
    if bool in types and len(types) > 1:
        labels = dict.fromkeys(int(label) if isinstance(label, bool) else label for label in labels)
    return arranged(labels, orders)


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


MISSING_WORDS = ("refuse", "drop", "keep")


def check_word(missing: str) -> str:
    """Return one of the words; refuse what is none."""
    if missing not in MISSING_WORDS:
        raise ValueError(f'missing must be "refuse", "drop" or "keep", not {missing!r}.')
    return missing


def lacking(columns: Sequence[LabelColumn], codes: Sequence[NDArray[np.intp]]) -> NDArray[np.bool_] | None:
    """Return which items lack a label in one of the columns; None if none does."""
    gone = None
    for column, column_codes in zip(columns, codes, strict=True):
        if column.missing is not None:
            missing = column_codes == column.missing
            gone = missing if gone is None else gone | missing
    return gone if gone is not None and gone.any() else None


def without_label(lost: int, items: int) -> ValueError:
    """Return the error for items without a label."""
    return ValueError(
        f"{lost} of {items} items have no true or no predicted label (None or NaN); "
        'say missing="drop" to leave them out, or missing="keep" to make them a class of their own.'
    )


def with_missing(declared: tuple[Label, ...], columns: Iterable[Collection[Label]]) -> tuple[Label, ...]:
    """Return the declared classes and, if missing labels were kept, theirs, which is the last one."""
    kept = naming.MISSING not in declared and any(naming.MISSING in labels for labels in columns)
    return (*declared, naming.MISSING) if kept else declared


def classes_of(
    columns: Mapping[str, Collection[Label]],
    orders: Sequence[Sequence[Label] | None],
    declared: tuple[Label, ...] | None,
) -> tuple[Label, ...]:
    """Return the classes of columns of labels, each given by what it is called in messages, such as "true labels".

    Labels of different kinds are refused, and so are labels that look alike, and those that are not declared. A missing
    label that is to be kept is a class: the last one, unless declared elsewhere. `orders` are those that the columns
    have of their own.
    """
    check_kinds(columns, declared)
    check_alike(chain(*columns.values(), declared or ()))
    if declared is None:
        classes = united(list(columns.values()), orders)
        if not classes:
            raise ValueError("every item has a missing label, so there is nothing to count.")
        return classes
    declared = with_missing(declared, columns.values())
    for what, labels in columns.items():
        check_declared(labels, declared, what)
    return declared


# Map a column onto a declared set of labels: the position of each item's label.


UNKNOWN, NO_LABEL, NOT_ASKED = -1, -2, -3


def encode(values: Any, labels: Iterable[Any], what: str = "true labels", *, gaps: bool = False) -> NDArray[np.intp]:
    """Return the position in `labels` of each item's label; labels that are missing or not listed are refused.

    With `gaps`, missing ones have the position `NO_LABEL`.

    Examples
    --------
    >>> from steelyard.counts.read.classes import encode
    >>> encode(["b", "a", "b"], ["a", "b", "c"])
    array([1, 0, 1])
    """
    declared = declared_labels(labels)
    position = {naming.MISSING: NO_LABEL} | {label: at for at, label in enumerate(declared)}
    column = as_column(values, what)
    encoded = np.empty(column.size, dtype=np.intp)
    positions = np.empty(0, dtype=np.intp)
    unknown: dict[Label, None] = {}
    for start, stop in chunks(column.size):
        codes = column.codes(start, stop)
        more = int(codes.max(initial=-1)) + 1 - len(positions)
        positions = np.concatenate([positions, np.full(max(0, more), NOT_ASKED)])
        new = np.unique(codes[positions[codes] == NOT_ASKED])
        if len(new):
            names = column.labels_of(new)
            positions[new] = [position.get(label, UNKNOWN) for label in names]
            unknown |= {label: None for label in names if label not in position}
        encoded[start:stop] = positions[codes]
    missing = int((encoded == NO_LABEL).sum())
    if missing and not gaps:
        raise ValueError(f"{missing} of {column.size} {what} are missing (None or NaN); leave those items out first.")
    if unknown:
        check_one_kind(kinds(unknown), what, kinds(declared))
        check_declared(unknown, declared, what)
    return encoded
