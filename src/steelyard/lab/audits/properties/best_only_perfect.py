"""Best only for perfect: a classifier with errors never scores as well as one without."""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np

from steelyard.lab.audits.finding import Finding
from steelyard.lab.audits.pairs import PairProperty, Pairs
from steelyard.type_names import Integers


class BestOnlyPerfect(PairProperty):
    """A perfect classifier scores strictly better than any other one on the same items."""

    id = "best_only_perfect"
    title = "best only for perfect"
    definition = "A matrix with errors has a worse score than the perfect matrix with the same class sizes."
    otherwise = "the best score does not say that there are no errors."
    source = "Gösgens et al. 2021, maximal agreement"
    relation = "better"
    before = "with errors"

    def pairs(self, block: Integers) -> Iterator[Pairs]:
        C = block.shape[-1]
        sizes = block.sum(axis=-1)
        index = np.arange(C)
        at = np.flatnonzero((block[:, index, index] < sizes).any(axis=1))
        after = np.zeros((len(at), C, C), dtype=np.int64)
        after[:, index, index] = sizes[at]
        yield Pairs(at, after, Finding("all_recognised"))

    def shown(self, before: float | None, after: float | None, move: Finding) -> Finding:  # noqa: ARG002 - the only one
        return Finding("perfect_no_better", before=before, after=after)
