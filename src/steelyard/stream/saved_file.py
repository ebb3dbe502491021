"""The file of a counter: labels and numbers as JSON and back, the same as before, or refused."""

from __future__ import annotations

import hashlib
import json
import math
import re
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from datetime import date, datetime, time, timedelta, timezone
from pathlib import Path
from typing import Any, NamedTuple

from steelyard.counts.answer import replace_content
from steelyard.counts.labels import Label
from steelyard.counts.read.files.data_files import existing_file
from steelyard.stream.batch import DROPPED, LabelPair, Order

READERS: dict[str, Callable[[Any], Label]] = {
    "tuple": lambda parts: tuple(map(from_json, parts)),
    "bytes": bytes.fromhex,
    "datetime": datetime.fromisoformat,
    "date": date.fromisoformat,
    "time": time.fromisoformat,
    "timedelta": lambda parts: timedelta(*parts),
}
"""How a label that JSON has no value for is read, by the name that stands before it."""


def to_json(label: Label) -> Any:
    """Return a label as JSON writes it.

    Examples
    --------
    >>> from datetime import date
    >>> from steelyard.stream.saved_file import to_json
    >>> to_json("cat"), to_json(("cat", 7)), to_json(date(2026, 11, 15))
    ('cat', {'tuple': ['cat', 7]}, {'date': '2026-11-15'})
    """
    # Of subclasses, such as enumerations or pandas' Timestamp, only the plain value would come back.
    kind = type(label)
    if label is None or kind in {str, bool, int} or (isinstance(label, float) and math.isfinite(label)):
        return label
    name = kind.__name__
    if isinstance(label, tuple) and kind is tuple:
        return {name: [to_json(part) for part in label]}
    if isinstance(label, bytes) and kind is bytes:
        return {name: label.hex()}
    if isinstance(label, timedelta) and kind is timedelta:
        return {name: [label.days, label.seconds, label.microseconds]}
    if isinstance(label, date | time) and kind in {date, time, datetime} and _comes_back(label):
        return {name: label.isoformat()}
    raise ValueError(
        f"the label {label!r} cannot be stored in a file; texts, whole numbers, truth values, bytes, dates, times and "
        "tuples of them can."
    )


def from_json(value: Any) -> Label:
    """Return the label that `to_json` wrote."""
    if not isinstance(value, dict):
        return value
    ((name, content),) = value.items()
    return READERS[name](content)


def _comes_back(moment: date | time) -> bool:
    """Whether the text says all: of a time zone only the offset does, and Python 3.11 loses one of microseconds."""
    fixed = isinstance(getattr(moment, "tzinfo", None), timezone | None)
    return fixed and type(moment).fromisoformat(moment.isoformat()) == moment


# Numbers that a saved counter states: taken over as they are, or refused, since anyone may have written the file.


def whole(value: Any, least: int | None = 0) -> int:
    """Return a whole number of at least so much.

    Examples
    --------
    >>> from steelyard.stream.saved_file import whole
    >>> whole(7)
    7
    """
    if type(value) is not int or (least is not None and value < least):
        raise ValueError(f"{value!r} should be a whole number{'' if least is None else f' of at least {least}'}")
    return value


def wholes(values: Iterable[Any], least: int | None = 0) -> list[int]:
    """Return whole numbers."""
    return [whole(value, least) for value in values]


def weights(values: Iterable[Any]) -> list[float]:
    """Return numbers of at least 0; infinity is what the largest ones add up to."""
    listed = list(values)
    for value in listed:
        if type(value) not in {int, float} or not value >= 0:
            raise ValueError(f"{value!r} should be a number of at least 0")
    return listed


# The file of a counter: a line that says what it is, with a checksum, and a JSON document.


VERSION = 1
FIRST_LINE = re.compile(rb"steelyard counter, version ([0-9]{1,9}), sha256 ([0-9a-f]{64})\n")


class Saved(NamedTuple):
    """What a file holds: the settings of a counter, the orders of its labels, its pairs, and what belongs to them."""

    settings: dict[str, Any]
    orders: tuple[Order, ...]
    pairs: list[LabelPair]
    held: dict[str, Any]


def write(path: str | Path, saved: Saved) -> None:
    """Replace the file at a path in one step; refuse what cannot be stored before anything is written."""
    document = json.dumps(_document(saved), separators=(",", ":")).encode("ascii")
    checksum = hashlib.sha256(document).hexdigest()
    file = _named(path)
    if file.is_dir():
        raise ValueError(f"{str(path)!r} is a folder; name a file.")
    if not file.absolute().parent.is_dir():
        raise ValueError(f"there is no folder {str(file.parent)!r} to save a counter in.")
    replace_content(file, f"steelyard counter, version {VERSION}, sha256 {checksum}\n".encode("ascii") + document)


def read(path: str | Path) -> Saved:
    """Return what was written; refuse, by name, a file that is anything else."""
    with existing_file(_named(path)).open("rb") as stream:
        first = FIRST_LINE.fullmatch(stream.readline(200))
        if first is None:
            raise ValueError(f"{str(path)!r} is not the file of a counter: its first line does not say so.")
        version, checksum = int(first[1]), first[2].decode("ascii")
        if version != VERSION:
            raise ValueError(f"{str(path)!r} has version {version}, but this Steelyard reads version {VERSION}.")
        document = stream.read()
    if hashlib.sha256(document).hexdigest() != checksum:
        raise ValueError(f"{str(path)!r} is damaged or incomplete: its content does not have the checksum it names.")
    with describing(path):
        content = json.loads(document)
        saved = _saved(content)
        if _document(saved) != content:
            raise ValueError("it would be written in another way")
    return saved


@contextmanager
def describing(path: str | Path) -> Iterator[None]:
    """Say by name that a file is not what it should be, whatever went wrong with its content."""
    try:
        yield
    except (ArithmeticError, AttributeError, LookupError, RecursionError, TypeError, ValueError) as error:
        raise ValueError(f"{str(path)!r} does not describe a counter ({error!r}).") from None


def _named(path: str | Path) -> Path:
    if "\0" in str(path):
        raise ValueError(f"{str(path)!r} cannot be the name of a file, because it has a null character.")
    return Path(path)


def _document(saved: Saved) -> dict[str, Any]:
    declared = saved.settings["labels"]
    settings = {**saved.settings, "labels": None if declared is None else [to_json(label) for label in declared]}
    places: dict[Any, int] = {}
    pairs = [
        None if pair is DROPPED else [places.setdefault(_key(label), len(places)) for label in pair]
        for pair in saved.pairs
    ]
    labels = [key[1] if isinstance(key, tuple) else json.loads(key) for key in places]
    orders = [[to_json(label) for label in order] for order in saved.orders]
    return {"settings": settings, "orders": orders, "labels": labels, "pairs": pairs, "held": saved.held}


def _key(label: Label) -> tuple[type, Label] | str:
    """Return what tells labels apart that are equal, such as True and 1: their type, or else their text."""
    kind = type(label)
    return (kind, label) if kind in {str, int, bool} else json.dumps(to_json(label))


def _saved(document: dict[str, Any]) -> Saved:
    settings = dict(document["settings"])
    if settings["labels"] is not None:
        settings["labels"] = tuple(map(from_json, settings["labels"]))
    labels = [from_json(label) for label in document["labels"]]
    pairs = [None if pair is None else (labels[pair[0]], labels[pair[1]]) for pair in document["pairs"]]
    orders = tuple(tuple(map(from_json, order)) for order in document["orders"])
    return Saved(settings, orders, pairs, document["held"])
