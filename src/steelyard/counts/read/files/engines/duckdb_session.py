"""A connection to DuckDB: queries run beside the main thread, and say how far they are."""

from __future__ import annotations

import json
import tempfile
import uuid
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any, Self, TypeVar

from steelyard.counts.read.files.watching import ReadSoFar, Report, watched

T = TypeVar("T")


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
        # In a Python prompt, DuckDB would print a bar of its own, to standard output.
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

    @property
    def is_silent(self) -> bool:
        """Whether nobody is told of the progress."""
        return self._report is None

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
