"""Count items, wherever they came from: columns become codes, codes are grouped, and the groups become a table.

Lists, arrays and the columns of pandas go this way themselves. Frames that live elsewhere, and files, are grouped
where they are, and their groups go the same way, with the sizes of the groups as weights.
"""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np

from steelyard.counts import labels as naming
from steelyard.counts.cells import DENSE_CELLS, Cells, Coordinates, DenseCells, TableCells, gathered, sixty_four_bits
from steelyard.counts.combinations import CombinationCells, WeightedItems, check_squares, combination_cells
from steelyard.counts.matrix_input import MODEL
from steelyard.counts.read.amounts import Amounts, amounts_of
from steelyard.counts.read.chosen_columns import Columns, axis_keys, slice_columns
from steelyard.counts.read.containers import as_column, device_of
from steelyard.counts.read.device import device_groups
from steelyard.counts.read.label import classes_of, without_label
from steelyard.counts.read.tables import CombinationTable, DenseTable, SparseTable, chunks

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from steelyard.counts.labels import Label
    from steelyard.counts.read.column import LabelColumn


TRUTH, PREDICTION = "true labels", "predicted labels"


class Items(NamedTuple):
    """Items to be counted, or groups of equal ones.

    Attributes
    ----------
    columns
        Their columns, by their values.
    dropped
        How many were left out, where the groups of several models would tell it once for each; else None.
    """

    columns: Columns
    dropped: float | None = None


class Contents(NamedTuple):
    """What a table holds.

    Attributes
    ----------
    cells
        How often what occurred: int64, or float64 if the weights are floats.
    labels
        The classes, in the order of the cells.
    axes
        The names of the stack's axes, and the slices along each; empty for a single table.
    dropped
        Number of the items that were left out because a label was missing.
    items
        What stands behind the weights, if the items have some.
    models
        The models of combinations; those of pairs are an axis.
    """

    cells: TableCells
    labels: tuple[Label, ...]
    axes: Mapping[str, Sequence[Label]]
    dropped: float
    items: WeightedItems | None
    models: tuple[Label, ...] = ()


def count_items(items: Items, *, together: bool) -> Contents:
    """Count the pairs of a true label and a predicted one, model by model, or the combinations of all (`together`).

    Examples
    --------
    >>> from steelyard.counts.read.chosen_columns import given_columns
    >>> truth, prediction, years = ["cat", "dog", None], ["cat", "cat", "dog"], [2024, 2025, 2025]
    >>> items = Items(given_columns(truth, prediction, by={"year": years}, missing="drop"))
    >>> contents = count_items(items, together=False)
    >>> contents.labels, contents.dropped, contents.axes
    (('cat', 'dog'), 1, {'year': (2024, 2025)})
    >>> contents.cells.counts
    array([[[1, 0],
            [0, 0]],
    <BLANKLINE>
           [[0, 0],
            [1, 0]]])
    """
    models = items.columns.models
    if together and models is None:
        raise ValueError('name the predictions of at least one model, as in {"a": …, "b": …}.')
    grouped = _grouped(items.columns, together=together)
    axes = {name: names for name, (names, _) in grouped.slices.items()}
    if models is not None and not together:
        axes = {MODEL: models, **axes}
    stack = tuple(len(names) for names in axes.values())
    cells, *behind = _combinations(grouped, stack) if together else _pairs(grouped, stack)
    dropped = grouped.tally.lost if items.dropped is None else items.dropped
    weighted = WeightedItems(*behind) if behind else None
    return Contents(cells, grouped.classes, axes, dropped, weighted, naming.checked(models or ()) if together else ())


def _pairs(grouped: _Grouped, stack: tuple[int, ...]) -> Sequence[Cells]:
    """Return the columns of sums as matrices, one model after the other."""
    slices = [codes for _, codes in grouped.slices.values()]
    truth, *predictions = grouped.orders
    places = [[*slices, truth, order] for order in predictions]
    size = len(grouped.classes)
    return [placed(grouped.tally.tables, places, stack, size, column) for column in range(grouped.columns)]


def _combinations(grouped: _Grouped, stack: tuple[int, ...]) -> Sequence[CombinationCells]:
    """Return the columns of sums by combination."""
    (table,), slices = grouped.tally.tables, [order for _, order in grouped.slices.values()]
    codes, _ = table.counted(0)
    at, labelled = located(codes, slices, grouped.orders)
    columns = [table.counted(column)[1] for column in range(grouped.columns)]
    return combination_cells(at, labelled, columns, stack, len(grouped.classes))


