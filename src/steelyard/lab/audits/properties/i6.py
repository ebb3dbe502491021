"""I6: uniform change."""

from __future__ import annotations

from collections.abc import Iterator

from steelyard.lab.audits.pairs import ALL, PairProperty, Pairs, times
from steelyard.type_names import Integers

FACTORS = (2, 3)


class I6(PairProperty):
    """The same matrix with more items changes nothing."""

    id = "i6"
    title = "the number of items does not matter"
    definition = "If all cells are multiplied by the same factor, the value stays."
    otherwise = "the same classifier scores differently on a larger test set of the same kind."
    source = "Sokolova & Lapalme 2009, I6; Mullick et al. 2020: a special case of Condition 1"
    relation = "same"

    def pairs(self, block: Integers) -> Iterator[Pairs]:
        for factor in FACTORS:
            yield Pairs(ALL, block * factor, f"there are {times(factor)} as many items in every cell")
