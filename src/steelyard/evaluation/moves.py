"""How a metric moves over slices, such as months, and how much of a move is due to the class shares alone.

A slice differs from the others in two ways: its classes have other shares, and the classifier treats its items
otherwise. All slices are rescaled to the class shares of the whole; how the slice then differs from the typical one,
the median, is due to the classifier, and what the rescaling changed is due to the shares. The median, because a few
slices in which the classifier failed must not make all others look better than usual.
"""

from __future__ import annotations

import warnings
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any

import numpy as np

from steelyard.counts.answer import Answer, Shown
from steelyard.counts.cells import DENSE_CELLS
from steelyard.counts.class_shares import row_factors
from steelyard.counts.confusion import Confusion
from steelyard.counts.matrix_input import MODEL
from steelyard.measuring.apply import Measured, apply, values_under
from steelyard.measuring.view import DEFAULT_POLICY, Policy
from steelyard.type_names import Floats

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from steelyard.measuring.record import Metric


EXPLAINED = 0.8
"""A move is explained by class shares alone if at least this part of it goes away at the shares of the whole."""

NOTICEABLE = 0.01
"""Moves below this part of the metric's range (of its value, if the range is unbounded) are not looked into."""


@dataclass(frozen=True, slots=True)
class Move(Answer):
    """How a metric's value in one slice differs from what is typical of the slices (of the same model).

    Attributes
    ----------
    typical
        The median over the slices, each at the class shares of the whole.
    due_to_classifier, due_to_shares
        The parts of `value − typical`: what remains at equal class shares, and what does not.
    explained
        Whether the move is noticeable and the class shares alone explain it.
    """

    typical: float
    due_to_classifier: float
    due_to_shares: float
    explained: bool


@dataclass(frozen=True, slots=True)
class Moves(Shown):
    """One metric's moves, arrays over the stack."""

    typical: Floats
    due_to_classifier: Floats
    due_to_shares: Floats
    explained: NDArray[np.bool_]

    def head(self, axis: int, slices: int) -> Moves:
        """Return the first slices along an axis."""
        first = (slice(None),) * axis + (slice(0, slices),)
        return Moves(
            self.typical[first], self.due_to_classifier[first], self.due_to_shares[first], self.explained[first]
        )

    def __getitem__(self, at: tuple[int, ...]) -> Move:
        return Move(
            float(self.typical[at]),
            float(self.due_to_classifier[at]),
            float(self.due_to_shares[at]),
            bool(self.explained[at]),
        )


def sliced_by(cm: Confusion) -> tuple[str, ...]:
    """Return the axes along which items differ: all but the models."""
    return tuple(name for name in cm.axes if name != MODEL)


def moves(results: Sequence[Measured], cm: Confusion, whole: Confusion, weights: Floats, policy: Policy) -> list[Moves]:
    """Return the moves of metrics that were measured over the slices of a stack; `whole` has all slices together."""
    # The slices were fine; the whole without a class need not be.
    policy = DEFAULT_POLICY if policy == "raise" else policy
    metrics = [result.metric for result in results]
    overall = apply(metrics, whole, importance=weights, undefined=policy)
    slices = _at_shares_of(whole, cm)
    without = _Without(whole, cm)
    moved = []
    for result, of_whole, of_slice, beside in zip(
        results,
        overall,
        apply(metrics, slices, importance=weights, undefined=policy),
        without.measured(metrics, weights, policy),
        strict=True,
    ):
        alike, lacking = of_slice.value, beside.value
        out = _left(of_slice) | _left(beside)
        # A user's own metric need not take many sets of weights at once.
        if out.any() and result.metric.builtin:
            # Of two averages, each may have lost what the other has; then no class is in all.
            out &= (weights * ~out).any(axis=-1, keepdims=True)
            alike, lacking = _over_the_same_classes(result.metric, slices, without, weights * ~out, policy)
        moved.append(_split(result, alike - (lacking - _over(of_whole.value, cm)), cm))
    return moved


def _left(result: Measured) -> NDArray[np.bool_]:
    return np.zeros(result.relevance.shape, np.bool_) if result.left_out is None else result.left_out


def _over_the_same_classes(
    metric: Metric, slices: Confusion, without: _Without, weights: Floats, policy: Policy
) -> tuple[Floats, Floats]:
    """Return the values of slices and of the whole over the classes that both have: those that left either lose weight.

    The precision of a class that a slice lacks is 0 if it is predicted all the same, and there is none if it is not; so
    it would count on one side alone.
    """
    (alike,) = values_under([metric], slices, weights, policy)
    return alike, without.values(metric, weights, policy)


