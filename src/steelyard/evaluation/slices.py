"""Slices, such as months: how a metric moves over them, what is due to class shares, which differ beyond chance.

A slice differs from the others in two ways: its classes have other shares, and the classifier treats its items
otherwise. All slices are rescaled to the class shares of the whole; how the slice then differs from the typical one,
the median, is due to the classifier, and what the rescaling changed is due to the shares. The median, because a few
slices in which the classifier failed must not make all others look better than usual.

The recall of a class knows nothing of class shares, so that slices are compared at the same shares, with no rescaling.
Of each class, the slices are put in the order of its recall and split where they fit best as two kinds, those where it
is low and the others (the likelihood ratio). How well the best split of any class and model fits if nothing changed is
found by dealing the hits of each class out to the slices at random, as often as they have items: a p-value that knows
how many splits, classes and models were looked at, and that no number of items is too small for.
"""

from __future__ import annotations

import math
import warnings
from collections.abc import Hashable, Iterator, Sequence
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any, Literal

import numpy as np

from steelyard.counts.answer import Answer, Shown, plain_label
from steelyard.counts.cells import DENSE_CELLS
from steelyard.counts.class_shares import row_factors
from steelyard.counts.confusion import Confusion
from steelyard.counts.labels import Label
from steelyard.counts.matrix_input import MODEL
from steelyard.intervals.interval import generator
from steelyard.measuring.apply import Measured, apply, values_under
from steelyard.measuring.view import DEFAULT_POLICY, Policy
from steelyard.type_names import Floats

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from steelyard.measuring.record import Metric


# How a metric moves over slices, and what of that is due to class shares.


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


# Slices in which a class is recognised otherwise than in the others, beyond chance.


LEVEL = 0.05
"""Data sets in which nothing changed of which so many name a change, at most."""

DRAWS = 4000
FEWEST_DRAWS = 200

MOST_WORK = 8_000_000
"""Numbers that may be drawn, about: a second or two."""

MOST_ITEMS = 10**9
"""Of a class; of more, NumPy deals none out, and shares are drawn for each slice by itself."""

SliceKey = tuple[Hashable, ...]
"""A slice by its keys along the axes other than models."""

WhyUntested = Literal["", "groups", "fractions", "too_many", "too_few"]
"""Why nothing was tested: items in groups are no single ones, fractions are no items, too much to draw, one slice."""


@dataclass(frozen=True, slots=True)
class Change(Answer):
    """A class that is recognised worse, or better, in some slices than in the others, beyond chance.

    Attributes
    ----------
    label, model
        The class, and the model; None if there is only one.
    worse
        Whether it is found less often there than elsewhere.
    slices
        Where, each by its keys along the axes other than models.
    found, items, found_elsewhere, items_elsewhere
        How many of its items are found there, of how many; and in the other slices.
    p_value
        How often the best split of any class and model fits as well if nothing changed: corrected for all of them.
    """

    label: Label
    model: Label
    worse: bool
    slices: tuple[SliceKey, ...]
    found: int
    items: int
    found_elsewhere: int
    items_elsewhere: int
    p_value: float

    def to_dict(self) -> dict[str, Any]:
        """Return plain values."""
        record = {name: getattr(self, name) for name in self.__slots__}
        slices = [[plain_label(key) for key in keys] for keys in self.slices]
        return record | {"label": plain_label(self.label), "model": plain_label(self.model), "slices": slices}


@dataclass(frozen=True, slots=True)
class Changes(Answer):
    """What a comparison of slices found.

    Attributes
    ----------
    shown
        The changes beyond chance, the surest first.
    p_value
        Of the split that fits best, whether it is beyond chance or not; NaN if nothing was tested.
    why_untested
        Why nothing was tested, if so.
    """

    shown: tuple[Change, ...]
    p_value: float = math.nan
    why_untested: WhyUntested = ""

    def of(self, model: Label, keys: SliceKey) -> Iterator[Change]:
        """Yield the changes of one model that one slice is among."""
        return (change for change in self.shown if change.model == model and keys in change.slices)


