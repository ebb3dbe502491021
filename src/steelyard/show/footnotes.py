"""Notes under a table, each told once, however many numbers it is about."""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import dataclass, field
from string import ascii_lowercase

AMOUNT = re.compile(
    r"(?P<doubt>\d+\.\d+(?= standard errors)|\d+(?=% of the draws))"
    r"|(?P<lead>always answering .+ would get |would be |less than )(?P<fact>-?\d+\.\d+)"
    r" \((?P<metric>\w+(?: at importance)?(?:\(.*\))?)\)$",
    re.DOTALL,
)
"""What differs from metric to metric in a note that is the same."""


Amounts = dict[tuple[str, str], list[str]]
"""By what comes before them and the metric that they are about."""

MISLEADING = "misleading: "
"""How a note begins that says why a number misleads."""


@dataclass
class Footnotes:
    """Notes by number; by letter, and before them, those that say why a number misleads.

    Notes that differ in an amount alone are one: doubts with the least and the largest amount, facts with the amount of
    each metric.

    Examples
    --------
    >>> from steelyard.show.footnotes import Footnotes
    >>> notes = Footnotes()
    >>> notes.mark(["the metric is undefined in 6% of the draws"]), notes.mark(["never predicted"])
    ('[1]', '[2]')
    >>> notes.mark(["never predicted", "misleading: always answering 'ok' would get 0.950 (accuracy)"])
    '[a,2]'
    >>> notes.mark(["never predicted", "the metric is undefined in 12% of the draws"])
    '[1,2]'
    >>> for line in notes.lines():
    ...     print(line)
    [a] misleading: always answering 'ok' would get 0.950
    [1] the metric is undefined in 6 to 12% of the draws
    [2] never predicted
    """

    _doubts: dict[str, Amounts] = field(default_factory=dict)
    _facts: dict[str, Amounts] = field(default_factory=dict)

    def mark(self, notes: Iterable[str]) -> str:
        """Return the letters and numbers of some notes, in brackets; nothing if there are none."""
        places = sorted({self._place(note) for note in notes if note})
        return f"[{','.join(map(_sign, places))}]" if places else ""

    def _place(self, note: str) -> tuple[bool, int]:
        found = AMOUNT.search(note)
        kind = note if found is None else f"{note[: found.start()]}\0{note[found.end() :]}"
        doubt = not note.startswith(MISLEADING)
        kinds = self._doubts if doubt else self._facts
        amounts = kinds.setdefault(kind, {})
        if found is not None:
            key = found["lead"] or "", found["metric"] or ""
            amounts.setdefault(key, []).append(found["doubt"] or found["fact"])
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


def _told(kind: str, amounts: Amounts) -> str:
    """Return a note with its amounts, told together where they begin alike."""
    alone = len({(lead, amount) for (lead, _), each in amounts.items() for amount in each}) == 1
    told: dict[str, list[str]] = {}
    for (lead, metric), each in amounts.items():
        told.setdefault(lead, []).append(_span(each) if alone or not metric else f"{_span(each)} ({metric})")
    listed = [lead + ", ".join(dict.fromkeys(each)) for lead, each in told.items()]
    return kind.replace("\0", "; ".join(listed))


def _span(amounts: list[str]) -> str:
    least, most = min(amounts, key=float), max(amounts, key=float)
    return least if least == most else f"{least} to {most}"
