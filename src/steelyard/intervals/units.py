"""What is drawn anew: items, which are alike within a cell of the table, or groups of items that belong together."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np

from steelyard.counts.cells import DENSE_CELLS, Coordinates, gathered
from steelyard.counts.confusion import Confusion
from steelyard.counts.labels import Label, some
from steelyard.counts.table import Table
from steelyard.measuring.notes import Note
from steelyard.type_names import Floats

if TYPE_CHECKING:
    from numpy.typing import NDArray


@dataclass(frozen=True, eq=False)
class Units:
    """How many units there are of each kind, and what one of them holds.

    A kind of item is a combination of the truth and each model's prediction, so the table of the combinations holds all
    there is to draw from, and a billion rows are as few kinds as a thousand. A group, such as a patient with several
    rows, is a kind of its own.
    """

    sizes: NDArray[np.int64]
    """Units of each kind."""
    truth: NDArray[np.intp]
    """The true class of each entry of the table."""
    predictions: NDArray[np.intp]
    """The class that each model (a row each) predicted in each entry."""
    labels: tuple[Label, ...]
    kind: NDArray[np.intp] | None = None
    """For groups: to which of them each entry belongs. Items: each entry is a kind."""
    amounts: NDArray[Any] | None = None
    """For groups, and for items with weights: how many items, or how much weight, each entry has."""
    squares: Floats | None = None
    """For items with weights: the sum of their squares in each entry."""
    groups: NDArray[np.int64] | None = None
    """For items that come from groups: how many groups have items of each class."""

    @property
    def total(self) -> int:
        """How many units are drawn."""
        return int(self.sizes.sum())

    @property
    def models(self) -> int:
        return len(self.predictions)

    @property
    def without_company(self) -> Units:
        """The items themselves if each is a group of its own; else the same."""
        if self.kind is None or self.squares is not None or self.amounts is None or are_weights(self.amounts):
            return self
        if len(self.kind) > len(self.sizes) or (self.amounts != 1).any():
            return self
        first, place = combinations_of(self.truth, self.predictions, len(self.labels))
        return Units(np.bincount(place), self.truth[first], self.predictions[:, first], self.labels)

    def telling_apart(self, a: int, b: int) -> int:
        """Return in how many units two models differ."""
        differ = self.predictions[a] != self.predictions[b]
        return int(self.sizes[differ].sum()) if self.kind is None else len(np.unique(self.kind[differ]))

    @property
    def sparse(self) -> bool:
        """Whether tables of a draw hold only cells that are not 0; as counts do by themselves, by their classes."""
        return len(self.labels) ** 2 > DENSE_CELLS

    @property
    def numbers(self) -> int:
        """How many numbers one draw takes: the entries, and the cells of the tables."""
        cells = len(self.truth) if self.sparse else len(self.labels) ** 2
        return len(self.truth) + self.models * cells

    def together(self, *, stratified: bool) -> list[NDArray[np.intp]]:
        """Return the kinds that are drawn together: all of them or, stratified, those of each true class."""
        if not stratified:
            return [np.arange(len(self.sizes))]
        if self.kind is not None:
            raise ValueError(NOT_BOTH)
        order = np.argsort(self.truth, kind="stable")
        return np.split(order, np.flatnonzero(np.diff(self.truth[order])) + 1)

    @property
    def entries(self) -> NDArray[Any]:
        """How many items, or how much weight, each entry of the table has in all."""
        return self.sizes if self.amounts is None else self.amounts

    @property
    def squares_of_entries(self) -> Floats:
        """The sum of the squared weights of the items in each entry; of items without weights, how many they are."""
        return self.entries.astype(np.float64) if self.squares is None else self.squares

    def spread(self, drawn: NDArray[Any]) -> NDArray[Any]:
        """Return the entries of the table, along the last axis, from how many units of each kind were drawn."""
        return drawn if self.kind is None or self.amounts is None else drawn[..., self.kind] * self.amounts

    def gathered(self, of_entries: Floats) -> Floats:
        """Return the sum over the entries of one unit of each kind, along the last axis."""
        if self.kind is None or self.amounts is None:
            return of_entries
        sums = np.zeros((*of_entries.shape[:-1], len(self.sizes)))
        weighed = of_entries * self.amounts
        for at in np.ndindex(of_entries.shape[:-1]):
            sums[at] = np.bincount(self.kind, weights=weighed[at], minlength=len(self.sizes))
        return sums

    def tables(self, entries: NDArray[Any]) -> Confusion:
        """Return the confusion matrices of the models, a stack (draws, models), from the entries of each draw."""
        if self.sparse:
            return self._sparse_tables(entries)
        C = len(self.labels)
        counts = np.zeros((len(entries), self.models, C * C), dtype=entries.dtype)
        for model, cells in enumerate(self._cells):
            counts[:, model, cells.places] = cells.of_entries(entries)
        return Confusion(counts.reshape(len(entries), self.models, C, C), self.labels)

    def _sparse_tables(self, entries: NDArray[Any]) -> Confusion:
        parts = []
        for model, cells in enumerate(self._cells):
            rows, columns = np.divmod(cells.places, len(self.labels))
            at = np.arange(len(entries))[:, None] * self.models + model
            spread = np.broadcast_arrays(at, rows, columns, cells.of_entries(entries))
            parts.append([part.reshape(-1) for part in spread])
        every = Coordinates(*map(np.concatenate, zip(*parts, strict=True)))
        stack = (len(entries), self.models)
        return Confusion(gathered(every, stack, len(self.labels), dense=False).counts, self.labels)

    @cached_property
    def _cells(self) -> list[_Cells]:
        return [_Cells.of(self.truth * len(self.labels) + predicted) for predicted in self.predictions]


class _Cells(NamedTuple):
    """How the entries of the table make the cells of one model's matrix."""

    order: NDArray[np.intp] | None
    """The entries in the order of the cells; None if they are."""
    starts: NDArray[np.intp] | None
    """Where each cell begins among them; None if each entry is a cell."""
    places: NDArray[np.intp]
    """The cells, numbered row by row."""

    @classmethod
    def of(cls, cell: NDArray[np.intp]) -> _Cells:
        """Return the cells from the cell of each entry."""
        order = np.argsort(cell, kind="stable")
        places, starts = np.unique(cell[order], return_index=True)
        in_order = bool((order == np.arange(len(order))).all())
        return cls(None if in_order else order, None if len(places) == len(cell) else starts, places)

    def of_entries(self, entries: NDArray[Any]) -> NDArray[Any]:
        """Return the sums of the cells, of shape (draws, cells)."""
        ordered = entries if self.order is None else entries[:, self.order]
        return ordered if self.starts is None else np.add.reduceat(ordered, self.starts, axis=1)


