"""Print what a result is made of, part by part, to a terminal, a pipe or a text."""

from __future__ import annotations

import io
from collections.abc import Callable, Iterable, Iterator

from rich.console import Console, RenderableType
from rich.padding import Padding
from rich.table import Table
from rich.text import Text

from steelyard.show.characters import marks_of, worded, writable
from steelyard.show.matrix import heat_map
from steelyard.show.names import width
from steelyard.show.numbers import TEXT_WIDTH
from steelyard.show.parts import Drawing, Fold, Item, Listing, Matrix, Part, Sentence, Sheet
from steelyard.show.tables import tables

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


def one_line(sentence: str) -> str:
    r"""Return a sentence without line breaks and control characters, which names of models and classes may have.

    Examples
    --------
    >>> one_line("a\nb is ahead of \x1b[31mc.")
    'a b is ahead of �[31mc.'
    """
    return printable(" ".join(sentence.split()))


def printable(line: str) -> str:
    """Return a line with a mark in the place of each control character and of each that changes the direction."""
    return "".join(character if character.isprintable() else "�" for character in line)
