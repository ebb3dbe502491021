"""Print what a result is made of to a terminal, a pipe or a text of any width: sentences, lists and tables.

Of a table the columns that are needed least go where there is no room, and names are shortened.
"""

from __future__ import annotations

import io
import re
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, replace

from rich import box
from rich.console import Console, RenderableType
from rich.padding import Padding
from rich.table import Table
from rich.text import Text

from steelyard.show.matrix import heat_map
from steelyard.show.names import padded, repeated, width
from steelyard.show.numbers import LENGTH, TEXT_WIDTH, bar
from steelyard.show.parts import (
    BLOCKS,
    Column,
    Drawing,
    Fold,
    Item,
    Listing,
    Marks,
    Matrix,
    Part,
    Sentence,
    Sheet,
    marks_of,
    one_line,
    printable,
    worded,
    writable,
)

STYLES = {"": "", "strong": "bold", "dim": "dim"}

MANY_COLOURS = ("256", "truecolor")
"""With sixteen, the steps of a heat map could not be told apart."""


def print_parts(parts: Iterable[Part | RenderableType], console: Console) -> None:
    """Print parts to a console of any width: no spaces at the ends of lines, no character that it cannot show.

    Parameters
    ----------
    parts
        What is printed, one below the other; what rich can print may be among them.
    console
        Where to.

    Examples
    --------
    >>> import steelyard as sy
    >>> recall = sy.extending.Column("recall", ["0.500", "0.985"])
    >>> table = sy.extending.Sheet([sy.extending.Column("class", ["fraud", "ok"], "names"), recall])
    >>> sy.extending.print_parts([table], sy.extending.console())
    class   recall
    ──────────────
    fraud    0.500
    ok       0.985
    """
    for part in parts:
        for drawn in _drawn(_writable(part, console.encoding), console):
            if console.legacy_windows:  # it has no escape codes, which rich knows to avoid
                console.print(drawn, highlight=False)
                continue
            lines = (worded(line.rstrip(), console.encoding) for line in _lines(drawn, console))
            console.file.write("".join(f"{line}\n" for line in lines))


def text_of(parts: Iterable[Part | RenderableType]) -> str:
    """Return parts as plain text of 80 columns."""
    out = io.StringIO()
    print_parts(parts, plain_console(out))
    return out.getvalue().rstrip("\n")


def line_count(parts: Iterable[Part | RenderableType], columns: int) -> int:
    """Return how many lines parts take at a width."""
    out = io.StringIO()
    print_parts(parts, plain_console(out, columns))
    return len(out.getvalue().splitlines())


HEIGHT = 25
"""Lines of a console. Nothing is laid out by it, but without it rich reads COLUMNS, too, and fails at COLUMNS=²."""


def plain_console(out: io.StringIO, columns: int = TEXT_WIDTH) -> Console:
    """Return a console that writes plain text of 80 columns, whatever the terminal, the notebook or its settings."""
    return Console(
        file=out,
        width=columns,
        height=HEIGHT,
        color_system=None,
        legacy_windows=False,
        force_terminal=False,
        force_jupyter=False,
        highlight=False,
    )


def _lines(drawn: RenderableType, console: Console) -> list[str]:
    with console.capture() as printed:
        console.print(drawn, highlight=False)
    return printed.get().splitlines()


def _writable(part: Part | RenderableType, encoding: str) -> Part | RenderableType:
    if isinstance(part, Text):
        return Text(worded(part.plain, encoding), style=part.style)
    return writable(part, encoding) if isinstance(part, Part) else part


def _drawn(part: Part | RenderableType, console: Console) -> Iterator[RenderableType]:
    """Yield how a console shows a part; what rich knows, as it is."""
    if isinstance(part, Sentence):
        lead = f"{part.lead} " if part.lead else ""
        told = Text.assemble((lead, "bold"), (one_line(_said(part.text, console)), STYLES[part.style]))
        yield Padding(told, (0, 0, 0, part.indent)) if part.indent else told
    elif isinstance(part, Listing):
        yield from map(Text, _listed(part, console.width))
    elif isinstance(part, Item):
        item = Table.grid(padding=(0, 1))
        item.add_row(part.mark, Text(one_line(_said(part.text, console))))
        yield Padding(item, (0, 0, 0, part.indent))
    elif isinstance(part, Drawing):
        yield from (Text(" " * part.indent + printable(line)) for line in part.lines)
    elif isinstance(part, Sheet):
        yield from tables(part, console.width, marks_of(console.encoding))
    elif isinstance(part, Matrix):
        coloured = console.color_system in MANY_COLOURS and not console.no_color
        yield from heat_map(part, console.width, marks_of(console.encoding), colour=coloured)
    elif isinstance(part, Fold):
        yield Text(one_line(part.heading), style="bold")
        for inner in part.parts:
            yield from _drawn(inner, console)
    else:
        yield part


