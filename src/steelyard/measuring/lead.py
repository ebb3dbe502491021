"""Who is ahead by a metric: of two values, and of many models; its direction respected, rounding no difference.

A star, an "ahead", a first place: by one rule everywhere. The best is decided by the values as they count; a model
without a value wins nothing; where all values are the same, none is the best. If nobody chose what becomes of undefined
terms, the default must not choose the winner: where leaving them out, or counting them as 0, would name another one,
none is named, and both values are told (decision 0002). A value that is called misleading may be the best, but has no
star.
"""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np

from steelyard.counts.answer import Answer, Row, number, plain_values
from steelyard.counts.confusion import Confusion
from steelyard.counts.labels import Label
from steelyard.measuring.apply import Measured, apply
from steelyard.measuring.record import Metric
from steelyard.measuring.view import DEFAULT_POLICY, Policy
from steelyard.type_names import Floats

TIED = 1e-12
"""Values that differ by less than this part of them, or of the metric's range, differ by rounding alone: the same
fractions, added otherwise."""


def rounding(metric: Metric | None) -> float:
    """Return what is rounding in any value of a metric, however small: a part of its range, 0 if that is not fixed.

    A value near 0 may be what is left of larger ones: Matthews' correlation of a model that guesses is a difference of
    products, so that 1e-17 and 2e-17 are both 0.

    Examples
    --------
    >>> import steelyard as sy
    >>> rounding(sy.metrics.mcc), rounding(sy.metrics.cost_ratio)
    (2e-12, 0.0)
    """
    if metric is None or callable(metric.range):
        return 0.0
    low, high = metric.range
    return TIED * (high - low) if math.isfinite(high - low) else 0.0


def difference(first: Floats, second: Floats, metric: Metric | None = None) -> Floats:
    """Return first values less second ones; 0 where they differ by rounding alone.

    Which values are all rounding, only the metric can tell; without it, small values may differ.

    Examples
    --------
    >>> import numpy as np, steelyard as sy
    >>> difference(np.array([0.1 + 0.2, 0.5]), np.array([0.3, 0.25]))
    array([0.  , 0.25])
    >>> difference(np.array([1e-17]), np.array([-1e-17]), sy.metrics.mcc)
    array([0.])
    """
    with np.errstate(invalid="ignore"):  # infinities
        differences = np.where(first == second, 0.0, first - second)
        least = np.maximum(TIED * np.maximum(np.abs(first), np.abs(second)), rounding(metric))
        tied = np.isfinite(differences) & (np.abs(differences) <= least)
    return np.where(tied, 0.0, differences)


def lead(first: Floats, second: Floats, metric: Metric) -> Floats:
    """Return 1 where the first is ahead, −1 where the second is, 0 where they are tied, NaN where one is undefined.

    Examples
    --------
    >>> import numpy as np, steelyard as sy
    >>> lead(np.array([0.5, 0.5]), np.array([0.4, 0.5]), sy.metrics.cen)
    array([-1.,  0.])
    """
    return np.sign(difference(first, second, metric)) * metric.sign + 0.0  # no −0


# Which models are the best, and whether that depends on what becomes of undefined terms.


NAMING: tuple[Policy, ...] = (DEFAULT_POLICY, "exclude", "zero")
"""The policies under which an average has a value, whatever is undefined: those that may name different winners."""


