"""I4: change of false negatives."""

from __future__ import annotations

from collections.abc import Iterator

from steelyard.lab.audits.grown import grown
from steelyard.lab.audits.pairs import PairProperty, Pairs
from steelyard.type_names import Integers


class I4(PairProperty):
    """Misses of the first class change nothing."""

    id = "i4"
    title = "false negatives do not matter"
    definition = "If more items of the first class are missed, the value stays."
    matters = (
        "It says that the score is blind to misses: a classifier that hardly ever finds the first class may score high."
    )
    source = "Sokolova & Lapalme 2009, I4"
    expected = False
    relation = "same"

    def pairs(self, block: Integers) -> Iterator[Pairs]:
        C = block.shape[-1]
        return grown(block, [(0, j) for j in range(1, C)])
