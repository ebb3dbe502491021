"""What the row of each true class may be in the long run.

Its items, fewer where they belong together, and a little for what was not seen.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from typing import TYPE_CHECKING

import numpy as np

from steelyard.intervals.units import Units, are_weights, combinations_of
from steelyard.type_names import Floats

if TYPE_CHECKING:
    from numpy.typing import NDArray


UNSEEN = 0.5
"""Items that each outcome of a class has beforehand."""


TINY = 1e-12
"""Shares of an item below this are nothing: they would only overflow where a metric divides by them."""


@dataclass(frozen=True, eq=False)
class Row:
    """The items of one true class, by the predictions of one or two models."""

    predictions: NDArray[np.intp]
    """The class that each model (a row) predicted, of each kind of item."""
    amounts: Floats
    """How much was seen of each kind."""
    shapes: Floats
    """How many items each kind has, those beforehand included."""
    scale: float
    """What one item of the class weighs."""
    own_scales: Floats
    """What one item of each kind weighs."""

    @property
    def seen(self) -> bool:
        """Whether the class has items."""
        return bool(self.amounts.any())

    @property
    def means(self) -> Floats:
        """How much there is of each kind in the mean."""
        return self.shapes * self.scale

    @property
    def items(self) -> Floats:
        """How many items of each kind were seen; of items with weights, how many alike would tell as much."""
        return self.amounts / self.own_scales

    def drawn(self, rng: np.random.Generator, draws: int) -> Floats:
        """Return draws of how much there is of each kind, of shape (draws, kinds)."""
        return some_items(rng, self.shapes, (draws, len(self.shapes))) * self.scale

    def drawn_anew(self, rng: np.random.Generator, draws: int) -> Floats:
        """Return the same of the items alone, with nothing beforehand: their Bayesian bootstrap."""
        return some_items(rng, self.items, (draws, len(self.items))) * self.own_scales

    def of_models(self, kinds: Floats, classes: int) -> Floats:
        """Return the rows of the models' matrices, of shape (..., models, C), from how much there is of each kind."""
        rows = np.zeros((*kinds.shape[:-1], len(self.predictions), classes))
        for model, predicted in enumerate(self.predictions):
            if len(predicted) == classes and (predicted == np.arange(classes)).all():
                rows[..., model, :] = kinds
            else:
                rows[..., model, :] = kinds @ (predicted[:, None] == np.arange(classes)).astype(np.float64)
        return rows


@dataclass(frozen=True, eq=False)
class Rows:
    """The rows of all true classes, of one or two models (by position) on the same items."""

    units: Units
    models: tuple[int, ...]

    @property
    def classes(self) -> int:
        return len(self.units.labels)

    def __iter__(self) -> Iterator[Row]:
        return iter(self._every)

    def of_class(self, c: int) -> Row:
        """Return the row of one class."""
        return self._every[c]

    @cached_property
    def _every(self) -> list[Row]:
        return [self._made(c) for c in range(self.classes)]

    def _made(self, c: int) -> Row:
        first, last = self._bounds[c], self._bounds[c + 1]
        entries = self._order[first:last]
        added, amounts_added = self._beforehand(c)
        predicted = self.units.predictions[list(self.models)][:, entries]
        codes = np.concatenate([self._codes(predicted), self._codes(added)])
        kinds, place = np.unique(codes, return_inverse=True)
        amounts = np.bincount(place[: len(entries)], weights=self.units.entries[entries], minlength=len(kinds))
        prior = np.bincount(place[len(entries) :], weights=amounts_added, minlength=len(kinds))
        scale = self._weight_of(entries if amounts.any() else self._order)
        squares = np.bincount(
            place[: len(entries)], weights=self.units.squares_of_entries[entries], minlength=len(kinds)
        )
        own = np.where(amounts > 0, squares / np.where(amounts > 0, amounts, 1.0), scale)
        return Row(self._decoded(kinds), amounts.astype(np.float64), amounts / scale + prior, scale, own)

    def _weight_of(self, entries: NDArray[np.intp]) -> float:
        """Return what one of some items weighs."""
        amount = float(self.units.entries[entries].sum())
        return float(self.units.squares_of_entries[entries].sum()) / amount if amount else 1.0

    def _beforehand(self, c: int) -> tuple[NDArray[np.intp], Floats]:
        """Return what each outcome of a class has beforehand: predictions of the models, and how many items."""
        others = np.flatnonzero(self._there & (np.arange(self.classes) != c))
        if not len(others):
            others = np.delete(np.arange(self.classes), c)
        each = np.full(len(others), UNSEEN / max(len(others), 1))
        right = np.full_like(others, c)
        if len(self.models) == 1:
            return np.concatenate([[c], others])[None], np.concatenate([[UNSEEN], each])
        first = np.concatenate([[c], right, others, others])
        second = np.concatenate([[c], others, right, others])
        return np.stack([first, second]), np.concatenate([[UNSEEN], each, each, each])

    @cached_property
    def _there(self) -> NDArray[np.bool_]:
        """Which classes have items, or were predicted."""
        there = np.zeros(self.classes, dtype=np.bool_)
        some = self.units.entries > 0
        for codes in (self.units.truth, *self.units.predictions[list(self.models)]):
            there[codes[some]] = True
        return there

    def _codes(self, predictions: NDArray[np.intp]) -> NDArray[np.intp]:
        return predictions[0] if len(predictions) == 1 else predictions[0] * self.classes + predictions[1]

    def _decoded(self, codes: NDArray[np.intp]) -> NDArray[np.intp]:
        return codes[None] if len(self.models) == 1 else np.stack(np.divmod(codes, self.classes))

    @cached_property
    def _order(self) -> NDArray[np.intp]:
        return np.argsort(self.units.truth, kind="stable")

    @cached_property
    def _bounds(self) -> NDArray[np.intp]:
        return np.searchsorted(self.units.truth[self._order], np.arange(self.classes + 1))


