"""One printed number beside ours, and the rule that says whether they are the same."""

from __future__ import annotations

import math
from dataclasses import dataclass
from decimal import Decimal
from fractions import Fraction
from typing import Literal, Protocol

Verdict = Literal["same", "explained", "different"]

Origin = Literal["printed", "again", "derived"]
"""Where the number beside ours comes from: it stands in the source; it does, and another cell has compared it already;
or nothing is printed, and it was worked out by hand from what a formula or a theorem of the source says."""

UNDEFINED = ("n. def.", "not defined")
"""How the papers print a value that does not exist; ours is then None."""

MOST_STANDARD_ERRORS = 3

ROUNDING = Fraction(1, 10**12)
"""How far a double may be from an exact fraction."""


@dataclass(frozen=True, slots=True)
class Cell:
    """A number of a source and what Steelyard computes for it.

    Attributes
    ----------
    paper, table, row, column
        Where the number stands.
    printed
        As printed.
    ours
        In the unit of the print (percent where the paper prints percent); None if undefined.
    verdict
        "same" at the printed precision, "explained" (it differs as the note says it should), or "different".
    note
        The explanation; empty where none is needed.
    origin
        "printed", "again" (a printed number beside a second computation) or "derived" (from a formula or a theorem;
        no such number is printed).
    """

    paper: str
    table: str
    row: str
    column: str
    printed: str
    ours: float | None
    verdict: Verdict
    note: str = ""
    origin: Origin = "printed"


class Explanation(Protocol):
    """Why a cell may differ, and the check that it differs in just that way."""

    @property
    def note(self) -> str: ...

    def explains(self, printed: str, ours: float | None, decimals: int) -> bool:
        """Whether our value is what the explanation says it should be."""
        ...


@dataclass(frozen=True, slots=True)
class Corrected:
    """Another number should stand there; ours must be that number at its precision."""

    note: str
    corrected: str

    def explains(self, printed: str, ours: float | None, decimals: int) -> bool:  # noqa: ARG002
        return same(self.corrected, ours, decimals)


@dataclass(frozen=True, slots=True)
class Truncated:
    """The paper cut the digits off instead of rounding; ours, cut off, must be the printed number."""

    note: str

    def explains(self, printed: str, ours: float | None, decimals: int) -> bool:
        if ours is None or printed in UNDEFINED:
            return False
        value, half = _read(printed, decimals)
        return half > 0 and math.floor(_exact(ours) / (2 * half)) * 2 * half == value


@dataclass(frozen=True, slots=True)
class Halfway:
    """Ours lies halfway between two numbers of that precision, and the paper has the lower one."""

    note: str

    def explains(self, printed: str, ours: float | None, decimals: int) -> bool:
        if ours is None or printed in UNDEFINED:
            return False
        value, half = _read(printed, decimals)
        return _exact(ours) - value == half


@dataclass(frozen=True, slots=True)
class Chance:
    """The printed number came from a random draw; it and ours must be near the expectation."""

    note: str
    expectation: float
    error: float

    def explains(self, printed: str, ours: float | None, decimals: int) -> bool:
        if ours is None or printed in UNDEFINED:
            return False
        near = MOST_STANDARD_ERRORS * self.error
        value, _ = _read(printed, decimals)
        return abs(float(value) - self.expectation) <= near and abs(ours - self.expectation) <= near


def same(printed: str, ours: float | None, decimals: int = 0) -> bool:
    """Whether ours, rounded to the printed precision, is the printed number; halfway is rounded away from zero.

    `decimals` is the number of decimals of a table that leaves out zeros at the end ("24" for 24.0). A fraction such
    as "1/3" is exact. "n. def." is the same as None.

    Examples
    --------
    >>> same("46.8", 46.75), same("46.7", 46.75), same("24", 24.2), same("24", 24.2, decimals=1)
    (True, False, True, False)
    """
    if printed in UNDEFINED or ours is None:
        return printed in UNDEFINED and ours is None
    value, half = _read(printed, decimals)
    off = (_exact(ours) - value) * (1 if ours >= 0 else -1)
    return abs(off) <= half if "/" in printed else -half <= off < half


def judged(
    paper: str,
    table: str,
    row: str,
    column: str,
    printed: str,
    ours: float,
    *,
    decimals: int = 0,
    explanation: Explanation | None = None,
    origin: Origin = "printed",
) -> Cell:
    """Compare a printed number with ours (NaN if undefined). An explanation that does not fit makes it different."""
    value = None if math.isnan(ours) else float(ours)
    verdict: Verdict
    note = ""
    if explanation is not None and not explanation.explains(printed, value, decimals):
        verdict, note = "different", f"This explanation does not fit our value: {explanation.note}"
    elif same(printed, value, decimals):
        verdict = "same"
    elif explanation is not None:
        verdict, note = "explained", explanation.note
    else:
        verdict = "different"
    return Cell(paper, table, row, column, printed, value, verdict, note, origin)


def printed_decimals(printed: str) -> int:
    """Return how many decimals a number was printed with."""
    return len(printed.partition(".")[2]) if printed not in UNDEFINED else 0


def _read(printed: str, decimals: int) -> tuple[Fraction, Fraction]:
    """Return a printed number and half a unit of its last digit, exactly."""
    if "/" in printed:
        return Fraction(printed), ROUNDING
    return Fraction(printed), Fraction(1, 2 * 10 ** max(decimals, printed_decimals(printed)))


def _exact(ours: float) -> Fraction:
    """Return our value to 13 significant digits, so that the last bits of a double do not decide a tie."""
    return Fraction(Decimal(f"{ours:.12e}"))
