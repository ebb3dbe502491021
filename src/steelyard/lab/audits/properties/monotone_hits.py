"""Monotone in hits: one more item that is recognised never lowers the score."""

from __future__ import annotations

from collections.abc import Iterator

from steelyard.lab.audits.pairs import ALL, PairProperty, Pairs
from steelyard.type_names import Integers


class MonotoneHits(PairProperty):
    """One more hit never lowers the score."""

    id = "monotone_hits"
    title = "one more hit never lowers it"
    definition = "If one more item is tested and recognised, all else as it was, the score does not get worse."
    otherwise = "a classifier can lose by being right once more."
    source = "Sokolova & Lapalme 2009, I3 and I2, as inequalities"
    relation = "not worse"

    def pairs(self, block: Integers) -> Iterator[Pairs]:
        for i in range(block.shape[-1]):
            after = block.copy(order="K")
            after[:, i, i] += 1
            yield Pairs(ALL, after, f"one more item of class {i + 1} is tested and recognised")
