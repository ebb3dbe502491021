"""Monotone in errors: one error fewer never lowers the score."""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np

from steelyard.lab.audits.pairs import PairProperty, Pairs
from steelyard.type_names import Integers


class MonotoneErrors(PairProperty):
    """One error fewer never lowers the score."""

    id = "monotone_errors"
    title = "one error fewer never lowers it"
    definition = (
        "If one item that was taken for another class is left out of the test, and its class keeps items, the score "
        "does not get worse."
    )
    otherwise = "a classifier can gain by being wrong once more."
    source = "Sokolova & Lapalme 2009, I4 and I5, as inequalities"
    relation = "not worse"

    def pairs(self, block: Integers) -> Iterator[Pairs]:
        C = block.shape[-1]
        others = block.sum(axis=-1) > 1
        for i, j in np.ndindex(C, C):
            if i != j:
                at = np.flatnonzero((block[:, i, j] > 0) & others[:, i])
                after = block[at]
                after[:, i, j] -= 1
                yield Pairs(at, after, f"one item of class {i + 1} fewer is taken for class {j + 1}")
