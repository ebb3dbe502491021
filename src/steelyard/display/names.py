"""Names of classes and slices as a terminal can show them: one line, no control characters, a bounded width."""

from __future__ import annotations

import unicodedata
from collections.abc import Hashable

from steelyard.labels import text

WIDEST = 24


def width(shown: str) -> int:
    """Return how many columns a text takes: East Asian characters and emoji take two, combining marks none."""
    return sum(
        0 if unicodedata.combining(character) else 2 if unicodedata.east_asian_width(character) in "WF" else 1
        for character in shown
    )


def short(label: Hashable, widest: int = WIDEST) -> str:
    """Return a label on one line; a long one loses its middle, so that its beginning and its end tell it apart."""
    line = " ".join(text(label).split())
    shown = "".join(character if character.isprintable() else "�" for character in line)
    if width(shown) <= widest:
        return shown
    head, tail = shown[: (widest - 1) // 2], shown[-(widest // 2) :]
    while width(head) > (widest - 1) // 2:
        head = head[:-1]
    while width(tail) > widest // 2:
        tail = tail[1:]
    return f"{head}…{tail}"


def padded(shown: str, columns: int, *, right: bool = False) -> str:
    """Fill a text with spaces to a number of columns."""
    space = " " * (columns - width(shown))
    return space + shown if right else shown + space
