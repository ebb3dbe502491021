"""Monotone: a corrected error is never punished."""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np

from steelyard.lab.audits.pairs import PairProperty, Pairs
from steelyard.type_names import Integers


class Monotone(PairProperty):
    """Turning an error into a hit never lowers the score."""

    id = "monotone"
    title = "a corrected error never lowers it"
    definition = "If one item that was taken for another class is recognised instead, the score does not get worse."
    otherwise = "a classifier that corrects a mistake, and changes nothing else, can lose against the old one."
    source = "follows from monotone_hits and monotone_errors; Gösgens et al. 2021, monotonicity"
    relation = "not worse"

    def pairs(self, block: Integers) -> Iterator[Pairs]:
        C = block.shape[-1]
        for i, j in np.ndindex(C, C):
            if i != j:
                at = np.flatnonzero(block[:, i, j])
                after = block[at]
                after[:, i, j] -= 1
                after[:, i, i] += 1
                yield Pairs(at, after, f"one item of class {i + 1} that was taken for class {j + 1} is recognised")
