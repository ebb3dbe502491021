"""A block of matrices that are one matrix but for the row of one class, as a metric's body sees it.

What the other rows add to a sum is found once, and what the row adds that differs is added to it: per class, not per
cell. Nothing is subtracted, so that sums are as exact as those of each matrix by itself.
"""

from __future__ import annotations

from functools import cached_property

import numpy as np

from steelyard.measuring.view import Floats, Policy, View


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
