"""A confusion matrix as text and as an HTML table."""

from __future__ import annotations

from typing import TYPE_CHECKING

from steelyard.confusion import MODEL
from steelyard.display.html_table import html_table
from steelyard.display.names import padded, shortened, width
from steelyard.display.numbers import count, items
from steelyard.labels import some, text

if TYPE_CHECKING:
    from steelyard.confusion import Confusion

MOST_CLASSES = 12
WIDEST_LABEL = 16
WIDEST_TEXT = 100


def headline(cm: Confusion) -> str:
    """Return what the matrix holds, in one line."""
    dropped = f", {items(cm.dropped)} dropped without a label" if cm.dropped else ""
    classes = f"{len(cm.labels):,} class{'es' if len(cm.labels) > 1 else ''}"
    what = f"{items(cm.each_item_once().total)}, {classes} (rows: truth, columns: prediction){dropped}"
    if not cm.shape:
        return what
    stack = " × ".join(f"{name}: {some(keys)}" for name, keys in cm.axes.items())
    shown = f"{text(cm.axes[MODEL][0])!r} is shown" if MODEL in cm.axes else "all together"
    return f"stack ({stack}), {shown}: {what}"


def _cells(cm: Confusion, most: int) -> tuple[list[str], list[list[str]], str]:
    counts = cm.each_item_once().cells.corner(most)
    names = shortened(cm.labels[:most], WIDEST_LABEL)
    rows = [[count(cell) for cell in row] for row in counts]
    hidden = len(cm.labels) - most
    return names, rows, f"… and {hidden} more classes" if hidden > 0 else ""


def matrix_text(cm: Confusion) -> str:
    """Return the matrix as aligned text, with as many classes as fit."""
    most = min(MOST_CLASSES, len(cm.labels))
    while True:
        names, rows, more = _cells(cm, most)
        first = max(map(width, names))
        columns = [max(width(name), *(len(row[j]) for row in rows)) for j, name in enumerate(names)]
        if most == 1 or first + sum(columns) + 2 * len(columns) <= WIDEST_TEXT:
            break
        most -= 1
    lines = [headline(cm)]
    for name, cells in [("", names), *zip(names, rows, strict=True)]:
        shown = (f"  {padded(cell, column, right=True)}" for cell, column in zip(cells, columns, strict=True))
        lines.append(padded(name, first) + "".join(shown))
    return "\n".join(line.rstrip() for line in [*lines, more] if line)


def matrix_html(cm: Confusion) -> str:
    """Return the matrix as an HTML table, every name escaped."""
    names, rows, more = _cells(cm, MOST_CLASSES)
    table = html_table(headline(cm), ["", *names], ([name, *cells] for name, cells in zip(names, rows, strict=True)))
    return table + (f"<p>{more}</p>" if more else "")
