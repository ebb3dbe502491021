"""The look of all tables in the terminal."""

from __future__ import annotations

from rich import box
from rich.table import Table
from rich.text import Text

AS_COUNTED = "°"
"""Marks metrics of the whole matrix, which are shown as counted."""


def plain_table(*headings: str) -> Table:
    """Return an empty table with one column of names and columns of numbers."""
    table = Table(box=box.SIMPLE_HEAD, padding=(0, 1), pad_edge=False, show_edge=False)
    for i, heading in enumerate(headings):
        table.add_column(Text(heading), justify="left" if i == 0 else "right", no_wrap=i > 0, overflow="fold")
    return table