class Spelling(Console):
    """A console whose sentences are spelled otherwise: on the command line, arguments are options.

    `spell` returns a sentence as it is to be printed.
    """

    spell: Callable[[str], str] = staticmethod(str)


def _said(sentence: str, console: Console) -> str:
    return console.spell(sentence) if isinstance(console, Spelling) else sentence


def _listed(listing: Listing, room: int) -> Iterator[str]:
    """Yield the lines of a listing."""
    indent = " " * listing.indent
    line = ""
    for place, thing in enumerate(listing.things):
        more = one_line(thing) + ("," if place + 1 < len(listing.things) else "")
        if line and width(f"{indent}{line} {more}") > room:
            yield indent + line
            line = more
        else:
            line = f"{line} {more}" if line else more
    yield indent + line


# The look of all tables: what goes and what is shortened where there is little room.


GAP, CLOSE, GRID, TIGHT = 3, 2, 2, 1
"""Columns of the terminal between two columns of a table, where one of them would have to go, of a table without
headings, and where room is scarce."""

NARROW = 60
"""A terminal of fewer columns is so narrow that tables stand tight."""

PROSE = 16
"""Text that wraps has so many columns at least."""

SHORTEST = 8
"""Names have so many columns at least."""


@dataclass(frozen=True)
class Fitted:
    """A table that fits, or part of one.

    Attributes
    ----------
    sheet
        With the columns that are shown.
    columns
        What is written in each column, the heading first, each as wide as the column; bars and prose are not.
    gap
        Columns of the terminal between two of the table.
    prose
        How wide the column is that wraps.
    """

    sheet: Sheet
    columns: Sequence[Sequence[str]]
    gap: int
    prose: int


def fitted(sheet: Sheet, room: int) -> Iterator[Fitted]:
    """Yield a table, or as many as it takes, for so many columns of a terminal."""
    sheet, full = _needed(sheet, room)
    last = TIGHT if room < TEXT_WIDTH else full
    ways = ((full, True), (last, True)) if sheet.beside else ((full, True), (full, False), (last, False))
    for gap, beside in ways:
        narrowed = _narrowed(sheet, room, gap, beside=beside)
        if sheet_width(narrowed, gap, beside=beside) <= room:
            yield _written(narrowed, room, gap, beside=beside)
            return
    between = TIGHT if room < NARROW else full
    for part in _broken(sheet, room, between):
        yield _written(part, room, between, beside=sheet.beside)


def left_out(sheet: Sheet, room: int) -> list[str]:
    """Return the headings of the columns for which there is no room; bars have none, and are not missed."""
    shown = set(map(id, _needed(sheet, room)[0].columns))
    return [column.heading for column in sheet.columns if column.heading and id(column) not in shown]


def _needed(sheet: Sheet, room: int) -> tuple[Sheet, int]:
    """Return the table without the columns that are needed least, as far as it takes, and the gap between columns.

    Columns rather stand closer than that one with a heading goes.
    """
    wide = GAP if sheet.headed else GRID
    if room < NARROW:
        return _without_least(sheet, room, TIGHT), wide
    usual = _without_least(sheet, room, GAP)
    closer = _without_least(sheet, room, CLOSE)
    return (closer, min(CLOSE, wide)) if _headed(closer) > _headed(usual) else (usual, wide)


def _headed(sheet: Sheet) -> int:
    return sum(bool(column.heading) for column in sheet.columns)


def _without_least(sheet: Sheet, room: int, gap: int) -> Sheet:
    while sheet_width(sheet, gap) > room:
        least = max(sheet.columns, key=lambda column: column.need)
        if not least.need:
            break
        sheet = replace(sheet, columns=[column for column in sheet.columns if column is not least])
    return sheet


def sheet_width(sheet: Sheet, gap: int = GAP, *, beside: bool = True) -> int:
    """Return how many columns of a terminal a table takes."""
    widths = [column_width(column, beside=beside) for column in sheet.columns]
    widths[0] = max(widths[0], *map(width, sheet.sections.values()), 0)
    return sum(widths) + gap * (len(widths) - 1)


def column_width(column: Column, *, beside: bool) -> int:
    """Return how many columns of a terminal a column takes, with what stands beside its cells or below."""
    if column.kind == "prose":
        return max(PROSE, width(column.heading))
    if column.kind == "bars":
        return max(LENGTH, width(column.heading))
    extra = max(map(width, column.extras), default=0)
    cells = max(map(width, _cells(column)), default=0)
    whole = cells + 1 + extra if beside and extra else max(cells, extra)
    return max(whole, *map(width, column.heading.split("\n")))


