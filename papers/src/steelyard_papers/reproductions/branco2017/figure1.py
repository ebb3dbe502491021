"""Figure 1 of Branco et al.: what a partial order says of one class, and three ways to rank it by that."""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from math import comb

from steelyard.importance.ranks import Poset, us_ranks


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
    def poset(self) -> Poset:
        """The partial order: what is said of the class, and nothing else."""
        at = {name: place for place, name in enumerate(self.classes)}
        less = [(at[name], at[self.node]) for name in self.below]
        return Poset.of(self.classes, less + [(at[self.node], at[name]) for name in self.above])

    @property
    def rank(self) -> Fraction:
        """The paper's rank, |S| + 1 + |U|/2, as Steelyard's importance by an order has it."""
        return us_ranks(self.poset)[self.classes.index(self.node)]

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
