"""Wilcoxon's signed-rank test and its Bayesian kin: two models on several data sets.

And the choice of a test over folds or data sets.
"""

from __future__ import annotations

import math
from collections.abc import Iterator
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any, Literal, get_args

import numpy as np

from steelyard.comparison.correlated_t import (
    CorrelatedT,
    Differences,
    Posterior,
    checked_differences,
    checked_rope,
    correlated_t,
)
from steelyard.counts.answer import Answer
from steelyard.counts.confusion import Confusion
from steelyard.counts.labels import some, whole_number
from steelyard.counts.matrix_input import MODEL
from steelyard.measuring.apply import Measured, apply
from steelyard.type_names import Floats

if TYPE_CHECKING:
    from numpy.typing import ArrayLike, NDArray


PRIOR = 0.5
DRAWS = 50_000
CHUNK = 1 << 20
"""So many random numbers are drawn at a time (8 MB); results do not depend on it."""
SAME = 1e-12
"""Shares of probability closer than this are equal."""


def signed_rank_posterior(
    differences: Differences, rope: float, *, prior: float = PRIOR, draws: int = DRAWS, seed: int = 0
) -> Posterior:
    """Return which of two models is better on data sets like these (Benavoli et al. 2014 and 2017, and baycomp).

    The differences come from an unknown distribution, a Dirichlet process whose prior is one pseudo-observation of 0
    with the weight `prior`. Its posterior gives the data sets random weights from a Dirichlet distribution. In each
    draw, the mean of two differences, drawn by the weights, lies above the rope, within it or below it, with three
    probabilities that sum to 1; what lies on its edge is split between the two sides. The posterior is the share of
    the draws in which each of the three is the largest; equal ones share the draw.

    Parameters
    ----------
    differences
        The differences, model a's score less b's.
    rope
        Half the width of the region of practical equivalence.
    prior
        Weight of the pseudo-observation, in data sets.
    draws, seed
        Number of random draws, and where they start; the same seed gives the same bits.
    """
    if isinstance(prior, bool) or not (isinstance(prior, int | float | np.number) and 0 < prior < float("inf")):
        raise ValueError(f"prior must be a finite number above 0, not {prior!r}.")
    draws, seed = whole_number(draws, "draws", least=1), whole_number(seed, "seed")
    # Twice the mean of two differences is compared with twice the rope, so twice the noise counts as the same.
    values, edge, same = np.append(differences.values, 0.0), 2 * rope, 2 * differences.noise
    order = np.argsort(values, kind="stable")
    a_sums, b_sums = _Exceeding(values[order], edge, same), _Exceeding(-values[order][::-1], edge, same)
    wins = np.zeros(3)
    for weights in _weights(len(values), prior, draws, seed):
        ordered = weights[:, order]
        a, b = a_sums.share(ordered), b_sums.share(ordered[:, ::-1])
        shares = np.stack([a, 1 - a - b, b], axis=1)
        best = shares >= shares.max(axis=1, keepdims=True) - SAME
        wins += (best / best.sum(axis=1, keepdims=True)).sum(axis=0)
    a_better, equivalent, b_better = (wins / draws).tolist()
    return Posterior(a_better, equivalent, b_better, rope)


class _Exceeding:
    """How likely the sum of two values, drawn by weights, exceeds an edge; on the edge counts half.

    For each value, those that exceed the edge with it are the last ones of the sorted values: where they begin is found
    once, and their weight, draw by draw, by sums from the end. That costs n per draw, not n².
    """

    def __init__(self, values: NDArray[np.float64], edge: float, same: float) -> None:
        self._above = np.searchsorted(values, edge + same - values, side="right")
        self._reach = np.searchsorted(values, edge - same - values, side="left")

    def share(self, weights: NDArray[np.float64]) -> NDArray[np.float64]:
        """Return the probability in each draw, a row of weights in the order of the values."""
        tails = np.zeros((weights.shape[0], weights.shape[1] + 1))
        tails[:, :-1] = np.cumsum(weights[:, ::-1], axis=1)[:, ::-1]
        return (weights * (tails[:, self._above] + tails[:, self._reach])).sum(axis=1) / 2


