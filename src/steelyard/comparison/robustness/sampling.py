"""Weights drawn uniformly from a region, by the best way there is for it; and what they say of the models."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from typing import Literal

import numpy as np

from steelyard.comparison.robustness.scores import CHUNK, Scores
from steelyard.comparison.robustness.simplices import chain_of, drawn_extensions, parts_of
from steelyard.comparison.robustness.walks import MOST_EXCHANGED, MOST_WALKED, WALKS, Mixing, Walks
from steelyard.importance.ranks import bits
from steelyard.importance.region import Region
from steelyard.type_names import Floats

How = Literal["one point", "independent", "rejection", "hit-and-run", "none"]

PILOT = 4_096
LEAST_ACCEPTED = 0.02
"""Of the pilot's draws from the surrounding simplices; with fewer, walking costs less than rejecting."""


LEAST_POINTS = 200
"""Of each walk: with fewer it could not be told whether they have mixed."""


class Sampler:
    """Draws weights from a region; the same seed gives the same bits.

    `width` is how many numbers will be made of each set of weights, so that chunks stay small.

    Attributes
    ----------
    how
        "independent" draws where only an order binds; "rejection" of independent draws that miss the ranges;
        "hit-and-run" where too few would be left, or the order is too loose to be completed at random; "none" if that
        would take walks through more classes than they can cross.
    """

    def __init__(self, region: Region, seed: int, width: int = 1) -> None:
        self.region = region
        self.rng = np.random.default_rng(seed)
        self.size = max(1, CHUNK // max(len(region.low), width))
        self._around = _surrounding(region)
        self._poset, self._parts = parts_of(self._around)
        self.how: How = self._way()

    def _way(self) -> How:
        if self.region.is_point:
            return "one point"
        try:
            pilot = self._independent(PILOT // 4 if self.size < PILOT else PILOT)
        except ValueError:  # an order too loose to draw from directly
            pilot = np.empty((0, len(self.region.low)))
        if len(pilot) and self.region.is_simplicial:
            return "independent"
        if len(pilot) and len(self._inside(pilot)) >= LEAST_ACCEPTED * len(pilot):
            return "rejection"
        return "hit-and-run" if len(self.region.free) <= self._most_walked else "none"

    @property
    def _most_walked(self) -> int:
        return MOST_WALKED if self.region.pairs else MOST_EXCHANGED

    def points(self, samples: int) -> int:
        """Return how many points of each walk are looked at for so many samples."""
        return max(LEAST_POINTS, -(-samples // WALKS))

    def chunks(self, samples: int) -> Iterator[Floats]:
        """Yield weights, (S, C), together so many; of walks `points` times all of them, walk by walk."""
        if self.how == "one point":
            yield self.region.low[None]
        elif self.how == "hit-and-run":
            yield from self._walked(samples)
        elif self.how != "none":
            drawn = 0
            while drawn < samples:
                size = min(self.size, samples - drawn) if self.how == "independent" else self.size
                weights = self._inside(self._independent(size))[: samples - drawn]
                drawn += len(weights)
                yield weights

    def _walked(self, samples: int) -> Iterator[Floats]:
        points = self.points(samples)
        together: list[Floats] = []
        for weights in Walks(self.region, self.rng, points).points(points):
            together.append(weights)
            if len(together) * WALKS >= self.size:
                yield np.concatenate(together)
                together = []
        if together:
            yield np.concatenate(together)

    def _inside(self, weights: Floats) -> Floats:
        if self.region.is_simplicial:
            return weights
        inside = ((weights >= self.region.low) & (weights <= self.region.high)).all(axis=1)
        return weights[inside]

    def _independent(self, size: int) -> Floats:
        """Draw from the simplices around the region: sorted exponential times, in a random total order of each part."""
        around = self._around
        times = self.rng.standard_exponential((size, len(around.low)))
        times[:, around.high <= around.low] = 0.0
        for part in self._parts:
            members = list(bits(part))
            if len(members) == 1:
                continue
            # The least of k times is one k-th of a time, the next is longer by one (k − 1)-th, and so on.
            ranked = np.cumsum(times[:, members] / np.arange(len(members), 0, -1), axis=1)
            chain = chain_of(self._poset, part)
            if chain is not None:
                times[:, list(chain)] = ranked
            else:
                np.put_along_axis(times, drawn_extensions(self._poset, part, self.rng, size), ranked, axis=1)
        shares = times / times.sum(axis=1, keepdims=True)
        return np.asarray(around.low + around.mass * shares)


def _surrounding(region: Region) -> Region:
    """Return a region bound by an order alone that contains this one: least weights, alike where they are compared."""
    if region.is_point or region.is_simplicial:
        return region
    _, parts = parts_of(region)
    low = region.low.copy()
    for part in parts:
        members = list(bits(part))
        low[members] = low[members].min()
    free = region.high > region.low
    high = np.where(free, 1.0, region.high)
    return replace(region, low=low, high=high)


# What drawn weights say: how often each model leads, ranks and is first, and the least and greatest leads seen.


KEPT = 4_096
"""Drawn weights that are kept to look for a turning point."""


@dataclass(frozen=True, eq=False)
class WeightTally:
    """Counts over drawn weights of K models and C classes; shares are NaN if none could be drawn.

    Where walks have not mixed, `how` is "none" as well: what they saw is weights of the region, but no fair sample.

    Attributes
    ----------
    leads, leads_error
        The share of the weights at which model a leads b, (K, K), and its standard error.
    ranks, ranks_error
        The share of the weights at which each model takes each rank, (K, K); models that tie share their ranks.
    central
        The mean of the weights at which each model is first, (K, C); NaN if it never was.
    least, least_at
        The least lead of model a over b, and the weights of it.
    some
        Some of the weights.
    """

    how: How
    samples: int
    leads: Floats
    leads_error: Floats
    ranks: Floats
    ranks_error: Floats
    central: Floats
    least: Floats
    least_at: Floats
    some: Floats


def tally(scores: Scores, sampler: Sampler, samples: int) -> WeightTally:
    """Draw weights and count."""
    K, C = len(scores.models), len(scores.labels)
    walks = WALKS if sampler.how == "hit-and-run" else 1
    leads, ranks = np.zeros((walks, K, K)), np.zeros((walks, K, K))
    first_sum, first_count = np.zeros((K, C)), np.zeros(K)
    least, least_at = np.full((K, K), np.inf), np.full((K, K, C), np.nan)
    drawn, kept = 0, np.empty((0, C))
    mixing = Mixing(sampler.points(samples)) if sampler.how == "hit-and-run" else None
    for weights in sampler.chunks(samples):
        lead = all_leads(scores, scores.at(weights))
        if mixing is not None:
            mixing.add(np.concatenate([weights, _upper(lead)], axis=1).reshape(-1, walks, C + K * (K - 1) // 2))
        leads += (lead > 0).reshape(-1, walks, K, K).sum(axis=0)
        shares = _rank_shares(lead)
        ranks += shares.reshape(-1, walks, K, K).sum(axis=0)
        first_sum += shares[:, :, 0].T @ weights
        first_count += shares[:, :, 0].sum(axis=0)
        _lower(least, least_at, lead, weights)
        drawn += len(weights)
        kept = np.concatenate([kept, weights[: KEPT - len(kept)]])
    how = sampler.how
    if mixing is not None and not mixing.mixed:
        how, drawn, first_sum = "none", 0, np.full((K, C), np.nan)
    with np.errstate(invalid="ignore"):
        central = first_sum / first_count[:, None]
    return WeightTally(
        how,
        drawn,
        *_mean_and_error(leads, drawn),
        *_mean_and_error(ranks, drawn),
        central,
        least,
        least_at,
        kept,
    )


def all_leads(scores: Scores, values: Floats) -> Floats:
    """Return the lead of each model over each other, (S, K, K)."""
    each = np.arange(len(scores.models))
    return scores.ahead(values, each[:, None], each[None, :])


def _upper(lead: Floats) -> Floats:
    """Return the leads of each pair once, (S, K·(K − 1)/2); an undefined one tells nothing."""
    first, second = np.triu_indices(lead.shape[-1], 1)
    return np.nan_to_num(lead[:, first, second])


def _rank_shares(lead: Floats) -> Floats:
    """Return, for each weights and model, its share of each rank, (S, K, K)."""
    K = lead.shape[-1]
    ahead = (lead > 0).sum(axis=1)
    beside = (lead == 0).sum(axis=1) - 1
    rank = np.arange(K)
    taken = (ahead[..., None] <= rank) & (rank <= (ahead + beside)[..., None])
    return taken / (beside + 1)[..., None]


def _lower(least: Floats, least_at: Floats, lead: Floats, weights: Floats) -> None:
    """Keep the least leads seen so far."""
    if not len(lead):
        return
    known = np.where(np.isnan(lead), np.inf, lead)
    at = known.argmin(axis=0)
    lowest = np.take_along_axis(known, at[None], axis=0)[0]
    better = lowest < least
    least[better] = lowest[better]
    least_at[better] = weights[at[better]]


def _mean_and_error(sums: Floats, drawn: int) -> tuple[Floats, Floats]:
    """Return shares and their standard errors: of independent draws, or by the spread of the walks' own means."""
    if not drawn:
        return np.full(sums.shape[1:], np.nan), np.full(sums.shape[1:], np.nan)
    walks, mean = len(sums), sums.sum(axis=0) / drawn
    if walks == 1:
        return mean, np.sqrt(mean * (1 - mean) / drawn)
    return mean, (sums * walks / drawn).std(axis=0, ddof=1) / np.sqrt(walks)
