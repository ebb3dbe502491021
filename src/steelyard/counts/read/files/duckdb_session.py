"""A connection to DuckDB that reads files: it tells its progress, stops at Ctrl-C and names what failed."""

from __future__ import annotations

import contextlib
import glob
import json
import re
import tempfile
import threading
import uuid
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any, NamedTuple, Protocol, Self, TypeVar

from steelyard.counts.read.files.data_files import DataFile, DataFiles
from steelyard.counts.read.files.formats import CUT_OFF, OTHER_ENCODING, UNCLOSED
from steelyard.counts.read.frames.columns import sentence

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


# A connection to DuckDB that reads files: it tells how far it is, and when it fails, it names the very file.


class Session:
    """A database in memory, for one reading of files.

    Parameters
    ----------
    report
        Is told of the progress, if given.
    """

    def __init__(self, report: Report | None = None) -> None:
        import duckdb  # noqa: PLC0415 - loaded where used

        self.error: type[Exception] = duckdb.Error
        self.connection = duckdb.connect()
        self._report = report
        # What does not fit in memory goes to a folder that is made only then, and not among the user's files.
        spill = Path(tempfile.gettempdir()) / f"steelyard-{uuid.uuid4().hex}"
        self.connection.execute(f"SET temp_directory = {literal(str(spill))}")
        # In a Python prompt, DuckDB would print a bar of its own, to standard output. In Jupyter without ipywidgets it
        # has none, and refuses to be told anything about it.
        with contextlib.suppress(duckdb.InvalidInputException):
            self.connection.execute("SET enable_progress_bar_print = false")
            self.connection.execute(f"SET enable_progress_bar = {report is not None}")

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.connection.close()

    def rows(self, query: str) -> list[tuple[Any, ...]]:
        """Return the rows of a result."""
        return self._run(query, self.connection.fetchall)

    def arrays(self, query: str) -> list[Any]:
        """Return the columns of a result, as arrays."""
        return list(self._run(query, self.connection.fetchnumpy).values())

    def read(self, query: str, *, before: float, share: float, rows: int | None, size: int | None) -> None:
        """Run a query that reads files: this share of all the reading, when so much was read before."""
        self.rows("SET preserve_insertion_order = false")  # many groups take less memory so
        if self._report is None:
            self._run(query, lambda: None)
            return
        report, reading = self._report, self._share_of_reading(query)

        furthest = 0.0

        def look() -> None:
            nonlocal furthest
            percent = self.connection.query_progress()  # −1 before it starts, and again when it has just ended
            furthest = max(furthest, min(1.0, percent / 100 / reading))
            report(ReadSoFar(before + share * furthest, rows, size))

        self._run(query, lambda: None, look)
        report(ReadSoFar(before + share, rows, size))

    def _run(self, query: str, fetch: Callable[[], T], look: Callable[[], None] | None = None) -> T:
        def work() -> T:
            self.connection.execute(query)
            return fetch()

        return watched(work, self.connection, look)

    def _share_of_reading(self, query: str) -> float:
        """Return what DuckDB will call the progress when all rows are read.

        It adds up the progress of all sources of rows, weighted by how many rows it expects of each. Groups are such
        a source, of as many rows as files in its eyes, so that the reading is done at 50 % and the rest is a moment.
        """
        plan = self.rows(f"EXPLAIN (FORMAT json) {query}")[0][1]
        sources = list(_sources(json.loads(plan)))
        read = sum(rows for name, rows in sources if name.startswith("READ_"))
        return read / sum(rows for _, rows in sources) if read else 1.0


def _sources(plan: Sequence[dict[str, Any]]) -> Any:
    """Yield the steps of a plan that start with rows of their own, and how many rows are expected."""
    for step in plan:
        name = step["name"].strip()
        if name.startswith(("READ_", "HASH_GROUP_BY", "PERFECT_HASH_GROUP_BY", "CTE_SCAN")):
            yield name, float(step.get("extra_info", {}).get("Estimated Cardinality", 0))
        yield from _sources(step.get("children", []))


def literal(text: str) -> str:
    """Quote a text."""
    return "'" + text.replace("'", "''") + "'"


