"""I5: change of false positives."""

from __future__ import annotations

from collections.abc import Iterator

from steelyard.lab.audits.grown import grown
from steelyard.lab.audits.pairs import PairProperty, Pairs
from steelyard.type_names import Integers


class I5(PairProperty):
    """False alarms for the first class change nothing."""

    id = "i5"
    title = "false positives do not matter"
    definition = "If more items of other classes are taken for the first class, the value stays."
    matters = "It says that the score is blind to false alarms: one that always says the first class may score high."
    source = "Sokolova & Lapalme 2009, I5"
    expected = False
    relation = "same"

    def pairs(self, block: Integers) -> Iterator[Pairs]:
        C = block.shape[-1]
        return grown(block, [(i, 0) for i in range(1, C)])
