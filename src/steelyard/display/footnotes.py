"""Notes under a table, each told once, however many numbers it is about."""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import dataclass, field

AMOUNT = re.compile(r"\d+\.\d+(?= standard errors)|\d+(?=% of the draws)")
"""What differs from metric to metric in a doubt about their intervals that is the same."""


@dataclass
class Footnotes:
    """Notes by number. Doubts that differ in an amount alone are one, with the least and the largest amount.

    Examples
    --------
    >>> from steelyard.display.footnotes import Footnotes
    >>> notes = Footnotes()
    >>> notes.mark(["the metric is undefined in 6% of the draws"]), notes.mark(["never predicted"])
    ('[1]', '[2]')
    >>> notes.mark(["never predicted", "the metric is undefined in 12% of the draws"])
    '[1,2]'
    >>> notes.lines()
    ['[1] the metric is undefined in 6 to 12% of the draws', '[2] never predicted']
    """

    _amounts: dict[str, list[str]] = field(default_factory=dict)

    def mark(self, notes: Iterable[str]) -> str:
        """Return the numbers of some notes, in brackets; nothing if there are none."""
        numbers = sorted({self._number(note) for note in notes if note})
        return f"[{','.join(map(str, numbers))}]" if numbers else ""

    def _number(self, note: str) -> int:
        found = AMOUNT.search(note)
        kind = note if found is None else AMOUNT.sub("\0", note, count=1)
        self._amounts.setdefault(kind, []).extend([] if found is None else [found[0]])
        return list(self._amounts).index(kind) + 1

    def lines(self) -> list[str]:
        """Return the notes with their numbers."""
        return [f"[{number}] {_told(*each)}" for number, each in enumerate(self._amounts.items(), 1)]


def _told(kind: str, amounts: list[str]) -> str:
    if not amounts:
        return kind
    least, most = min(amounts, key=float), max(amounts, key=float)
    return kind.replace("\0", least if least == most else f"{least} to {most}")
