"""Monotone: a corrected error, one error fewer, or one more hit never lowers the score."""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np

from steelyard.lab.audits.finding import Finding
from steelyard.lab.audits.pairs import ALL, PairProperty, Pairs
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
                yield Pairs(at, after, Finding("corrected_error", truth=i, prediction=j))


# Monotone in errors: one error fewer never lowers the score.


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
                yield Pairs(at, after, Finding("error_fewer", truth=i, prediction=j))


# Monotone in hits: one more item that is recognised never lowers the score.


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
            yield Pairs(ALL, after, Finding("hit_more", place=i))
