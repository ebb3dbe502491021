"""How sure the order of models is.

The share of weights at which one beats another, and what the items allow beside.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from itertools import permutations
from typing import Any, Literal

import numpy as np

from steelyard.comparison.robustness.sampling import WeightTally, all_leads
from steelyard.comparison.robustness.scores import Scores
from steelyard.comparison.robustness.simplices import share_above
from steelyard.counts.answer import Answer, Row, number, plain_label
from steelyard.counts.confusion import Confusion
from steelyard.counts.labels import Label
from steelyard.importance.region import Region
from steelyard.intervals.draws import Drawing
from steelyard.intervals.interval import generator
from steelyard.intervals.several_models import Completed, restrained, tried_others
from steelyard.measuring.lead import TIED
from steelyard.type_names import Floats


@dataclass(frozen=True)
class Share(Answer):
    """At which share of the weights `first` beats `second`, is beaten, and ties.

    Attributes
    ----------
    how
        "exact", a ratio of volumes; "sampled", with the standard error of `wins`; or "unknown", with shares of NaN.
    """

    first: Label
    second: Label
    wins: float
    loses: float
    ties: float
    how: Literal["exact", "sampled", "unknown"]
    error: float = 0.0

    def to_dict(self) -> dict[str, Any]:
        """Return plain values; an unknown share is None."""
        numbers = {name: number(getattr(self, name)) for name in ("wins", "loses", "ties", "error")}
        return {"first": plain_label(self.first), "second": plain_label(self.second), **numbers, "how": self.how}


def shares_of(
    scores: Scores, region: Region, pairs: Sequence[tuple[int, int]], simplices: Sequence[Floats], tally: WeightTally
) -> tuple[Share, ...]:
    """Return, for pairs (a, b) of models, the share of the weights at which a beats b.

    Exact at a point, and where the same classes count for both models and the region is made of few simplices, whose
    vertices are given.
    """
    exact = [pair for pair in pairs if scores.alike(*pair)] if len(simplices) else []
    volumes = dict(zip(exact, _volumes(scores, exact, simplices), strict=True)) if exact else {}
    shares = []
    for a, b in pairs:
        names = scores.models[a], scores.models[b]
        if region.is_point:
            lead = float(all_leads(scores, scores.at(region.low[None]))[0, a, b])
            shares.append(Share(*names, float(lead > 0), float(lead < 0), float(lead == 0), "exact"))
        elif (a, b) in volumes:
            shares.append(Share(*names, *volumes[a, b], "exact"))
        else:
            wins, loses = float(tally.leads[a, b]), float(tally.leads[b, a])
            ties = float(np.maximum(1 - wins - loses, 0.0))
            how: Literal["sampled", "unknown"] = "sampled" if tally.samples else "unknown"
            shares.append(Share(*names, wins, loses, ties, how, float(tally.leads_error[a, b])))
    return tuple(shares)


def _volumes(
    scores: Scores, pairs: Sequence[tuple[int, int]], simplices: Sequence[Floats]
) -> list[tuple[float, float, float]]:
    """Return for each pair the shares of the simplices, all of one volume, above 0, below 0 and at 0."""
    slopes = np.stack([scores.slopes(a, b) for a, b in pairs])
    lead = np.stack([slopes @ vertices.T for vertices in simplices])  # (simplices, pairs, vertices)
    lead[np.abs(lead) <= TIED * np.abs(slopes).max()] = 0.0
    rows = lead.reshape(-1, lead.shape[-1])
    above, below = (share_above(side).reshape(lead.shape[:2]).mean(axis=0) for side in (rows, -rows))
    level = (lead == 0).all(axis=2).mean(axis=0)
    return list(zip(above.tolist(), below.tolist(), level.tolist(), strict=True))


# The same over what the items allow.


MOST_DRAWS, LEAST_DRAWS = 1_000, 100
"""Of the tables: with more, no whole percent changes that is told; with fewer, 97.5 % cannot be told."""

MOST_WEIGHTS, LEAST_WEIGHTS = 2_000, 50

MOST_DRAWS_WITHOUT_FORMULA, MOST_WEIGHTS_WITHOUT_FORMULA = 400, 500
"""Of a metric that is no average, and so computed anew for each table and each weights."""

MOST_NUMBERS, MOST_NUMBERS_WITHOUT_FORMULA = 20_000_000, 5_000_000
"""Numbers of all tables that are drawn; of all tables at all weights. Some tenths of a second."""

MOST_VALUES = 4_000_000
"""Values of all models in all draws at all weights."""

AT_ONCE = 1 << 22
"""Numbers that are looked at together: 32 MB."""

STREAM = 18
"""The place of these draws among those of a seed, so that they are others."""


@dataclass(frozen=True)
class Uncertain:
    """What is known of the items behind the models' tables, and what was decided at the weights of the importance.

    Attributes
    ----------
    drawings
        How tables are drawn: of all models together, or of each alone.
    confidence, rope
        With which confidence models are told apart, and the largest difference that does not matter.
    decided
        Pairs (a, b), by position, of which a was told better than b at the weights of the importance, None if that was
        not asked. Those weights are one of many here, so what was decided there holds: a pair that was told apart is so
        wherever it is as probable, and one that was not needs more than its probability there.
    by_chance
        Of each two models, (K, K), how likely all items that tell them apart speak for the same one by chance: whatever
        the weights, neither is better with a smaller probability. None where items are drawn as they are.
    """

    drawings: Sequence[Drawing]
    confidence: float = 0.95
    rope: float = 0.0
    decided: frozenset[tuple[int, int]] | None = None
    by_chance: Floats | None = None


@dataclass(frozen=True, eq=False)
class Chances(Answer):
    """How sure the order of K models is, if all weights that agree are equally likely.

    Attributes
    ----------
    best
        The probability that each model is the best.
    better
        The probability that model a (row) is better than b, by more than the rope.
    told
        The share of the weights at which a is told to be better than b.
    told_best
        The share of the weights at which a model is told to be better than each other.
    draws, weights
        How many tables were drawn, and at how many weights they were looked at. Of a thousand draws, probabilities are
        right to some two hundredths.
    confidence, rope
        With which confidence models are told apart, and the largest difference that does not matter.
    """

    models: tuple[Label, ...]
    best: Floats
    better: Floats
    told: Floats
    told_best: Floats
    draws: int
    weights: int
    confidence: float
    rope: float

    def to_dict(self) -> dict[str, Any]:
        """Return everything as plain values."""
        K = range(len(self.models))
        return {
            "best": [number(p) for p in self.best.tolist()],
            "told_best": [number(p) for p in self.told_best.tolist()],
            "pairs": [
                {
                    "first": plain_label(self.models[a]),
                    "second": plain_label(self.models[b]),
                    "first_better": number(float(self.better[a, b])),
                    "second_better": number(float(self.better[b, a])),
                    "first_told_better": number(float(self.told[a, b])),
                    "second_told_better": number(float(self.told[b, a])),
                }
                for a in K
                for b in K
                if a < b
            ],
            "draws": self.draws,
            "weights": self.weights,
            "confidence": self.confidence,
            "rope": self.rope,
        }

    def to_rows(self) -> list[Row]:
        """Return one row for each model."""
        best, told = self.best.tolist(), self.told_best.tolist()
        return [
            {"model": plain_label(model), "best": number(best[k]), "told_best": number(told[k])}
            for k, model in enumerate(self.models)
        ]


def chances(scores: Scores, uncertain: Uncertain, start: Floats, weights: Floats, seed: int) -> Chances | None:
    """Return how sure the order is at some weights, (S, C); None if too few tables can be drawn or looked at."""
    draws, size = _affordable(scores, uncertain, len(weights))
    if draws < LEAST_DRAWS or size < min(LEAST_WEIGHTS, len(weights)) or not len(weights):
        return None
    looked_at = np.concatenate([start[None], weights[:size]])
    values = _values(scores, uncertain, looked_at, draws, seed)
    credited = _credited(scores, uncertain, looked_at, draws, seed)
    K = len(scores.models)
    better, told = np.zeros((K, K)), np.zeros((K, K, size), dtype=np.bool_)
    for a, b in permutations(range(K), 2):
        of_draws = (values[:, a] - values[:, b] > uncertain.rope).mean(axis=0)
        better[a, b] = of_draws[1:].mean()
        if credited is not None:
            of_draws = np.minimum(of_draws, (credited[:, a] - credited[:, b] > uncertain.rope).mean(axis=0))
        told[a, b] = _told(of_draws, uncertain, (a, b))
    others = ~np.eye(K, dtype=np.bool_)
    first = values == np.nanmax(values, axis=1, keepdims=True)
    shared = first / np.maximum(first.sum(axis=1, keepdims=True), 1)
    return Chances(
        models=scores.models,
        best=shared[..., 1:].mean(axis=(0, 2)),
        better=better,
        told=told.mean(axis=2),
        told_best=np.array([told[a, others[a]].all(axis=0).mean() for a in range(K)]),
        draws=draws,
        weights=size,
        confidence=uncertain.confidence,
        rope=uncertain.rope,
    )


def _told(better: Floats, uncertain: Uncertain, pair: tuple[int, int]) -> Any:
    """Return at which weights one model is told to be better, from its probabilities; the first are those of the start.

    What was decided at the start holds there, and so around it, though intervals may be made in another way, or
    corrected for several tests.
    """
    at_start, everywhere, level = better[0], better[1:], 1 - (1 - uncertain.confidence) / 2
    if uncertain.decided is None:
        return everywhere >= level
    if pair in uncertain.decided:
        return everywhere >= min(level, at_start)
    return (everywhere >= level) & (everywhere > at_start)


def _affordable(scores: Scores, uncertain: Uncertain, weights: int) -> tuple[int, int]:
    """Return how many tables are drawn, and at how many weights they are looked at."""
    K = len(scores.models)
    numbers = sum(max(drawing.numbers, 1) for drawing in uncertain.drawings)
    draws, size = min(MOST_DRAWS, MOST_NUMBERS // numbers), min(MOST_WEIGHTS, weights)
    most = MOST_VALUES // K
    if scores.rates is None:
        draws, size = min(draws, MOST_DRAWS_WITHOUT_FORMULA), min(size, MOST_WEIGHTS_WITHOUT_FORMULA)
        most = MOST_NUMBERS_WITHOUT_FORMULA // (K * scores.numbers_at_weights)
        draws = min(draws, max(LEAST_DRAWS, most // max(size, 1)))
    return draws, min(size, most // max(draws, 1))


def _values(scores: Scores, uncertain: Uncertain, weights: Floats, draws: int, seed: int) -> Floats:
    """Return drawn values, (draws, K, S), in which neither few items nor what is beforehand tell too much."""
    observed = scores.sign * scores.at(weights).T
    values = _drawn_values(scores, uncertain, weights, draws, seed)
    if uncertain.by_chance is None:
        return values
    return restrained(values, observed, uncertain.drawings, uncertain.by_chance)


def _credited(scores: Scores, uncertain: Uncertain, weights: Floats, draws: int, seed: int) -> Floats | None:
    """Return the same if models get credit for classes that they never predicted; None if none gave up others.

    Models are told apart only if they are so either way.
    """
    if not tried_others(uncertain.drawings):
        return None
    drawings = [replace(each, credit=True) if isinstance(each, Completed) else each for each in uncertain.drawings]
    return _drawn_values(scores, replace(uncertain, drawings=drawings), weights, draws, seed)


def _drawn_values(scores: Scores, uncertain: Uncertain, weights: Floats, draws: int, seed: int) -> Floats:
    """Return the values of all models, higher better, in each draw and at each weights, of shape (draws, K, S)."""
    values: list[Floats] = []
    for place, drawing in enumerate(uncertain.drawings):
        models = len(values)
        rng, parts = generator(seed, STREAM, place), []
        each = max(drawing.numbers, 1 if scores.rates is not None else len(weights) * scores.numbers_at_weights)
        for first in range(0, draws, size := max(1, AT_ONCE // each)):
            tables = _dense(drawing.tables(rng, min(size, draws - first)))
            parts.append(
                np.stack([scores.of_tables(tables[:, k], models + k, weights) for k in range(tables.shape[1])])
            )
        values += list(np.concatenate(parts, axis=1))
    return scores.sign * np.stack(values, axis=1)


def _dense(tables: Confusion) -> Floats:
    return np.asarray(tables.dense().counts, dtype=np.float64)
