"""From a parser's groups to label pairs, and how well pairs of lines are kept together: precision, recall, F1."""

from __future__ import annotations

from collections import Counter
from collections.abc import Hashable, Sequence
from dataclasses import dataclass
from fractions import Fraction
from math import comb


def answers(events: Sequence[str], groups: Sequence[Hashable | None]) -> list[str | None]:
    """Return, for every line, its true event if the parser's group has exactly the lines of that event, else None.

    None is no answer: the parser has no group that could be called so. A line that it lost has the group None.

    Examples
    --------
    >>> answers(["a", "a", "b", "c"], [1, 1, 2, 2])
    ['a', 'a', None, None]
    """
    _check(events, groups)
    sizes, found = Counter(events), Counter(groups)
    together = Counter(zip(events, groups, strict=True))
    right = {(e, g) for (e, g), n in together.items() if g is not None and sizes[e] == n == found[g]}
    return [event if (event, group) in right else None for event, group in zip(events, groups, strict=True)]


@dataclass(frozen=True, slots=True)
class Pairwise:
    """Pairs of lines: those that belong together, those that the parser puts together, and those that are both."""

    true: int
    found: int
    both: int

    @property
    def precision(self) -> Fraction | None:
        """The part of the pairs found that is true; None if the parser finds none."""
        return Fraction(self.both, self.found) if self.found else None

    @property
    def recall(self) -> Fraction | None:
        """The part of the true pairs that is found; None if every line is of its own kind."""
        return Fraction(self.both, self.true) if self.true else None

    @property
    def f1(self) -> Fraction | None:
        """Their harmonic mean; None if there are no pairs of either kind."""
        return Fraction(2 * self.both, self.true + self.found) if self.true + self.found else None


def pairwise(events: Sequence[str], groups: Sequence[Hashable | None]) -> Pairwise:
    """Count pairs of lines, as the benchmark's evaluator does; a line that was lost is in no pair.

    Examples
    --------
    >>> pairwise(["a", "a", "b", "c"], [1, 1, 2, 2]).f1
    Fraction(2, 3)
    """
    _check(events, groups)
    kept = [(event, group) for event, group in zip(events, groups, strict=True) if group is not None]
    return Pairwise(_pairs(events), _pairs([group for _, group in kept]), _pairs(kept))


def _pairs(names: Sequence[Hashable]) -> int:
    return sum(comb(count, 2) for count in Counter(names).values())


def _check(events: Sequence[str], groups: Sequence[Hashable | None]) -> None:
    if len(events) != len(groups):
        raise ValueError(f"there are {len(groups):,} groups for {len(events):,} lines; each line has one.")
