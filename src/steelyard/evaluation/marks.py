"""Mark the metrics that mislead: the rules, applied to all metrics and matrices at once."""

from __future__ import annotations

from collections.abc import Mapping

import numpy as np

from steelyard.evaluation.mark import Mark
from steelyard.evaluation.misleading import RULES
from steelyard.evaluation.score import SliceName
from steelyard.evaluation.seen import Seen


def marks(seen: Seen, slices: Mapping[tuple[int, ...], SliceName]) -> tuple[Mark, ...]:
    """Return a mark for each metric and matrix of the stack that falls under a rule: the first that it does."""
    if not seen.results:
        return ()
    rules = [rule(seen) for rule in RULES]
    hits = np.stack([rule.where() for rule in rules])
    first = hits.argmax(axis=0)
    return tuple(
        Mark(seen.results[place].metric, rule.id, rule.fact(place, tuple(at)), slices[tuple(at)])
        for place, *at in np.argwhere(hits.any(axis=0)).tolist()
        for rule in [rules[first[(place, *at)]]]
    )
