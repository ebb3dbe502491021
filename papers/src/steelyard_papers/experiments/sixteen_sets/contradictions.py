"""Where the statements about what matters in a data set contradict each other."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from itertools import combinations
from typing import Any

from steelyard.importance import order
from steelyard_papers.experiments.sixteen_sets.preferences import PREFERENCES, class_sizes

PAIRS = (("TO", "φ"), ("PO", "TO"), ("PO", "φ"))
"""The levels that are compared: PREV follows from the class sizes and says nothing of what the user wants."""


def contradictions(sizes: Mapping[str, Mapping[str, int]]) -> list[dict[str, Any]]:
    """Return, for each data set and pair of levels, which classes one puts in the opposite order of the other.

    `stated` are the comparisons that the order writes down, and `stated_opposed` those of them that the other level
    contradicts: a slip. `pairs` are all pairs of classes, and `opposed` those whose relevances are in opposite order:
    also where the order says nothing of two classes, and their ranks do. Equal relevances contradict nothing.
    """
    return [row for name, of_set in sizes.items() for row in _of_set(name, of_set)]


def _of_set(name: str, sizes: Mapping[str, int]) -> Iterator[dict[str, Any]]:
    counts = class_sizes(sizes)
    relevance = {
        level: dict(zip(counts.labels, said.relevance(counts).tolist(), strict=True))
        for level, said in PREFERENCES[name].levels(sizes).items()
    }
    said_by = {"PO": order(PREFERENCES[name].partial), "TO": order(PREFERENCES[name].total)}
    for one, other in PAIRS:
        stated = said_by[one].pairs
        pairs = list(combinations(counts.labels, 2))
        opposed = [
            (a, b)
            for a, b in pairs
            if (relevance[one][a] - relevance[one][b]) * (relevance[other][a] - relevance[other][b]) < 0
        ]
        yield {
            "dataset": name,
            "level": one,
            "against": other,
            "stated": len(stated),
            "stated_opposed": sum(relevance[other][less] > relevance[other][more] for less, more in stated),
            "pairs": len(pairs),
            "opposed": len(opposed),
            "classes": "; ".join(f"{a}, {b}" for a, b in opposed),
        }