def _narrowed(sheet: Sheet, room: int, gap: int, *, beside: bool) -> Sheet:
    """Return the table with its names shortened as far as they may be, if it takes that."""
    over = sheet_width(sheet, gap, beside=beside) - room
    first = sheet.columns[0]
    if over <= 0 or first.narrowest is None:
        return sheet
    return _with_names(sheet, max(first.narrowest, column_width(first, beside=True) - over))


def _with_names(sheet: Sheet, columns: int) -> Sheet:
    """Return the table with its first column so wide."""
    first = sheet.columns[0]
    around = first.indent + (1 + max(map(width, first.tails)) if first.tails else 0)
    return replace(
        sheet, columns=[replace(first, kind="names", widest=max(SHORTEST, columns - around)), *sheet.columns[1:]]
    )


def _broken(sheet: Sheet, room: int, gap: int) -> Iterator[Sheet]:
    """Yield parts of a table, each with its keys and as many other columns as fit."""
    keys, others = sheet.columns[: sheet.keys], sheet.columns[sheet.keys :]

    def wide(column: Column) -> int:
        return column_width(column, beside=sheet.beside)

    behind = sum(map(wide, keys[1:])) + gap * len(keys)
    widest = max(map(wide, others))
    first = max(wide(keys[0]), *map(width, sheet.sections.values()), 0)
    if first + behind + widest > room:
        first = max(SHORTEST, room - behind - widest)
        keys = [*_with_names(sheet, first).columns[:1], *keys[1:]]
    batch: list[Column] = []
    for column in others:
        if batch and first + behind + sum(wide(one) + gap for one in (*batch, column)) - gap > room:
            yield replace(sheet, columns=[*keys, *batch])
            batch = []
        batch.append(column)
    yield replace(sheet, columns=[*keys, *batch])


def _cells(column: Column) -> list[str]:
    """Return what is written in the cells of a column, without what stands beside or below."""
    if column.kind == "numbers":
        return aligned([str(cell) for cell in column.cells])
    if column.kind != "names":
        return [str(cell) for cell in column.cells]
    shown = [" " * column.indent + name for name in repeated(column.cells, column.widest, column.encoding)]
    if not column.tails:
        return shown
    widest = max(map(width, shown), default=0)
    return [f"{padded(name, widest)} {tail}" for name, tail in zip(shown, column.tails, strict=True)]


DECIMALS = re.compile(r"\d(?P<decimals>\.\d+)?(?P<unit> %)?$")
"""The end of a number, with its decimals and what it counts."""


def aligned(cells: Sequence[str]) -> list[str]:
    """Return numbers that stand right with their decimal points one below the other; others as they are.

    Examples
    --------
    >>> aligned(["3,856.42", "7", "2.5", "–", "90 %"])
    ['3,856.42  ', '7     ', '2.5   ', '–', '90 %   ']
    """
    ends = [DECIMALS.search(cell) for cell in cells]
    behind = [0 if end is None else len(end["decimals"] or "") for end in ends]
    units = [0 if end is None else len(end["unit"] or "") for end in ends]
    most, unit = max(behind, default=0), max(units, default=0)
    return [
        cell if end is None else cell + " " * (most - decimals + unit - own)
        for cell, end, decimals, own in zip(cells, ends, behind, units, strict=True)
    ]


def _written(sheet: Sheet, room: int, gap: int, *, beside: bool) -> Fitted:
    columns = [_in_line(column, beside=beside) for column in sheet.columns]
    prose = PROSE + room - sheet_width(sheet, gap, beside=beside)
    return Fitted(sheet, columns, gap, prose)


def _in_line(column: Column, *, beside: bool) -> list[str]:
    """Return the heading and the cells of a column, filled to its width."""
    if column.kind in ("bars", "prose"):
        return [column.heading, *map(str, column.cells)]
    cells, extra = _cells(column), max(map(width, column.extras), default=0)
    if extra and beside:
        cells = [f"{cell} {padded(more, extra)}" for cell, more in zip(cells, column.extras, strict=True)]
    elif extra:
        cells = [f"{cell}\n{more}" if more else cell for cell, more in zip(cells, column.extras, strict=True)]
    widest = column_width(column, beside=beside)
    return [
        "\n".join(padded(line, widest, right=column.kind == "numbers") for line in cell.split("\n"))
        for cell in (column.heading, *cells)
    ]


# The look of all tables in the terminal.


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
