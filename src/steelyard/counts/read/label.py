"""What a label is, what is missing, which classes there are: decided here, and only here, wherever labels come from.

A value in memory is its plain Python self; whole floats are ints, fractions are refused as probabilities, None, NaN,
NaT and NA are missing. Of texts, only what people write for a number is one: codes such as 007, 1e3, 1_000 and +1 stay
the text they are, and no label goes through a float: 9007199254740993 and 9007199254740992 are two classes.
"""

from __future__ import annotations

import json
import re
import unicodedata
from collections.abc import Collection, Iterable, Mapping, Sequence
from datetime import date, datetime
from itertools import chain, pairwise
from numbers import Integral, Number
from typing import Any

import numpy as np

from steelyard.counts import labels as naming
from steelyard.counts.labels import MISSING, Label


def is_missing(value: Any) -> bool:
    """Tell None, NaN, NaT and pandas' NA from labels."""
    if value is None or type(value).__name__ == "NAType":
        return True
    try:
        return bool(value != value)  # noqa: PLR0124 - only NaN and NaT differ from themselves
    except Exception:  # noqa: BLE001 - whatever cannot be compared is not one of those
        return False


def plain(value: Any, what: str, *, fractions: bool = False) -> Label:
    """Return the label without its NumPy, pandas or tensor type; whole floats become ints.

    Other fractions are refused, unless they are welcome, as they are among the keys of slices.
    """
    if isinstance(value, np.datetime64 | np.timedelta64):
        return _moment(value, what)
    if hasattr(value, "item") and hasattr(value, "dtype"):
        try:
            value = value.item()
        except (ValueError, RuntimeError):
            raise several_values(value, what) from None
    if hasattr(value, "to_pydatetime") or hasattr(value, "to_pytimedelta"):
        return _timestamp(value, what)
    if isinstance(value, Number) and not isinstance(value, Integral):
        return _whole(value, what, fractions=fractions)
    return value


def several_values(value: Any, what: str) -> ValueError:
    """Return the error for an item that is a list or an array."""
    return ValueError(
        f"the {what} must be one label per item, but there is {naming.in_short(value)}; if these are "
        "probabilities or scores, take the argmax first; if it is one label of several parts, make it a tuple."
    )


def fraction(value: Any, what: str) -> ValueError:
    """Return the error for a number that is no label."""
    return ValueError(
        f"the {what} contain {value}, which looks like a probability or a score rather than a label: "
        "`sy.scores.evaluate` takes scores; to have labels, take the argmax or apply a threshold first, or convert the "
        "numbers to texts if they do name classes."
    )


def too_fine(value: Any, what: str) -> ValueError:
    """Return the error for a time that Python's would cut off."""
    return ValueError(f"the {what} contain {value}, which is finer than microseconds; convert such times to texts.")


def whole_numbers(values: np.ndarray[Any, Any], what: str) -> tuple[np.ndarray[Any, Any], np.ndarray[Any, Any] | None]:
    """Return floats as int64, and where they are NaN (None if nowhere); refuse fractions and infinities."""
    with np.errstate(invalid="ignore"):
        whole = values.astype(np.int64)
    size = np.abs(values)
    same = whole == values
    # From 2⁶³ on the cast is undefined, and on some machines equal to what was cast.
    if float(size.max(initial=0)) < 2.0**63 and same.all():
        return whole, None
    missing = np.isnan(values)
    wrong = ~missing & ~(same & (size.astype(np.float64) < 2.0**63))
    if wrong.any():
        raise fraction(values[wrong][0], what)
    return whole, missing


def moments(values: np.ndarray[Any, Any], what: str) -> np.ndarray[Any, Any]:
    """Return dates, times and durations in a unit that Python has, which is microseconds at the finest."""
    unit = np.datetime_data(values.dtype)[0]
    if unit not in {"ns", "ps", "fs", "as"}:
        return values
    coarse = values.astype(f"{values.dtype.kind}8[us]")
    lost = (coarse != values) & ~np.isnat(values)
    if lost.any():
        raise too_fine(values[lost][0], what)
    return coarse


def _moment(value: np.datetime64 | np.timedelta64, what: str) -> Label:
    return moments(np.array([value]), what).tolist()[0]


