"""Counts of the combinations of a true label and several models' predictions of the same items.

A confusion matrix per model says how often each model errs; the joint table also says on which items together, which
is what a comparison of models on the same items needs.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterable, Iterator, Mapping
from typing import TYPE_CHECKING, Any, Self

import numpy as np

from steelyard.counts import labels as naming
from steelyard.counts.cells import Cells
from steelyard.counts.combinations import CombinationCells, WeightedItems, combination_cells
from steelyard.counts.confusion import Confusion
from steelyard.counts.matrix_input import (
    MODEL,
    checked_axes,
    checked_behind,
    checked_cells,
    checked_dropped,
    checked_stack,
)
from steelyard.counts.table import Axes, Combinations, Table, found_place, restored_axes

if TYPE_CHECKING:
    from numpy.typing import ArrayLike, NDArray

    from steelyard.counts.labels import Label


class Joint(Table):
    """The joint table of a truth and the predictions of several models, as its combinations that are not 0.

    Parameters
    ----------
    codes
        One row per combination: the true class, then the class that each model predicted, as positions among the
        labels. A combination that occurs several times is added up.
    counts
        How many items, or how much weight, each combination has.
    labels
        The classes, the same for the truth and all models.
    models
        The names of the models, in the order of the columns of `codes`.
    axes, at
        For a stack: names of its axes and slices, as for `Confusion`, and the slice of each combination, numbered
        through all axes.
    dropped
        Number of items that were left out because a label was missing.
    squares, rows
        If the counts are weights of items: the sum of their squares and the number of the items of each combination,
        as `from_labels` and its kin find them; how sure a comparison is depends on them.

    Examples
    --------
    >>> import steelyard as sy
    >>> truth, a, b = ["fraud", "fraud", "ok", "ok"], ["fraud", "ok", "ok", "ok"], ["ok", "ok", "ok", "ok"]
    >>> joint = sy.Joint.from_labels(truth, {"a": a, "b": b})
    >>> joint
    4 items, 2 classes, 2 models ('a', 'b'), 3 combinations
    >>> joint.codes.tolist(), joint.counts.tolist()
    ([[0, 0, 1], [0, 1, 1], [1, 1, 1]], [1, 1, 2])
    >>> joint["a"].correct
    array([1, 2])
    """

    __slots__ = ()
    _cells: CombinationCells
    _together = True
    _apart = "only joint tables of the same models and axes can be added, not those of {} and {}."

    def __init__(
        self,
        codes: ArrayLike,
        counts: ArrayLike,
        labels: Iterable[Any],
        models: Iterable[Any],
        *,
        axes: Axes | None = None,
        at: ArrayLike | None = None,
        dropped: float = 0,
        squares: ArrayLike | None = None,
        rows: ArrayLike | None = None,
    ) -> None:
        classes, names = naming.checked(labels), naming.checked(models)
        if not classes:
            raise ValueError("labels must name at least one class.")
        if not names:
            raise ValueError("a joint table needs at least one model.")
        stack = checked_stack(axes)
        axes = checked_axes(axes, stack)
        if MODEL in axes:
            raise ValueError(f"a joint table has models of its own, so an axis cannot be called {MODEL!r}.")
        table = np.asarray(codes)
        if table.ndim != 2 or table.shape[1] != 1 + len(names):
            raise ValueError(
                f"codes must have a row per combination, with the truth and {len(names)} predictions, "
                f"but have the shape {table.shape}."
            )
        for prediction in table.T[1:]:
            coordinates = checked_cells(
                table[:, 0], prediction, counts, len(classes), at=at, slices=int(np.prod(stack))
            )
        values = [coordinates.values, *checked_behind(coordinates.values, squares, rows)]
        columns = list(table.T.astype(np.intp))
        cells, *behind = combination_cells(coordinates.at, columns, values, stack, len(classes))
        items = WeightedItems(*behind) if behind else None
        super().__init__(cells, classes, axes, checked_dropped(dropped), items, names)

    @classmethod
    def from_dict(cls, record: Mapping[str, Any]) -> Self:
        """Rebuild what `to_dict` returned."""
        needed, more = {"models", "labels", "codes", "counts"}, {"axes", "at", "dropped", "squares", "rows"}
        if not isinstance(record, Mapping) or not needed <= record.keys() <= needed | more:
            raise ValueError('a stored joint table needs "models", "labels", "codes" and "counts".')
        for key in ("models", "labels"):
            if not isinstance(record[key], list | tuple):
                raise ValueError(f"a stored joint table lists its {key}, which {record[key]!r} is not.")
        names = {key: naming.restored(record[key]) for key in ("models", "labels")}
        axes = restored_axes(record.get("axes"))
        codes = record["codes"] if len(record["codes"]) else np.empty((0, 1 + len(names["models"])), dtype=np.intp)
        return cls(**{**record, **names, "axes": axes, "codes": codes})

    def to_dict(self) -> dict[str, Any]:
        """Return the table as plain lists, ready for JSON."""
        behind = ("squares", "rows") if self.is_weighted else ()
        slices = ("at",) if self._axes else ()
        arrays = {name: getattr(self, name).tolist() for name in ("codes", "counts", *behind, *slices)}
        return {"models": list(self._models), **self._stored(**arrays)}

    @property
    def codes(self) -> NDArray[np.intp]:
        """The combinations, a row each: the true class and each model's, in order (of the slices first)."""
        return self._cells.codes

    @property
    def at(self) -> NDArray[np.intp]:
        """The slice of each combination; all 0 if there is no stack."""
        return self._cells.at

    @property
    def models(self) -> tuple[Label, ...]:
        """The names of the models."""
        return self._models

    def __getitem__(self, model: Hashable) -> Confusion:
        """Return the confusion matrix, or the stack, of a model, by its name or its position."""
        i = found_place(model, self._models, "model")
        return self._matrices(lambda cells: cells.pair(i), self._axes)

    def confusion(self) -> Confusion:
        """Return the confusion matrices of all models: a stack along "model", then along the axes of this one."""
        axes = {MODEL: self._models, **self._axes}
        return self._matrices(CombinationCells.pairs, checked_axes(axes, (len(self), *self.shape)))

    def _matrices(self, pairs: Callable[[CombinationCells], Cells], axes: Axes) -> Confusion:
        items = None if self._items is None else self._items.each(pairs)
        cells = pairs(self._cells)
        return Confusion._made(cells, self._labels, axes, self._dropped, items)  # noqa: SLF001 - one table, two forms

    def __iter__(self) -> Iterator[Confusion]:
        return (self[model] for model in self._models)

    def __len__(self) -> int:
        """Return the number of models."""
        return len(self._models)

    def combinations(self) -> Combinations:
        """Return the combinations that occurred."""
        return Combinations(self.at, self.codes, self.counts, self.squares, self.rows)
