"""What came out of an experiment: tables, and what became of each claim of the paper."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import asdict, dataclass
from typing import Any, Literal

Verdict = Literal["reproduced", "not reproduced", "reversed"]


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
        "reproduced"; "reversed" if the opposite came out, beyond chance where chance plays; else "not reproduced".
    evidence
        Our numbers, in one sentence.
    """

    source: str
    claim: str
    verdict: Verdict
    evidence: str


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
class Findings:
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
        """Return the findings as plain values, ready for JSON."""
        return {
            "tables": {name: [dict(row) for row in rows] for name, rows in self.tables.items()},
            "claims": [asdict(claim) for claim in self.claims],
            "notes": list(self.notes),
            "run": dict(self.run or {}),
            "failures": [asdict(failure) for failure in self.failures],
        }
