"""Figure 1 of Branco et al.: what a partial order says of one class, and three ways to rank it by that."""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from math import comb

import numpy as np

from steelyard import Confusion, importance


@dataclass(frozen=True, slots=True)
class LocalOrder:
    """A class among those that matter less, those that matter more, and those it is not compared with.

    Attributes
    ----------
    node
        The class.
    below, above, incomparable
        The others: the paper's successors S, predecessors P and incomparable nodes U.
    """

    node: str
    below: tuple[str, ...]
    above: tuple[str, ...]
    incomparable: tuple[str, ...]

    @property
    def classes(self) -> tuple[str, ...]:
        """All classes, by name."""
        return tuple(sorted((self.node, *self.below, *self.above, *self.incomparable)))

    @property
    def pairs(self) -> list[tuple[str, str]]:
        """The partial order: what is said of the class, (less, more), and nothing else."""
        return [(name, self.node) for name in self.below] + [(self.node, name) for name in self.above]

    @property
    def rank(self) -> Fraction:
        """The paper's rank, |S| + 1 + |U|/2, as Steelyard's importance by an order has it.

        Its weights are shares of the sum of all ranks, which is C(C + 1)/2; and a rank is a number of halves.
        """
        C = len(self.classes)
        said = importance.order(self.pairs) if self.pairs else importance.uniform()
        weights = said.weights(Confusion(np.eye(C), labels=self.classes))
        return Fraction(round(float(weights[self.classes.index(self.node)]) * C * (C + 1)), 2)

    @property
    def middle(self) -> Fraction:
        """The middle expression of the paper's equation, ((|S| + 1) + (|P| + 1) + |U|)/2: the same for all classes."""
        return Fraction(len(self.below) + 1 + len(self.above) + 1 + len(self.incomparable), 2)

    @property
    def lpom(self) -> Fraction:
        """The rank of the local partial order model, (|S| + 1)(C + 1)/(C + 1 − |U|) (Brüggemann et al. 2004)."""
        C = len(self.classes)
        return Fraction((len(self.below) + 1) * (C + 1), C + 1 - len(self.incomparable))

    @property
    def chances(self) -> dict[int, Fraction]:
        """How often the class has each rank, over all total orders of the classes that agree with what is said of it.

        Their mean is the rank of the local partial order model.

        Examples
        --------
        >>> from steelyard_papers.reproductions.branco2017.figure1 import EXAMPLE
        >>> {rank: str(chance) for rank, chance in EXAMPLE.chances.items()}
        {3: '4/35', 4: '9/35', 5: '12/35', 6: '2/7'}
        """
        C, S, P = len(self.classes), len(self.below), len(self.above)
        every = comb(C, S + 1 + P)
        return {r: Fraction(comb(r - 1, S) * comb(C - r, P), every) for r in range(S + 1, C - P + 1)}


EXAMPLE = LocalOrder("E", below=("A", "C"), above=("D",), incomparable=("B", "F", "G"))
"""Class E as the text describes it. The other lines of the drawing are in no text that we have, and do not matter."""
