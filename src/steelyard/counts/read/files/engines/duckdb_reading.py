"""Ask DuckDB about files; when it fails, name the very file."""

from __future__ import annotations

import glob
from collections.abc import Callable, Sequence
from typing import Any

from steelyard.counts.read.files.data_files import DataFile, DataFiles
from steelyard.counts.read.files.engines.duckdb_errors import reason
from steelyard.counts.read.files.engines.duckdb_session import Session, literal

Query = Callable[[Sequence[DataFile]], str]
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

    def ask(self, query: Query, files: Sequence[DataFile], run: Callable[[str], Any] | None = None) -> Any:
        """Return the result of a query about files; `run` is what the session does with it."""
        try:
            return (run or self.session.rows)(query(files))
        except self.session.error as problem:
            raise self._named(str(problem), query, files) from None

    def refuse(self, file: DataFile, why: str) -> UnreadableError:
        """Return the error for a file that cannot be read."""
        return UnreadableError(file.shown, why)

    def _named(self, problem: str, query: Query, files: Sequence[DataFile]) -> UnreadableError:
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
