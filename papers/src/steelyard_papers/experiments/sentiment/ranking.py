"""Which architecture is best, by which metric: Figure 3a with paired intervals."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from itertools import permutations
from typing import Any

import numpy as np

from steelyard_papers.experiments.sentiment.answered import Answered, Together
from steelyard_papers.experiments.sentiment.criteria import PLAIN, Way
from steelyard_papers.experiments.sentiment.differences import Apart, apart, compared
from steelyard_papers.experiments.sentiment.measured import values_by_seed
from steelyard_papers.experiments.sentiment.reviews import STARS

RANKED = (Way("user", "item"), Way("user", "class"), Way(PLAIN, ""))
"""Trained as in the paper, as the metric weighs, and without weights."""


@dataclass(frozen=True)
class Ranking:
    """The architectures, trained in one way, under one metric.

    Attributes
    ----------
    way, metric
        How they were trained, and by what they are compared: a column of the table `sentiment`.
    values
        The mean over seeds, of each.
    pairs
        How far any two are apart, in either order.
    """

    way: Way
    metric: str
    values: dict[str, float]
    pairs: dict[tuple[str, str], Apart]

    @property
    def order(self) -> list[str]:
        """The architectures, the best first."""
        return sorted(self.values, key=lambda name: -self.values[name])

    def rows(self) -> Iterator[dict[str, Any]]:
        """Yield rows of the table `sentiment_models`: rank, value, and how far each is behind the best."""
        best = self.order[0]
        for rank, name in enumerate(self.order, 1):
            behind = {} if name == best else self.pairs[name, best].interval_row()
            yield {
                "training": self.way.training,
                "per": self.way.per,
                "metric": self.metric,
                "rank": rank,
                "architecture": name,
                "value": self.values[name],
                **{column: behind.get(column) for column in self.pairs[best, self.order[1]].interval_row()},
            }

    def pair_rows(self) -> Iterator[dict[str, Any]]:
        """Yield rows of the table `sentiment_pairs`, each pair once, the better first."""
        for (first, second), result in self.pairs.items():
            if self.order.index(first) < self.order.index(second):
                yield {
                    "training": self.way.training,
                    "per": self.way.per,
                    "metric": self.metric,
                    "first": first,
                    "second": second,
                    **result.interval_row(),
                }


def rankings(answered: Answered) -> Iterator[Ranking]:
    """Yield how the architectures compare, in each way to train of which there are two or more."""
    looked_at: dict[str, tuple[str, Any]] = {
        "accuracy": ("accuracy", None),
        "balanced_accuracy": ("balanced_accuracy", None),
        "wba_user": ("wba", answered.weights["user"]),
        # One class alone: what Table 2 calls its accuracy.
        "recall_1": ("wba", np.eye(len(STARS))[0]),
        "recall_5": ("wba", np.eye(len(STARS))[-1]),
    }
    for way in RANKED:
        models = {name: (name, way) for name in answered.architectures if (name, way) in answered.by_model}
        together = answered.together(models)
        if together is None:
            continue
        for column, (metric, weights) in looked_at.items():
            yield _ranking(together, way, column, metric, weights)


def _ranking(together: Together, way: Way, column: str, metric: str, weights: Any) -> Ranking:
    result = compared(together, metric, weights)
    by_seed = values_by_seed(together, metric, weights)
    pairs = {(a, b): apart(result, a, b, by_seed, corrected=True) for a, b in permutations(together.answers, 2)}
    return Ranking(way, column, {name: float(np.mean(values)) for name, values in by_seed.items()}, pairs)
