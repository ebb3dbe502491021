"""The probabilities of more than two classes, as a page can hold them: each class has a gain, and answers follow.

An item is answered with the class of the largest gain · probability. Probabilities go to the page to the last bit, or
their logarithms to 16 or 8 bits, whichever fits; of logarithms, gains are sums, and the bound on what rounding can
change is one ratio.
"""

from __future__ import annotations

import base64
import math
from dataclasses import dataclass
from typing import Any

import numpy as np

from steelyard.counts.joint import Joint
from steelyard.decisions.rule import decided
from steelyard.scores.question import Question
from steelyard.scores.table import Scores
from steelyard.show.page.cuts import gains_of, joint_of
from steelyard.type_names import Floats

MOST_ITEMS, MOST_CLASSES = 20_000, 20
"""Beyond them, there are no sliders of gains: nobody waits for more items, or moves more sliders."""

LEAST = {16: 1e-12, 8: 1e-6}
"""Probabilities below them are taken for them, by how many bits a logarithm has."""


@dataclass(frozen=True, eq=False)
class Gains:
    """Answers by gains of the classes.

    Attributes
    ----------
    scores, gains
        The scores, and the gains of the beginning.
    bits
        Of each probability in the page; 0 if there are none, and then `why_none` says why.
    """

    scores: Scores
    gains: Floats
    bits: int
    why_none: str = ""

    @classmethod
    def of(cls, question: Question, room: int) -> Gains:
        """Choose how exact probabilities can be in so many characters."""
        scores, gains = question.of_items, gains_of(question)
        items, classes, models = scores.items, len(scores.labels), len(scores.columns)
        if scores.form == "ranks":
            return cls(scores, gains, 0, "these scores are no probabilities, so that gains have no meaning for them")
        limits = ((items, MOST_ITEMS, "items"), (classes, MOST_CLASSES, "classes"))
        over = [f"{there:,} {what}, more than {most:,}" for there, most, what in limits if there > most]
        if over:
            return cls(scores, gains, 0, f"there are {', and '.join(over)}")
        for bits in (64, 16, 8):
            if _characters(items * (1 + models * classes * bits // 8 + 8 * (scores.weights is not None))) <= room:
                return cls(scores, gains, bits)
        many = f"the probabilities of {items:,} items, {classes} classes and {models} models"
        return cls(scores, gains, 0, f"{many} are too large for one page")

    def joint(self) -> Joint:
        """Return the answers of all models at the first gains, as they are counted."""
        return joint_of(self.scores, [decided(each, self.gains) for each in self.scores.columns.values()])

    @property
    def off(self) -> float:
        """By which part two products must differ to be told apart by the page for sure; 0 if they are exact."""
        return 0.0 if self.bits in (0, 64) else math.expm1(_step(self.bits))

    def to_dict(self) -> dict[str, Any] | None:
        """Return plain values; None if there are no probabilities."""
        if not self.bits:
            return None
        weights = self.scores.weights
        return {
            "start": self.gains.tolist(),
            "bits": self.bits,
            "step": 0 if self.bits == 64 else _step(self.bits),
            "truth": _text(self.scores.truth.astype("u1")),
            "weights": None if weights is None else _text(weights.astype("<f8")),
            "models": [_text(self._written(columns)) for columns in self.scores.columns.values()],
        }

    def _written(self, columns: Floats) -> np.ndarray[Any, Any]:
        if self.bits == 64:
            return columns.astype("<f8")
        least = math.log(LEAST[self.bits])
        logs = np.log(np.maximum(columns, LEAST[self.bits]))
        return np.rint((logs - least) / _step(self.bits)).astype(f"<u{self.bits // 8}")


def _step(bits: int) -> float:
    """Return by how much two neighbouring logarithms differ."""
    return -math.log(LEAST[bits]) / (2**bits - 1)


def _characters(size: int) -> int:
    return 4 * size // 3


def _text(values: np.ndarray[Any, Any]) -> str:
    return base64.b64encode(np.ascontiguousarray(values).tobytes()).decode("ascii")