def label_columns(columns: Columns) -> dict[str, LabelColumn]:
    """Return the true and the predicted labels as codes, by what they are called in messages; all of one length."""
    called = [PREDICTION] if columns.models is None else [f"{PREDICTION} of {model!r}" for model in columns.models]
    truth = as_column(columns.truth, TRUTH)
    predictions = {what: as_column(values, what) for what, values in zip(called, columns.predictions, strict=True)}
    for what, column in predictions.items():
        if truth.size != column.size:
            raise ValueError(f"there are {truth.size} true labels but {column.size} {what}.")
    return {TRUTH: truth, **predictions}


class _Grouped(NamedTuple):
    """Codes, grouped.

    Attributes
    ----------
    tally
        The tables of codes.
    columns
        How many columns of sums the tables have that matter: counts or weights; of weights, squares and rows, too.
    slices
        By axis, its slices in order, and the code of each.
    classes
        The classes.
    orders
        For the truth and each prediction, the code of each class; −1 for a class without items.
    """

    tally: Tally
    columns: int
    slices: dict[str, tuple[tuple[Label, ...], NDArray[np.intp]]]
    classes: tuple[Label, ...]
    orders: list[NDArray[np.intp]]


def _grouped(columns: Columns, *, together: bool) -> _Grouped:
    """Group the items: into a table of pairs for each model, or into one of all predictions (`together`)."""
    columns = _on_host(columns)
    labels = label_columns(columns)
    size = labels[TRUTH].size
    if not size:
        raise ValueError("there are no items to count.")
    amounts = amounts_of(columns.weight, size, are_counts=columns.are_counts)
    axes = slice_columns(columns.by, size)
    tallied = tally(
        list(axes.values()), list(labels.values()), amounts, keep=columns.missing == "keep", together=together
    )
    if tallied.lost and columns.missing == "refuse":
        raise without_label(tallied.lost, size if amounts is None else amounts.items(slice(None)))
    if amounts is not None and len(amounts.dtypes) > 1:
        for table in tallied.tables:
            check_squares(table.summed(0), table.summed(1))
    lines = {
        what: _occurring(column, *_axis_of(tallied.tables, i, len(labels), together=together))
        for i, (what, column) in enumerate(labels.items())
    }
    classes = classes_of(lines, [column.order for column in labels.values()], columns.labels)
    return _Grouped(
        tallied,
        _number_of_sums(amounts),
        {name: axis_keys(column) for name, column in axes.items()},
        classes,
        [_order(codes, classes) for codes in lines.values()],
    )


def _on_host(columns: Columns) -> Columns:
    """Return the groups that an accelerator makes of the items that lie on it; or the columns as they are."""
    if columns.are_counts or device_of(columns.truth) is None:
        return columns
    groups = device_groups([*columns.by.values(), columns.truth, *columns.predictions], columns.weight)
    if groups is None:
        return columns
    *keys, truth = groups.columns[: len(columns.by) + 1]
    predictions = tuple(groups.columns[len(columns.by) + 1 :])
    by = dict(zip(columns.by, keys, strict=True))
    return replace(columns, truth=truth, predictions=predictions, weight=groups.amounts, by=by)


def _number_of_sums(amounts: Amounts | None) -> int:
    return 1 if amounts is None else len(amounts.dtypes) + amounts.one_each


def _axis_of(tables: Sequence[CodeTable], i: int, labels: int, *, together: bool) -> tuple[CodeTable, int]:
    """Return the table, and the axis of it, that holds a column of labels: the truth (0) or a prediction."""
    if together:
        return tables[0], i - labels
    return (tables[0], -2) if i == 0 else (tables[i - 1], -1)


def _occurring(column: LabelColumn, table: CodeTable, axis: int) -> dict[Label, int]:
    """Return the labels that have items, and their codes."""
    codes = table.occurring(axis)
    return dict(zip(column.labels_of(codes), codes.tolist(), strict=True))


def _order(codes: Mapping[Label, int], classes: Sequence[Label]) -> NDArray[np.intp]:
    """Return the code of each class; −1 for a class without items."""
    return np.array([codes.get(label, -1) for label in classes], dtype=np.intp)


# One walk over the items counts combinations of codes; then these get the places of classes and slices.


CodeTable = DenseTable | SparseTable | CombinationTable

SMALL = 1 << 25
"""Cells of a dense table that is never too large: 128 MB."""

LARGEST = 1 << 27
"""Cells of the largest dense table, however many items there are: 512 MB."""


class Tally(NamedTuple):
    """What was counted.

    Attributes
    ----------
    tables
        One per model, over (slices…, truth, prediction); or one over (slices…, truth, all predictions).
    lost
        How many items have no label and were left out.
    """

    tables: list[CodeTable]
    lost: int


