"""The look of all tables in the terminal."""

from __future__ import annotations

from collections.abc import Sequence

from rich import box
from rich.table import Table
from rich.text import Text

from steelyard.display.names import padded, width

AS_COUNTED = "°"
"""Marks metrics of the whole matrix, which are shown as counted."""


def plain_table(*headings: str) -> Table:
    """Return an empty table with one column of names and columns of numbers."""
    table = Table(box=box.SIMPLE_HEAD, padding=(0, 1), pad_edge=False, show_edge=False)
    for i, heading in enumerate(headings):
        table.add_column(Text(heading), justify="left" if i == 0 else "right", no_wrap=i > 0, overflow="fold")
    return table


def flush(cells: Sequence[str]) -> list[str]:
    """Return cells of one width, at the right of it; rich would strip the spaces behind those that end in some.

    Examples
    --------
    >>> from steelyard.display.tables import flush
    >>> flush(["model", "0.5 .4–.6", "0.5      "])
    ['    model', '0.5 .4–.6', '0.5      ']
    """
    widest = max(map(width, cells), default=0)
    return [padded(cell, widest, right=True) for cell in cells]
