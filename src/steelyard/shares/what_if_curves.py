"""Metrics over the share of one class, the other classes keeping their proportions."""

from __future__ import annotations

from collections.abc import Hashable, Iterable, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Any

import numpy as np

from steelyard.counts import labels as naming
from steelyard.counts.cells import DENSE_CELLS
from steelyard.counts.class_shares import completed, row_factors
from steelyard.counts.confusion import Confusion
from steelyard.counts.labels import whole_number
from steelyard.counts.matrix_input import MODEL
from steelyard.importance import as_importance
from steelyard.importance.base import Importance, summing_to_one
from steelyard.measuring.apply import apply, as_confusion, checked_policy, values_under
from steelyard.measuring.lead import rounding
from steelyard.measuring.record import Metric
from steelyard.measuring.registry import one_number
from steelyard.measuring.view import DEFAULT_POLICY, Policy
from steelyard.shares.what_if_result import MetricCurve, WhatIf, orders
from steelyard.type_names import Floats

LEAST = 1e-6
"""The curves run from this share to 1 minus it; further where the present share lies further out."""

LEAST_POINTS = 21
"""With fewer, most turns of an order would be missed."""

ROBUST = 1e-9
"""A curve that moves by less than this part of its values moves by rounding alone."""


def what_if(
    data: Any,
    label: Hashable,
    metrics: Iterable[str | Metric] | str | Metric | None = None,
    importance: Any = None,
    *,
    undefined: str = DEFAULT_POLICY,
    points: int = 201,
) -> WhatIf:
    """Say what metrics would be at every share of one class, and where the order of models tips.

    Rows are rescaled as `Confusion.at_shares` does: the classifier stays the same, and the other classes keep their
    proportions. Metrics of the whole matrix are taken as counted (at the share); averages are weighted by the
    importance at the share: "rarity" and "prevalence" mean the sizes that classes have there, your own numbers stay
    what they are. The shares 0 and 1, at which classes are absent, are approached, not reached.

    Orders that turn are found by the points of the curve and then bisected to 1e-9 of the share; two turns between
    neighbouring points stay unseen, so ask for more points where curves are close.

    Parameters
    ----------
    data
        A `Confusion`, alone or a stack along "model"; a `Joint`; or counts.
    label
        The class whose share moves.
    metrics, importance, undefined
        As for `sy.evaluate`.
    points
        The number of shares on each curve, evenly spaced in log odds, beside the present one.

    Examples
    --------
    >>> import steelyard as sy
    >>> tree, svm = sy.Confusion([[8, 2], [9, 81]], ["fraud", "ok"]), sy.Confusion([[5, 5], [1, 89]], ["fraud", "ok"])
    >>> models = sy.Confusion.of_models({"tree": tree, "svm": svm})
    >>> answer = sy.shares.what_if(models, "fraud", ["accuracy", "balanced_accuracy"])
    >>> print(*answer.sentences)  # doctest: +NORMALIZE_WHITESPACE
    accuracy: svm is ahead of tree while class 'fraud' has a share below 22.9 %; above that, tree is ahead.
    balanced_accuracy: does not change with the share of class 'fraud'; tree is ahead of svm at every share of
    class 'fraud'.
    """
    counts = as_confusion(data)
    models = _models(counts)
    position = naming.find(label, counts.labels)
    sizes = counts.each_item_once().support.astype(np.float64)
    _check_sizes(counts, position, sizes)
    how = as_importance(importance)
    weights = how.weights(counts.each_item_once())
    present = float(sizes[position] / sizes.sum())
    shares = _grid(present, points)
    track = AtShares(counts, position, how, checked_policy(undefined))
    every = one_number(metrics)
    values = track.values(every, shares)
    for array in (weights, shares, values):
        array.flags.writeable = False
    robust = [stays(of_metric, metric) for of_metric, metric in zip(values, every, strict=True)]
    pair_orders = orders(every, values, shares, present, models, counts.labels[position], track.values, robust)
    return WhatIf(
        label=counts.labels[position],
        labels=counts.labels,
        shares=shares,
        present=present,
        models=models,
        importance=how,
        weights=weights,
        undefined=undefined,
        curves=tuple(
            MetricCurve(
                metric=metric,
                label=counts.labels[position],
                models=models,
                values=of_metric,
                present=of_metric[int(np.flatnonzero(shares == present)[0])],
                robust=still,
                pairs=pairs,
            )
            for metric, of_metric, still, pairs in zip(every, values, robust, pair_orders, strict=True)
        ),
    )


