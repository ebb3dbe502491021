"""The worst and the best lead of one model over another, over all weights of a region."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, Literal

import numpy as np

from steelyard.comparison.robustness.programme import farthest, greatest_ratio
from steelyard.comparison.robustness.scores import Scores
from steelyard.comparison.robustness.tally import Tally
from steelyard.counts.answer import Answer, number, plain, plain_values
from steelyard.counts.labels import Label
from steelyard.importance.region import Region
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
            "first": plain(self.first),
            "second": plain(self.second),
            "worst": number(self.worst),
            "worst_weights": plain_values(self.worst_weights),
            "best": number(self.best),
            "best_weights": plain_values(self.best_weights),
            "how": self.how,
            "tried": self.tried,
            "outer": plain_values(self.outer),
        }


def extremes(
    scores: Scores, region: Region, a: int, b: int, corners: tuple[Floats, bool], tally: Tally, start: Floats
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
    found = greatest_ratio(region, slopes, counted)
    if found is None:
        raise ValueError(f"{scores.metric.id} is undefined at all weights that agree with what was said.")
    return found


def _outer(scores: Scores, region: Region, a: int, b: int) -> tuple[Floats, tuple[float, float] | None]:
    """Return where each average alone is at its best and worst, and the bounds on the lead that follow."""
    if scores.rates is None:
        return np.empty((0, len(scores.labels))), None
    found = [
        greatest_ratio(region, sign * scores.rates[k], scores.counted[k])
        for k, sign in ((a, scores.sign), (a, -scores.sign), (b, scores.sign), (b, -scores.sign))
    ]
    alone = np.stack([weights for weights in found if weights is not None])
    if len(alone) < len(found):
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
