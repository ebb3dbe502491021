"""Mark the metrics that mislead: the rules, applied to a stack at once."""

from __future__ import annotations

from collections.abc import Mapping

import numpy as np

from steelyard.advice.mark import Mark
from steelyard.advice.rules import RULES
from steelyard.advice.seen import Seen
from steelyard.score import SliceName


def marks(seen: Seen, slices: Mapping[tuple[int, ...], SliceName]) -> tuple[Mark, ...]:
    """Return a mark for each metric and matrix of the stack that falls under a rule: the first that it does."""
    rules = [rule(seen) for rule in RULES]
    found = []
    for result in seen.results:
        free = np.ones(result.value.shape, dtype=np.bool_)
        for rule in rules:
            hit = rule.where(result) & free
            if not hit.any():
                continue
            free = free & ~hit
            found += [
                Mark(result.metric, rule.id, rule.sentence(result, at), slices[at])
                for at in map(tuple, np.argwhere(hit).tolist())
            ]
    return tuple(found)
