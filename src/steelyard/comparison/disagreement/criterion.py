"""What models are ranked by: a metric under an importance; and their ranks by many of these."""

from __future__ import annotations

import itertools
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from numbers import Real
from typing import Any

import numpy as np

from steelyard.counts.answer import Answer
from steelyard.counts.confusion import Confusion
from steelyard.importance import Importance, as_importance, uniform
from steelyard.measuring.apply import one_number
from steelyard.measuring.lead import lead
from steelyard.measuring.record import Metric
from steelyard.type_names import Floats


@dataclass(frozen=True, slots=True, eq=False)
class Criterion(Answer):
    """A metric under an importance, which was resolved once on the counts of all models.

    Metrics of the whole matrix are taken as counted; they have no importance.
    """

    metric: Metric
    importance: Importance | None
    weights: Floats

    @property
    def name(self) -> str:
        """As people read it: "balanced_accuracy under rarity"."""
        if self.importance is None or self.importance == uniform():
            return self.metric.name
        return f"{self.metric.name} under {self.importance}"

    def to_dict(self) -> dict[str, Any]:
        """Return plain values."""
        return {"metric": self.metric.name, "importance": None if self.importance is None else str(self.importance)}


def criterion(metric: str | Metric, importance: Any, stack: Confusion) -> Criterion:
    """Return one metric under one importance, resolved on the stack's counts, each item counted once."""
    (chosen_metric,) = one_number(metric)
    how = as_importance(importance)
    weights = how.weights(stack.each_item_once())
    weights.flags.writeable = False
    return Criterion(chosen_metric, how if chosen_metric.weighted else None, weights)


def criteria(
    metrics: Iterable[str | Metric] | str | Metric | None, importances: Any, stack: Confusion
) -> tuple[Criterion, ...]:
    """Return every metric under every importance; those of the whole matrix once."""
    ways = list(dict.fromkeys(as_importance(given) for given in _listed(importances)))
    return tuple(
        criterion(metric, how, stack)
        for metric in one_number(metrics)
        for how in (ways if metric.weighted else ways[:1])
    )


def _listed(importances: Any) -> Sequence[Any]:
    """Return one importance or several as a list; a list of numbers is one, the weights of the classes."""
    if importances is None or isinstance(importances, str | Importance | Mapping):
        return [importances]
    if not isinstance(importances, Iterable):
        raise ValueError(f"importances are given as a list, such as ['uniform', 'rarity'], not as {importances!r}.")
    every = list(importances)
    if not every:
        raise ValueError("importances must name at least one importance, such as 'uniform'.")
    return [every] if all(isinstance(one, Real) for one in every) else every


# Ranks of models by many criteria, and how far the criteria are apart.


def leads(values: Floats, metric: Metric) -> Floats:
    """Return lead[a, b] for the values of all models: 1 if a is ahead of b, −1 if behind, 0 if tied.

    A model without a value is behind those that have one.
    """
    known = ~np.isnan(values)
    order = lead(values[:, None], values[None, :], metric)
    return np.where(np.isnan(order), known[:, None].astype(np.float64) - known[None, :], order)


def ranked(values: Floats, metric: Metric) -> Floats:
    """Return the rank of each model, 1 the best; tied models share the mean of their places."""
    order = leads(values, metric)
    return 1 + (order < 0).sum(axis=1) + ((order == 0).sum(axis=1) - 1) / 2


def kendall_distances(values: Floats, criteria: Sequence[Criterion]) -> Floats:
    """Return, for each two criteria, the share of pairs of models that they order differently.

    A pair that is tied by one criterion only counts half; pairs that lack a value are left out. NaN if none is left.
    """
    pairs = np.array(list(itertools.combinations(range(values.shape[1]), 2)), dtype=np.intp).reshape(-1, 2)
    order = np.stack(
        [leads(row, one.metric)[pairs[:, 0], pairs[:, 1]] for row, one in zip(values, criteria, strict=True)]
    )
    known = ~np.isnan(values[:, pairs].sum(axis=-1))
    both = known[:, None] & known[None, :]
    apart = np.abs(order[:, None] - order[None, :]) / 2
    count = both.sum(axis=-1)
    return np.where(count > 0, (apart * both).sum(axis=-1) / np.maximum(count, 1), np.nan)
