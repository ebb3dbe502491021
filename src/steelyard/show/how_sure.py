"""How sure numbers are: intervals beside them, how they were made, and the notes below a table."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from string import ascii_lowercase
from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np

from steelyard.evaluation.uncertainty import Uncertainty
from steelyard.measuring.notes import Note
from steelyard.show import numbers
from steelyard.show.note_sentences import MISLEADING, WAYS, together

if TYPE_CHECKING:
    from steelyard.evaluation.score import Score
    from steelyard.intervals import Interval


def level(confidence: float) -> str:
    """Write a level of confidence.

    Examples
    --------
    >>> from steelyard.show.how_sure import level
    >>> level(0.95), level(0.999)
    ('95 %', '99.9 %')
    """
    return f"{100 * confidence:.6g} %"


def full(interval: Interval | None) -> str:
    """Write an interval in a column of its own; nothing if there is none."""
    return "" if interval is None or not interval.known else numbers.between(interval.low, interval.high)


def compact(interval: Interval | None) -> str:
    """Write an interval beside its value."""
    return "" if interval is None or not interval.known else numbers.closely_between(interval.low, interval.high)


def remarks(score: Score) -> Iterator[Remark]:
    """Yield what a reader must know about a value: whether it misleads, and what is undefined in it."""
    if score.misleading:
        yield Remark(score.misleading, misleading=True)
    if score.note and score.note != score.misleading:
        yield Remark(score.note)


def reasons(score: Score) -> Iterator[Remark]:
    """Yield the same, and why its interval may not be trusted."""
    yield from remarks(score)
    interval = score.interval
    for note in () if interval is None else interval.note:
        yield Remark((note,))


def how_made(uncertainty: Uncertainty) -> str:
    """Return a sentence on how the intervals were made, or why there are none; empty if none were asked for."""
    method, why_none = uncertainty.chosen
    if method is None or uncertainty.confidence is None:
        return f"No intervals: {why_none}." if why_none else ""
    if method.name == "bayes" and uncertainty.group is None:
        what = f"Bayesian, {_prior(method)}, class shares {getattr(method, 'prevalence', '')}"
    else:
        strata = " within each class" if getattr(method, "stratified", False) else ""
        what = f"{WAYS.get(method.name, f'{method.name} of')} {_units(uncertainty)}{strata}"
    draws, seed = getattr(method, "draws", None), getattr(method, "seed", None)
    drawn = "" if draws is None else f", {draws:,} draws, seed {seed}"
    return f"{level(uncertainty.confidence)} intervals: {what}{drawn}."


def _units(uncertainty: Uncertainty) -> str:
    if uncertainty.group is None:
        return f"{uncertainty.units():,} items"
    return f"{uncertainty.units():,} groups ({uncertainty.group})"


def _prior(method: Any) -> str:
    if isinstance(method.prior, str):
        return f"{method.prior} prior"
    return "prior of pseudo-counts as given" if np.ndim(method.prior) else f"prior of {method.prior:g} per cell"


# Notes below a table, and their marks beside its numbers.


Amounts = dict[tuple[str, str], list[str]]
"""By what comes before them and the metric that they are about."""


@dataclass(frozen=True, slots=True)
class Remark:
    """What is said beside a number: notes, whether they say that it misleads, and about whom they are."""

    notes: tuple[Note, ...]
    misleading: bool = False
    about: str = ""

    def __str__(self) -> str:
        return f"{self.opening}{together(self.notes)}"

    @property
    def opening(self) -> str:
        """What the sentence begins with."""
        return f"{f'{self.about}: ' if self.about else ''}{MISLEADING if self.misleading else ''}"


class _Place(NamedTuple):
    """Where a note stands below the table: facts before doubts."""

    doubt: bool
    number: int

    @property
    def sign(self) -> str:
        """A number for a doubt, a letter for a fact: a to z, then aa and so on."""
        return str(self.number + 1) if self.doubt else ascii_lowercase[self.number % 26] * (1 + self.number // 26)


class _Frame(NamedTuple):
    """What stands around the amounts of a note."""

    before: str
    after: str = ""


@dataclass
class Footnotes:
    """Notes by number; by letter, and before them, those that say why a number misleads.

    Notes that differ in an amount alone are one: doubts with the least and the largest amount, facts with the amount of
    each metric. What the display itself says, such as that policies disagree about the best, is told as it is.

    Examples
    --------
    >>> from steelyard.show.how_sure import Footnotes, Remark
    >>> from steelyard.measuring.notes import Note
    >>> few, some = (Remark((Note("undefined_in_draws", amount=share),)) for share in (0.06, 0.12))
    >>> fact = Remark((Note("constant_answer", ("ok",), amount=0.95, metric="accuracy"),), misleading=True)
    >>> notes = Footnotes()
    >>> notes.mark([few]), notes.mark(["no best"])
    ('[1]', '[2]')
    >>> notes.mark(["no best", fact]), notes.mark(["no best", some])
    ('[a,2]', '[1,2]')
    >>> for line in notes.lines():
    ...     print(line)
    [a] misleading: always answering 'ok' would get 0.950
    [1] the metric is undefined in 6 to 12% of the draws
    [2] no best
    """

    _doubts: dict[_Frame, Amounts] = field(default_factory=dict)
    _facts: dict[_Frame, Amounts] = field(default_factory=dict)

    def mark(self, remarks: Iterable[Remark | str]) -> str:
        """Return the letters and numbers of some remarks, in brackets; nothing if there are none."""
        places = sorted({self._place(remark) for remark in remarks if remark})
        return f"[{','.join(place.sign for place in places)}]" if places else ""

    def _place(self, remark: Remark | str) -> _Place:
        if isinstance(remark, str):
            return self._kept(_Frame(remark), doubt=True)
        said = together(remark.notes)
        frame, doubt = _Frame(f"{remark.opening}{said.before}", said.after), not remark.misleading
        place = self._kept(frame, doubt=doubt)
        if said.amount:
            amounts = (self._doubts if doubt else self._facts)[frame]
            amounts.setdefault((said.lead, said.metric), []).append(said.amount)
        return place

    def _kept(self, frame: _Frame, *, doubt: bool) -> _Place:
        frames = self._doubts if doubt else self._facts
        frames.setdefault(frame, {})
        return _Place(doubt, list(frames).index(frame))

    def told(self) -> dict[str, str]:
        """Return the notes by their marks."""
        return {
            f"[{_Place(doubt, number).sign}]": _told(*each)
            for doubt, frames in ((False, self._facts), (True, self._doubts))
            for number, each in enumerate(frames.items())
        }

    def lines(self) -> list[str]:
        """Return the notes with their letters and numbers."""
        return [f"{mark} {note}" for mark, note in self.told().items()]


def _told(frame: _Frame, amounts: Amounts) -> str:
    """Return a note with its amounts, told together where they begin alike."""
    alone = len({(lead, amount) for (lead, _), each in amounts.items() for amount in each}) == 1
    told: dict[str, list[str]] = {}
    for (lead, metric), each in amounts.items():
        told.setdefault(lead, []).append(_span(each) if alone or not metric else f"{_span(each)} ({metric})")
    listed = [lead + ", ".join(dict.fromkeys(each)) for lead, each in told.items()]
    return f"{frame.before}{'; '.join(listed)}{frame.after}"


def _span(amounts: list[str]) -> str:
    least, most = min(amounts, key=float), max(amounts, key=float)
    return least if least == most else f"{least} to {most}"
