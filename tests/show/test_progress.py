"""The bar: on a terminal, after a second, gone afterwards; never in a pipe."""

import io
import os
import select
import sys
import threading

import pytest

from steelyard.counts.read.files.duckdb_session import ReadSoFar
from steelyard.show import progress
from steelyard.show.progress import drawing_bar, reading_bar, told

pty = pytest.importorskip("pty", reason="this system has no pseudo-terminals")


@pytest.fixture
def terminal():
    """A terminal: what writes to it, and a function that returns what was written."""
    master, slave = pty.openpty()
    stream = os.fdopen(slave, "w", encoding="utf-8")

    def seen(until):
        """Read until this was seen."""
        written = b""
        while until.encode() not in written:
            assert select.select([master], [], [], 30)[0], written
            written += os.read(master, 65536)
        return written.decode(errors="replace")

    yield stream, seen
    stream.close()
    os.close(master)


@pytest.mark.parametrize(
    ("share", "rows", "size", "words"),
    [
        (0.25, 100_000_000, 400_000_000, "25 of 100 M rows, 100 of 400 MB"),
        (0.1234, 10**9, 5 * 10**12, "123 of 1,000 M rows, 617 of 5,000 GB"),
        (0.5, None, 40_000, "20 of 40 kB"),
        (1.0, 7, 7, "7 of 7 rows, 7 of 7 B"),
        (0.333, None, None, "33 %"),
        (0.0, 0, 0, "0 %"),
    ],
)
def test_rows_and_bytes_in_words(share, rows, size, words):
    assert told(ReadSoFar(share, rows, size)) == words


def test_a_bar_appears_on_a_terminal_with_rows_and_bytes_and_goes(terminal, monkeypatch):
    assert progress.PATIENCE == 1.0
    monkeypatch.setattr(progress, "PATIENCE", 0.0)
    stream, seen = terminal
    before = threading.active_count()
    with reading_bar(stream) as report:
        report(ReadSoFar(0.25, 10**8, 4 * 10**8))
        assert "Reading" in seen("25 of 100 M rows, 100 of 400 MB")
        report(ReadSoFar(0.5, 10**8, 4 * 10**8))
        seen("50 of 100 M rows, 200 of 400 MB")
    assert seen("\x1b[?25h").rstrip("\x00").count("Reading") <= 1  # the cursor is back
    assert threading.active_count() <= before + 1  # the timer's may be on its way out


def test_an_engine_that_tells_nothing_has_a_bar_without_numbers(terminal, monkeypatch):
    monkeypatch.setattr(progress, "PATIENCE", 0.0)
    stream, seen = terminal
    with reading_bar(stream):
        assert " of " not in seen("Reading")


def test_quick_work_shows_nothing_and_loads_nothing(terminal, monkeypatch):
    stream, _ = terminal
    monkeypatch.delitem(sys.modules, "rich.progress", raising=False)
    with reading_bar(stream) as report:
        report(ReadSoFar(0.25, 10**8, 4 * 10**8))
    stream.write("nothing else\n")
    stream.flush()
    assert "rich.progress" not in sys.modules


def test_what_is_no_terminal_gets_no_bar(monkeypatch):
    for stream in (io.StringIO(), None):
        monkeypatch.setattr(sys, "stderr", stream)
        with reading_bar() as report:
            assert report is None


def test_the_bar_goes_when_the_work_fails(terminal, monkeypatch):
    monkeypatch.setattr(progress, "PATIENCE", 0.0)
    stream, seen = terminal

    def work():
        with reading_bar(stream) as report:
            report(ReadSoFar(0.25, None, 4 * 10**8))
            seen("100 of 400 MB")
            raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        work()
    seen("\x1b[?25h")


def test_draws_have_a_bar_of_their_own(terminal, monkeypatch):
    monkeypatch.setattr(progress, "PATIENCE", 0.0)
    stream, seen = terminal
    with drawing_bar(stream) as tell:
        tell(500, 2000)
        assert "Drawing" in seen("500 of 2,000 draws")
    seen("\x1b[?25h")


def test_intervals_that_take_long_show_the_bar(terminal, monkeypatch):
    import steelyard as sy
    from steelyard.intervals import bootstrap

    monkeypatch.setattr(progress, "PATIENCE", 0.0)
    stream, seen = terminal
    monkeypatch.setattr(sys, "stderr", stream)
    cm = [[40, 10], [5, 45]]
    result = sy.evaluate([cm] * 3, metrics="accuracy", intervals=bootstrap(draws=2000))
    assert threading.active_count() < 50
    result.to_csv()
    assert "Drawing" in seen("\x1b[?25h")
