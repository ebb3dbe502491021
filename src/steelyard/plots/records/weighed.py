"""Models whose values are looked at over other class weights."""

from __future__ import annotations

from collections.abc import Hashable
from dataclasses import dataclass
from typing import Any, Self

import numpy as np

from steelyard.comparison.compare import MAIN
from steelyard.comparison.comparison import Comparison
from steelyard.confusion import MODEL, Confusion
from steelyard.evaluation import Evaluation
from steelyard.importance import as_importance
from steelyard.measuring import apply, as_confusion
from steelyard.moves import sliced_by
from steelyard.record import Metric
from steelyard.registry import metrics as registry
from steelyard.view import Policy

Floats = np.ndarray[Any, np.dtype[np.float64]]


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
        undefined: Any = "exclude"
        if isinstance(models, Comparison):
            asked = models.score().metric if metric is None else metric
            cm, said, undefined = models.tables, models.said, models.undefined
        elif isinstance(models, Evaluation):
            names = [result.metric.name for result in models.measured]
            asked = (MAIN if MAIN in names or not names else names[0]) if metric is None else metric
            cm, said, undefined = models.overall.confusion, models.importance, models.undefined
        else:
            asked, cm, said = MAIN if metric is None else metric, as_confusion(models), None
        if slices := sliced_by(cm):
            cm = cm.pooled(*slices)
        said = said if importance is None else importance
        weights = as_importance(said).weights(cm.pooled())
        found = asked if isinstance(asked, Metric) else registry[asked]
        # A value that is undefined at some weights is a gap in the picture, no reason to refuse it.
        return cls(cm, found, said, weights, "nan" if undefined == "raise" else undefined)

    @property
    def models(self) -> tuple[Hashable, ...]:
        """The names; (None,) for a single matrix."""
        return tuple(self.cm.axes.get(MODEL, (None,)))

    def at(self, weights: Floats) -> Floats:
        """Return the values of all models at many weights, (S, C) → (S, K)."""
        found = np.empty((len(weights), len(self.models)))
        for values, one in zip(found, weights, strict=True):
            values[:] = apply([self.metric], self.cm, importance=one, undefined=self.undefined)[0].value
        return found

    def some(self, models: list[int]) -> Weighed:
        """Return some of several models."""
        stack = self.cm.stacked(models)
        names = {MODEL: [self.models[k] for k in models]}
        return Weighed(Confusion(stack, axes=names), self.metric, self.said, self.weights, self.undefined)
