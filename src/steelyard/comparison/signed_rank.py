"""Wilcoxon's signed-rank test, and its Bayesian kin: two models on several data sets."""

from __future__ import annotations

import math
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any

import numpy as np

from steelyard.comparison.differences import Differences, checked_differences
from steelyard.comparison.posterior import Posterior, checked_rope
from steelyard.comparison.signed_rank_posterior import DRAWS, PRIOR, signed_rank_posterior
from steelyard.counts.answer import Answer

if TYPE_CHECKING:
    from numpy.typing import ArrayLike, NDArray

EXACT = 200
"""Up to so many differences that are not 0, all sums of ranks are counted; that takes 20 ms."""


@dataclass(frozen=True, slots=True)
class SignedRank(Answer):
    """What the signed-rank tests say of two models on several data sets.

    Attributes
    ----------
    ranks_a, ranks_b
        Sum of the ranks of the data sets on which a, or b, scores higher; ranks go by the size of the difference.
    p_value
        Two-sided, of differences that lie evenly around 0.
    exact
        Whether the p-value was counted out, or comes from a normal distribution.
    zeros
        Data sets without a difference: they take part in the ranking, and their ranks then go to neither model.
    posterior
        Which is better, by the Bayesian signed-rank test.
    error
        The largest standard error of the posterior's probabilities, for they are estimated from random draws.
    datasets, left_out
        Differences used, and those that were NaN.
    """

    ranks_a: float
    ranks_b: float
    p_value: float
    exact: bool
    zeros: int
    posterior: Posterior
    error: float
    datasets: int
    left_out: int

    def flipped(self) -> SignedRank:
        """Return what it says of the second model's score less the first's."""
        return replace(self, ranks_a=self.ranks_b, ranks_b=self.ranks_a, posterior=self.posterior.flipped())

    def to_dict(self) -> dict[str, Any]:
        """Return plain values."""
        return {
            "test": "signed_rank",
            "ranks_a": self.ranks_a,
            "ranks_b": self.ranks_b,
            "p_value": self.p_value,
            "exact": self.exact,
            "zeros": self.zeros,
            "posterior": self.posterior.to_dict(),
            "error": self.error,
            "datasets": self.datasets,
            "left_out": self.left_out,
        }


def signed_rank(
    differences: ArrayLike, *, rope: float = 0.0, prior: float = PRIOR, draws: int = DRAWS, seed: int = 0
) -> SignedRank:
    """Compare two models by their scores on several data sets.

    Parameters
    ----------
    differences
        Model a's score less b's, one per data set; larger scores are better. Undefined ones, NaN, are left out and
        counted.
    rope
        The largest difference that does not matter, in units of the metric; only the posterior knows it.
    prior, draws, seed
        Strength of the posterior's prior, and number and seed of its random draws; see `signed_rank_posterior`.

    Notes
    -----
    Differences of 0 are ranked first and then left out, as Pratt (1959) does: leaving them out before, as Wilcoxon did,
    can make the evidence for a model grow when its scores fall. Equal differences share their mean rank. Given those
    ranks, each sign is as likely as the other, so for up to 200 differences other than 0 the p-value is counted out,
    with ties or without; beyond, it comes from the normal distribution with the variance that ties leave. (SciPy counts
    out only what has no ties, up to 50.)

    Examples
    --------
    >>> from steelyard.comparison.signed_rank import signed_rank
    >>> found = signed_rank([0.02, 0.03, -0.01, 0.04, 0.05, 0.06], rope=0.01)
    >>> found.ranks_a, found.ranks_b, found.p_value
    (20.0, 1.0, 0.0625)
    >>> found.posterior.a_better > 0.98
    True
    """
    found, rope = checked_differences(differences), checked_rope(rope)
    ranks, signs = _ranked(found)
    ranks_a, ranks_b = float(ranks[signs > 0].sum()), float(ranks[signs < 0].sum())
    posterior = signed_rank_posterior(found, rope, prior=prior, draws=draws, seed=seed)
    shares = np.array([posterior.a_better, posterior.equivalent, posterior.b_better])
    exact = np.count_nonzero(signs) <= EXACT
    return SignedRank(
        ranks_a,
        ranks_b,
        (_counted if exact else _normal)(ranks[signs != 0], min(ranks_a, ranks_b)),
        bool(exact),
        int(np.count_nonzero(signs == 0)),
        posterior,
        float(np.sqrt(shares * (1 - shares) / draws).max()),
        len(found.values),
        found.left_out,
    )


def _ranked(found: Differences) -> tuple[NDArray[np.float64], NDArray[np.float64]]:
    """Return the rank of each difference's size, from 1, the mean where sizes are the same, and its sign or 0."""
    sizes = np.abs(found.values)
    signs = np.where(sizes > found.noise, np.sign(found.values), 0.0)
    order = np.argsort(sizes, kind="stable")
    ties = np.cumsum(np.diff(sizes[order], prepend=0.0) > found.noise)
    places = np.arange(1.0, len(sizes) + 1)
    means = np.bincount(ties, places) / np.maximum(np.bincount(ties), 1)
    ranks = np.empty(len(sizes))
    ranks[order] = means[ties]
    return ranks, signs


def _counted(ranks: NDArray[np.float64], smaller: float) -> float:
    """Return twice the share of all ways to sign the ranks in which the positive ones sum to at most this."""
    doubled = np.rint(2 * ranks).astype(np.intp)  # a mean rank may be a half
    shares = np.zeros(1 + int(doubled.sum()))
    shares[0] = 1.0
    for rank in doubled:
        added = np.concatenate([np.zeros(rank), shares[: len(shares) - rank]])
        shares = (shares + added) / 2
    return float(min(1.0, 2 * shares[: 1 + round(2 * smaller)].sum()))


def _normal(ranks: NDArray[np.float64], smaller: float) -> float:
    """Return what `_counted` does, nearly: the sum has the mean Σr/2 and the variance Σr²/4."""
    distance = ranks.sum() / 2 - smaller
    return math.erfc(float(distance / math.sqrt((ranks**2).sum() / 2)))
