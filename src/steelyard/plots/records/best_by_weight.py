"""Where the best model changes along the weight of one class, for averages: from turn to turn, by the exact rule."""

from __future__ import annotations

import numpy as np

from steelyard.comparison.robustness.one_class import turns
from steelyard.comparison.robustness.scores import Scores
from steelyard.comparison.robustness.tally import all_leads
from steelyard.counts.class_shares import completed
from steelyard.importance.region import Region
from steelyard.type_names import Floats

BESIDE = 1e-9
"""How far beyond a turn, as a part of its odds, the next one is looked for: it must not be found again by rounding."""


def changes(scores: Scores, start: Floats, position: int) -> list[tuple[float, int, int]]:
    """Return (weight of the class, best model below it, best model above it), rising.

    `start` are weights at which the class has none; the others keep their proportions.
    """
    found: list[tuple[float, int, int]] = []
    at, best = 0.0, -1
    while at < 1:
        level = _best(scores, start, position, at)
        end = min(_next_turn(scores, start, position, at, model) for model in level)
        # Up to there, none of those that are level overtakes another: who is the best, is seen in the middle.
        ahead = _best(scores, start, position, (at + end) / 2)
        if best >= 0 and best not in ahead:
            found.append((at, best, ahead[0]))
        best = best if best in ahead else ahead[0]
        at = end
    return found


def _best(scores: Scores, start: Floats, position: int, at: float) -> list[int]:
    """Return the models that no other is ahead of; all, where none has a value."""
    leads = all_leads(scores, scores.at(completed(start, [position], np.array([[at]]))))[0]
    return np.flatnonzero(~(leads < 0).any(axis=1)).tolist()


def _next_turn(scores: Scores, start: Floats, position: int, at: float, model: int) -> float:
    """Return the weight above one at which another model overtakes; 1 if none does."""
    beyond = completed(start, [position], np.array([at + BESIDE * at * (1 - at)]))
    found = turns(scores, Region.point(scores.labels, beyond, ""), beyond, model)
    label = scores.labels[position]
    return min((turn.at for turn in found if turn.label == label and turn.side == "more"), default=1.0)
