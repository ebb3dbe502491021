"""The file of a counter: a line that says what it is, with a checksum, and a JSON document.

{"settings": …, "orders": […], "labels": […], "pairs": [[truth, prediction], …], "held": …}: pairs are positions among
the labels, null for dropped items; `held` is what the store in use says of its pairs.
"""

from __future__ import annotations

import hashlib
import json
import re
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any, NamedTuple

from steelyard.counts.atomic_file import replace_content
from steelyard.counts.labels import Label
from steelyard.counts.read.files.data_files import existing_file
from steelyard.stream.batch import DROPPED, Pair
from steelyard.stream.label_json import from_json, to_json
from steelyard.stream.orders import Order

VERSION = 1
FIRST_LINE = re.compile(rb"steelyard counter, version ([0-9]{1,9}), sha256 ([0-9a-f]{64})\n")


class Saved(NamedTuple):
    """What a file holds: the settings of a counter, the orders of its labels, its pairs, and what belongs to them."""

    settings: dict[str, Any]
    orders: tuple[Order, ...]
    pairs: list[Pair]
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
        found = json.loads(document)
        saved = _saved(found)
        if _document(saved) != found:
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
