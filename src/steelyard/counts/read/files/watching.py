"""Run a query beside the main thread, so that its progress can be told and Ctrl-C stops it at once."""

from __future__ import annotations

import threading
from collections.abc import Callable
from typing import NamedTuple, Protocol, TypeVar

T = TypeVar("T")

BETWEEN = 0.05
"""Seconds between two looks at the progress."""


class ReadSoFar(NamedTuple):
    """How far the reading of files has come.

    Attributes
    ----------
    share
        What part of the work is done, from 0 to 1; None if DuckDB does not say.
    rows, size
        Rows and bytes of all files; None if not known.
    """

    share: float | None
    rows: int | None
    size: int | None


Report = Callable[[ReadSoFar], None]


class Interruptible(Protocol):
    """A connection that can be told, from another thread, to stop what it does."""

    def interrupt(self) -> None:
        """Stop."""
        ...


def watched(work: Callable[[], T], connection: Interruptible, look: Callable[[], None] | None = None) -> T:
    """Return the result of the work, done in another thread; call `look` now and then meanwhile."""
    outcome: list[T] = []
    problems: list[BaseException] = []
    done = threading.Event()  # a thread's own join() takes it for stopped when Ctrl-C comes (Python 3.11)

    def run() -> None:
        try:
            outcome.append(work())
        except BaseException as problem:  # noqa: BLE001 - raised again where the caller waits
            problems.append(problem)
        finally:
            done.set()

    worker = threading.Thread(target=run, daemon=True)
    worker.start()
    try:
        while not done.wait(BETWEEN):
            if look is not None:
                look()
    except BaseException:
        connection.interrupt()
        while not done.wait(BETWEEN):
            connection.interrupt()  # one that comes before the query has begun is lost
        raise
    finally:
        worker.join()
    if problems:
        raise problems[0]
    return outcome[0]
