"""A confusion matrix as text, as a table, and its worst confusions."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from steelyard.counts.confusion import MODEL
from steelyard.counts.labels import some, text
from steelyard.show.names import padded, repeated, shortened, width
from steelyard.show.numbers import classes, count, counted, items, short_percentage
from steelyard.show.parts import Column, Matrix, Sheet

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from steelyard.counts.confusion import Confusion

MOST_CLASSES = 12
MOST_CONFUSIONS = 10
WIDEST_LABEL = 16
WIDEST_TEXT = 100


def headline(cm: Confusion) -> str:
    """Return what the matrix holds, in one line."""
    dropped = f", {items(cm.dropped)} dropped without a label" if cm.dropped else ""
    what = f"{counted(cm.each_item_once())}, {classes(len(cm.labels))} (rows: truth, columns: prediction){dropped}"
    if not cm.shape:
        return what
    stack = " × ".join(f"{name}: {some(keys)}" for name, keys in cm.axes.items())
    shown = f"{text(cm.axes[MODEL][0])!r} is shown" if MODEL in cm.axes else "all together"
    return f"stack ({stack}), {shown}: {what}"


def first_classes(cm: Confusion, most: int = MOST_CLASSES) -> Matrix:
    """Return the counts of the first classes; of a stack, of all together or of the first model."""
    return Matrix(cm.labels[:most], cm.each_item_once().cells.corner(most).tolist())


def left_out(cm: Confusion, most: int = MOST_CLASSES) -> str:
    """Return how many classes are not shown."""
    hidden = len(cm.labels) - most
    return f"… and {hidden} more classes" if hidden > 0 else ""


def matrix_sheet(matrix: Matrix) -> Sheet:
    """Return the matrix as a table, with what is right emphasised."""
    names = shortened(matrix.labels, WIDEST_LABEL)
    columns = [
        Column(name, [count(cell) for cell in cells], strong={j})
        for j, (name, cells) in enumerate(zip(names, zip(*matrix.counts, strict=True), strict=True))
    ]
    return Sheet([Column("", matrix.labels, "names", widest=WIDEST_LABEL), *columns])


def matrix_text(cm: Confusion) -> str:
    """Return the matrix as aligned text, with as many classes as fit."""
    most = min(MOST_CLASSES, len(cm.labels))
    while True:
        names, *columns = _columns(matrix_sheet(first_classes(cm, most)))
        lines = ["  ".join(cells).rstrip() for cells in zip(names, *columns, strict=True)]
        if most == 1 or width("  ".join(column[0] for column in (names, *columns))) <= WIDEST_TEXT:
            break
        most -= 1
    return "\n".join(line for line in [headline(cm), *lines, left_out(cm, most)] if line)


def _columns(sheet: Sheet) -> list[list[str]]:
    """Return the headings and cells of each column, filled to its width."""
    found = []
    for column in sheet.columns:
        names = column.kind == "names"
        cells = [column.heading, *(shortened(column.cells, column.widest) if names else map(str, column.cells))]
        widest = max(map(width, cells))
        found.append([padded(cell, widest, right=not names) for cell in cells])
    return found


def worst_confusions(cm: Confusion, weights: NDArray[np.float64] | None = None) -> Sheet:
    """Return the cells that cost most: by their share of the true class times its weight; without weights, by items.

    The weighted recall of all classes lacks just these products to be 1.
    """
    _, rows, columns, values = cm.cells.coordinates()
    wrong = rows != columns
    rows, columns, values = rows[wrong], columns[wrong], values[wrong]
    shares = values / np.where(cm.support > 0, cm.support, 1)[rows]
    cost = values if weights is None else weights[rows] * shares
    worst = np.lexsort((-values, -cost))[:MOST_CONFUSIONS].tolist()
    return Sheet(
        [
            Column("truth", [cm.labels[i] for i in rows[worst]], "names", narrowest=8),
            Column("taken for", repeated([cm.labels[i] for i in columns[worst]], WIDEST_LABEL), "words"),
            Column("items", [count(value) for value in values[worst].tolist()]),
            Column("of the class", [short_percentage(share) for share in shares[worst].tolist()]),
            Column("", shares[worst].tolist(), "bars", need=1),
        ],
        keys=2,
    )
