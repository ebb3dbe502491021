"""The correlated t-test: two models on the folds of one data set, whose training sets overlap.

And what such tests are made of.
"""

from __future__ import annotations

import math
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np

from steelyard.counts.answer import Answer
from steelyard.counts.labels import whole_number
from steelyard.intervals.interval import checked_confidence, student_quantile

if TYPE_CHECKING:
    from numpy.typing import ArrayLike, NDArray


FEWEST = 2
NOISE = 1e-12
"""Differences closer than this share of the largest one are the same: 0.9 − 0.8 and 0.8 − 0.7 differ by rounding."""


class Differences(NamedTuple):
    """The differences that are defined, in the order given, how many are not, and how close counts as the same."""

    values: NDArray[np.float64]
    left_out: int
    noise: float


def checked_differences(given: ArrayLike) -> Differences:
    """Return differences of scores without those that are NaN, of which at least two must remain."""
    try:
        values = np.asarray(given, dtype=np.float64)
    except (TypeError, ValueError):
        raise ValueError("differences must be numbers, one per fold or data set.") from None
    if values.ndim != 1:
        raise ValueError(f"differences must be a list, one per fold or data set, not of shape {values.shape}.")
    if np.isinf(values).any():
        raise ValueError("differences must be finite, or NaN where a score is undefined, but there is an infinite one.")
    defined = values[~np.isnan(values)]
    if len(defined) < FEWEST:
        raise ValueError(
            f"differences of at least {FEWEST} folds or data sets are needed, but {len(defined)} of {len(values)} "
            f"{'is' if len(defined) == 1 else 'are'} defined."
        )
    return Differences(defined, len(values) - len(defined), NOISE * float(np.abs(defined).max()))


# How likely one model is better than another, worse, or practically the same.


@dataclass(frozen=True, slots=True)
class Posterior(Answer):
    """Three probabilities that sum to 1.

    Attributes
    ----------
    a_better, equivalent, b_better
        The probability that model a's scores exceed b's by more than the rope, that they differ by less, and that b's
        exceed a's by more. Without a rope, models are never equivalent.
    rope
        Half the width of the region of practical equivalence, in units of the metric.
    """

    a_better: float
    equivalent: float
    b_better: float
    rope: float

    def flipped(self) -> Posterior:
        """Return the same with the models exchanged."""
        return replace(self, a_better=self.b_better, b_better=self.a_better)


def checked_rope(rope: float) -> float:
    """Return half the width of a region of practical equivalence."""
    if isinstance(rope, bool) or not (isinstance(rope, int | float | np.number) and 0 <= rope < float("inf")):
        raise ValueError(
            f"rope, the largest difference that does not matter, must be a finite number of at least 0, not {rope!r}."
        )
    return float(rope)


# The test itself.


@dataclass(frozen=True, slots=True)
class CorrelatedT(Answer):
    """What the correlated t-test says of two models on one data set.

    Attributes
    ----------
    mean
        The mean difference, model a's score less b's.
    error
        Its standard error: √(s²·(1/k + n_test/n_train)), s² the variance of the k differences. The second term stands
        for the overlap of the training sets (Nadeau and Bengio 2003).
    degrees
        Degrees of freedom: k − 1.
    p_value
        Two-sided, of no difference.
    low, high, confidence
        An interval for the difference: of confidence, and also of credibility, since both rest on the same t.
    posterior
        Which is better, by Corani and Benavoli's (2015) Bayesian correlated t: Student's t around the mean with the
        error above, from the prior that is flat in the mean and in log σ, and a correlation of n_test/n.
    folds, left_out
        Differences used, and those that were NaN.
    """

    mean: float
    error: float
    degrees: int
    p_value: float
    low: float
    high: float
    confidence: float
    posterior: Posterior
    folds: int
    left_out: int

    @property
    def constant(self) -> bool:
        """Whether all folds gave the same difference, so that there was no spread to judge it by."""
        return self.error == 0

    def flipped(self) -> CorrelatedT:
        """Return what it says of the second model's score less the first's."""
        return replace(self, mean=-self.mean, low=-self.high, high=-self.low, posterior=self.posterior.flipped())

    def to_dict(self) -> dict[str, Any]:
        """Return plain values."""
        return {
            "test": "correlated_t",
            "mean": self.mean,
            "error": self.error,
            "degrees": self.degrees,
            "p_value": self.p_value,
            "low": self.low,
            "high": self.high,
            "confidence": self.confidence,
            "posterior": self.posterior.to_dict(),
            "folds": self.folds,
            "left_out": self.left_out,
            "constant": self.constant,
        }