def items_of(counts: Table, *, weighted: bool = False) -> Units:
    """Return the items of one matrix or joint table as units to draw from.

    `weighted`: whether items may have weights, of which the sums of their squares are known; if not, they are refused.
    """
    if counts.shape:
        raise ValueError(f"items are drawn from one table, not from a stack along {some(counts.axes)}; pool it first.")
    if not weighted:
        refuse_weighted(counts)
    combinations = counts.combinations()
    truth, predictions = combinations.codes[:, 0], combinations.codes[:, 1:].T
    if combinations.squares is None or combinations.rows is None:
        return Units(whole_counts(combinations.counts), truth, predictions, counts.labels)
    floats = np.asarray(combinations.counts, dtype=np.float64)
    return Units(combinations.rows, truth, predictions, counts.labels, amounts=floats, squares=combinations.squares)


def groups_of(counts: Table, axis: str) -> Units:
    """Return the slices along an axis, such as patients, as units that are drawn whole."""
    if tuple(counts.axes) != (axis,):
        raise ValueError(f"groups are the slices along {axis!r}, but the axes are {some(counts.axes)}.")
    combinations = counts.combinations()
    there, kind = np.unique(combinations.at, return_inverse=True)
    if len(there) < 2:
        raise TooFewGroups(Note("groups_needed", unit=axis))
    one_each = np.ones(len(there), dtype=np.int64)
    truth, predictions = combinations.codes[:, 0], combinations.codes[:, 1:].T
    return Units(one_each, truth, predictions, counts.labels, kind, combinations.counts, combinations.squares)


def combinations_of(
    truth: NDArray[np.intp], predictions: NDArray[np.intp], classes: int
) -> tuple[NDArray[np.intp], NDArray[np.intp]]:
    """Return where each combination of truth and predictions comes first, in their order, and which each entry is."""
    place = truth
    for predicted in predictions:  # step by step, so that the numbers of combinations of many models stay small
        _, first, place = np.unique(place * classes + predicted, return_index=True, return_inverse=True)
    return first, place


def are_weights(values: NDArray[Any]) -> bool:
    """Whether counts are weights: floats, also where they are whole, as 25.0 is that of fifty items of 0.5."""
    return values.dtype.kind == "f" and bool((values > 0).any())


def example_of(weights: NDArray[Any]) -> float:
    """Return one of some weights, for messages: one that is not whole, if there is one."""
    fractions = weights[weights != np.floor(weights)]
    return float(fractions[0] if len(fractions) else weights[weights > 0][0])


def refuse_weighted(counts: Table) -> None:
    """Refuse items with weights, which no count of a cell stands for."""
    if counts.is_weighted:
        raise NotCounts(Note("weighted_items"))


def whole_counts(values: NDArray[Any]) -> NDArray[np.int64]:
    """Return counts as integers; refuse weights."""
    if are_weights(values):
        raise NotCounts(Note("weights_as_counts", amount=float(example_of(values))))
    total = float(values.sum(dtype=np.float64))
    if total >= MOST_UNITS:
        raise NotCounts(Note("too_many_items", amount=total, beside=(MOST_UNITS,)))
    return values.astype(np.int64)


NOT_BOTH = (
    "groups of items do not keep the size of each class, so that it cannot be held fixed; leave out the groups, or "
    "draw from all classes together (stratified=False, prevalence='modelled')."
)

MOST_UNITS = 2**62
"""Units that can be drawn: half of what a 64-bit number holds, so that rounding cannot reach its end."""


class Undrawable(ValueError):
    """Nothing can be drawn; the note says why."""

    def __init__(self, note: Note) -> None:
        super().__init__(note)
        self.note = note

    def __str__(self) -> str:
        return f"{self.note}."


class NotCounts(Undrawable):
    """Weights whose items are unknown, or more items than can be drawn."""


class TooFewGroups(Undrawable):
    """Groups of which fewer than two have items."""
