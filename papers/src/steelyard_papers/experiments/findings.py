"""What came out of an experiment: tables, and what became of each claim of the paper."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import asdict, dataclass
from typing import Any, Literal

from steelyard.extending import Answer, plain_values

Verdict = Literal["reproduced", "not reproduced", "reversed"]

VERDICTS: tuple[Verdict, ...] = ("reversed", "not reproduced", "reproduced")
"""What a reader wants to see first comes first."""

MEANING = (
    "Reversed: all of the claimed order came out the other way round, and not by the chance of a seed; not reproduced: "
    "anything else than what is claimed."
)


@dataclass(frozen=True, slots=True)
class Claim:
    """A sentence of the paper that can be tested, and what became of it.

    Attributes
    ----------
    source
        Where it stands, such as "section 4.1".
    claim
        What it says.
    verdict
        "reproduced"; "reversed" if all of it came out the other way round, and not by the chance of a seed; else "not
        reproduced".
    evidence
        Our numbers, in one sentence.
    """

    source: str
    claim: str
    verdict: Verdict
    evidence: str


def by_verdict(claims: Iterable[Claim]) -> list[Claim]:
    """Return claims with those first that do not hold, each kind in the order of the paper."""
    return sorted(claims, key=lambda claim: VERDICTS.index(claim.verdict))


def counted(claims: Iterable[Claim]) -> str:
    """Return how many claims have each verdict, in words.

    Examples
    --------
    >>> held = Claim("section 1", "A > B.", "reproduced", "2 > 1.")
    >>> counted([held, Claim("section 2", "B > C.", "reversed", "1 < 2.")])
    '2 claims: 1 reproduced, 0 not reproduced, 1 reversed.'
    """
    result = Counter(claim.verdict for claim in claims)
    kinds = ", ".join(f"{result[verdict]} {verdict}" for verdict in reversed(VERDICTS))
    return f"{result.total()} claim{'s' if result.total() != 1 else ''}: {kinds}."


@dataclass(frozen=True, slots=True)
class View:
    """A table to be looked at: few columns, written out."""

    title: str
    columns: tuple[str, ...]
    rows: tuple[tuple[str, ...], ...]
    notes: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Failure:
    """A part that could not be done, and why in one sentence."""

    key: str
    why: str


@dataclass(frozen=True, slots=True)
class Findings(Answer):
    """What came out.

    Attributes
    ----------
    tables
        Every measurement: by file name (without ".csv"), one record per row.
    views
        What is shown in a terminal.
    claims
        Each claim and its verdict.
    notes
        What one must know to read the numbers.
    run
        Versions, seeds and settings, by name.
    failures
        Parts that could not be done; whoever runs the experiment fills them in.
    """

    tables: Mapping[str, Sequence[Mapping[str, Any]]]
    views: tuple[View, ...] = ()
    claims: tuple[Claim, ...] = ()
    notes: tuple[str, ...] = ()
    run: Mapping[str, str] | None = None
    failures: tuple[Failure, ...] = ()

    def to_dict(self) -> dict[str, Any]:
        """Return the findings as plain values, ready for JSON, which has no NaN: what is undefined is None."""
        return {
            "tables": plain_values(self.tables),
            "claims": [asdict(claim) for claim in self.claims],
            "notes": list(self.notes),
            "run": dict(self.run or {}),
            "failures": [asdict(failure) for failure in self.failures],
        }

    def to_rows(self) -> list[dict[str, Any]]:
        """Return one row for each claim; the measurements are in `tables`."""
        return [asdict(claim) for claim in self.claims]
