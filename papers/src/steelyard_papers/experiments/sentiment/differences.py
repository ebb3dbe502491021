"""How far two models are apart on the same reviews, and how sure that is, over seeds and over reviews."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

import numpy as np

from steelyard import Comparison, compare
from steelyard.extending import correlated_t
from steelyard.intervals import bootstrap
from steelyard_papers.experiments.sentiment.answered import Together
from steelyard_papers.experiments.sentiment.reviews import STARS

DRAWS, SEED, CONFIDENCE = 2_000, 0, 0.95


@dataclass(frozen=True, slots=True)
class Apart:
    """The value of one model less that of another, the mean over seeds.

    Attributes
    ----------
    first, second, difference
        The values, and the first less the second.
    low, high
        The interval over seeds: of the corrected t (Nadeau and Bengio 2003), since the training reviews of the splits
        overlap; each seed has another split, other first weights and another order of batches. None with one seed.
    items_low, items_high
        The interval over reviews: each is drawn with all answers to it; the networks stay as they are.
    p_value
        How surprising the difference would be if there were none: over seeds by the corrected t, with one seed over
        reviews; among several pairs of architectures corrected by Holm.
    ahead, seeds
        In how many seeds the first is better, and how many there are.
    """

    first: float
    second: float
    difference: float
    low: float | None
    high: float | None
    items_low: float
    items_high: float
    p_value: float
    ahead: int
    seeds: int

    @property
    def ends(self) -> tuple[float, float]:
        """The interval that is told: over seeds where there are several."""
        return (self.items_low, self.items_high) if self.low is None or self.high is None else (self.low, self.high)

    @property
    def beyond_chance(self) -> int:
        """1 if the first is better beyond chance, −1 if the second is, 0 if that cannot be told.

        By the p-value, and by the interval over reviews: few seeds may agree by chance, and reviews say nothing about
        other networks.
        """
        if self.p_value >= 1 - CONFIDENCE:
            return 0
        return int(self.items_low > 0) - int(self.items_high < 0)

    def interval_row(self) -> dict[str, Any]:
        """Return the difference and its intervals, as columns."""
        return {
            "difference": self.difference,
            "low": self.low,
            "high": self.high,
            "items_low": self.items_low,
            "items_high": self.items_high,
            "p_value": self.p_value,
            "seeds_better": self.ahead,
            "seeds": self.seeds,
        }


def compared(models: Together, metric: str, weights: Any = None) -> Comparison:
    """Compare models on the same reviews under one metric."""
    several = len(np.unique(models.seed)) > 1
    return compare(
        models.truth,
        dict(models.answers),
        labels=STARS,
        importance=weights,
        metrics=metric,
        undefined="exclude",
        confidence=CONFIDENCE,
        intervals=bootstrap(draws=DRAWS, seed=SEED),
        group=models.item,
        by=models.seed if several else None,
        test_share=models.test_share if several else None,
    )


def apart(result: Comparison, first: str, second: str, by_seed: Mapping[str, Any], *, corrected: bool = False) -> Apart:
    """Return how far two of the models that were compared are apart.

    Parameters
    ----------
    found
        Of the models.
    first, second
        Their names.
    by_seed
        The value of each model in each seed.
    corrected
        Whether the p-value is corrected by Holm for all pairs that were compared.
    """
    pair = result.pair(first, second)
    leads = np.asarray(by_seed[first]) - np.asarray(by_seed[second])
    over_seeds: Any = pair.folds  # the corrected t, or None with one seed
    alone, among_others = (
        (pair.p_value, pair.p_pairs) if over_seeds is None else (over_seeds.p_value, pair.folds_adjusted)
    )
    return Apart(
        first=float(np.mean(by_seed[first])),
        second=float(np.mean(by_seed[second])),
        difference=pair.value,
        low=None if over_seeds is None else over_seeds.low,
        high=None if over_seeds is None else over_seeds.high,
        items_low=pair.interval.low,
        items_high=pair.interval.high,
        p_value=among_others if corrected else alone,
        ahead=int((leads > 0).sum()),
        seeds=len(leads),
    )


def over_seeds(values: Any, test_share: float) -> tuple[float, float] | None:
    """Return the interval of a mean over seeds; None with one seed."""
    if len(values) < 2:
        return None
    result = correlated_t(values, test_share, confidence=CONFIDENCE)
    return result.low, result.high
