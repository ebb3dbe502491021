"""Classes in sentences: texts in quotes, numbers as they are, with the verb that belongs to one or to several."""

from __future__ import annotations

from collections.abc import Sequence

from steelyard.counts.labels import Label
from steelyard.show.names import NAMELESS, shortened

WIDEST = 40
"""Columns of a name in a sentence."""

MOST = 5
"""Names in a sentence; the rest is counted."""


def quoted(labels: Sequence[Label]) -> list[str]:
    """Return labels as a sentence names them.

    Examples
    --------
    >>> quoted(["fraud", 3])
    ["'fraud'", '3']
    """
    names = zip(labels, shortened(labels, WIDEST), strict=True)
    return [f"'{name}'" if isinstance(label, str) and name != NAMELESS else name for label, name in names]


def listed(words: Sequence[str], most: int = MOST) -> str:
    """Return words in a row, with "and" before the last; of many, how many more there are.

    Examples
    --------
    >>> listed(["a"]), listed(["a", "b"]), listed(["a", "b", "c"]), listed(list("abcdefgh"))
    ('a', 'a and b', 'a, b and c', 'a, b, c, d, e and 3 more')
    """
    if len(words) > most + 1:
        return f"{', '.join(words[:most])} and {len(words) - most:,} more"
    *others, last = words
    return f"{', '.join(others)} and {last}" if others else last


def named(labels: Sequence[Label], most: int = MOST) -> str:
    """Return classes by their names.

    Examples
    --------
    >>> named(["fraud"]), named([3, 8])
    ("class 'fraud'", 'classes 3 and 8')
    """
    every = quoted(labels[: most + 1]) + [""] * max(0, len(labels) - most - 1)
    return f"{'class' if len(labels) == 1 else 'classes'} {listed(every, most)}"


def verb(things: Sequence[object], one: str, several: str) -> str:
    """Return the word for one thing, or for several."""
    return one if len(things) == 1 else several


def capital(words: str) -> str:
    """Return words with a capital at their beginning."""
    return f"{words[:1].upper()}{words[1:]}"