def tally(
    axes: Sequence[LabelColumn],
    labels: Sequence[LabelColumn],
    amounts: Amounts | None = None,
    *,
    keep: bool = False,
    together: bool = False,
) -> Tally:
    """Count the items; those without a true or one of the predicted labels are left out for all models, or kept.

    `labels` are the truth, then the predictions: a table of pairs for each, or one table of all (`together`).
    `amounts` say what each item counts, if that is not 1 item.
    """
    dtypes, truth = () if amounts is None else amounts.dtypes, labels[0]
    every = range(len(labels))
    held = [tuple(every)] if together else [(0, i) for i in every[1:]]
    made = CombinationTable if together else DenseTable
    tables: list[CodeTable] = [made(len(axes) + len(which), dtypes) for which in held]
    room: list[list[int]] = [[] for _ in held]
    lost = 0
    for start, stop in chunks(truth.size):
        at = [axis.codes(start, stop) for axis in axes]
        pairs = [column.codes(start, stop) for column in labels]
        values = [] if amounts is None else amounts.part(start, stop)
        gone = None if keep else lacking(labels, pairs)
        if gone is not None:
            without = np.flatnonzero(gone)
            lost += len(without) if amounts is None else amounts.items(start + without)
            left = ~gone
            at, pairs, values = ([column[left] for column in columns] for columns in (at, pairs, values))
        for i, which in enumerate(held):
            known = [*(axis.known for axis in axes), *(labels[k].known for k in which)]
            if known != room[i]:
                tables[i], room[i] = _roomy(tables[i], known, truth.size), known
            tables[i].add([*at, *(pairs[k] for k in which)], values)
    return Tally(tables, lost)


def lacking(columns: Sequence[LabelColumn], codes: Sequence[NDArray[np.intp]]) -> NDArray[np.bool_] | None:
    """Return which items lack a label in one of the columns; None if none does."""
    gone = None
    for column, column_codes in zip(columns, codes, strict=True):
        if column.missing is not None:
            missing = column_codes == column.missing
            gone = missing if gone is None else gone | missing
    return gone if gone is not None and gone.any() else None


def _roomy(table: CodeTable, known: Sequence[int], items: int) -> CodeTable:
    """Return the table, dense as long as it takes no more memory than the columns, which are some 16 bytes an item."""
    if not isinstance(table, DenseTable) or table.reserve(known, min(max(SMALL, 4 * items), LARGEST)):
        return table
    return SparseTable.of(table)


def placed(
    tables: Sequence[CodeTable],
    orders: Sequence[Sequence[NDArray[np.intp]]],
    stack: tuple[int, ...],
    classes: int,
    column: int,
) -> Cells:
    """Return one column of what the tables of one or several models counted as the cells of a stack.

    `orders` has, for each table, the code at each place along each axis; −1 where there is none.
    """
    dense = [table for table in tables if isinstance(table, DenseTable)]
    if len(dense) == len(tables) and math.prod(stack) * classes**2 <= DENSE_CELLS:
        every = [table.placed(column, order) for table, order in zip(dense, orders, strict=True)]
        counts = every[0] if len(every) == 1 else np.stack(every)
        return DenseCells(sixty_four_bits(counts).reshape(*stack, classes, classes))
    parts = [in_places(*table.counted(column), order) for table, order in zip(tables, orders, strict=True)]
    if len(parts) == 1:
        return gathered(parts[0], stack, classes)
    slices = math.prod(stack) // len(parts)
    moved = [part._replace(at=part.at + i * slices) for i, part in enumerate(parts)]
    return gathered(Coordinates(*map(np.concatenate, zip(*moved, strict=True))), stack, classes)


def in_places(
    codes: Sequence[NDArray[np.intp]], values: NDArray[Any], orders: Sequence[NDArray[np.intp]]
) -> Coordinates:
    """Return cells by (slices…, truth, prediction), given by their codes, as coordinates.

    `orders` has the code at each place along each axis.
    """
    at, (rows, columns) = located(codes, orders[:-2], orders[-2:])
    return Coordinates(at, rows, columns, values)


def located(
    codes: Sequence[NDArray[np.intp]], slices: Sequence[NDArray[np.intp]], classes: Sequence[NDArray[np.intp]]
) -> tuple[NDArray[np.intp], list[NDArray[np.intp]]]:
    """Return, of combinations of codes, the number of the slice, through all axes, and the place of each label.

    `slices` and `classes` have the code at each place along each axis.
    """
    at = np.zeros(len(codes[0]), dtype=np.intp)
    for column_codes, order in zip(codes, slices, strict=False):
        at = at * len(order) + _place(order)[column_codes]
    return at, [_place(order)[column_codes] for column_codes, order in zip(codes[len(slices) :], classes, strict=True)]


def _place(order: NDArray[np.intp]) -> NDArray[np.intp]:
    """Return the place of each code."""
    there = np.flatnonzero(order >= 0)
    place = np.zeros(int(order.max(initial=-1)) + 1, dtype=np.intp)
    place[order[there]] = there
    return place
