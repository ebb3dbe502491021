"""What models are ranked by: a metric, and for one that averages over classes, an importance of them."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from numbers import Real
from typing import Any

from steelyard.counts.answer import Answer
from steelyard.counts.confusion import Confusion
from steelyard.importance import Importance, as_importance, uniform
from steelyard.measuring.measure import one_number
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
    (found,) = one_number(metric)
    how = as_importance(importance)
    weights = how.weights(stack.each_item_once())
    weights.flags.writeable = False
    return Criterion(found, how if found.weighted else None, weights)


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
