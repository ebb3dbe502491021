"""What a discrimination returns: how many distinct scores each metric gives, and how that is known."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from steelyard.counts.answer import Answer
from steelyard.counts.labels import Label
from steelyard.measuring.view import Policy

BY_ITEMS = "by items"
"""How a metric is weighted that does not follow the importance; it is told once, whatever the importances."""


@dataclass(frozen=True, slots=True)
class Discriminated(Answer):
    """How well one metric tells matrices apart.

    Attributes
    ----------
    metric, importance
        Which metric, weighted how; "by items" for a metric that does not follow the importance.
    matrices
        All confusion matrices of the problem.
    distinct
        How many different scores they get. "Undefined" is no score.
    undefined
        How many matrices get none.
    at_least
        Whether there may be more: then some scores could not be told apart.
    doubles
        Weights and constants that are neither small fractions nor decimals of up to 12 digits, and are taken as exactly
        the doubles that they are. For the numbers that were meant, scores that differ here may be equal.
    evidence
        How it is known.
    """

    metric: str
    importance: str
    matrices: int
    distinct: int
    undefined: int
    at_least: bool
    doubles: tuple[float, ...]
    evidence: str

    @property
    def exact(self) -> bool:
        """Whether the number is known exactly, for the weights and constants that were meant."""
        return not (self.at_least or self.doubles)

    @property
    def share(self) -> float:
        """Distinct scores per matrix: 1 if every matrix has a score of its own."""
        return self.distinct / self.matrices

    def to_dict(self) -> dict[str, Any]:
        """Return plain values."""
        return {**Answer.to_dict(self), "exact": self.exact, "share": self.share}


@dataclass(frozen=True, slots=True, repr=False)
class Discrimination(Answer):
    """Distinct scores of metrics over all confusion matrices with given class sizes.

    Attributes
    ----------
    problem
        The class sizes as Branco et al. write them: "2-4-15".
    labels, supports
        The classes and their sizes.
    matrices
        How many matrices have these class sizes.
    policy
        What was done with undefined terms.
    scores
        One record for each importance and metric, and one alone for a metric that does not follow the importance.
    """

    problem: str
    labels: tuple[Label, ...]
    supports: tuple[int, ...]
    matrices: int
    policy: Policy
    scores: tuple[Discriminated, ...]

    def __getitem__(self, key: str | tuple[str, str]) -> Discriminated:
        """Return the record of a metric, or of a metric and an importance where there are several."""
        metric, importance = (key, None) if isinstance(key, str) else key
        records = [
            s
            for s in self.scores
            if s.metric == metric and (importance is None or s.importance in (importance, BY_ITEMS))
        ]
        if len(records) != 1:
            named = ", ".join(f"({s.metric!r}, {s.importance!r})" for s in self.scores)
            raise KeyError(f"{key!r} names {len(records)} records of {self.problem}; there are {named}.")
        return records[0]

    def to_rows(self) -> list[dict[str, Any]]:
        """Return one plain record per importance and metric."""
        return [{"problem": self.problem, **score.to_dict()} for score in self.scores]

    def to_dict(self) -> dict[str, Any]:
        """Return plain values, ready for JSON."""
        return {
            "problem": self.problem,
            "supports": list(self.supports),
            "matrices": self.matrices,
            "undefined": self.policy,
            "scores": [score.to_dict() for score in self.scores],
        }
