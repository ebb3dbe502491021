"""What a label is: decided here, and only here, for values in memory, texts of CSV files and values of JSON.

A value in memory is its plain Python self; whole floats are ints, fractions are refused as probabilities, None, NaN,
NaT and NA are missing. Of texts, only what people write for a number is one: codes such as 007, 1e3, 1_000 and +1 stay
the text they are, and no label goes through a float: 9007199254740993 and 9007199254740992 are two classes.
"""

from __future__ import annotations

import json
import re
import unicodedata
from collections.abc import Iterable
from numbers import Integral, Number
from typing import TYPE_CHECKING, Any

import numpy as np

from steelyard.counts import labels as naming

if TYPE_CHECKING:
    from steelyard.counts.labels import Label


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
    check_numbers(values)
    return {text: text for text in values}


def label_named(name: str, labels: Iterable[Label]) -> Label | None:
    """Return the label that people mean by a text: one of these, or a new one of their kind; None if it is of another.

    Examples
    --------
    >>> label_named("1", [0, 1]), label_named("7", [0, 1]), label_named("x", [0, 1]), label_named("7", ["a"])
    (1, 7, None, '7')
    """
    by_text = {naming.text(label): label for label in labels if label is not naming.MISSING}
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
    check_alike(everything)
    for name, texts in predictions.items():
        _check_whole(truth, texts, name)
        _check_comparable(truth, texts, name)
    return as_labels(everything)


def check_alike(labels: Iterable[Label]) -> None:
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


def check_numbers(texts: Iterable[str]) -> None:
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
    check_numbers({text for text in texts if text is not None})
    return texts


def _json_kind(value: Any) -> type:
    return float if isinstance(value, int | float) and not isinstance(value, bool) else type(value)


def _start_of(text: str | None) -> str:
    shown = text or ""
    return shown if len(shown) <= 40 else f"{shown[:37]}..."
