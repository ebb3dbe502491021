"""Count items, wherever they came from: columns become codes, codes are grouped, and the groups become a table.

Lists, arrays and the columns of pandas go this way themselves. Frames that live elsewhere, and files, are grouped
where they are, and their groups go the same way, with the sizes of the groups as weights.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import TYPE_CHECKING, NamedTuple

import numpy as np

from steelyard.counts import labels as naming
from steelyard.counts.cells import WeightedItems
from steelyard.counts.cells.combinations import CombinationCells, combination_cells
from steelyard.counts.matrix_input import MODEL
from steelyard.counts.read.amounts import Amounts, amounts_of
from steelyard.counts.read.classes import classes_of, without_label
from steelyard.counts.read.columns.containers import as_column
from steelyard.counts.read.columns.device import device_groups
from steelyard.counts.read.slices import axis_keys, slice_columns
from steelyard.counts.read.tables.tally import Tally, located, placed, tally

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from steelyard.counts.cells import Cells, TableCells
    from steelyard.counts.labels import Label
    from steelyard.counts.read.chosen_columns import Columns
    from steelyard.counts.read.columns.column import LabelColumn
    from steelyard.counts.read.tables.tally import CodeTable

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
    given = [*columns.by.values(), columns.truth, *columns.predictions]
    groups = None if columns.are_counts else device_groups(given, columns.weight)
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
