"""What drawn weights say: how often each model leads, ranks and is first, and the least and greatest leads seen."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from steelyard.comparison.robustness.hit_and_run import WALKS
from steelyard.comparison.robustness.mixing import Mixing
from steelyard.comparison.robustness.sampling import How, Sampler
from steelyard.comparison.robustness.scores import Scores
from steelyard.type_names import Floats

KEPT = 4_096
"""Drawn weights that are kept to look for a turning point."""


@dataclass(frozen=True, eq=False)
class Tally:
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


def tally(scores: Scores, sampler: Sampler, samples: int) -> Tally:
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
    return Tally(
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
    found = np.take_along_axis(known, at[None], axis=0)[0]
    better = found < least
    least[better] = found[better]
    least_at[better] = weights[at[better]]


def _mean_and_error(sums: Floats, drawn: int) -> tuple[Floats, Floats]:
    """Return shares and their standard errors: of independent draws, or by the spread of the walks' own means."""
    if not drawn:
        return np.full(sums.shape[1:], np.nan), np.full(sums.shape[1:], np.nan)
    walks, mean = len(sums), sums.sum(axis=0) / drawn
    if walks == 1:
        return mean, np.sqrt(mean * (1 - mean) / drawn)
    return mean, (sums * walks / drawn).std(axis=0, ddof=1) / np.sqrt(walks)
