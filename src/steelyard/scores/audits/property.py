"""What a property of score metrics is: a definition in words, and a way to examine a metric for it."""

from __future__ import annotations

from abc import ABC, abstractmethod
from dataclasses import dataclass

from steelyard.lab.audits.property import Definition
from steelyard.lab.audits.verdict import Verdict
from steelyard.scores.audits.subject import ScoreSubject


@dataclass(frozen=True, slots=True)
class ScoreVerdict(Verdict):
    """The verdict on one property of a score metric for one number of classes; its witness holds lists of items."""


class ScoreProperty(Definition, ABC):
    """A property that a score metric may have."""

    @abstractmethod
    def examine(self, subject: ScoreSubject) -> Verdict:
        """Look for the shortest lists that refute it, and say what came out."""
