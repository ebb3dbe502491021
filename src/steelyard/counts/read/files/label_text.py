"""Labels written as text: which of them are numbers.

Only what people write for a number is one. Codes such as 007, 1e3, 1_000 and +1 stay the text they are, and no label
goes through a float: 9007199254740993 and 9007199254740992 are two classes.
"""

from __future__ import annotations

import re
from collections.abc import Iterable

from steelyard.counts.read.columns.plain import fraction

# No class has a number of hundreds of digits, and Python's int() refuses thousands of them.
WHOLE = re.compile(r"(-?(?:0|[1-9][0-9]{0,299}))(?:\.0+)?")
NAN = frozenset({"NaN", "nan"})
"""How NumPy and pandas write a gap in a column of floats."""

DECIMAL = re.compile(r"-?[0-9]*\.[0-9]+(?:[eE][+-]?[0-9]+)?|-?[0-9]+[eE]-[0-9]+")


def whole(text: str) -> int | None:
    """Return the whole number that a text writes ("1.0" is 1), else None."""
    found = WHOLE.fullmatch(text)
    return int(found[1]) if found else None


def number(text: str) -> int | float | None:
    """Return the whole number or the decimal, such as a probability, that a text writes, else None."""
    found = whole(text)
    return float(text) if found is None and DECIMAL.fullmatch(text) else found


def as_labels(texts: Iterable[str]) -> dict[str, str | int]:
    """Return what each text is as a label: a whole number if all of them are, else itself.

    Texts that stay texts and write the same number, such as 1 and 1.0, are refused.
    """
    found = {text: whole(text) for text in texts}
    numbers = {text: value for text, value in found.items() if value is not None}
    if len(numbers) == len(found):
        return dict(numbers)
    check_numbers(found)
    return {text: text for text in found}


def gaps_among(texts: set[str]) -> set[str]:
    """Return the texts that are gaps: NaN, if all others write numbers. Among other texts it is a label.

    Examples
    --------
    >>> gaps_among({"1.0", "NaN"}), gaps_among({"naan", "nan"})
    ({'NaN'}, set())
    """
    others = texts - NAN
    return texts & NAN if others and None not in map(number, others) else set()


def as_compared(truth: set[str], predictions: dict[str, set[str]]) -> dict[str, str | int]:
    """Return what each text of a truth column and of the named prediction columns is as a label.

    Whole numbers if all of them are, else text. Decimals beside a truth of whole numbers are refused as
    probabilities; a truth with decimals, such as half stars, is text. Numbers in one column and none in the other
    are refused.
    """
    everything = truth.union(*predictions.values())
    _check_spaces(everything)
    for name, texts in predictions.items():
        _check_comparable(truth, texts, name)
        _check_whole(truth, texts, name)
    return as_labels(everything)


def _check_spaces(texts: set[str]) -> None:
    trimmed: dict[str, str] = {}
    for text in sorted(texts):
        other = trimmed.setdefault(text.strip(), text)
        if other != text:
            raise ValueError(f"the labels {other!r} and {text!r} differ only in spaces; write both in the same way.")


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
    """Refuse decimals where the truth is whole numbers."""
    if all(whole(text) is not None for text in truth):
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
