"""The Bayesian signed-rank test: a Dirichlet process in the place of Wilcoxon's ranks."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

import numpy as np

from steelyard.comparison.differences import Differences
from steelyard.comparison.posterior import Posterior
from steelyard.counts.whole_number import whole_number

if TYPE_CHECKING:
    from numpy.typing import NDArray

PRIOR = 0.5
DRAWS = 50_000
CHUNK = 1 << 20
"""So many random numbers are drawn at a time (8 MB); results do not depend on it."""
SAME = 1e-12
"""Shares of probability closer than this are equal."""


def signed_rank_posterior(
    found: Differences, rope: float, *, prior: float = PRIOR, draws: int = DRAWS, seed: int = 0
) -> Posterior:
    """Return which of two models is better on data sets like these (Benavoli et al. 2014 and 2017, and baycomp).

    The differences come from an unknown distribution, a Dirichlet process whose prior is one pseudo-observation of 0
    with the weight `prior`. Its posterior gives the data sets random weights from a Dirichlet distribution. In each
    draw, the mean of two differences, drawn by the weights, lies above the rope, within it or below it, with three
    probabilities that sum to 1; what lies on its edge is split between the two sides. The posterior is the share of
    the draws in which each of the three is the largest; equal ones share the draw.

    Parameters
    ----------
    found
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
    values, edge, same = np.append(found.values, 0.0), 2 * rope, 2 * found.noise
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
