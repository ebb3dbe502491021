"""The look of all tables in the terminal."""

from __future__ import annotations

from collections.abc import Iterator

from rich import box
from rich.table import Table
from rich.text import Text

from steelyard.show.bars import bar
from steelyard.show.characters import BLOCKS, Marks
from steelyard.show.fitting import CLOSE, GAP, TIGHT, Fitted, fitted, left_out
from steelyard.show.parts import Sheet

AS_COUNTED = "°"
"""Marks metrics of the whole matrix, which are shown as counted."""


HEADED: dict[int, tuple[int, int, int, int]] = {GAP: (0, 1, 0, 1), CLOSE: (0, 1, 0, 0), TIGHT: (0, 0, 0, 0)}
"""What rich adds around cells (above, right, below, left), so that gaps are so wide: the line takes a column itself."""


def tables(sheet: Sheet, room: int, marks: Marks = BLOCKS) -> Iterator[Table | Text]:
    """Yield a table for so many columns of a terminal; if it is broken into several, with empty lines between them."""
    for place, part in enumerate(fitted(sheet, room)):
        if place:
            yield Text()
        yield _table(part, marks)
    missing = left_out(sheet, room)
    if missing:
        yield Text(f"No room for: {', '.join(missing).rstrip('.')}.", style="dim")


def _table(part: Fitted, marks: Marks) -> Table:
    sheet = part.sheet
    table = Table(
        box=box.SIMPLE_HEAD if sheet.headed else None,
        padding=HEADED[part.gap] if sheet.headed else (0, 0 if part.gap == TIGHT else 1),
        pad_edge=False,
        show_edge=False,
        show_header=sheet.headed,
    )
    for column, (heading, *_) in zip(sheet.columns, part.columns, strict=True):
        prose = column.kind == "prose"
        table.add_column(
            Text(heading), no_wrap=not prose, overflow="fold", max_width=max(1, part.prose) if prose else None
        )
    for i in range(sheet.rows):
        if i in sheet.sections:
            table.add_row(Text(sheet.sections[i], style="bold"))
        cells = (_cell(part, place, i, marks) for place in range(len(sheet.columns)))
        table.add_row(*cells, end_section=i in sheet.rules)
    return table


def _cell(part: Fitted, place: int, row: int, marks: Marks) -> Text:
    column = part.sheet.columns[place]
    if column.kind == "bars":
        share = column.cells[row]
        return Text(bar(share, marks) if isinstance(share, float) else "", style="dim")
    return Text(part.columns[place][row + 1], style="bold" if row in column.strong else "")