@dataclass(frozen=True)
class AtShares:
    """What is measured at other shares of one class: the counts there, weighed by what matters there."""

    cm: Confusion
    place: int
    importance: Importance
    policy: Policy

    def values(self, metrics: Sequence[Metric], shares: Floats) -> Floats:
        """Return values of shape (metrics, shares, models), in blocks of bounded memory."""
        models = len(self.cm) if self.cm.shape else 1
        curves = np.empty((len(metrics), len(shares), models))
        size = max(1, DENSE_CELLS // (8 * models * len(self.cm.labels) ** 2))
        for start in range(0, len(shares), size):
            some = shares[start : start + size]
            stack = at_each_share(self.cm, self.place, some)
            for values, result in zip(curves, self._block(metrics, stack, some, models), strict=True):
                values[start : start + size] = result.reshape(-1, models)
        return curves

    def _block(self, metrics: Sequence[Metric], stack: Confusion, shares: Floats, models: int) -> list[Floats]:
        if self._stays or self.policy == "raise":  # the weights have no part in what is undefined
            results = apply(metrics, stack, importance=self._weights[0], undefined=self.policy)
            if self._stays:
                return [result.value for result in results]
        return values_under(metrics, stack, np.repeat(self._at(shares), models, axis=0), self.policy)

    @cached_property
    def _weights(self) -> Floats:
        return self._at(np.array([LEAST, 0.5, 1 - LEAST]))

    @cached_property
    def _stays(self) -> bool:
        """Whether the sizes of classes have no part in what matters."""
        return bool((np.ptp(self._weights, axis=0) < ROBUST).all())

    def _at(self, shares: Floats) -> Floats:
        """Return the weights of the classes at each share."""
        sizes = self.cm.each_item_once().support.astype(np.float64)
        every = completed(sizes, [self.place], shares[:, None]) * sizes.sum()
        return np.stack([summing_to_one(self.importance.checked_phi(self.cm.labels, row)) for row in every])


def at_each_share(cm: Confusion, place: int, shares: Floats) -> Confusion:
    """Return a stack: for each share of one class, the counts (of each model) at it, the total as it was.

    The other classes keep their proportions.
    """
    sizes = cm.each_item_once().support.astype(np.float64)
    every = completed(sizes, [place], shares[:, None, None])
    factors = row_factors(every, cm.support, np.asarray(cm.total)[..., None])
    models = len(cm) if cm.shape else 1
    return cm.stacked(np.tile(np.arange(models), len(shares))).with_rows_scaled(factors.reshape(-1, len(sizes)))


def _models(cm: Confusion) -> tuple[Hashable, ...]:
    others = [name for name in cm.axes if name != MODEL]
    if others:
        raise ValueError(
            f"a what-if takes one matrix or a stack along {MODEL!r}; "
            f"put the slices along {naming.some(others)} together first, with cm.pooled({others[0]!r})."
        )
    return tuple(cm.axes.get(MODEL, (None,)))


def _check_sizes(cm: Confusion, position: int, sizes: Floats) -> None:
    name = naming.text(cm.labels[position])
    if not sizes[position] > 0:
        raise ValueError(f"class {name!r} has no items, so its row cannot be rescaled to a share above 0.")
    if np.count_nonzero(sizes) == 1:
        raise ValueError(f"all items are of class {name!r}, so there is no class that could take the rest.")
    if not sizes.sum() > sizes[position]:
        raise ValueError(
            f"so few items are not of class {name!r} that its share is 1 to all digits; count fewer of it."
        )
    if cm.shape:
        lacking = (cm.support == 0) & (sizes > 0)
        for model, without in zip(cm.axes[MODEL], lacking, strict=True):
            if without.any():
                named = naming.some(cm.labels[i] for i in np.flatnonzero(without))
                raise ValueError(
                    f"model {naming.text(model)!r} has no items of class {named}, which others have; "
                    "models are compared at the same class shares, so each needs items of every class."
                )


def _grid(present: float, points: Any) -> Floats:
    points = whole_number(points, "points", least=LEAST_POINTS)
    low, high = min(LEAST, present / 10), min(LEAST, (1 - present) / 10)
    odds = np.linspace(np.log(low) - np.log1p(-low), np.log1p(-high) - np.log(high), points)
    return np.union1d(1 / (1 + np.exp(-odds)), present)


def stays(values: Floats, metric: Metric) -> bool:
    """Return whether all values are known and no model's move beyond rounding."""
    moved = values.max(axis=0) - values.min(axis=0)
    return bool((moved <= np.maximum(ROBUST * np.abs(values).max(axis=0), rounding(metric))).all())
