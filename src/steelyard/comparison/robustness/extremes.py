"""The worst and the best lead of one model over another in a region of weights.

And the nearest weights at which another wins.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, Literal

import numpy as np

from steelyard.comparison.robustness.one_class import HALVINGS, Turn, least_lead, turns
from steelyard.comparison.robustness.programme import farthest, greatest_ratio, nearest_where_behind
from steelyard.comparison.robustness.sampling import WeightTally
from steelyard.comparison.robustness.scores import Scores
from steelyard.counts.answer import Answer, Row, number, plain_label, plain_values
from steelyard.counts.labels import Label
from steelyard.importance.region import Region
from steelyard.measuring.lead import TIED
from steelyard.type_names import Floats

BESIDE, MOST_BESIDE = 1e-6, 50
"""How close weights beside a vertex are, and up to how many vertices they are tried."""


@dataclass(frozen=True, eq=False)
class Extremes(Answer):
    """By how much `first` is better than `second`, at worst and at best.

    Attributes
    ----------
    worst, best
        The least and the greatest lead, in the metric's direction: positive where `first` is better.
    worst_weights, best_weights
        Weights at which it is attained.
    how
        "exact": attained at vertices of the region, or it is one point. "sampled": the least and greatest at `tried`
        weights; the true ones may lie farther out.
    outer
        Where sampled and known: two bounds between which the true ones lie for certain.
    """

    first: Label
    second: Label
    worst: float
    worst_weights: Floats
    best: float
    best_weights: Floats
    how: Literal["exact", "sampled"]
    tried: int
    outer: tuple[float, float] | None = None

    def to_dict(self) -> dict[str, Any]:
        """Return plain values; weights are in the order of the classes."""
        return {
            "first": plain_label(self.first),
            "second": plain_label(self.second),
            "worst": number(self.worst),
            "worst_weights": plain_values(self.worst_weights),
            "best": number(self.best),
            "best_weights": plain_values(self.best_weights),
            "how": self.how,
            "tried": self.tried,
            "outer": plain_values(self.outer),
        }


def extremes(
    scores: Scores, region: Region, a: int, b: int, corners: tuple[Floats, bool], tally: WeightTally, start: Floats
) -> Extremes:
    """Find the worst and the best lead of model a over model b.

    Averages over the same classes lead by a ratio of linear functions, whose extremes are vertices; all vertices are
    tried where they are few, else a linear programme finds them. Other metrics are tried at drawn weights, at vertices,
    at the start, and where each model alone is at its best and worst.
    """
    vertices, complete = corners
    if region.is_point:
        return _among(scores, a, b, vertices, "exact", 1, None)
    if scores.alike(a, b):
        exact = vertices if complete else np.stack([_best_for(scores, region, a, b), _best_for(scores, region, b, a)])
        return _among(scores, a, b, exact, "exact", len(exact), None)
    alone, outer = _outer(scores, region, a, b)
    seen = tally.least_at[[a, b], [b, a]]
    tried = np.concatenate([vertices, _beside(vertices), alone, seen[np.isfinite(seen).all(axis=1)], start[None]])
    return _among(scores, a, b, tried, "sampled", tally.samples + len(tried), outer)


def _beside(vertices: Floats) -> Floats:
    """Return weights close to each vertex, towards each other one: an average may be undefined at the vertex itself."""
    if len(vertices) > MOST_BESIDE:
        return vertices[:0]
    near = (1 - BESIDE) * vertices[:, None] + BESIDE * vertices
    return near.reshape(-1, vertices.shape[1])


def _best_for(scores: Scores, region: Region, a: int, b: int) -> Floats:
    slopes, counted = scores.slopes(a, b), scores.counted[a]
    if counted.all():
        return farthest(region, slopes)
    weights = greatest_ratio(region, slopes, counted)
    if weights is None:
        raise ValueError(f"{scores.metric.id} is undefined at all weights that agree with what was said.")
    return weights


def _outer(scores: Scores, region: Region, a: int, b: int) -> tuple[Floats, tuple[float, float] | None]:
    """Return where each average alone is at its best and worst, and the bounds on the lead that follow."""
    if scores.rates is None:
        return np.empty((0, len(scores.labels))), None
    ends = [
        greatest_ratio(region, sign * scores.rates[k], scores.counted[k])
        for k, sign in ((a, scores.sign), (a, -scores.sign), (b, scores.sign), (b, -scores.sign))
    ]
    alone = np.stack([weights for weights in ends if weights is not None])
    if len(alone) < len(ends):
        return alone, None
    value = scores.sign * scores.at(alone)
    return alone, (float(value[1, a] - value[2, b]), float(value[0, a] - value[3, b]))


def _among(
    scores: Scores,
    a: int,
    b: int,
    weights: Floats,
    how: Literal["exact", "sampled"],
    tried: int,
    outer: tuple[float, float] | None,
) -> Extremes:
    lead = scores.ahead(scores.at(weights), a, b)
    if np.isnan(lead).all():
        raise ValueError(f"{scores.metric.id} is undefined at all weights that agree with what was said.")
    worst, best = int(np.nanargmin(lead)), int(np.nanargmax(lead))
    return Extremes(
        scores.models[a],
        scores.models[b],
        float(lead[worst]),
        weights[worst],
        float(lead[best]),
        weights[best],
        how,
        tried,
        outer,
    )


# From given weights: the nearest at which another model wins.


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
            "winner": plain_label(self.winner),
            "nearest": plain_values(self.nearest),
            "distance": self.distance,
            "new_winner": plain_label(self.new_winner),
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
    candidates = [(float(np.abs(weights - start).sum() / 2), weights, b) for weights, b in ends if weights is not None]
    distance, nearest, other = min(candidates, key=lambda one: one[0]) if candidates else (None, None, None)
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
        weights = _drawn_level(scores, start, winner, nearest + pull * (others - nearest))
        if weights is not None and np.abs(weights - start).sum() < np.abs(nearest - start).sum():
            nearest = weights
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
