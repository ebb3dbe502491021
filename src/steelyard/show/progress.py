"""A bar on the terminal while something takes long, such as the reading of files; gone when it is done."""

from __future__ import annotations

import sys
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING, Any, TextIO

from steelyard.counts.answer import is_watched

if TYPE_CHECKING:
    from steelyard.counts.read.files.duckdb_session import ReadSoFar, Report
    from steelyard.type_names import Progress

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
    if not is_watched(stream):
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
        from rich.console import Console  # noqa: PLC0415 - loaded when there is something to see
        from rich.progress import BarColumn, TextColumn, TimeRemainingColumn  # noqa: PLC0415
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