def correlated_t(
    differences: ArrayLike,
    test_share: float | None = None,
    *,
    runs: int = 1,
    rope: float = 0.0,
    confidence: float = 0.95,
) -> CorrelatedT:
    """Compare two models by their scores on the folds, or random splits, of one data set.

    Parameters
    ----------
    differences
        Model a's score less b's, one per fold; larger scores are better. Undefined ones, NaN, are left out and counted.
    test_share
        The share of the items that each split held out for testing. If it is not given, the folds are those of
        cross-validation, whose share is the number of runs over the number of folds (undefined ones included).
    runs
        How often cross-validation was repeated; only without a test share.
    rope
        The largest difference that does not matter, in units of the metric.
    confidence
        Confidence of the interval.

    Notes
    -----
    If all folds give the same difference, the spread is 0 and the posterior lies in one point, as in baycomp: it is
    certain which model is better, or, if the difference is 0 and there is no rope, it is a draw. The p-value is then
    that of the sign test, as if a coin had fallen on the same side k times, or 1 for a difference of 0. `constant` says
    so; do not trust few such folds.

    Examples
    --------
    >>> import steelyard as sy
    >>> test = sy.extending.correlated_t([0.02, 0.03, 0.01, 0.04, 0.02], rope=0.01)
    >>> round(test.p_value, 3), round(test.posterior.a_better, 3), round(test.posterior.equivalent, 3)
    (0.035, 0.929, 0.065)
    """
    checked, rope, confidence = checked_differences(differences), checked_rope(rope), checked_confidence(confidence)
    share = _checked_share(checked_test_share(test_share), runs, len(checked.values) + checked.left_out)
    k = len(checked.values)
    mean, spread = _moments(checked)
    error = spread * math.sqrt(1 / k + share / (1 - share))
    reach = error * student_quantile((1 + confidence) / 2, k - 1)
    return CorrelatedT(
        mean,
        error,
        k - 1,
        _p_value(mean, error, k),
        mean - reach,
        mean + reach,
        confidence,
        _posterior(mean, error, k - 1, rope, checked.noise),
        k,
        checked.left_out,
    )


def _p_value(mean: float, error: float, k: int) -> float:
    if error == 0:
        return 1.0 if mean == 0 else 2.0 ** (1 - k)
    return min(1.0, 2 * _above(abs(mean), error, k - 1))


def _checked_share(test_share: float | None, runs: int, folds: int) -> float:
    runs = whole_number(runs, "runs", least=1)
    if test_share is None:
        if folds % runs or folds == runs:
            raise ValueError(
                f"{folds} folds cannot come from {runs} runs of cross-validation, each of the same number of folds and "
                "at least 2; state test_share= for splits of another kind."
            )
        return runs / folds
    if runs != 1:
        raise ValueError(f"runs says what test_share says already, so state one of them, not {runs} and {test_share}.")
    return test_share


def checked_test_share(test_share: float | None) -> float | None:
    """Return the share that each split tests on; refuse what is none."""
    if test_share is None:
        return None
    if isinstance(test_share, bool) or not (isinstance(test_share, int | float | np.number) and 0 < test_share < 1):
        raise ValueError(f"test_share= is a share, which lies between 0 and 1, not at {test_share!r}.")
    return float(test_share)


def _moments(differences: Differences) -> tuple[float, float]:
    """Return the mean and the standard deviation, exactly 0 if the differences are the same but for rounding."""
    if np.ptp(differences.values) <= differences.noise:
        return float(np.median(differences.values)), 0.0
    return float(differences.values.mean()), float(differences.values.std(ddof=1))


def _above(distance: float, error: float, degrees: int) -> float:
    """Return the probability that Student's t, spread by the error, exceeds a distance from its middle."""
    from scipy.special import stdtr  # noqa: PLC0415 - SciPy loads when it is used

    if error == 0:
        return 0.5 * (distance == 0) + (distance < 0)
    return float(stdtr(degrees, -distance / error))


def _posterior(mean: float, error: float, degrees: int, rope: float, noise: float) -> Posterior:
    if error == 0 and rope > 0:
        a_better, b_better = float(mean > rope + noise), float(-mean > rope + noise)
    else:
        a_better, b_better = _above(rope - mean, error, degrees), _above(rope + mean, error, degrees)
    return Posterior(a_better, max(0.0, 1 - a_better - b_better) if rope else 0.0, b_better, rope)