def some_items(rng: np.random.Generator, shapes: Floats, size: tuple[int, ...]) -> Floats:
    """Return draws of how many items there are of each kind, where so many are in the mean."""
    items = rng.standard_gamma(shapes, size)
    items[items < TINY] = 0.0  # a gamma of shape near 0 may be as small as 1e-300
    return items


# Items that belong together, as fewer items apart: as many as tell as much, class by class.


PAIR = 1.0
"""Ordered pairs of items in one group that go together beforehand, of those whose correlation says anything."""


def rows_of(units: Units, models: Sequence[int]) -> Rows:
    """Return the rows of all classes, of one or two models (by position) on the same items, or groups of them."""
    if units.kind is None:
        return Rows(units, tuple(models))
    return Rows(items_apart(units, models), tuple(range(len(models))))


def items_apart(units: Units, models: Sequence[int]) -> Units:
    """Return groups as items with weights, of which so many tell as much of some models; items as they are.

    Examples
    --------
    >>> import steelyard as sy
    >>> from steelyard.intervals.units import groups_of
    >>> truth, patient = ["ill"] * 12, ["p1"] * 6 + ["p2"] * 6
    >>> units = groups_of(sy.Confusion.from_labels(truth, truth, by={"patient": patient}), "patient")
    >>> apart = items_apart(units, [0])
    >>> apart.amounts.sum() ** 2 / apart.squares.sum()  # twelve items in two groups, no errors: two items
    np.float64(2.0)
    """
    if units.kind is None:
        return replace(units, predictions=units.predictions[list(models)])
    predictions, amounts = units.predictions[list(models)], units.entries.astype(np.float64)
    weights = _weight_of_an_item(units, _marks(units.truth, predictions))
    first, place = combinations_of(units.truth, predictions, len(units.labels))
    truth, total = units.truth[first], _sums(place, amounts)
    return Units(
        np.bincount(place), truth, predictions[:, first], units.labels, amounts=total, squares=total * weights[truth],
        groups=_groups_of_classes(units),
    )  # fmt: skip


def hits_and_items(units: Units) -> tuple[list[int], list[int]]:
    """Return how many hits and items each class of one model has; of groups and weights, as many as tell as much.

    Examples
    --------
    >>> import steelyard as sy
    >>> from steelyard.intervals.units import items_of
    >>> hits_and_items(items_of(sy.Confusion([[8, 2], [1, 4]])))
    ([8, 4], [10, 5])
    """
    alone = items_apart(units, [0])
    amounts, squares, right = (
        alone.entries.astype(np.float64),
        alone.squares_of_entries,
        alone.truth == alone.predictions[0],
    )
    hits, total, spread = (_sums(alone.truth, each, len(alone.labels)) for each in (amounts * right, amounts, squares))
    each = np.where(total > 0, spread / np.where(total > 0, total, 1.0), 1.0)
    return np.round(hits / each).astype(int).tolist(), np.round(total / each).astype(int).tolist()


def _marks(truth: NDArray[np.intp], predictions: NDArray[np.intp]) -> NDArray[np.bool_]:
    """Return what is seen of each entry: which models are wrong; of two, whether and how they differ."""
    right = predictions == truth
    if len(predictions) != 2:
        return np.asarray(~right)
    a, b = right
    return np.stack([a & ~b, b & ~a, ~a & ~b & (predictions[0] != predictions[1])])


def _weight_of_an_item(units: Units, marks: NDArray[np.bool_]) -> Floats:
    """Return, for each class, how many of its items tell as much as one that stands alone would."""
    C, kind = len(units.labels), np.asarray(units.kind)
    amounts, squares = units.entries.astype(np.float64), units.squares_of_entries
    if units.squares is None and are_weights(units.entries):  # how many items stand behind them is unknown
        squares = np.zeros_like(amounts)
    cells, place = np.unique(units.truth * len(units.sizes) + kind, return_inverse=True)
    truth = cells // len(units.sizes)

    def of_class(of_groups: Floats) -> Floats:
        return _sums(truth, of_groups, C)

    n, q = (_sums(place, each) for each in (amounts, squares))
    N, pairs = of_class(n), np.maximum(n**2 - q, 0.0)
    share = n / N[truth]
    # The mean is found on the same groups: of the larger ones the more is lost, of a single one all.
    known = np.maximum(1 - 2 * share + of_class(share**2)[truth], 0.0)
    seen, possible = np.zeros(C), np.zeros(C)
    for mark in marks:
        x = _sums(place, amounts * mark)
        with np.errstate(invalid="ignore"):
            p = of_class(x) / N
        v = p * (1 - p)
        off = (x - p[truth] * n) ** 2
        seen += np.nan_to_num(of_class(off - v[truth] * q * known))
        possible += np.nan_to_num(v * of_class(pairs * known))
    with np.errstate(invalid="ignore"):
        beforehand = np.nan_to_num(PAIR * (of_class(q) / N) ** 2)
        together = np.clip(np.nan_to_num((seen + beforehand) / (possible + beforehand), nan=1.0), 0.0, 1.0)
        return np.nan_to_num((of_class(q) + together * of_class(pairs)) / N, nan=1.0)


def _sums(place: NDArray[np.intp], weights: Floats, places: int = 0) -> Floats:
    return np.bincount(place, weights=weights, minlength=places).astype(np.float64)


def _groups_of_classes(units: Units) -> NDArray[np.int64]:
    """Return how many groups have items of each class."""
    pairs = np.unique(np.stack([units.truth, np.asarray(units.kind)]), axis=1)
    return np.bincount(pairs[0], minlength=len(units.labels))
