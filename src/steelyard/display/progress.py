"""A bar on the terminal while files are read: rows and bytes, gone when they are read."""

from __future__ import annotations

import sys
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING, Any, TextIO

if TYPE_CHECKING:
    from steelyard.counting.files.watching import Progress, Report

PATIENCE = 1.0
"""Seconds before a bar appears."""

MILLE = 1000


@contextmanager
def progress_bar(stream: TextIO | None = None) -> Iterator[Report | None]:
    """Show a bar if the work inside takes longer than a second and standard error is a terminal.

    Yields what is to be told of the progress; None if nobody looks.
    """
    stream = sys.stderr if stream is None else stream
    if stream is None or not stream.isatty():
        yield None
        return
    bar = _Bar(stream)
    try:
        yield bar.tell
    finally:
        bar.close()


class _Bar:
    """Appears by itself after a while, whether or not it was told something."""

    def __init__(self, stream: TextIO) -> None:
        self._stream = stream
        self._lock = threading.Lock()
        self._shown: Any = None
        self._task: Any = None
        self._latest: Progress | None = None
        self._closed = False
        self._timer = threading.Timer(PATIENCE, self._appear)
        self._timer.daemon = True
        self._timer.start()

    def tell(self, progress: Progress) -> None:
        with self._lock:
            self._latest = progress
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
            columns = (TextColumn("Reading"), BarColumn(), TextColumn("{task.fields[told]}"), TimeRemainingColumn())
            self._shown = Rich(*columns, console=Console(file=self._stream), transient=True)
            self._task = self._shown.add_task("", total=None, told="")
            self._update()
            self._shown.start()

    def _update(self) -> None:
        if self._shown is None or self._latest is None or self._latest.share is None:
            return
        self._shown.update(self._task, total=1.0, completed=self._latest.share, told=told(self._latest))


def told(progress: Progress) -> str:
    """Return how far the reading is, in words.

    Examples
    --------
    >>> from steelyard.counting.files.watching import Progress
    >>> told(Progress(0.25, 100_000_000, 4_000_000_000))
    '25 of 100 M rows, 1,000 of 4,000 MB'
    >>> told(Progress(0.5, None, None))
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
