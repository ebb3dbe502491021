"""From given weights: the nearest at which another model wins."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, Literal

import numpy as np

from steelyard.comparison.robustness.one_class import HALVINGS, Turn, least_lead, turns
from steelyard.comparison.robustness.programme import farthest, nearest_where_behind
from steelyard.comparison.robustness.scores import Scores
from steelyard.counts.answer import Answer, Row, plain, plain_values
from steelyard.counts.labels import Label
from steelyard.importance.region import Region
from steelyard.measuring.lead import TIED
from steelyard.type_names import Floats

TRIED = 32
"""Drawn weights, nearest to the start, towards which a turning point is searched where there is no programme."""

AROUND, PULLS = 256, tuple(2.0**-k for k in (1, 2, 3, 4, 1, 2, 3, 4, 5, 6, 7, 8))
"""How many weights around the nearest are tried, and how far from it towards others they lie."""


@dataclass(frozen=True, eq=False)
class Turning(Answer):
    """Where the winner changes, starting from given weights.

    Attributes
    ----------
    winner
        The model that is best at the start.
    nearest, distance, new_winner
        The nearest weights that agree with what was said (of all weights, if that was one point) at which another model
        draws level, beyond which it is ahead; how much weight must move to get there (½Σ|w − start|), and that model.
        None if no other is ever ahead: a tie is no change.
    how
        "exact", by a linear programme; "sampled" if only drawn weights were searched, so that it may be nearer.
    classes
        Where changing one class's weight alone changes the winner, the smallest change first.
    """

    winner: Label
    nearest: Floats | None
    distance: float | None
    new_winner: Label | None
    how: Literal["exact", "sampled"]
    classes: tuple[Turn, ...]

    def to_dict(self) -> dict[str, Any]:
        """Return plain values; the nearest weights are in the order of the classes."""
        return {
            "winner": plain(self.winner),
            "nearest": plain_values(self.nearest),
            "distance": self.distance,
            "new_winner": plain(self.new_winner),
            "how": self.how,
            "classes": [turn.to_dict() for turn in self.classes],
        }

    def to_rows(self) -> list[Row]:
        """Return one row for each class whose weight alone changes the winner."""
        return [turn.to_dict() for turn in self.classes]


def turning(scores: Scores, region: Region, start: Floats, winner: int, tried: Floats, scope: Region) -> Turning:
    """Find where the winner at the start changes.

    `scope` are the weights that are looked at: the region, or more if it is a point. `tried` are some of them, for
    metrics without a programme.
    """
    rivals = [b for b in range(len(scores.models)) if b != winner]
    ends = [
        (nearest_where_behind(scope, start, scores.slopes(winner, b), scores.counted[winner]), b)
        for b in rivals
        if scores.alike(winner, b) and _ever_ahead(scores, scope, b, winner)
    ]
    exact = all(scores.alike(winner, b) for b in rivals)
    if not exact:
        ends.append(_searched(scores, start, winner, tried))
    found = [(float(np.abs(weights - start).sum() / 2), weights, b) for weights, b in ends if weights is not None]
    distance, nearest, other = min(found, key=lambda one: one[0]) if found else (None, None, None)
    return Turning(
        scores.models[winner],
        nearest,
        distance,
        None if other is None else scores.models[other],
        "exact" if exact else "sampled",
        turns(scores, region, start, winner),
    )


def _ever_ahead(scores: Scores, scope: Region, b: int, winner: int) -> bool:
    """Whether a model's greatest lead is above 0, by more than rounding."""
    slopes = scores.slopes(b, winner)
    return bool(farthest(scope, slopes) @ slopes > TIED * np.abs(slopes).max())


def _searched(scores: Scores, start: Floats, winner: int, tried: Floats) -> tuple[Floats | None, int]:
    """Walk towards weights at which another model is ahead, then look for nearer ones around those found.

    Weights between the nearest found so far and others of the region belong to the region too. They are looked at
    closer and closer to the nearest.
    """
    nearest = _drawn_level(scores, start, winner, tried)
    if nearest is None:
        return None, winner
    others = tried[:: max(1, len(tried) // AROUND)]
    for pull in PULLS:
        found = _drawn_level(scores, start, winner, nearest + pull * (others - nearest))
        if found is not None and np.abs(found - start).sum() < np.abs(nearest - start).sum():
            nearest = found
    return nearest, int(least_lead(scores, nearest[None], winner)[1][0])


def _drawn_level(scores: Scores, start: Floats, winner: int, tried: Floats) -> Floats | None:
    """Halve the ways from the start to weights at which another model is ahead, and return the nearest end."""
    behind = tried[least_lead(scores, tried, winner)[0] < 0]
    if not len(behind):
        return None
    goals = behind[np.argsort(np.abs(behind - start).sum(axis=1), kind="stable")[:TRIED]]
    before, after = np.zeros(len(goals)), np.ones(len(goals))
    for _ in range(HALVINGS):
        middle = (before + after) / 2
        lost = least_lead(scores, start + middle[:, None] * (goals - start), winner)[0] < 0
        before, after = np.where(lost, before, middle), np.where(lost, middle, after)
    ends: Floats = start + after[:, None] * (goals - start)
    return ends[int(np.abs(ends - start).sum(axis=1).argmin())]
