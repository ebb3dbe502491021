"""I1: exchange of positives and negatives."""

from __future__ import annotations

from collections.abc import Iterator

from steelyard.lab.audits.pairs import ALL, PairProperty, Pairs
from steelyard.type_names import Integers


class I1(PairProperty):
    """Exchanging the first class with another changes nothing, though a rate stays that of the first class."""

    id = "i1"
    title = "positives and negatives may be exchanged"
    definition = "If the first class and another exchange their places, the value (of a rate, the first one) stays."
    matters = "It says that classes are treated alike. Where one class is what is looked for, it should not hold."
    source = "Sokolova & Lapalme 2009, I1"
    expected = False
    relation = "same"

    def pairs(self, block: Integers) -> Iterator[Pairs]:
        C = block.shape[-1]
        for j in range(1, C):
            order = list(range(C))
            order[0], order[j] = j, 0
            yield Pairs(ALL, block[:, order][:, :, order], f"classes 1 and {j + 1} exchange their places")
