"""From given weights: the nearest at which another model wins."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, Literal

import numpy as np

from steelyard.importance.region import Region
from steelyard.labels import Label
from steelyard.weightings.one_class import HALVINGS, Turn, least_lead, turns
from steelyard.weightings.programme import nearest_where_behind
from steelyard.weightings.scores import Scores

Floats = np.ndarray[Any, np.dtype[np.float64]]

TRIED = 32
"""Drawn weights, nearest to the start, towards which a turning point is searched where there is no programme."""


@dataclass(frozen=True, eq=False)
class Turning:
    """Where the winner changes, starting from given weights.

    Attributes
    ----------
    winner
        The model that is best at the start.
    nearest, distance, new_winner
        The nearest weights that agree with what was said (of all weights, if that was one point) at which another model
        draws level, how much weight must move to get there (½Σ|w − start|), and that model; None if it never does.
    how
        "exact", by a linear programme; "sampled" if only drawn weights were searched.
    classes
        Where changing one class's weight alone changes the winner, the smallest change first.
    """

    winner: Label
    nearest: Floats | None
    distance: float | None
    new_winner: Label | None
    how: Literal["exact", "sampled"]
    classes: tuple[Turn, ...]


def turning(scores: Scores, region: Region, start: Floats, winner: int, tried: Floats) -> Turning:
    """Find where the winner at the start changes; `tried` are weights of the region for metrics without a programme."""
    scope = Region.of(region.labels) if region.is_point else region
    rivals = [b for b in range(len(scores.models)) if b != winner]
    ends = [
        (nearest_where_behind(scope, start, scores.slopes(winner, b), scores.counted[winner]), b)
        for b in rivals
        if scores.alike(winner, b)
    ]
    if len(ends) < len(rivals):
        ends.append(_searched(scores, start, winner, tried))
    found = [(float(np.abs(weights - start).sum() / 2), weights, b) for weights, b in ends if weights is not None]
    exact = all(scores.alike(winner, b) for b in rivals)
    distance, nearest, other = min(found, key=lambda one: one[0]) if found else (None, None, None)
    return Turning(
        scores.models[winner],
        nearest,
        distance,
        None if other is None else scores.models[other],
        "exact" if exact else "sampled",
        turns(scores, region, start, winner),
    )


def _searched(scores: Scores, start: Floats, winner: int, tried: Floats) -> tuple[Floats | None, int]:
    """Walk towards weights at which another model is ahead, and halve the way until it draws level."""
    behind = tried[least_lead(scores, tried, winner)[0] < 0]
    if not len(behind):
        return None, winner
    goals = behind[np.argsort(np.abs(behind - start).sum(axis=1), kind="stable")[:TRIED]]
    before, after = np.zeros(len(goals)), np.ones(len(goals))
    for _ in range(HALVINGS):
        middle = (before + after) / 2
        lost = least_lead(scores, start + middle[:, None] * (goals - start), winner)[0] < 0
        before, after = np.where(lost, before, middle), np.where(lost, middle, after)
    ends = start + after[:, None] * (goals - start)
    nearest = int(np.abs(ends - start).sum(axis=1).argmin())
    return ends[nearest], int(least_lead(scores, ends[nearest : nearest + 1], winner)[1][0])