class _Without:
    """For each slice of a stack, the whole without the classes that the slice lacks."""

    def __init__(self, whole: Confusion, cm: Confusion) -> None:
        self.whole, self.shape, self.C = whole, cm.shape, len(cm.labels)
        self.absent = _absent(whole, cm).reshape(-1, self.C)
        self.model = _over(np.arange(_models(cm)), cm).astype(np.intp).reshape(-1)

    def measured(self, metrics: Sequence[Metric], weights: Floats, policy: Policy) -> list[Measured]:
        """Return metrics of it, each slice by itself."""
        first, case = self._cases(self.absent)
        parts = [apply(metrics, stack, importance=weights, undefined=policy) for _, stack in self._stacks(first)]
        return [self._spread([part[i] for part in parts], case) for i in range(len(metrics))]

    def values(self, metric: Metric, weights: Floats, policy: Policy) -> Floats:
        """Return a metric of it under weights of each slice's own."""
        flat = weights.reshape(-1, self.C)
        first, case = self._cases(self.absent, flat > 0)
        result = np.empty(len(first))
        for some, stack in self._stacks(first):
            (result[some],) = values_under([metric], stack, flat[first[some]], policy)
        return result[case].reshape(self.shape)

    def _cases(self, *masks: NDArray[np.bool_]) -> tuple[NDArray[np.intp], NDArray[np.intp]]:
        """Return the first slice of each kind, and the kind of each slice; in bits, as there may be many classes."""
        keys = np.concatenate([self.model[:, None], *(np.packbits(mask, axis=1) for mask in masks)], axis=1)
        _, first, case = np.unique(keys, axis=0, return_index=True, return_inverse=True)
        return first, case.reshape(-1)

    def _stacks(self, places: NDArray[np.intp]) -> Iterator[tuple[slice, Confusion]]:
        size = max(1, DENSE_CELLS // (4 * self.C**2))
        for start in range(0, len(places), size):
            some = places[start : start + size]
            kept = (~self.absent[some]).astype(np.float64)
            yield slice(start, start + size), self.whole.stacked(self.model[some]).with_rows_scaled(kept)

    def _spread(self, parts: Sequence[Measured], case: NDArray[np.intp]) -> Measured:
        value = np.concatenate([part.value for part in parts])[case].reshape(self.shape)
        left = np.concatenate([np.broadcast_to(_left(part), (len(part.value), self.C)) for part in parts])[case]
        return replace(parts[0], value=value, undefined=left.reshape(*self.shape, self.C), given_up=None)


def _models(cm: Confusion) -> int:
    return len(cm.axes.get(MODEL, [None]))


def _model_axis(cm: Confusion) -> int | None:
    return list(cm.axes).index(MODEL) if MODEL in cm.axes else None


def _over(values: Any, cm: Confusion) -> Floats:
    """Spread a value per model over the whole stack."""
    axis = _model_axis(cm)
    if axis is not None:
        values = np.reshape(values, [size if i == axis else 1 for i, size in enumerate(cm.shape)])
    return np.broadcast_to(values, cm.shape).copy()


def _sizes(whole: Confusion, cm: Confusion) -> Floats:
    """Return the class sizes of the whole, of each slice's model: shape (..., C)."""
    return np.stack([_over(size, cm) for size in np.moveaxis(whole.support.astype(np.float64), -1, 0)], axis=-1)


def _absent(whole: Confusion, cm: Confusion) -> NDArray[np.bool_]:
    """Return which classes of the whole a slice lacks."""
    return (cm.support == 0) & (_sizes(whole, cm) > 0)


def _at_shares_of(whole: Confusion, cm: Confusion) -> Confusion:
    """Return the slices with the class shares of the whole, as far as they have those classes."""
    t = cm.support
    shares = _sizes(whole, cm) * (t > 0)
    total = shares.sum(axis=-1, keepdims=True)
    shares = shares / (total + (total == 0))
    return cm.with_rows_scaled(row_factors(shares, t, np.asarray(cm.total)[..., None]))


def _split(result: Measured, alike: Floats, cm: Confusion) -> Moves:
    """Take the moves apart, given the values at the class shares of the whole."""
    low, high = result.metric.bounds(result.relevance, result.arguments)
    typical = _over(_median(alike, cm), cm)
    change = result.value - typical
    classifier = alike - typical
    scale = high - low if np.isfinite(high - low) else np.abs(typical)
    noticed = np.abs(change) >= NOTICEABLE * scale
    explained = noticed & (np.abs(classifier) <= (1 - EXPLAINED) * np.abs(change))
    return Moves(typical, classifier, change - classifier, explained)


def _median(values: Floats, cm: Confusion) -> Any:
    """Return the median over the slices, of each model, leaving out those without a value."""
    slices = tuple(i for i, name in enumerate(cm.axes) if name != MODEL)
    with warnings.catch_warnings():
        warnings.filterwarnings("ignore", "All-NaN slice", RuntimeWarning)
        return np.nanmedian(values, axis=slices)
