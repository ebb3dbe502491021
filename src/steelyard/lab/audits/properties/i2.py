"""I2: change of true negatives."""

from __future__ import annotations

from collections.abc import Iterator

from steelyard.lab.audits.grown import grown
from steelyard.lab.audits.pairs import PairProperty, Pairs
from steelyard.type_names import Integers


class I2(PairProperty):
    """Items that neither are of the first class nor are taken for it change nothing."""

    id = "i2"
    title = "true negatives do not matter"
    definition = "If more items of other classes are taken for other classes, the value stays."
    matters = "It says that the score looks only at the first class; what is rightly rejected does not count."
    source = "Sokolova & Lapalme 2009, I2"
    expected = False
    relation = "same"

    def pairs(self, block: Integers) -> Iterator[Pairs]:
        C = block.shape[-1]
        return grown(block, [(i, j) for i in range(1, C) for j in range(1, C)])
