"""I3: change of true positives."""

from __future__ import annotations

from collections.abc import Iterator

from steelyard.lab.audits.grown import grown
from steelyard.lab.audits.pairs import PairProperty, Pairs
from steelyard.type_names import Integers


class I3(PairProperty):
    """Hits of the first class change nothing."""

    id = "i3"
    title = "true positives do not matter"
    definition = "If more items of the first class are recognised, the value stays."
    matters = "It says that the score is blind to hits of the first class."
    source = "Sokolova & Lapalme 2009, I3"
    expected = False
    relation = "same"

    def pairs(self, block: Integers) -> Iterator[Pairs]:
        return grown(block, [(0, 0)])
