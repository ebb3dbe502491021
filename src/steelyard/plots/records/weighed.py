"""Models whose values are looked at over other class weights."""

from __future__ import annotations

from collections.abc import Hashable
from dataclasses import dataclass
from functools import cached_property
from typing import Any, Self

import numpy as np

from steelyard.comparison.compare import MAIN
from steelyard.comparison.comparison import Comparison
from steelyard.comparison.robustness.scores import Scores
from steelyard.counts.confusion import MODEL, Confusion
from steelyard.evaluation.evaluate import Evaluation
from steelyard.evaluation.moves import sliced_by
from steelyard.importance import as_importance
from steelyard.importance.region import Region
from steelyard.measuring.measure import Measured, apply, as_confusion
from steelyard.measuring.record import Metric
from steelyard.measuring.registry import metrics as registry
from steelyard.measuring.view import DEFAULT_POLICY, Policy
from steelyard.type_names import Floats


@dataclass(frozen=True, eq=False)
class Weighed:
    """Counts, a metric, and what was said of the importance.

    Attributes
    ----------
    cm
        One matrix, or a stack along "model"; slices are taken together.
    said, weights
        The importance as it was given, None if it was not; and the weights that it has by itself.
    """

    cm: Confusion
    metric: Metric
    said: Any
    weights: Floats
    undefined: Policy

    @classmethod
    def of(cls, models: Any, metric: str | Metric | None, importance: Any) -> Self:
        """Take a result, with its own metric, importance and policy where nothing else is said; or counts."""
        undefined: Any = DEFAULT_POLICY
        if isinstance(models, Comparison):
            asked = models.score().metric if metric is None else metric
            cm, said, undefined = models.tables, models.said, models.undefined
        elif isinstance(models, Evaluation):
            asked = _main(models.measured) if metric is None else metric
            cm, said, undefined = models.overall.confusion, models.importance, models.undefined
        else:
            asked, cm, said = MAIN if metric is None else metric, as_confusion(models), None
        if slices := sliced_by(cm):
            cm = cm.pooled(*slices)
        said = said if importance is None else importance
        weights = as_importance(said).weights(cm.pooled())
        found = asked if isinstance(asked, Metric) else registry[asked]
        return cls(cm, found, said, weights, undefined)

    @property
    def models(self) -> tuple[Hashable, ...]:
        """The names; (None,) for a single matrix."""
        return tuple(self.cm.axes.get(MODEL, (None,)))

    @cached_property
    def scores(self) -> Scores:
        """The values at any weights, undefined ones by the policy; metrics that weights do not move are refused."""
        # Scores are made to compare models, so that a single one is compared with itself.
        cm = self.cm if len(self.models) > 1 else self._of([0, 0], ["the model", "itself"])
        policy = "exclude" if self.undefined in ("nan", "raise") else self.undefined
        return Scores.of(cm, self.metric, policy, Region.of(cm.labels))

    @cached_property
    def _blank(self) -> Floats:
        """Which classes take a model's value away as soon as they have weight, (K, C)."""
        shape = len(self.models), len(self.cm.labels)
        if self.undefined not in ("nan", "raise"):
            return np.zeros(shape)
        found = apply([self.metric], self.cm, importance=self.weights)[0].undefined
        return np.zeros(shape) if found is None else found.reshape(shape).astype(np.float64)

    def at(self, weights: Floats) -> Floats:
        """Return the values of all models at many weights, (S, C) → (S, K); NaN where one is undefined."""
        values = self.scores.at(weights)[:, : len(self.models)]
        return np.where(weights @ self._blank.T > 0, np.nan, values)

    def some(self, models: list[int]) -> Weighed:
        """Return some of several models."""
        few = self._of(models, [self.models[k] for k in models])
        return Weighed(few, self.metric, self.said, self.weights, self.undefined)

    def _of(self, models: list[int], names: list[Hashable]) -> Confusion:
        return Confusion(self.cm.stacked(models), axes={MODEL: names})


def _main(measured: tuple[Measured, ...]) -> str | Metric:
    """Return the metric of an evaluation to look at: balanced accuracy, or the first that follows the weights."""
    metrics = [result.metric for result in measured]
    if not metrics or MAIN in [metric.name for metric in metrics]:
        return MAIN
    return next((metric for metric in metrics if metric.weighted), metrics[0])