def _timestamp(value: Any, what: str) -> Label:
    """Return a Timestamp of pandas as a datetime, with its time zone, or a Timedelta as a timedelta."""
    if getattr(value, "nanosecond", 0) or getattr(value, "nanoseconds", 0):
        raise too_fine(value, what)
    return value.to_pydatetime() if hasattr(value, "to_pydatetime") else value.to_pytimedelta()


def _whole(value: Any, what: str, *, fractions: bool) -> Label:
    try:
        whole = int(value)
    except (TypeError, ValueError, OverflowError):  # complex numbers, infinities
        whole = None
    if whole is not None and whole == value:
        return whole
    if not fractions:
        raise fraction(value, what)
    return value


# Texts as labels: which of them write numbers, and which look alike.


# No class has a number of hundreds of digits, and Python's int() refuses thousands of them.
WHOLE = re.compile(r"(-?(?:0|[1-9][0-9]{0,299}))(?:\.0+)?")
NAN = frozenset({"NaN", "nan"})
"""How NumPy and pandas write a gap."""

DECIMAL = re.compile(r"-?[0-9]*\.[0-9]+(?:[eE][+-]?[0-9]+)?|-?[0-9]+[eE]-[0-9]+")


def whole(text: str) -> int | None:
    """Return the whole number that a text writes ("1.0" is 1), else None."""
    match = WHOLE.fullmatch(text)
    return int(match[1]) if match else None


def number(text: str) -> int | float | None:
    """Return the whole number or the decimal, such as a probability, that a text writes, else None."""
    integer = whole(text)
    return float(text) if integer is None and DECIMAL.fullmatch(text) else integer


def as_labels(texts: Iterable[str]) -> dict[str, str | int]:
    """Return what each text is as a label: a whole number if all of them are, else itself.

    Texts that stay texts and write the same number, such as 1 and 1.0, are refused.
    """
    values = {text: whole(text) for text in texts}
    numbers = {text: value for text, value in values.items() if value is not None}
    if len(numbers) == len(values):
        return dict(numbers)
    _check_numbers(values)
    return {text: text for text in values}


def label_named(name: str, labels: Iterable[Label]) -> Label | None:
    """Return the label that people mean by a text: one of these, or a new one of their kind; None if it is of another.

    Examples
    --------
    >>> label_named("1", [0, 1]), label_named("7", [0, 1]), label_named("x", [0, 1]), label_named("7", ["a"])
    (1, 7, None, '7')
    """
    by_text = {naming.text(label): label for label in labels if label is not MISSING}
    if name in by_text:
        return by_text[name]
    return name if all(isinstance(label, str) for label in by_text.values()) else whole(name)


def gaps_among(texts: set[str]) -> set[str]:
    """Return the texts that are gaps: NaN, which NumPy and pandas write for what is missing; alone it is a label.

    Examples
    --------
    >>> gaps_among({"ok", "NaN"}), gaps_among({"nan"})
    ({'NaN'}, set())
    """
    return texts & NAN if texts - NAN else set()


def as_compared(truth: set[str], predictions: dict[str, set[str]]) -> dict[str, str | int]:
    """Return what each text of a truth column and of the named prediction columns is as a label.

    Whole numbers if all of them are, else text. Decimals beside a truth of whole numbers are refused as
    probabilities; a truth with decimals, such as half stars, is text. Numbers in one column and none in the other
    are refused.
    """
    everything = truth.union(*predictions.values())
    _check_alike(everything)
    for name, texts in predictions.items():
        _check_whole(truth, texts, name)
        _check_comparable(truth, texts, name)
    return as_labels(everything)


def _check_alike(labels: Iterable[Label]) -> None:
    """Refuse texts of which two are one to who reads them: but for spaces around them, or in two forms of Unicode."""
    texts = [label for label in labels if isinstance(label, str)]
    unusual = {text for text in texts if not text.isascii() or text != text.strip()}
    known = set(texts) if unusual else set()  # of a million labels it takes as long as all the rest
    written: dict[str, str] = {}
    for text in sorted(unusual):
        usual = unicodedata.normalize("NFC", text.strip())
        other = usual if usual in known else written.setdefault(usual, text)
        if other != text:
            raise _alike(*sorted((other, text)))


def _alike(one: str, other: str) -> ValueError:
    if one.strip() == other.strip():
        return ValueError(
            f"the labels {naming.in_short(one)} and {naming.in_short(other)} differ only in spaces; "
            "write both in the same way."
        )
    return ValueError(
        f"the labels {one!r} and {other!r} are one text in two forms of Unicode, {one!a} and {other!a}; "
        "write both in the same form, such as NFC."
    )


