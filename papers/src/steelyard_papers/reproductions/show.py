"""Print reproductions in a terminal: the paper's number, ours, and whether they are the same."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from string import ascii_lowercase
from typing import get_args

from rich import box
from rich.console import Console
from rich.padding import Padding
from rich.table import Table as Grid
from rich.text import Text

from steelyard_papers.reproductions.cells import UNDEFINED, Cell, Origin, Verdict, printed_decimals
from steelyard_papers.reproductions.reproduction import Reproduction, Table, counted

LEGEND = (
    "Each cell: the paper's number, ours with a digit more, and whether they are the same at the printed precision "
    "(yes; a letter: different as explained beneath the table; NO). Under “stated”, what a formula or a theorem says; "
    "no such number is printed. A dash: not defined."
)
COUNTED: dict[Origin, str] = {
    "printed": "printed cells",
    "again": "of these computed a second way",
    "derived": "formulas and theorems, no printed numbers",
}
MARKS = {"same": "yes", "different": "NO"}
STYLES = {"same": "", "explained": "yellow", "different": "bold red"}
FRACTION_DECIMALS = 3


def show(reproductions: Iterable[Reproduction], console: Console) -> None:
    """Print every table, its explanations beneath it, and lines that count the cells."""
    reproductions = list(reproductions)
    console.print(Text(LEGEND))
    for reproduction in reproductions:
        console.print()
        console.rule(Text(reproduction.paper, style="bold"), characters="=")
        console.print(Text(reproduction.title, style="bold"))
        console.print(Text(reproduction.citation))
        for table in reproduction.tables:
            _show_table(table, console)
        if reproduction.notes:
            console.print()
            console.print(Text("Notes", style="bold"))
            console.print(_marked(("-", note) for note in reproduction.notes))
    console.print()
    console.print(Text(summary(reproductions)))


def summary(reproductions: Sequence[Reproduction]) -> str:
    """Return a line that counts the printed numbers by verdict, and one for each kind of other cells."""
    lines = []
    for origin, words in COUNTED.items():
        result = counted(reproductions, origin)
        if result or origin == "printed":
            verdicts = ", ".join(f"{result[verdict]} {verdict}" for verdict in get_args(Verdict))
            lines.append(f"{result.total()} {words}: {verdicts}")
    return "\n".join(lines)


def _show_table(table: Table, console: Console) -> None:
    notes = {note: letter for letter, note in zip(ascii_lowercase, _notes(table), strict=False)}
    rows = list(dict.fromkeys(cell.row for cell in table.cells))
    columns = list(dict.fromkeys(cell.column for cell in table.cells))
    grid = Grid(box=box.SIMPLE_HEAD, show_edge=False, pad_edge=False, header_style="bold")
    grid.add_column("", no_wrap=True)
    texts = []
    for column in columns:
        cells = {cell.row: cell for cell in table.cells if cell.column == column}
        head, lines = _column(list(cells.values()), notes)
        grid.add_column(Text(f"{column}\n{head}"), no_wrap=True)
        texts.append(dict(zip(cells, lines, strict=True)))
    for row in rows:
        grid.add_row(row, *(column.get(row, Text()) for column in texts))
    console.print()
    console.print(Text.assemble((table.name, "bold"), f": {table.title}"))
    console.print(grid)
    if notes:
        console.print(_marked((letter, note) for note, letter in notes.items()))


def _notes(table: Table) -> list[str]:
    return list(dict.fromkeys(cell.note for cell in table.cells if cell.note))


def _column(cells: Sequence[Cell], notes: dict[str, str]) -> tuple[str, list[Text]]:
    """Return the heading and one line per cell, its three parts aligned."""
    printed = ["–" if cell.printed in UNDEFINED else cell.printed for cell in cells]
    digits = 1 + max(FRACTION_DECIMALS if "/" in cell.printed else printed_decimals(cell.printed) for cell in cells)
    ours = ["–" if cell.ours is None else f"{cell.ours:.{digits}f}" for cell in cells]
    theirs_are = "stated" if all(cell.origin == "derived" for cell in cells) else "paper"
    left, right = max(map(len, [theirs_are, *printed])), max(map(len, ["ours", *ours]))
    lines = []
    for cell, theirs, value in zip(cells, printed, ours, strict=True):
        mark = MARKS.get(cell.verdict, notes.get(cell.note, "?"))
        if cell.verdict == "different" and cell.note:
            mark += f" {notes.get(cell.note, '?')}"
        lines.append(Text.assemble(f"{theirs:>{left}} {value:>{right}} ", (mark, STYLES[cell.verdict])))
    return f"{theirs_are:>{left}} {'ours':>{right}}", lines


def _marked(items: Iterable[tuple[str, str]]) -> Padding:
    """Return paragraphs with a mark before each and their lines aligned."""
    grid = Grid.grid(padding=(0, 1, 0, 0))
    grid.add_column(no_wrap=True)
    grid.add_column()
    for mark, text in items:
        grid.add_row(mark, Text(text))
    return Padding(grid, (0, 0, 0, 1))
