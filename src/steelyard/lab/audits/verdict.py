"""What an audit says of one property: refuted, holds on everything tried, proved, or shown; and the evidence."""

from __future__ import annotations

import builtins
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any, Literal

from steelyard.counts.answer import Answer
from steelyard.lab.audits.witness import Witness

Status = Literal["refuted", "tried", "proved", "shown", "untried"]

HOLDS: dict[Status, bool | None] = {"refuted": False, "tried": True, "proved": True, "shown": True, "untried": None}
"""Whether the property holds, by the kind of verdict."""

WORDS: dict[Status, str] = {
    "refuted": "refuted by a counterexample",
    "tried": "holds on everything tried",
    "proved": "proved",
    "shown": "shown by an example",
    "untried": "nothing to try",
}


@dataclass(frozen=True, slots=True)
class Verdict(Answer):
    """The verdict on one property for one number of classes.

    Attributes
    ----------
    property
        Its id, as in `audit["condition_1"]`.
    classes
        The number of classes.
    status
        "refuted" (a witness), "tried" (no counterexample among what was tried), "proved" (with the argument), "shown"
        (a property of the form "there is …", with an example), or "untried" (nothing to try it on, as for the value of
        constant classifiers where it is undefined).
    evidence
        What was tried, or the argument and its source.
    witness
        The matrices that refute or show it; None otherwise.
    tried
        How many cases were tried.
    figures
        Numbers that belong to the property, such as bounds or a limit, by name.
    illustration
        A pair of matrices of everyday size that shows the same; None if there is none.
    """

    property: str
    classes: int
    status: Status
    evidence: str
    witness: Witness | None = None
    tried: int = 0
    figures: Mapping[str, float] = field(default_factory=dict)
    illustration: Witness | None = None

    @builtins.property  # the field above has the name
    def holds(self) -> bool | None:
        """Whether the property holds, as far as is known; None if there was nothing to try it on."""
        return HOLDS[self.status]

    def to_dict(self) -> dict[str, Any]:
        """Return plain values."""
        return {
            "property": self.property,
            "classes": self.classes,
            "status": self.status,
            "holds": self.holds,
            "evidence": self.evidence,
            "witness": None if self.witness is None else self.witness.to_dict(),
            "tried": self.tried,
            "figures": dict(self.figures),
            "illustration": None if self.illustration is None else self.illustration.to_dict(),
        }

    @classmethod
    def from_dict(cls, record: Mapping[str, Any]) -> Verdict:
        """Rebuild what `to_dict` returned."""
        witness, illustration = (
            None if record[name] is None else Witness.from_dict(record[name]) for name in ("witness", "illustration")
        )
        return cls(
            record["property"],
            record["classes"],
            record["status"],
            record["evidence"],
            witness,
            record["tried"],
            record["figures"],
            illustration,
        )
