"""The values of several models as functions of the class weights."""

from __future__ import annotations

from collections.abc import Mapping
from copy import copy
from dataclasses import dataclass
from typing import Any

import numpy as np

from steelyard.counts.confusion import Confusion
from steelyard.counts.labels import Label, some
from steelyard.counts.matrix_input import MODEL
from steelyard.importance.region import Region
from steelyard.measuring.apply import EXACT, TAME, checked_policy
from steelyard.measuring.conditions import outcome
from steelyard.measuring.lead import TIED, difference, rounding
from steelyard.measuring.record import Metric
from steelyard.measuring.registry import metrics as registry
from steelyard.measuring.registry import refuse_rates
from steelyard.measuring.view import Policy, View
from steelyard.type_names import Floats

Mask = np.ndarray[Any, np.dtype[np.bool_]]

MOST_CLASSES = 2_000
"""With more, linear programmes and samples of weights would take minutes."""

CHUNK = 1 << 20
"""Weights times classes that are looked at together: 8 MB for each array in between."""


class OtherWeightsUnknownError(ValueError):
    """Models are compared at the weights of the importance, but cannot be at others."""


@dataclass(frozen=True, eq=False)
class Scores:
    """The values of K models at any weights of the C classes.

    Attributes
    ----------
    rates
        For an average, the value of each model and class, (K, C), 0 where it does not count; None for other metrics.
    counted
        Where the value of a class counts, (K, C): an average over fewer classes is divided by their weight alone.
    sign
        1 if higher values are better, else −1.
    """

    metric: Metric
    models: tuple[Label, ...]
    labels: tuple[Label, ...]
    sign: float
    rates: Floats | None
    counted: Mask
    _views: tuple[View, ...]
    _arguments: Mapping[str, Any]

    @classmethod
    def of(cls, cm: Confusion, metric: str | Metric, undefined: str, region: Region) -> Scores:
        """Look at a weighted metric of a stack along "model"; what cannot be compared is refused."""
        chosen_metric = metric if isinstance(metric, Metric) else registry[metric]
        policy = checked_policy(undefined)
        stack = _checked(cm, chosen_metric)
        whole = stack.cells.whole_numbers(EXACT)
        inner: Policy = "exclude" if policy in ("nan", "raise") else policy
        arguments, each_class = chosen_metric.arguments(cm.labels), np.eye(len(cm.labels))
        views = tuple(
            View(_tamed(counts)[None], each_class, inner, whole_numbers=whole)
            for counts in np.asarray(stack.cells.array())
        )
        if not chosen_metric.builtin:
            _check_own(chosen_metric, views[0], arguments)
        at_each_class, left = _measured(chosen_metric, views, each_class, arguments)
        possible = region.high > 0
        _refuse_undefined(chosen_metric, cm, policy, left & possible)
        rates, counted = None, np.ones_like(left)
        if chosen_metric.kind == "average":
            counted = ~(np.isnan(at_each_class) & possible)
            rates = np.where(counted & possible, np.nan_to_num(at_each_class), 0.0)
        never = ~counted[:, possible].any(axis=1)
        if never.any():
            model = cm.axes[MODEL][int(never.argmax())]
            raise ValueError(
                f"{chosen_metric.id} of {model!r} is undefined whatever the weights, so it cannot be compared."
            )
        sign = float(chosen_metric.sign)
        return cls(chosen_metric, tuple(cm.axes[MODEL]), cm.labels, sign, rates, counted, views, arguments)

    def at(self, weights: Floats) -> Floats:
        """Return the values of all models at many weights, (S, C) → (S, K)."""
        if self.rates is None:
            size = max(1, CHUNK // self.numbers_at_weights)
            starts = range(0, len(weights), size)
            parts = [_measured(self.metric, self._views, weights[i : i + size], self._arguments)[0].T for i in starts]
            return np.concatenate(parts) if parts else np.empty((0, len(self.models)))
        with np.errstate(divide="ignore", invalid="ignore"):
            return (weights @ self.rates.T) / (weights @ self.counted.T)

    @property
    def numbers_at_weights(self) -> int:
        """How many numbers are looked at for each weights: a metric of the whole matrix rescales all cells."""
        return len(self.labels) ** (1 if self.metric.as_counted is None else 2)

    def of_tables(self, tables: Floats, model: int, weights: Floats) -> Floats:
        """Return the values of other tables of a model, (T, C, C), at many weights, (S, C): of shape (T, S).

        An average takes the classes that count in the model's own table.
        """
        policy = self._views[model].policy
        at = weights if self.rates is None else np.eye(len(self.labels))
        with np.errstate(divide="ignore", invalid="ignore"):
            view = View(tables[:, None], at, policy, whole_numbers=False)
            values = outcome(self.metric, view, self._arguments).value[..., 0]
            if self.rates is None:
                return values
            counted = self.counted[model] & ~np.isnan(values)
            averages: Floats = (np.where(counted, values, 0.0) @ weights.T) / (counted @ weights.T)
        return averages

    def ahead(self, values: Floats, a: Any, b: Any) -> Floats:
        """Return by how much model a is better than b, given values of all; exactly 0 for a tie."""
        first, second = values[..., a], values[..., b]
        if self.rates is None:
            return self.sign * difference(first, second, self.metric)
        ahead = self.sign * (first - second)
        least = max(TIED * np.abs(self.rates).max(), rounding(self.metric))
        return np.where(np.abs(ahead) <= least, 0.0, ahead)

    def alike(self, a: int, b: int) -> bool:
        """Whether the same classes count for both models of an average: who wins is then linear in the weights."""
        return self.rates is not None and bool((self.counted[a] == self.counted[b]).all())

    def slopes(self, a: int, b: int) -> Floats:
        """Return what each class's weight adds to the lead of model a over b, where the same classes count."""
        if self.rates is None or not self.alike(a, b):
            raise ValueError("only averages over the same classes differ by a sum over classes.")
        return self.ahead(self.rates.T, a, b)


def _measured(
    metric: Metric, views: tuple[View, ...], weights: Floats, arguments: Mapping[str, Any]
) -> tuple[Floats, Mask]:
    """Return the values of each model at each weights, (K, S), and the classes that are undefined, (K, C)."""
    values, undefined = np.empty((len(views), len(weights))), np.zeros((len(views), weights.shape[1]), np.bool_)
    with np.errstate(divide="ignore", invalid="ignore"):
        for k, sums in enumerate(views):
            sums.t, sums.p, sums.tp, sums.n  # noqa: B018 - made once and copied along; no weights change them
            view = copy(sums)
            view.relevance = weights
            value, left, _ = outcome(metric, view, arguments)
            values[k] = value[:, 0]
            if left is not None:
                undefined[k] = np.broadcast_to(left, (*left.shape[:-1], weights.shape[1])).any(axis=0)
    return values, undefined


def _checked(cm: Confusion, metric: Metric) -> Confusion:
    refuse_rates([metric])
    if metric.kind == "class":
        raise ValueError(
            f"{metric.name!r} is of one class, so weights of the classes do not change it; ask about an "
            "average, such as 'balanced_accuracy'."
        )
    if not metric.weighted:
        raise ValueError(
            f"{metric.name!r} counts items, not classes, so weights of the classes do not change it; ask about "
            f"{metric.at_importance().name!r}, an average such as 'balanced_accuracy', or other class shares."
        )
    if list(cm.axes) != [MODEL]:
        raise ValueError(
            f"the models are compared as a stack along {MODEL!r} alone, as of Joint.confusion(), but the axes are "
            f"{some(cm.axes) or 'none'}."
        )
    if len(cm) < 2:
        raise ValueError(f"there is only one model, {cm.axes[MODEL][0]!r}; it takes two to compare.")
    if len(cm.labels) > MOST_CLASSES:
        raise OtherWeightsUnknownError(
            f"all weights of up to {MOST_CLASSES:,} classes can be looked at, not of {len(cm.labels):,}; merge classes "
            "with collapse first."
        )
    if not (np.asarray(cm.total) > 0).all():
        raise ValueError("there is nothing to compare: the counts of a model are all 0.")
    return cm.dense()


def _check_own(metric: Metric, view: View, arguments: Mapping[str, Any]) -> None:
    """Refuse a user's metric whose body does not take many sets of weights at once."""
    C = view.C
    weights = np.stack([np.full(C, 1 / C), np.arange(1, C + 1) / (C * (C + 1) / 2)])
    with np.errstate(divide="ignore", invalid="ignore"):
        alone = [View(view.m[0], w, view.policy, whole_numbers=view.whole_numbers) for w in weights]
        expected = np.concatenate([outcome(metric, one, arguments)[0] for one in alone])
    try:
        values = _measured(metric, (view,), weights, arguments)[0][0]
    except ValueError:
        values = np.full(2, np.inf)
    if not np.allclose(values, expected, rtol=1e-9, atol=0, equal_nan=True):
        raise OtherWeightsUnknownError(
            f"{metric.id!r} cannot be looked at over many weights at once: its function must weigh the classes by "
            "c.mean, or by c.relevance along the last axis."
        )


def _tamed(counts: Any) -> Floats:
    """Scale weights of items whose squares would overflow or vanish by a power of two."""
    numbers = counts.astype(np.float64)
    largest = numbers.max()
    return numbers if TAME[0] < largest < TAME[1] else np.ldexp(numbers, -np.frexp(largest)[1])


def _refuse_undefined(metric: Metric, cm: Confusion, policy: Policy, left: Mask) -> None:
    if policy not in ("nan", "raise") or not left.any():
        return
    k, c = (int(i) for i in np.argwhere(left)[0])
    raise OtherWeightsUnknownError(
        f"{metric.id} of {cm.axes[MODEL][k]!r} is undefined for class {cm.labels[c]!r}, so that undefined={policy!r} "
        "leaves no weights to compare the models at; say 'worst', 'exclude' or 'zero'."
    )
