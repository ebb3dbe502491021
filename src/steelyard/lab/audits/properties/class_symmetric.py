"""Class symmetry: what the classes are called, and in which order they stand, changes nothing."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import combinations

from steelyard.lab.audits.pairs import ALL, PairProperty, Pairs
from steelyard.type_names import Integers


class ClassSymmetric(PairProperty):
    """Renaming the classes changes nothing; the values of a rate go with their classes."""

    id = "class_symmetric"
    title = "class names do not matter"
    definition = "If classes exchange their names, the value stays; of a rate, each class keeps its value."
    otherwise = "the score depends on the order in which the classes are listed."
    source = "Sokolova & Lapalme 2009, I1; Gösgens et al. 2021, class symmetry"
    relation = "same"

    def pairs(self, block: Integers) -> Iterator[Pairs]:
        # Exchanges of two classes make all renamings.
        C = block.shape[-1]
        for i, j in combinations(range(C), 2):
            order = list(range(C))
            order[i], order[j] = j, i
            words = f"classes {i + 1} and {j + 1} exchange their names"
            yield Pairs(ALL, block[:, order][:, :, order], words, image=tuple(order))
