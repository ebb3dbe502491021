"""A confusion matrix as text, as a table, as a heat map of a terminal, and its worst confusions."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import pairwise
from string import ascii_lowercase
from typing import TYPE_CHECKING, NamedTuple

import numpy as np

from steelyard.counts.labels import some, text
from steelyard.counts.matrix_input import MODEL
from steelyard.show import numbers
from steelyard.show.names import padded, repeated, shortened, width
from steelyard.show.numbers import classes, count, counted, items, short_percentage
from steelyard.show.parts import Column, Marks, Matrix, Sheet, worded

if TYPE_CHECKING:
    from numpy.typing import NDArray
    from rich.text import Text

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
    result = []
    for column in sheet.columns:
        names = column.kind == "names"
        cells = [column.heading, *(shortened(column.cells, column.widest) if names else map(str, column.cells))]
        widest = max(map(width, cells))
        result.append([padded(cell, widest, right=not names) for cell in cells])
    return result


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


# A confusion matrix as a heat map of a terminal: counts, and by colour or shade their share of the row.


MOST_SHADED = 20
"""Of more classes, the worst confusions say more."""

STEPS = (0.05, 0.25, 0.5, 0.75)
"""The shares of a row from which on a cell is darker."""

RIGHT = ("#000000 on #deebf7", "#000000 on #9ecae1", "#000000 on #4292c6", "#ffffff on #08519c")
WRONG = ("#000000 on #feedde", "#000000 on #fdbe85", "#000000 on #fd8d3c", "#ffffff on #a63603")
"""The same as colours, blue and orange: also told apart by those who do not see red and green."""

NONE = "·"
LEAST = 0.005
"""The share that is 1 percent when rounded."""

SHADES = "Shades: share of the row"
COLOURS = "Colours: share of the row, blue if right, orange if wrong"

WIDEST, NARROWEST = 16, 4
"""Columns of a class's name."""


class _Way(NamedTuple):
    """What stands in the cells, what to say about it, and what stands before each cell and behind each number."""

    cells: list[list[str]]
    what: str
    behind: str = ""
    gap: str = " "


class _Laid(NamedTuple):
    """The names of rows and columns beside some cells."""

    names: list[str]
    headings: list[str]
    widths: list[int]
    gap: str

    @property
    def room(self) -> int:
        return max(map(width, self.names)) + sum(self.widths) + max(1, len(self.widths) * len(self.gap))


def heat_map(matrix: Matrix, room: int, marks: Marks, *, colour: bool) -> Iterator[Text]:
    """Yield the lines of a heat map, and what it shows.

    Cells are counts; where these do not fit, percentages of the row, and then shades alone.
    """
    from rich.text import Text  # noqa: PLC0415 - a page has matrices without a terminal

    ways = [(way, _laid(matrix, way, room)) for way in _ways(matrix, marks, colour=colour)]
    (cells, what, _, gap), laid = next((one for one in ways if one[1].room <= room), ways[-1])
    first, shares = max(map(width, laid.names)) + (not gap), _shares(matrix)
    headings = (padded(name, wide, right=True) for name, wide in zip(laid.headings, laid.widths, strict=True))
    yield Text(" " * first + "".join(gap + heading for heading in headings))
    for i, (name, row) in enumerate(zip(laid.names, cells, strict=True)):
        line = Text(padded(name, first))
        for j, (cell, wide) in enumerate(zip(row, laid.widths, strict=True)):
            style = _colour(shares[i][j], right=i == j) if colour else ""
            line.append(gap + padded(cell, wide, right=True), style)
        yield line
    if matrix.explained:
        legend = f" {worded(_legend(marks), matrix.encoding)}." if what.endswith(SHADES) else ""
        yield Text(f"Rows: truth; columns: predictions. {what}.{legend}", style="dim")


def _ways(matrix: Matrix, marks: Marks, *, colour: bool) -> Iterator[_Way]:
    """Yield what may stand in the cells, the widest first."""
    shares = _shares(matrix)
    shade = [["" if colour else _shade(share, marks) for share in row] for row in shares]
    told, behind = (COLOURS, "") if colour else (SHADES, " ")
    counts = [[numbers.count(count) if count else NONE for count in row] for row in matrix.counts]
    parts = [[f"{100 * share:.0f}" if share >= LEAST else NONE for share in row] for row in shares]
    for cells, what in ((counts, "items"), (parts, "percent of the row")):
        shaded = [[cell + mark for cell, mark in zip(*both, strict=True)] for both in zip(cells, shade, strict=True)]
        yield _Way(shaded, f"Cells: {what}. {told}", behind)
    alone = [[_shade(share, marks).replace(" ", NONE) for share in row] for row in shares]
    yield _Way(alone, SHADES)
    yield _Way(alone, SHADES, gap="")


def _laid(matrix: Matrix, way: _Way, room: int) -> _Laid:
    """Return the names of rows and columns: letters for the columns, also beside the names, if names are too wide."""
    names = shortened(matrix.labels, WIDEST, matrix.encoding)
    cells = [max(map(width, column)) for column in zip(*way.cells, strict=True)]

    def beside(names: list[str], headings: list[str]) -> _Laid:
        over = [heading + way.behind for heading in headings]
        return _Laid(names, over, [max(pair) for pair in zip(map(width, over), cells, strict=True)], way.gap)

    if (laid := beside(names, names)).room <= room:
        return laid
    letters = list(ascii_lowercase[: len(names)])
    left = room - beside(letters, letters).room - 1
    shown = shortened(matrix.labels, max(NARROWEST, min(WIDEST, left)), matrix.encoding)
    return beside([f"{letter} {name}" for letter, name in zip(letters, shown, strict=True)], letters)


def _shares(matrix: Matrix) -> list[list[float]]:
    """Return the share of each cell in its row; 0 in a row without items."""
    return [[count / (sum(row) or 1) for count in row] for row in matrix.counts]


def _shade(share: float, marks: Marks) -> str:
    step = sum(share >= least for least in STEPS)
    return marks.shades[step - 1] if step else " "


def _colour(share: float, *, right: bool) -> str:
    step = sum(share >= least for least in STEPS)
    return (RIGHT if right else WRONG)[step - 1] if step else "dim"


def _legend(marks: Marks) -> str:
    ends = [f"{100 * least:.0f}" for least in (*STEPS, 1)]
    return ", ".join(f"{mark} {a}–{b} %" for mark, (a, b) in zip(marks.shades, pairwise(ends), strict=True))
