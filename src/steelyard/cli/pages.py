"""What commands write to: the terminal, pages and figures, whose place is checked before the work begins."""

from __future__ import annotations

import os
import shutil
import sys
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any, Protocol

import typer

if TYPE_CHECKING:
    from steelyard.counts.answer import Answer

Plot = Annotated[Path | None, typer.Option("--plot", help="Also draw it, as PNG or SVG.", metavar="FILE")]


def place(plot: Path | None, read: Callable[[], Iterable[str | Path]]) -> Path | None:
    """Refuse a place where no figure can be saved, one that is `read`, and a figure that nothing can draw."""
    if plot is None:
        return None
    keep(plot, read())
    from steelyard.plots.canvas import (  # noqa: PLC0415
        checked_path,
        needs_matplotlib,
    )

    needs_matplotlib()
    return checked_path(plot)


def saved(drawn: Any, where: Path) -> None:
    """Save a figure and say where it is, beside what the command prints."""
    from steelyard.plots.canvas import save  # noqa: PLC0415

    save(drawn, where)
    typer.echo(f"The figure is in {str(where)!r}.", err=True)


def keep(place: Path, read: Iterable[str | Path]) -> None:
    """Refuse to write to a file that is read, be it by another name."""
    if place.exists() and any(Path(each).exists() and place.samefile(each) for each in read):
        raise ValueError(f"{str(place)!r} is the file that is read; name another.")


# For programs: `--json` has everything, `--csv` one table.


def one_form(*, as_json: bool, as_csv: bool, as_markdown: bool = False) -> None:
    """Refuse to print two of them, before anything is computed."""
    asked = {"--json": as_json, "--csv": as_csv, "--markdown": as_markdown}
    chosen = [option for option, given in asked.items() if given]
    if len(chosen) > 1:
        raise ValueError(f"choose {chosen[0]} or {chosen[1]}, not both.")


def for_programs(
    *answers: Answer, as_json: bool, as_csv: bool, as_markdown: bool = False, several: bool = False
) -> bool:
    """Print an answer (or several of a kind, as a list) as JSON, CSV or Markdown if asked to; return whether it was."""
    from steelyard.counts.answer import csv_text, json_text  # noqa: PLC0415 - loaded when a command runs

    if as_json:
        typer.echo(json_text(list(answers)) if several else answers[0].to_json())
    elif as_csv:
        typer.echo(csv_text(row for answer in answers for row in answer.to_rows()), nl=False)
    elif as_markdown:
        typer.echo(answers[0].to_markdown(), nl=False)
    return as_json or as_csv or as_markdown


# Pages: `--html` writes them, `--open` opens them. Figures stand above.


Html = Annotated[
    Path | None, typer.Option("--html", help="Also write a page to look at, with live numbers.", metavar="FILE")
]
Open = Annotated[bool, typer.Option("--open", help="Open that page in the browser; without --html, a temporary one.")]


class HasPage(Protocol):
    """A result that can be shown as a page."""

    def to_html(self) -> str:
        """Return the page."""
        ...


@dataclass(frozen=True)
class Page:
    """Whether, and where, a page is written."""

    html: Html = None
    opened: Open = False

    @property
    def wanted(self) -> bool:
        """Whether there shall be one."""
        return self.html is not None or self.opened

    def check(self, read: Callable[[], Iterable[str | Path]]) -> None:
        """Refuse a place where no page can be written, or that is `read`, before anything is computed."""
        if self.html is None:
            return
        from steelyard.show.page.page import check_place  # noqa: PLC0415 - loaded when a page is written

        check_place(self.html)
        keep(self.html, read())

    @contextmanager
    def written(self, result: HasPage) -> Iterator[None]:
        """Write the page if it is asked for; after what the command prints, say where it is, and open it if asked to.

        Written before anything is printed, and told in any case: a reader such as `head` may leave.
        """
        if not self.wanted:
            yield
            return
        from steelyard.show.page.page import write_page  # noqa: PLC0415 - loaded when a page is written

        page = result.to_html()
        where = _temporary() if self.html is None else self.html
        write_page(where, page)
        try:
            yield
        finally:
            _told(where, opened=self.opened)


def _told(where: Path, *, opened: bool) -> None:
    typer.echo(f"The page is in {str(where)!r}.", err=True)
    if opened:
        import webbrowser  # noqa: PLC0415

        if not webbrowser.open(where.resolve().as_uri()):
            typer.echo("No browser could be started; open that file yourself.", err=True)


def _temporary() -> Path:
    import tempfile  # noqa: PLC0415

    return Path(tempfile.mkdtemp(prefix="steelyard-")) / "report.html"


def console() -> Any:
    """Return a console of rich, as wide as COLUMNS says or the terminal is, 80 columns in a pipe; it honours NO_COLOR.

    Where sentences name an argument of Python, it names the option.

    Examples
    --------
    >>> import steelyard as sy
    >>> sy.extending.console().print("Done.")
    Done.
    """
    from steelyard.cli.options import on_command_line  # noqa: PLC0415 - loaded when a command prints
    from steelyard.show.numbers import TEXT_WIDTH  # noqa: PLC0415
    from steelyard.show.printing import HEIGHT, Spelling  # noqa: PLC0415

    # Of a plain terminal (TERM=dumb), rich would not ask for the width.
    stated = os.environ.get("COLUMNS", "")
    piped = int(stated) if stated.isdecimal() and int(stated) > 0 else TEXT_WIDTH
    width = shutil.get_terminal_size().columns if sys.stdout.isatty() else piped
    found = Spelling(width=width, height=HEIGHT, highlight=False, soft_wrap=False)
    found.spell = on_command_line
    return found
