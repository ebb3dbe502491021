"""What a property is: a definition in words, and a way to examine a metric for it."""

from __future__ import annotations

from abc import ABC, abstractmethod
from dataclasses import dataclass
from typing import ClassVar

from steelyard.counts.answer import Shown
from steelyard.lab.audits.subject import Subject
from steelyard.lab.audits.verdict import Verdict


@dataclass(frozen=True, slots=True)
class Effort:
    """How hard to look."""

    seed: int = 0
    """For the random matrices, which come last: a constant. Tests try others, since no verdict may depend on it."""


class Definition(Shown):
    """What a property says of a metric, in words.

    Attributes
    ----------
    id
        Its name in an audit, and that of its file.
    title
        A few words for tables.
    definition
        What it says, in one sentence.
    otherwise, matters
        What is the case if a metric has it not, in words that can follow "otherwise"; and why a user cares, in one
        sentence, which is the same unless something else is said.
    source
        Where it comes from.
    expected
        Whether a metric should have it; if not, it only tells what the metric looks at.
    """

    id: ClassVar[str]
    title: ClassVar[str]
    definition: ClassVar[str]
    otherwise: ClassVar[str] = ""
    source: ClassVar[str]
    expected: ClassVar[bool] = True

    @property
    def matters(self) -> str:
        return f"Otherwise {self.otherwise}"


class Property(Definition, ABC):
    """A property that a metric of labels may have."""

    @abstractmethod
    def examine(self, subject: Subject, classes: int, effort: Effort) -> Verdict:
        """Look for a counterexample among matrices of so many classes, and say what came out."""
