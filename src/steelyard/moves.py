"""How a metric moves over slices, such as months, and how much of a move is due to the class shares alone.

A slice differs from the others in two ways: its classes have other shares, and the classifier treats its items
otherwise. All slices are rescaled to the class shares of the whole; how the slice then differs from the typical one,
the median, is due to the classifier, and what the rescaling changed is due to the shares. The median, because a few
slices in which the classifier failed must not make all others look better than usual.
"""

from __future__ import annotations

import warnings
from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import numpy as np

from steelyard.cells import DENSE_CELLS
from steelyard.confusion import MODEL, Confusion
from steelyard.measuring import Measured, apply
from steelyard.priors import prior_scale

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

    def _repr_html_(self) -> str:
        from steelyard.display.fields import fields_html  # noqa: PLC0415 - how a result shows itself

        return fields_html(self)


@dataclass(frozen=True, slots=True)
class Moves:
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
    policy = "exclude" if policy == "raise" else policy  # the slices were fine; the whole without a class need not be
    metrics = [result.metric for result in results]
    overall = _values(metrics, whole, weights, policy)
    alike = _values(metrics, _at_shares_of(whole, cm), weights, policy)
    lacking = _lacking(metrics, whole, cm, weights, policy)
    return [
        _split(result, of_slice - (without - _over(of_whole, cm)), cm)
        for result, of_slice, without, of_whole in zip(results, alike, lacking, overall, strict=True)
    ]


def _lacking(
    metrics: Sequence[Metric], whole: Confusion, cm: Confusion, weights: Floats, policy: Policy
) -> list[Floats]:
    """Return, for each slice, the values of the whole without the classes that the slice lacks."""
    C = len(cm.labels)
    absent = _absent(whole, cm).reshape(-1, C)
    model = _over(np.arange(_models(cm)), cm).astype(np.intp).reshape(-1, 1)
    keys = np.concatenate([model, np.packbits(absent, axis=1)], axis=1)  # in bits: there may be many classes
    _, first, case = np.unique(keys, axis=0, return_index=True, return_inverse=True)
    cases, lacks = model[first, 0], absent[first]
    found = [np.empty(len(cases)) for _ in metrics]
    size = max(1, DENSE_CELLS // (4 * C**2))
    for start in range(0, len(cases), size):
        some = slice(start, start + size)
        stack = whole.stacked(cases[some]).with_rows_scaled((~lacks[some]).astype(np.float64))
        for values, value in zip(found, _values(metrics, stack, weights, policy), strict=True):
            values[start : start + size] = value
    return [values[case.reshape(-1)].reshape(cm.shape) for values in found]


def _models(cm: Confusion) -> int:
    return len(cm.axes.get(MODEL, [None]))


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
    return cm.with_rows_scaled(prior_scale(shares, t, np.asarray(cm.total)[..., None]))


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
