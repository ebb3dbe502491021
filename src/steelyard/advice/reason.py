"""Why a metric is advised or not: a sentence, where it comes from, and the witness that can be looked up."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from steelyard.counts.answer import Answer, Row

if TYPE_CHECKING:
    from steelyard.lab.audits.verdict import Verdict


@dataclass(frozen=True, slots=True)
class Reference(Answer):
    """A verdict of the atlas: a metric, a property, and the number of classes in the atlas.

    Examples
    --------
    >>> print(Reference("precision", "condition_1", 2))
    precision, Condition 1, 2 classes
    """

    metric: str
    property: str
    classes: int

    def verdict(self) -> Verdict:
        """Look the verdict up, with its witness."""
        from steelyard.lab.atlas import verdict  # noqa: PLC0415 - read when someone looks

        return verdict(self.metric, self.property, self.classes)

    def __str__(self) -> str:
        return f"{self.metric}, {property_title(self.property)}, {self.classes} classes"


def property_title(name: str) -> str:
    """Return a property as sentences call it: "Condition 1", "best only perfect"."""
    words = name.replace("_", " ")
    return words.capitalize() if name.startswith("condition") else words


@dataclass(frozen=True, slots=True)
class Reason(Answer):
    """One reason for or against a metric.

    Attributes
    ----------
    sentence, detail, source, further
        What is the case, what shows it for this metric, where that comes from, and what further sources say.
    against
        Whether it speaks against the metric.
    witness
        The verdict of the atlas behind it, if there is one; its matrices can be looked up and printed.
    on_command_line
        The sentence in the words of the command line, where they differ from Python's.
    """

    sentence: str
    source: str
    against: bool = False
    witness: Reference | None = None
    detail: str = ""
    on_command_line: str = ""
    further: str = ""

    def __str__(self) -> str:
        return " ".join(filter(None, (self.sentence, self.detail, f"[{self.cited}]")))

    @property
    def cited(self) -> str:
        """All sources."""
        return "; ".join(filter(None, (self.source, self.further)))

    def to_dict(self) -> dict[str, Any]:
        """Return plain values."""
        return {
            "sentence": self.sentence,
            "detail": self.detail,
            "source": self.cited,
            "against": self.against,
            "witness": None if self.witness is None else self.witness.to_dict(),
        }

    def to_rows(self) -> list[Row]:
        """Return one row; the witness is named in a column."""
        return [self.to_dict() | {"witness": "" if self.witness is None else str(self.witness)}]
