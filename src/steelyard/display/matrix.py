"""A confusion matrix as text and as an HTML table."""

from __future__ import annotations

from collections.abc import Sequence
from html import escape
from typing import TYPE_CHECKING

from steelyard.display.numbers import count
from steelyard.labels import some, text

if TYPE_CHECKING:
    from steelyard.confusion import Confusion

MOST_CLASSES = 12
"""Classes shown; the rest are counted in a last line."""

WIDEST_LABEL = 16


def _short(name: str, width: int = WIDEST_LABEL) -> str:
    name = " ".join(name.split())
    return name if len(name) <= width else name[: width - 1] + "…"


def headline(cm: Confusion) -> str:
    """Return what the matrix holds, in one line."""
    pooled = cm.pooled()
    dropped = f", {count(cm.dropped)} dropped without a label" if cm.dropped else ""
    what = f"{count(pooled.total)} items, {len(cm.labels)} classes (rows: truth, columns: prediction){dropped}"
    if not cm.shape:
        return what
    what = what.replace(f"{count(pooled.total)} items", f"{count(cm.each_item_once().total)} items")
    stack = " × ".join(f"{len(keys)} {name}s ({some(keys)})" for name, keys in cm.axes.items())
    return f"{stack}, all together: {what}"


def _cells(cm: Confusion) -> tuple[list[str], list[list[str]], str]:
    pooled = cm.pooled()
    names = [_short(text(label)) for label in cm.labels[:MOST_CLASSES]]
    rows = [[count(cell) for cell in row[:MOST_CLASSES]] for row in pooled.counts[:MOST_CLASSES]]
    hidden = len(cm.labels) - MOST_CLASSES
    return names, rows, f"… and {hidden} more classes" if hidden > 0 else ""


def _columns(names: Sequence[str], rows: Sequence[Sequence[str]]) -> list[int]:
    return [max(len(names[j]), *(len(row[j]) for row in rows)) for j in range(len(names))]


def matrix_text(cm: Confusion) -> str:
    """Return the matrix as aligned text."""
    names, rows, more = _cells(cm)
    first = max(len(name) for name in names)
    widths = _columns(names, rows)
    lines = [headline(cm)]
    for name, cells in [("", names), *zip(names, rows, strict=True)]:
        lines.append(
            name.ljust(first) + "".join(f"  {cell:>{width}}" for cell, width in zip(cells, widths, strict=True))
        )
    return "\n".join(line.rstrip() for line in [*lines, more] if line)


def matrix_html(cm: Confusion) -> str:
    """Return the matrix as an HTML table, every name escaped."""
    names, rows, more = _cells(cm)
    head = "".join(f'<th scope="col">{escape(name)}</th>' for name in names)
    body = "".join(
        f'<tr><th scope="row">{escape(name)}</th>{"".join(f"<td>{escape(cell)}</td>" for cell in cells)}</tr>'
        for name, cells in zip(names, rows, strict=True)
    )
    return (
        f"<table><caption>{escape(headline(cm))}</caption>"
        f"<thead><tr><th></th>{head}</tr></thead><tbody>{body}</tbody></table>" + (f"<p>{more}</p>" if more else "")
    )
