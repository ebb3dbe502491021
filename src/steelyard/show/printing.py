"""Print what a result is made of to a terminal, a pipe or a text; and a bar while something takes long."""

from __future__ import annotations

import io
import sys
import threading
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING, Any, TextIO

from rich.console import Console, RenderableType
from rich.padding import Padding
from rich.table import Table
from rich.text import Text

from steelyard.show.matrix import heat_map
from steelyard.show.names import width
from steelyard.show.numbers import TEXT_WIDTH
from steelyard.show.parts import Drawing, Fold, Item, Listing, Matrix, Part, Sentence, Sheet, marks_of, worded, writable
from steelyard.show.tables import tables

if TYPE_CHECKING:
    from steelyard.counts.read.files.duckdb_session import ReadSoFar, Report
    from steelyard.type_names import Progress

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


PATIENCE = 1.0
"""Seconds before a bar appears."""

MILLE = 1000


Tell = Callable[[float | None, str], None]
"""Told what share of the work is done, if known, and that in words."""


@contextmanager
def progress_bar(what: str, stream: TextIO | None = None) -> Iterator[Tell | None]:
    """Show a bar if the work inside takes longer than a second and standard error is a terminal.

    Gives what is to be told of the progress, a function of the share that is done (None if that is not known) and how
    far it is in words; None if nobody looks.

    Parameters
    ----------
    what
        The work in a word, such as "Training".
    stream
        Where the bar is shown; if not given, on standard error.

    Examples
    --------
    >>> import steelyard as sy
    >>> with sy.extending.progress_bar("Training") as tell:
    ...     for done in range(1, 4):
    ...         if tell is not None:
    ...             tell(done / 3, f"{done} of 3 models")
    """
    stream = sys.stderr if stream is None else stream
    if stream is None or not stream.isatty():
        yield None
        return
    shown = _Bar(what, stream)
    try:
        yield shown.tell
    finally:
        shown.close()


@contextmanager
def reading_bar(stream: TextIO | None = None) -> Iterator[Report | None]:
    """Show a bar while files are read; yields what is to be told of it."""
    with progress_bar("Reading", stream) as tell:
        yield None if tell is None else lambda progress: tell(progress.share, told(progress))


@contextmanager
def drawing_bar(stream: TextIO | None = None) -> Iterator[Progress | None]:
    """Show a bar while data are drawn anew; yields what is to be told of the draws."""
    with progress_bar("Drawing", stream) as tell:
        yield None if tell is None else lambda done, draws: tell(done / draws, f"{done:,} of {draws:,} draws")


class _Bar:
    """Appears by itself after a while, whether or not it was told something."""

    def __init__(self, what: str, stream: TextIO) -> None:
        self._what = what
        self._stream = stream
        self._lock = threading.Lock()
        self._shown: Any = None
        self._task: Any = None
        self._share: float | None = None
        self._words = ""
        self._closed = False
        self._timer = threading.Timer(PATIENCE, self._appear)
        self._timer.daemon = True
        self._timer.start()

    def tell(self, share: float | None, words: str) -> None:
        with self._lock:
            self._share, self._words = share, words
            self._update()

    def close(self) -> None:
        self._timer.cancel()
        with self._lock:
            self._closed = True
            if self._shown is not None:
                self._shown.stop()

    def _appear(self) -> None:
        from rich.progress import BarColumn, TextColumn, TimeRemainingColumn  # noqa: PLC0415 - when there is something to see
        from rich.progress import Progress as Rich  # noqa: PLC0415

        with self._lock:
            if self._closed:
                return
            columns = (TextColumn(self._what), BarColumn(), TextColumn("{task.fields[told]}"), TimeRemainingColumn())
            self._shown = Rich(*columns, console=Console(file=self._stream), transient=True)
            self._task = self._shown.add_task("", total=None, told="")
            self._update()
            self._shown.start()

    def _update(self) -> None:
        if self._shown is not None and self._share is not None:
            self._shown.update(self._task, total=1.0, completed=self._share, told=self._words)


def told(progress: ReadSoFar) -> str:
    """Return how far the reading is, in words.

    Examples
    --------
    >>> from steelyard.counts.read.files.duckdb_session import ReadSoFar
    >>> told(ReadSoFar(0.25, 100_000_000, 4_000_000_000))
    '25 of 100 M rows, 1,000 of 4,000 MB'
    >>> told(ReadSoFar(0.5, None, None))
    '50 %'
    """
    share = progress.share or 0.0
    rows = [] if not progress.rows else [f"{_of(share, progress.rows).strip()} rows"]
    size = [] if not progress.size else [f"{_of(share, progress.size)}B"]
    return ", ".join(rows + size) or f"{share * 100:.0f} %"


def _of(share: float, total: int) -> str:
    """Return "25 of 100 M": both numbers in a unit of which there are ten at least."""
    unit, scale = "", 1
    for larger in "kMGTP":
        if total < 10 * scale * MILLE:
            break
        unit, scale = larger, scale * MILLE
    return f"{share * total / scale:,.0f} of {total / scale:,.0f} {unit}"