def identifier(name: str) -> str:
    """Quote a name."""
    return '"' + name.replace('"', '""') + '"'


KNOWN = [
    (r"not utf-8 encoded|invalid UTF-8|byte order mark", OTHER_ENCODING),
    (r"No magic bytes found|too small to be a Parquet file", "it is not a Parquet file, or it is cut off."),
    (r"end of GZIP stream|Data corruption|is not a GZIP|not a gzip|[Zz]std", CUT_OFF),
    (
        r"CSV Error on Line: (\d+)[\s\S]*Expected Number of Columns: (\d+) Found: (\d+)",
        r"line \1 has \3 cells, but its header \2.",
    ),
    (
        r"CSV Error on Line: (\d+)[\s\S]*unterminated quote",
        UNCLOSED.format(r"\1"),
    ),
    (r"CSV Error on Line: (\d+)[\s\S]*Maximum line size of (\d+) bytes", r"line \1 has more than \2 bytes."),
    (r"CSV Parser state machine", "its lines end in different ways, or its quotes do not match."),
    (r"Malformed JSON[\s\S]*?in (?:line|record/value) (\d+): ([^.\n]*)", r"near line \1 it is not JSON (\2)."),
    (r"has duplicate key (\"[^\"]*\")", r"it has an object with the key \1 twice."),
    (r"Expected OBJECT, but got (\w+)", "its lines are no objects with named values."),
    (r"required extension '(\w+)", r"DuckDB could not fetch its extension \1, which opens such addresses."),
    (r"Permission denied", "you have no permission to read it."),
    (r"No files found|No such file|Cannot open file", "it is not there."),
    (r"Out of Memory", "there is not enough memory."),
]
ADVICE = re.compile("\n(?:Possible |LINE |Try |For more )")
KIND = re.compile(r"^(?:[A-Z][A-Za-z]* )+(?:Error|Exception): ")


def reason(problem: str) -> str:
    """Return why a file cannot be read.

    Examples
    --------
    >>> reason("Invalid Input Error: No magic bytes found at end of file '/tmp/a.parquet'")
    'it is not a Parquet file, or it is cut off.'
    """
    for pattern, known in KNOWN:
        match = re.search(pattern, problem)
        if match:
            return match.expand(known)
    lines = [line.strip() for line in ADVICE.split(KIND.sub("", problem))[0].splitlines() if line.strip()]
    return sentence(", ".join(lines[:2]))


Question = Callable[[Sequence[DataFile]], str]
"""Makes a query about some of the files."""


class UnreadableError(ValueError):
    """A file that cannot be read."""

    def __init__(self, shown: str, why: str) -> None:
        super().__init__(f"cannot read {shown!r}: {why}")


class Reading:
    """Files that DuckDB reads."""

    def __init__(self, files: DataFiles, session: Session) -> None:
        self.files = files
        self.session = session

    def ask(self, query: Question, files: Sequence[DataFile], run: Callable[[str], Any] | None = None) -> Any:
        """Return the result of a query about files; `run` is what the session does with it."""
        try:
            return (run or self.session.rows)(query(files))
        except self.session.error as problem:
            raise self._named(str(problem), query, files) from None

    def refuse(self, file: DataFile, why: str) -> UnreadableError:
        """Return the error for a file that cannot be read."""
        return UnreadableError(file.shown, why)

    def _named(self, problem: str, query: Question, files: Sequence[DataFile]) -> UnreadableError:
        named = [file for file in files if file.place in problem] if len(files) > 1 else files
        if named:
            return self.refuse(max(named, key=lambda file: len(file.place)), reason(problem))
        for file in files:  # DuckDB did not say which
            try:
                self.session.rows(query([file]))
            except self.session.error as again:
                return self.refuse(file, reason(str(again)))
        return UnreadableError(self.files.given, reason(problem))


def listed(files: Sequence[DataFile]) -> str:
    """Return the places of files as a list in SQL. DuckDB takes [1] and * in a name for patterns, unless escaped."""
    places = (glob.escape(file.place) if file.is_local else file.place for file in files)
    return f"[{', '.join(map(literal, places))}]"
