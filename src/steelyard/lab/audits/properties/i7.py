"""I7: change of the columns."""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np

from steelyard.lab.audits.pairs import PairProperty, Pairs, times
from steelyard.type_names import Integers

FACTORS = (2, 3, 10)


class I7(PairProperty):
    """How often each class is predicted changes nothing, as long as predictions are right equally often."""

    id = "i7"
    title = "how often a class is predicted does not matter"
    definition = (
        "If the columns are rescaled by any factors, so that each prediction is as reliable as before, the value stays."
    )
    matters = "It says that the score judges predictions as they come, however many there are of each class."
    source = "Sokolova & Lapalme 2009, I7"
    expected = False
    relation = "same"

    def pairs(self, block: Integers) -> Iterator[Pairs]:
        C = block.shape[-1]
        for factor in FACTORS:
            for j in range(C):
                factors = np.ones(C, dtype=np.int64)
                factors[j] = factor
                at = np.flatnonzero(block[:, :, j].any(axis=1))
                words = f"class {j + 1} is predicted {times(factor)} as often, and as reliably as before"
                yield Pairs(at, block[at] * factors, words)
