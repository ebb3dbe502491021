"""Notes under a table, each told once, however many numbers it is about."""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import dataclass, field
from string import ascii_lowercase

AMOUNT = re.compile(
    r"\d+\.\d+(?= standard errors)|\d+(?=% of the draws)"
    r"|(?<=would get )-?\d+\.\d+$|(?<=would be )-?\d+\.\d+$|(?<=less than )\d+\.\d+$"
)
"""What differs from metric to metric in a doubt that is the same."""


MISLEADING = "misleading: "
"""How a note begins that says why a number misleads."""


@dataclass
class Footnotes:
    """Notes by number; by letter, and before them, those that say why a number misleads.

    Notes that differ in an amount alone are one, with the least and the largest amount.

    Examples
    --------
    >>> from steelyard.display.footnotes import Footnotes
    >>> notes = Footnotes()
    >>> notes.mark(["the metric is undefined in 6% of the draws"]), notes.mark(["never predicted"])
    ('[1]', '[2]')
    >>> notes.mark(["never predicted", "misleading: always answering 'ok' would get 0.950"])
    '[a,2]'
    >>> notes.mark(["never predicted", "the metric is undefined in 12% of the draws"])
    '[1,2]'
    >>> for line in notes.lines():
    ...     print(line)
    [a] misleading: always answering 'ok' would get 0.950
    [1] the metric is undefined in 6 to 12% of the draws
    [2] never predicted
    """

    _doubts: dict[str, list[str]] = field(default_factory=dict)
    _facts: dict[str, list[str]] = field(default_factory=dict)

    def mark(self, notes: Iterable[str]) -> str:
        """Return the letters and numbers of some notes, in brackets; nothing if there are none."""
        places = sorted({self._place(note) for note in notes if note})
        return f"[{','.join(map(_sign, places))}]" if places else ""

    def _place(self, note: str) -> tuple[bool, int]:
        found = AMOUNT.search(note)
        kind = note if found is None else AMOUNT.sub("\0", note, count=1)
        doubt = not note.startswith(MISLEADING)
        kinds = self._doubts if doubt else self._facts
        kinds.setdefault(kind, []).extend([] if found is None else [found[0]])
        return doubt, list(kinds).index(kind)

    def lines(self) -> list[str]:
        """Return the notes with their letters and numbers."""
        return [
            f"[{_sign((doubt, place))}] {_told(*each)}"
            for doubt, kinds in ((False, self._facts), (True, self._doubts))
            for place, each in enumerate(kinds.items())
        ]


def _sign(place: tuple[bool, int]) -> str:
    """Return a number for a doubt, a letter for a fact: a to z, then aa and so on."""
    doubt, i = place
    return str(i + 1) if doubt else ascii_lowercase[i % 26] * (1 + i // 26)


def _told(kind: str, amounts: list[str]) -> str:
    if not amounts:
        return kind
    least, most = min(amounts, key=float), max(amounts, key=float)
    return kind.replace("\0", least if least == most else f"{least} to {most}")