@dataclass(frozen=True, slots=True, eq=False)
class Standing(Answer):
    """How the models of a stack stand by one metric.

    Attributes
    ----------
    metric
        The metric.
    values
        The value of each model by each policy that has a say, of shape (K,); the first is the one that was used.
    misleading
        The models, by position, whose value misleads.

    Examples
    --------
    >>> import numpy as np, steelyard as sy
    >>> gave_up, tries = [[0, 10], [0, 90]], [[6, 4], [9, 81]]
    >>> stack = sy.Confusion(np.stack([gave_up, tries]), axes={"model": ["gave up", "tries"]})
    >>> (standing,) = standings(sy.evaluate(stack, metrics="macro_precision").measured, stack, chosen=False)
    >>> standing.best, standing.disputed
    (frozenset(), True)
    >>> {policy: values.round(3).tolist() for policy, values in standing.values.items()}
    {'worst': [0.45, 0.676], 'exclude': [0.9, 0.676], 'zero': [0.45, 0.676]}
    """

    metric: Metric
    values: Mapping[Policy, Floats]
    misleading: frozenset[int] = frozenset()

    @property
    def policy(self) -> Policy:
        """The policy of the values that are shown."""
        return next(iter(self.values))

    def first(self, policy: Policy | None = None) -> frozenset[int]:
        """Return the models that no other beats by a policy; none where no two differ."""
        values = self.values[self.policy if policy is None else policy]
        known = np.flatnonzero(~np.isnan(values))
        if not len(known):
            return frozenset()
        top = values[known[np.argmax(self.metric.sign * values[known])]]
        behind = known[lead(values[known], np.asarray(top), self.metric) < 0]
        return frozenset(set(known.tolist()) - set(behind.tolist())) if len(behind) else frozenset()

    @property
    def best(self) -> frozenset[int]:
        """The models, by position, that no other beats; none if it is disputed."""
        models = self.first()
        for policy in self.values:
            models &= self.first(policy) or models  # a policy by which all are the same names nobody else
        return models

    @property
    def starred(self) -> frozenset[int]:
        """The models, by position, that have the star: the best, unless their value misleads."""
        return self.best - self.misleading

    @property
    def disputed(self) -> bool:
        """Whether there would be a best model, but another policy names another."""
        return bool(self.first()) and not self.best

    def disputants(self) -> tuple[tuple[Policy, int], tuple[Policy, int]]:
        """Return the policy that was used and its best model, and another policy with its own, where it is disputed."""
        first = {policy: min(result) for policy in self.values if (result := self.first(policy))}
        used = first[self.policy]
        policy, other = next((policy, k) for policy, k in first.items() if used not in self.first(policy))
        return (self.policy, used), (policy, other)

    def disputes(self, a: int, b: int) -> tuple[Policy, ...]:
        """Return the policies by which the other one of two models is ahead than by the one that was used."""
        ahead = {policy: float(lead(values[a], values[b], self.metric)) for policy, values in self.values.items()}
        return tuple(policy for policy, sign in ahead.items() if sign * ahead[self.policy] < 0)

    def dispute(self, models: Sequence[Label]) -> str:
        """Return which policies name which of the models as the best, in words; nothing if they agree."""
        return self._shown_as("sentence", models=models)

    def to_dict(self) -> dict[str, Any]:
        """Return plain values; models are numbered in the order of the stack."""
        return {
            "metric": self.metric.name,
            "policy": self.policy,
            "values": {policy: plain_values(values) for policy, values in self.values.items()},
            "best": sorted(self.best),
            "starred": sorted(self.starred),
            "misleading": sorted(self.misleading),
            "disputed": self.disputed,
        }

    def to_rows(self) -> list[Row]:
        """Return one row for each policy and model."""
        return [
            {"metric": self.metric.name, "policy": policy, "model": k, "value": number(value), "best": k in self.best}
            for policy, values in self.values.items()
            for k, value in enumerate(values.tolist())
        ]


def standings(
    results: Sequence[Measured],
    stack: Confusion,
    *,
    chosen: bool,
    misleading: Mapping[str, frozenset[int]] | None = None,
) -> list[Standing]:
    """Return how the models of a stack stand by metrics that were measured of them.

    Parameters
    ----------
    results
        What was measured over the stack.
    stack
        The matrices, one for each model, on its only axis; or a single one.
    chosen
        Whether someone chose what becomes of undefined terms: then that decides.
    misleading
        By the name of a metric, the models whose value misleads.
    """
    return [
        Standing(
            result.metric,
            {result.policy: result.value.reshape(-1), **_others(result, stack, chosen=chosen)},
            (misleading or {}).get(result.metric.name, frozenset()),
        )
        for result in results
    ]


def contestable(result: Measured, *, any_counts: bool = False) -> bool:
    """Return whether policies give a metric different values: some class is undefined in some matrix, or may be."""
    return (result.metric.weighted or result.metric.kind == "class") and (any_counts or result.undefined is not None)


def _others(result: Measured, stack: Confusion, *, chosen: bool) -> dict[Policy, Floats]:
    if chosen or not contestable(result):
        return {}
    others = [policy for policy in NAMING if policy != result.policy]
    results = [apply([result.metric], stack, importance=result.relevance, undefined=policy)[0] for policy in others]
    return {policy: each.value.reshape(-1) for policy, each in zip(others, results, strict=True)}


def undefined_decides(metrics: Sequence[Metric], counts: Confusion) -> list[bool]:
    """Return of each metric whether it depends on what undefined terms count, if all classes matter alike."""
    counted, left = (apply(metrics, counts, undefined=policy) for policy in ("worst", "exclude"))
    return [
        not np.array_equal(one.value, other.value, equal_nan=True) for one, other in zip(counted, left, strict=True)
    ]