def changes(cm: Confusion, *, grouped: bool) -> Changes:
    """Return where classes are recognised otherwise than in the other slices, beyond chance.

    Parameters
    ----------
    cm
        The counts, with axes other than models.
    grouped
        Whether items belong together in groups, so that they tell less than as many apart.
    """
    hits, items, models, keys = _by_slice(cm)
    if why := _why_not(cm, hits, items, grouped=grouped):
        return Changes((), why_untested=why)
    tested = [(m, c) for m, c in np.ndindex(hits.shape[0], hits.shape[2]) if _can_vary(hits[m, :, c], items[m, :, c])]
    draws = min(DRAWS, MOST_WORK // (len(keys) * max(len(tested), 1)))
    if draws < FEWEST_DRAWS:
        return Changes((), why_untested="too_many")
    greatest = np.zeros(draws)
    found: list[tuple[float, int, int]] = []
    for place, (m, c) in enumerate(tested):
        x, n = hits[m, :, c], items[m, :, c]
        found.append((float(_best_split(x[None], n)[0]), m, c))
        greatest = np.maximum(greatest, _best_split(_dealt(generator(0, place), x, n, draws), n))
    p_values = [(1 + np.count_nonzero(greatest >= fit - 1e-9)) / (1 + draws) for fit, _, _ in found]
    shown = [
        _change(hits[m, :, c], items[m, :, c], cm.labels[c], models[m], keys, float(p))
        for p, (_, m, c) in sorted(zip(p_values, found, strict=True), key=lambda one: (one[0], -one[1][0]))
        if p <= LEVEL
    ]
    return Changes(tuple(shown), float(min(p_values, default=math.nan)))


def _by_slice(cm: Confusion) -> tuple[Floats, Floats, list[Label], list[SliceKey]]:
    """Return hits and items of shape (models, slices, C), the models (None if there is only one), and the slices."""
    axes = list(cm.slice_axes)
    hits, items = np.asarray(cm.correct, dtype=np.float64), np.asarray(cm.support, dtype=np.float64)
    if MODEL in cm.axes:
        at = list(cm.axes).index(MODEL)
        hits, items = np.moveaxis(hits, at, 0), np.moveaxis(items, at, 0)
    models = list(cm.axes.get(MODEL, [None]))
    shape = (len(models), -1, len(cm.labels))
    sizes = [len(cm.axes[name]) for name in axes]
    keys = [tuple(cm.axes[name][k] for name, k in zip(axes, at, strict=True)) for at in np.ndindex(*sizes)]
    return hits.reshape(shape), items.reshape(shape), models, keys


def _why_not(cm: Confusion, hits: Floats, items: Floats, *, grouped: bool) -> WhyUntested:
    if grouped:
        return "groups"
    if cm.is_weighted or not (np.equal(np.mod(hits, 1), 0).all() and np.equal(np.mod(items, 1), 0).all()):
        return "fractions"
    return "too_few" if hits.shape[1] < 2 else ""


def _can_vary(x: Floats, n: Floats) -> bool:
    """Whether a class is in two slices, found now and then and missed now and then."""
    return bool(np.count_nonzero(n) > 1 and 0 < x.sum() < n.sum())


def _dealt(rng: np.random.Generator, x: Floats, n: Floats, draws: int) -> Floats:
    """Deal all hits of a class out to its items in the slices at random."""
    if n.sum() < MOST_ITEMS:
        return rng.multivariate_hypergeometric(n.astype(np.int64), int(x.sum()), draws, method="marginals").astype(
            float
        )
    return rng.binomial(n.astype(np.int64), x.sum() / n.sum(), (draws, len(n))).astype(float)


def _splits(x: Floats, n: Floats) -> tuple[NDArray[np.intp], Floats]:
    """Return the slices in the order of recall, and how well each split of them fits (twice the log of the ratio)."""
    rate = np.where(n > 0, x / np.where(n > 0, n, 1.0), x.sum(axis=-1, keepdims=True) / n.sum())
    order = np.argsort(rate, axis=-1, kind="stable")
    low_x = np.cumsum(np.take_along_axis(x, order, -1), axis=-1)[..., :-1]
    low_n = np.cumsum(np.broadcast_to(n, x.shape)[np.arange(len(x))[:, None], order], axis=-1)[..., :-1]
    total_x, total_n = x.sum(axis=-1, keepdims=True), n.sum()
    parts = _likelihood(low_x, low_n) + _likelihood(total_x - low_x, total_n - low_n)
    return order, 2 * (parts - _likelihood(total_x, total_n))


def _best_split(x: Floats, n: Floats) -> Floats:
    """Return how well the best split fits, of each draw."""
    return np.asarray(_splits(x, n)[1].max(axis=-1))


def _likelihood(x: Floats, n: Any) -> Floats:
    """Return the logarithm of how likely x of n are at their own rate."""
    size = np.asarray(n, dtype=np.float64)
    rate = np.clip(x / np.where(size > 0, size, 1.0), 0.0, 1.0)
    with np.errstate(divide="ignore", invalid="ignore"):
        hits, misses = x * np.log(rate), (size - x) * np.log1p(-rate)
    return np.nan_to_num(hits, nan=0.0) + np.nan_to_num(misses, nan=0.0)


def _change(x: Floats, n: Floats, label: Label, model: Label, keys: list[SliceKey], p: float) -> Change:
    """Return the fewer of the two kinds of slices: those that differ from the others."""
    order, fits = _splits(x[None], n)
    cut = int(np.argmax(fits[0])) + 1
    low, high = ([k for k in part.tolist() if n[k] > 0] for part in (order[0, :cut], order[0, cut:]))
    worse = len(low) <= len(high)
    odd, usual = (low, high) if worse else (high, low)
    level = LEVEL / len(odd)
    alone = [k for k in odd if _tail_of_one(x[k], n[k], x[usual].sum(), n[usual].sum()) <= level]
    there = sorted(alone or odd)
    return Change(
        label=label,
        model=model,
        worse=worse,
        slices=tuple(keys[k] for k in there),
        found=int(x[there].sum()),
        items=int(n[there].sum()),
        found_elsewhere=int(x[usual].sum()),
        items_elsewhere=int(n[usual].sum()),
        p_value=p,
    )


def _tail_of_one(x: float, n: float, others_x: float, others_n: float) -> float:
    """Return the p-value of one slice beside the usual ones, by the likelihood ratio."""
    hits, items = np.array([x, others_x]), np.array([n, others_n])
    ratio = 2 * float(_likelihood(hits, items).sum() - _likelihood(hits.sum(), items.sum()))
    return math.erfc(math.sqrt(max(ratio, 0.0) / 2))  # the tail of chi-squared with one degree of freedom