def _weights(values: int, prior: float, draws: int, seed: int) -> Iterator[NDArray[np.float64]]:
    """Yield random weights of the values, a row per draw, the pseudo-observation's last."""
    random = np.random.default_rng(seed)
    concentration = np.append(np.ones(values - 1), prior)
    rows = max(1, CHUNK // values)
    for start in range(0, draws, rows):
        yield random.dirichlet(concentration, min(rows, draws - start))


# Wilcoxon's test itself; its Bayesian kin stands above.


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
    >>> test = signed_rank([0.02, 0.03, -0.01, 0.04, 0.05, 0.06], rope=0.01)
    >>> test.ranks_a, test.ranks_b, test.p_value
    (20.0, 1.0, 0.0625)
    >>> test.posterior.a_better > 0.98
    True
    """
    checked, rope = checked_differences(differences), checked_rope(rope)
    ranks, signs = _ranked(checked)
    ranks_a, ranks_b = float(ranks[signs > 0].sum()), float(ranks[signs < 0].sum())
    posterior = signed_rank_posterior(checked, rope, prior=prior, draws=draws, seed=seed)
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
        len(checked.values),
        checked.left_out,
    )


def _ranked(differences: Differences) -> tuple[NDArray[np.float64], NDArray[np.float64]]:
    """Return the rank of each difference's size, from 1, the mean where sizes are the same, and its sign or 0."""
    sizes = np.abs(differences.values)
    signs = np.where(sizes > differences.noise, np.sign(differences.values), 0.0)
    order = np.argsort(sizes, kind="stable")
    ties = np.cumsum(np.diff(sizes[order], prepend=0.0) > differences.noise)
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


# Two models over several folds of one data set, or over several data sets.


AcrossKind = Literal["folds", "datasets"]

FEWEST = 2


@dataclass(frozen=True, eq=False)
class Across:
    """Matrices along "model" and an axis of folds or data sets, and how they are compared.

    Attributes
    ----------
    stack
        The matrices.
    kind
        "folds" of one data set, by the correlated t; or "datasets", by signed ranks.
    test_share, runs, rope, confidence, seed
        As for `correlated_t` and `signed_rank`.
    """

    stack: Confusion
    kind: AcrossKind
    test_share: float | None
    runs: int
    rope: float
    confidence: float
    seed: int

    def __post_init__(self) -> None:
        for name, keys in self.stack.axes.items():
            if name != MODEL and len(keys) < FEWEST:
                raise ValueError(
                    f"there must be at least {FEWEST} {self.kind} along {name!r}, but there is {some(keys)}."
                )

    def values(self, observed: Measured) -> Floats:
        """Return a metric in each fold with the weights of the whole, of shape (models, folds)."""
        quiet = "nan" if observed.policy == "raise" else observed.policy
        (measured,) = apply([observed.metric], self.stack, importance=observed.relevance, undefined=quiet)
        return np.moveaxis(measured.value, list(self.stack.axes).index(MODEL), 0)

    def compared(self, leads: Floats) -> CorrelatedT | SignedRank | None:
        """Return what the leads of one model over another in each fold say; None if fewer than two are known."""
        if np.isfinite(leads).sum() < FEWEST:
            return None
        if self.kind == "datasets":
            return signed_rank(leads, rope=self.rope, seed=self.seed)
        return correlated_t(leads, self.test_share, runs=self.runs, rope=self.rope, confidence=self.confidence)


def checked_kind(kind: Any) -> AcrossKind:
    """Refuse what slices cannot be."""
    if kind not in get_args(AcrossKind):
        raise ValueError(f"across is one of {', '.join(get_args(AcrossKind))}, not {kind!r}.")
    return kind
