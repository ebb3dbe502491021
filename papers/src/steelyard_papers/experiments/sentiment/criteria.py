"""What matters: the paper's three criteria, and the ways to train that follow from them."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from steelyard import Confusion
from steelyard.importance import Importance, rarity, stated, uniform
from steelyard_papers.experiments.sentiment.reviews import STARS
from steelyard_papers.reproductions.gupta2020.inputs import USER

PLAIN = "plain"
"""Training in which every review counts the same."""

CRITERIA: dict[str, Importance] = {"rarity": rarity(), "user": stated(USER), "composite": rarity() * stated(USER)}
"""In the order of Figure 3b. Rarity is that of the sizes it is asked about: of the training reviews in the loss, of all
reviews in the metric. The composite is eq. 9."""

ARCHITECTURES = ("LSTM", "RNN", "GRU", "BiLSTM")
"""In the order of Table 2 and Figure 3a."""


@dataclass(frozen=True, slots=True)
class Way:
    """A way to train.

    Attributes
    ----------
    training
        A criterion, or "plain".
    per
        "item": each review weighs what its class matters, as the paper's loss has it; "class": all reviews of a class
        together do, as the metric has it. Empty if plain.
    """

    training: str
    per: str

    @property
    def importance(self) -> tuple[Importance, str]:
        """What the loss weighs, and per what; without a criterion, all items alike."""
        return (uniform(), "item") if self.training == PLAIN else (CRITERIA[self.training], self.per)

    def __str__(self) -> str:
        return f"{self.training} per {self.per}" if self.per else self.training


WAYS = (Way(PLAIN, ""), *(Way(criterion, per) for per in ("item", "class") for criterion in CRITERIA))


def class_sizes(counts: list[int]) -> Confusion:
    """Return the five classes with their sizes."""
    return Confusion(np.diag(counts), labels=STARS)
