"""What the row of each true class may be in the long run: its items, and a little for what was not seen.

Items are drawn by the predictions that they got: of one model, or of two models on the same items. Each kind of item of
a class is a gamma variable with the number of them as its shape, so that a class of any size is as uncertain as it is,
whatever the others are. A little is added beforehand, so that what was not seen is not ruled out:

- of one model, ½ to the hits of each class and ½ to its errors, evenly. Recall then has Jeffreys' posterior, and so has
  precision, as each column gets ½ too;
- of two models, ½ to each of the four outcomes: both right, either alone, both wrong in the same way. Twelve items on
  which two models agree do not prove that they always do.

A class that has no items and that nobody predicted gets none of the errors of the others: it leaves averages, and an
error that nobody made would bring it back.

Items with weights: Σw·E over the items of a class, with E exponential, is their Bayesian bootstrap. It has the
mean Σw and the variance Σw², which a gamma of shape (Σw)²/Σw² and scale Σw²/Σw has as well. All kinds of a class have
its scale, so that one heavy item that was right leaves open what the next heavy one will be.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from functools import cached_property
from typing import TYPE_CHECKING

import numpy as np

from steelyard.intervals.units import Units
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
        found = np.zeros((*kinds.shape[:-1], len(self.predictions), classes))
        for model, predicted in enumerate(self.predictions):
            if len(predicted) == classes and (predicted == np.arange(classes)).all():
                found[..., model, :] = kinds
            else:
                found[..., model, :] = kinds @ (predicted[:, None] == np.arange(classes)).astype(np.float64)
        return found


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