def _check_numbers(texts: Iterable[str]) -> None:
    """Refuse texts of which two write the same number."""
    written: dict[float, str] = {}
    for text in sorted(texts):
        value = number(text)
        if value is not None and written.setdefault(value, text) != text:
            raise ValueError(
                f"the labels {written[value]!r} and {text!r} write the same number, but stay texts, since not all "
                "labels are whole numbers; write both in the same way."
            )


def _check_whole(truth: set[str], predicted: set[str], name: str) -> None:
    """Refuse decimals where the truth is whole numbers, or has no number and all predictions are."""
    no_number = not any(number(text) is not None for text in truth) and None not in map(number, predicted)
    if no_number or all(whole(text) is not None for text in truth):
        decimals = [text for text in predicted if isinstance(number(text), float)]
        if decimals:
            raise fraction(min(decimals), f"labels in column {name!r}")


def _check_comparable(truth: set[str], predicted: set[str], name: str) -> None:
    columns = {"the true labels": truth, f"the labels in {name!r}": predicted}
    for (one, numbers), (other, texts) in (columns.items(), reversed(columns.items())):
        if not (numbers and texts) or None in map(number, numbers):
            continue
        if not any(number(text) is not None for text in texts):
            raise ValueError(
                f"{one} are numbers such as {min(numbers)!r}, but {other} are texts such as {min(texts)!r}; "
                "write both in the same way."
            )


def json_labels(written: Iterable[str | None], name: str) -> list[Any]:
    """Return what each JSON value is: a text, a number, a truth value, None.

    In a column of several kinds, such as numbers and texts, all are texts. Nested values are refused.

    Examples
    --------
    >>> json_labels(["1", "2.0", None], "y")
    [1, 2.0, None]
    >>> json_labels(["1", '"other"'], "y")
    ['1', 'other']
    """
    listed = list(written)
    values = [None if text is None else json.loads(text) for text in listed]
    nested = [text for text, value in zip(listed, values, strict=True) if isinstance(value, list | dict)]
    if nested:
        raise ValueError(f"column {name!r} holds nested values such as {_start_of(nested[0])}, not labels.")
    if len({_json_kind(value) for value in values if value is not None}) < 2:
        return values
    texts = [
        value if value is None or isinstance(value, str) else text for text, value in zip(listed, values, strict=True)
    ]
    _check_numbers({text for text in texts if text is not None})
    return texts


def _json_kind(value: Any) -> type:
    return float if isinstance(value, int | float) and not isinstance(value, bool) else type(value)


def _start_of(text: str | None) -> str:
    shown = text or ""
    return shown if len(shown) <= 40 else f"{shown[:37]}..."


# The classes of what was counted: the labels found, in an order, or those that the user declares; and what is missing.


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
    _check_alike(chain(*columns.values(), declared or ()))
    if declared is None:
        classes = united(list(columns.values()), orders)
        if not classes:
            raise ValueError("every item has a missing label, so there is nothing to count.")
        return classes
    declared = with_missing(declared, columns.values())
    for what, labels in columns.items():
        check_declared(labels, declared, what)
    return declared


def declared_labels(labels: Iterable[Any]) -> tuple[Label, ...]:
    """Return the classes that the user lists, as plain values; at least one, none twice."""
    if isinstance(labels, str | bytes) or not isinstance(labels, Iterable):
        raise ValueError(f"labels must be a list of class names, not {labels!r}.")
    declared = naming.checked(MISSING if is_missing(label) else label for label in labels)
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
    types = set(map(type, chain.from_iterable(columns))) - {type(MISSING)}
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
        known = [label for label in labels if label is not MISSING]
        if agree and all(label in place for label in known):
            missing = (MISSING,) if len(known) < len(labels) else ()
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


def without_label(lost: int, items: int) -> ValueError:
    """Return the error for items without a label."""
    return ValueError(
        f"{lost} of {items} items have no true or no predicted label (None or NaN); "
        'say missing="drop" to leave them out, or missing="keep" to make them a class of their own.'
    )


def with_missing(declared: tuple[Label, ...], columns: Iterable[Collection[Label]]) -> tuple[Label, ...]:
    """Return the declared classes and, if missing labels were kept, theirs, which is the last one."""
    kept = MISSING not in declared and any(MISSING in labels for labels in columns)
    return (*declared, MISSING) if kept else declared
