"""What a metric's body looks at when cells are sparse, or when one row of a matrix moves: the same sums."""

from __future__ import annotations

from functools import cached_property
from typing import TYPE_CHECKING, Any

import numpy as np

from steelyard.measuring.view import Floats, Policy, View

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from steelyard.measuring.parameters import PairValues


class SparseView(View):
    """One sparse matrix as a metric's body sees it."""

    def __init__(
        self,
        m: Floats,
        places: tuple[NDArray[np.intp], NDArray[np.intp]],
        relevance: Floats,
        policy: Policy,
        *,
        whole_numbers: bool,
    ) -> None:
        super().__init__(m, relevance, policy, whole_numbers=whole_numbers)
        self._places = places
        self._rows, self._columns = places

    @property
    def stack(self) -> tuple[int, ...]:
        return ()

    def at_scale(self, factors: Floats) -> SparseView:
        m = self.m * self.of_row(factors)
        return SparseView(m, self._places, self.relevance, self.policy, whole_numbers=False)

    @cached_property
    def tn(self) -> Floats:
        """True negatives, n − t − p + tp; summed over cells where that would be a small difference of large numbers.

        With weights, at most three classes have t + p above n/2; for all others tn is at least n/2.
        """
        tn = self.t_rest - self.fp
        if not self.whole_numbers:
            for i in np.flatnonzero(self.t + self.p > self.n / 2).tolist():
                tn[i] = self.m[(self._rows != i) & (self._columns != i)].sum()
        return tn

    def column_rest(self, cells: Floats) -> Floats:
        of_column = self.column_sum(cells)
        if self.whole_numbers:
            return of_column[self._columns] - cells
        most = cells > of_column[self._columns] / 2  # see View.rest
        without = self.column_sum(np.where(most, 0.0, cells))
        return np.where(most, without[self._columns], of_column[self._columns] - cells)

    def row_sum(self, cells: Floats) -> Floats:
        return self._per_class(self._rows, cells)

    def column_sum(self, cells: Floats) -> Floats:
        return self._per_class(self._columns, cells)

    def _per_class(self, index: NDArray[np.intp], cells: Any) -> Floats:
        spread = np.broadcast_to(cells, self.m.shape)
        return np.bincount(index, spread, minlength=self.C).astype(np.float64, copy=False)

    def of_empty_cells(self, x: Floats) -> Floats:
        # All but those of the stored cells; exactly 0 where these are all that have an x, not what rounding leaves.
        has = (x > 0).astype(np.float64)
        complete = self.row_sum(self.of_column(has)) == has.sum()
        return np.where(complete, 0.0, np.maximum(self.total(x) - self.row_sum(self.of_column(x)), 0.0))

    def cell_sum(self, cells: Floats) -> Floats:
        return self.total(cells)

    def diagonal(self, cells: Floats) -> Floats:
        return self.row_sum(np.where(self._rows == self._columns, cells, 0.0))

    def off_diagonal(self, cells: Floats) -> Floats:
        return np.where(self._rows == self._columns, 0.0, cells)

    def of_row(self, x: Floats) -> Floats:
        return x if x.shape[-1] == 1 else x[self._rows]

    def of_column(self, x: Floats) -> Floats:
        return x if x.shape[-1] == 1 else x[self._columns]

    def of_pairs(self, values: PairValues) -> Floats:
        return values.of(self._rows, self._columns)

    def summed_pairs(self, x: Floats, values: PairValues) -> Floats:
        return values.summed(x)


# A block of matrices that are one matrix but for the row of one class, as a metric's body sees it.


class MovedView(View):
    """A matrix in which the row of one class is any of many.

    Parameters
    ----------
    matrix
        The cells, of shape (C, C).
    place
        The class whose row differs.
    rows
        What its row is in each matrix of the block, of shape (N, C).
    relevance, policy
        As for `View`.
    """

    def __init__(self, matrix: Floats, place: int, rows: Floats, relevance: Floats, policy: Policy) -> None:
        others = matrix.copy()
        others[place] = 0.0
        super().__init__(others, relevance, policy, whole_numbers=False)
        del self.m  # N·C² cells, which few metrics look at
        self._others = View(others, relevance, policy, whole_numbers=False)
        self._place = place
        self._elsewhere = np.arange(self.C) != place
        self._rows = np.ascontiguousarray(rows.T).T  # the classes are first in memory, so that sums run over long rows
        self._wrong = self._rows * self._elsewhere

    @property
    def stack(self) -> tuple[int, ...]:
        return (len(self._rows),)

    def _with(self, of_others: Floats, of_row: Floats) -> Floats:
        """Return values per class, or cells, (C, …), for each matrix of the block, with those of the row, (N, …)."""
        moved = np.empty((*of_others.shape, len(of_row)))
        moved[:] = of_others[..., None]
        moved[self._place] = np.moveaxis(of_row, 0, -1)
        return np.moveaxis(moved, -1, 0)

    @cached_property
    def m(self) -> Floats:  # type: ignore[override]
        cells = self._with(self._others.m, self._rows)
        cells.flags.writeable = False  # all metrics look at the same ones
        return cells

    @cached_property
    def errors(self) -> Floats:
        return self._with(self._others.errors, self._wrong)

    @cached_property
    def t(self) -> Floats:
        return self._with(self._others.t, self._items[:, 0])

    @cached_property
    def p(self) -> Floats:
        return self._others.p + self._rows

    @cached_property
    def tp(self) -> Floats:
        return self._with(self._others.tp, self._rows[:, self._place])

    @cached_property
    def fn(self) -> Floats:
        return self._with(self._others.fn, self._wrong.sum(axis=-1))

    @cached_property
    def fp(self) -> Floats:
        return self._others.fp + self._wrong

    @cached_property
    def tn(self) -> Floats:
        return self._others.tn + self._rest_of_row * self._elsewhere

    @cached_property
    def t_rest(self) -> Floats:
        return self._others.t_rest + self._elsewhere * self._items

    @cached_property
    def p_rest(self) -> Floats:
        return self._others.p_rest + self._rest_of_row

    @cached_property
    def _items(self) -> Floats:
        """The items of the row, of shape (N, 1)."""
        return self.total(self._rows)

    @cached_property
    def _rest_of_row(self) -> Floats:
        """For each class, what the row has elsewhere."""
        return self.rest(self._rows)

    @cached_property
    def attracted(self) -> Floats:
        return self._shares_of_others(self._others.m) + self._rows / self._items

    @cached_property
    def attracted_wrongly(self) -> Floats:
        return self._shares_of_others(self._others.errors) + self._wrong / self._items

    def _shares_of_others(self, cells: Floats) -> Floats:
        """Sum the shares of cells over all true classes but the one whose row differs."""
        others = self._elsewhere
        return self.column_sum(cells[others] / self.of_row(self._others.t[others]))

    def column_rest(self, cells: Floats) -> Floats:
        if cells is not self.m:
            return super().column_rest(cells)
        of_others = self._others.column_rest(self._others.m)
        rest = of_others[..., None] + self._rows.T
        rest[self._place] = of_others[self._place, :, None]
        return np.moveaxis(rest, -1, 0)
