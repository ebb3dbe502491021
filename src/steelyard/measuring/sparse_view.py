"""What a metric's body looks at when only the cells that are not 0 are stored: the same sums, over those cells.

A value per cell is a vector in the order of the stored cells, so bodies must not index `c.m` themselves; what they
call on the view, `row_sum`, `of_column` and so on, is all that differs.
"""

from __future__ import annotations

from functools import cached_property
from typing import TYPE_CHECKING, Any

import numpy as np

from steelyard.measuring.view import Floats, Policy, View

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from steelyard.measuring.pair_values import PairValues


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
