"""A mark: one metric that misleads on one matrix, and the fact that shows it."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from steelyard.counts.answer import Answer, plain
from steelyard.evaluation.score import SliceName
from steelyard.measuring.notes import Notes
from steelyard.measuring.record import Metric


@dataclass(frozen=True, slots=True)
class Mark(Answer):
    """A metric that misleads, and why.

    Attributes
    ----------
    metric
        The metric.
    rule
        Which rule marks it, such as "constant_answer".
    fact, sentence
        The fact, with its numbers, which can be checked on the matrix; and in words.
    slice
        Which slice of a stack it is about; empty for a single matrix.
    """

    metric: Metric
    rule: str
    fact: Notes
    slice: SliceName = ()

    @property
    def sentence(self) -> str:
        return str(self.fact)

    def to_dict(self) -> dict[str, Any]:
        """Return plain values."""
        where = {name: plain(key) for name, key in self.slice}
        return {**where, "metric": self.metric.name, "rule": self.rule, "sentence": self.sentence}
