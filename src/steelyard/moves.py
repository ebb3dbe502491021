"""How a metric moves over slices, such as months, and how much of a move is due to the class shares alone.

A slice differs from the whole in two ways: its classes have other shares, and the classifier treats its items
otherwise. Both the slice and the whole are rescaled to the same class shares, those of the whole; what still differs
is due to the classifier, the rest of the move to the shares.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import numpy as np

from steelyard.confusion import MODEL, Confusion, prior_scale
from steelyard.measuring import Measured, apply

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from steelyard.record import Metric
    from steelyard.view import Policy

Floats = np.ndarray[Any, np.dtype[np.float64]]

EXPLAINED = 0.8
"""A move is explained by class shares alone if at least this part of it goes away at the shares of the whole."""

NOTICEABLE = 0.01
"""Moves below this part of the metric's range (of its value, if the range is unbounded) are not looked into."""


@dataclass(frozen=True, slots=True)
class Move:
    """How a metric's value in one slice differs from the value of all slices together.

    Attributes
    ----------
    overall
        The value of all slices together (of the same model).
    due_to_classifier, due_to_shares
        The parts of `value − overall`: what remains at equal class shares, and what does not.
    explained
        Whether the move is noticeable and the class shares alone explain it.
    """

    overall: float
    due_to_classifier: float
    due_to_shares: float
    explained: bool


@dataclass(frozen=True, slots=True)
class Moves:
    """One metric's moves, arrays over the stack."""

    overall: Floats
    due_to_classifier: Floats
    due_to_shares: Floats
    explained: NDArray[np.bool_]

    def __getitem__(self, at: tuple[int, ...]) -> Move:
        return Move(
            float(self.overall[at]),
            float(self.due_to_classifier[at]),
            float(self.due_to_shares[at]),
            bool(self.explained[at]),
        )


def sliced_by(cm: Confusion) -> tuple[str, ...]:
    """Return the axes along which items differ: all but the models."""
    return tuple(name for name in cm.axes if name != MODEL)


def moves(results: Sequence[Measured], cm: Confusion, whole: Confusion, weights: Floats, policy: Policy) -> list[Moves]:
    """Return the moves of metrics that were measured over the slices of a stack, away from the whole."""
    policy = "exclude" if policy == "raise" else policy  # the slices were fine; the whole without a class need not be
    metrics = [result.metric for result in results]
    overall = _values(metrics, whole, weights, policy)
    alike = _values(metrics, _at_shares_of(whole, cm), weights, policy)
    absent = _absent(whole, cm)
    expected = [_over(values, cm) for values in overall]
    for at in np.argwhere(absent.any(axis=-1)):
        without = _without(whole, cm, tuple(at), absent[tuple(at)])
        for values, value in zip(expected, _values(metrics, without, weights, policy), strict=True):
            values[tuple(at)] = value
    return [
        _split(result, _over(of_whole, cm), slice_, whole_)
        for result, of_whole, slice_, whole_ in zip(results, overall, alike, expected, strict=True)
    ]


def _values(metrics: Sequence[Metric], cm: Confusion, weights: Floats, policy: Policy) -> list[Floats]:
    return [result.value for result in apply(metrics, cm, importance=weights, undefined=policy)]


def _model_axis(cm: Confusion) -> int | None:
    return list(cm.axes).index(MODEL) if MODEL in cm.axes else None


def _over(values: Any, cm: Confusion) -> Floats:
    """Spread a value per model over the whole stack."""
    axis = _model_axis(cm)
    if axis is not None:
        values = np.reshape(values, [size if i == axis else 1 for i, size in enumerate(cm.shape)])
    return np.broadcast_to(values, cm.shape).copy()


def _absent(whole: Confusion, cm: Confusion) -> NDArray[np.bool_]:
    """Return which classes of the whole a slice lacks."""
    support = whole.support
    return (cm.support == 0) & (support.reshape(-1, support.shape[-1])[0] > 0)


def _shares(whole: Confusion) -> Floats:
    """Return the class shares of the whole; the models share their items."""
    support = whole.support.reshape(-1, len(whole.labels))[0].astype(np.float64)
    return support / support.sum()


def _at_shares_of(whole: Confusion, cm: Confusion) -> Confusion:
    """Return the slices with the class shares of the whole, as far as they have those classes."""
    t = cm.support
    shares = _shares(whole) * (t > 0)
    total = shares.sum(axis=-1, keepdims=True)
    shares = shares / (total + (total == 0))
    return cm.with_rows_scaled(prior_scale(shares, t, np.asarray(cm.total)[..., None]))


def _without(whole: Confusion, cm: Confusion, at: tuple[int, ...], absent: NDArray[np.bool_]) -> Confusion:
    """Return the whole, of the slice's model, without the classes that the slice lacks."""
    axis = _model_axis(cm)
    one = whole if axis is None else whole.slice(at[axis])
    return one.with_rows_scaled((~absent).astype(np.float64))


def _split(result: Measured, overall: Floats, slice_alike: Floats, whole_alike: Floats) -> Moves:
    low, high = result.metric.bounds(result.relevance, result.arguments)
    change = result.value - overall
    classifier = slice_alike - whole_alike
    scale = high - low if np.isfinite(high - low) else np.abs(overall)
    noticed = np.abs(change) >= NOTICEABLE * scale
    explained = noticed & (np.abs(classifier) <= (1 - EXPLAINED) * np.abs(change))
    return Moves(overall, classifier, change - classifier, explained)
