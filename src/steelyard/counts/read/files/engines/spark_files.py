"""Group the rows of files with Spark: the session that is active, or a local one."""

from __future__ import annotations

import os
import re
import warnings
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from functools import reduce
from typing import Any
from urllib.parse import unquote

from steelyard.counts.read.files.data_files import DataFile, DataFiles
from steelyard.counts.read.files.engines.frame_files import group_frames
from steelyard.counts.read.files.formats import Format
from steelyard.counts.read.files.groups import Found
from steelyard.counts.read.files.layouts import KEY, TEXT, Column, Layout
from steelyard.counts.read.files.partitions import NO_KEY, key_pattern
from steelyard.counts.read.files.watching import Report
from steelyard.counts.read.files.weight_text import NUMBER, WHOLE
from steelyard.counts.read.frames.columns import WEIGHT, Asked
from steelyard.counts.read.frames.engines import EngineError

LOCAL = {
    "spark.ui.enabled": "false",
    "spark.ui.showConsoleProgress": "false",
    "spark.log.level": "OFF",
}
"""Settings of a session of our own: it says nothing, since a sentence tells what went wrong."""

CSV: dict[str, Any] = {
    "header": True,
    "quote": '"',
    "escape": '"',
    "multiLine": True,
    "mode": "FAILFAST",
    "enforceSchema": True,
    "unescapedQuoteHandling": "RAISE_ERROR",
}
"""Quotes as everywhere, and no row with too many or too few cells, which Spark would mend in silence."""

SEVERAL_LINES = (
    "Spark cannot tell a text of several lines in the last column of a CSV file from a quote that is never closed; "
    "let DuckDB read it."
)
STANDARD_ERROR = 2
PATTERN = re.compile(r"([][*?{}\\])")


def group_files(
    files: DataFiles,
    asked: Asked,
    *,
    joint: bool = False,
    drop: bool = False,
    report: Report | None = None,  # noqa: ARG001 - Spark has a bar of its own
) -> Found:
    """Group the rows of files by truth and prediction, model by model, or by truth and all predictions (`joint`)."""
    with warnings.catch_warnings():
        warnings.filterwarnings("ignore", module="pyspark")  # on versions of other libraries
        found = group_frames(files, asked, Spark(), joint=joint, drop=drop)
    if files.format == Format.CSV:
        _check_encoding(found, files)
    return found


def _check_encoding(found: Found, files: DataFiles) -> None:
    """Refuse other texts than UTF-8, whose characters Spark replaces without a word."""
    for part in found.groups:
        for column in part.columns.values():
            if any("\ufffd" in value for value in column.values if isinstance(value, str)):
                raise ValueError(f"cannot read {files.given!r}: it is not UTF-8 text.")


class Spark:
    """Scans files with Spark."""

    name = "Spark"

    def __init__(self) -> None:
        try:
            from pyspark.sql import SparkSession, functions  # noqa: PLC0415 - loaded where used
        except ImportError:
            raise ValueError('engine="spark" needs PySpark and Java: pip install pyspark.') from None
        self._functions = functions
        active = SparkSession.getActiveSession()
        self._session = active if active is not None else _local_session(SparkSession.builder)

    def scan(self, layout: Layout, form: Format, roles: dict[str, str], *, whole: bool) -> Any:
        """Return a frame whose columns have the names of the roles."""
        places = [place_of(file) for file in layout.files]
        if form == Format.CSV:
            frame = self._csv(places, layout)
        elif form == Format.PARQUET:
            frame = self._parquet(places, layout)
        else:
            frame = self._session.read.option("mode", "FAILFAST").json(places)
        return frame.select(*(self._column(role, name, layout.columns[name], whole) for role, name in roles.items()))

    def _parquet(self, places: list[str], layout: Layout) -> Any:
        """Read the columns asked for, which are of the same types in all files; others may differ."""
        read = self._session.read.option("recursiveFileLookup", True)
        schema = read.parquet(places[0]).schema
        inside = [schema[name] for name, column in layout.columns.items() if column.kind != KEY]
        return read.schema(type(schema)(inside)).parquet(*places)

    def _csv(self, places: list[str], layout: Layout) -> Any:
        if layout.header is None:
            raise ValueError("a CSV file has a header.")
        if layout.header.skip:
            raise ValueError(f"Spark cannot read {layout.files[0].shown!r}: remove the blank lines above its header.")
        F, names = self._functions, [f"c{i}" for i in range(len(layout.header.names))]
        schema, options = ", ".join(f"{name} STRING" for name in names), {**CSV, "sep": layout.header.separator}
        frame = self._session.read.schema(schema).options(**options).csv(places)
        several = F.when(F.col(names[-1]).rlike("[\r\n]"), F.raise_error(F.lit(SEVERAL_LINES)))
        return frame.filter(several.otherwise(F.lit(True)))

    def _column(self, role: str, name: str, column: Column, whole: bool) -> Any:
        F = self._functions
        if column.kind == KEY:
            value = F.regexp_extract(F.col("_metadata.file_path"), key_pattern(name, in_address=True), 1)
            value = F.when(~value.isin(*NO_KEY), value)
        elif column.kind == TEXT:
            value = F.col(f"c{column.position}")
            value = F.when(value != "", value)
        else:
            value = F.col("`" + name.replace("`", "``") + "`")
        if role == WEIGHT and column.kind in (KEY, TEXT):
            text, (pattern, kind) = F.trim(value), (WHOLE, "bigint") if whole else (NUMBER, "double")
            value = F.when(text.rlike(pattern), text).try_cast(kind)
        return value.alias(role)

    def together(self, frames: Sequence[Any]) -> Any:
        """Return the rows of several frames."""
        return reduce(lambda one, other: one.unionByName(other), frames)

    def names(self, places: Sequence[str], form: Format) -> dict[str, str]:
        """Return the columns of files behind addresses."""
        reader = self._session.read.option("recursiveFileLookup", True)
        frame = reader.parquet(*places) if form == Format.PARQUET else reader.json(list(places))
        return dict(frame.dtypes)

    def lines(self, place: str) -> list[str]:
        """Return the first lines of a text behind an address."""
        return [f"{row.value}\n" for row in self._session.read.text(place).limit(100).collect()]

    def told(self, problem: EngineError) -> str | None:
        """Return our own words, which Java wraps into its own."""
        return SEVERAL_LINES if SEVERAL_LINES in str(problem.__context__) else None

    def folder(self, value: str) -> str:
        """Return what stands in the name of a folder: Spark writes paths as addresses."""
        return unquote(value)


def place_of(file: DataFile) -> str:
    """Return the place of a file for Spark, which takes [1] and * in a name for patterns, unless escaped."""
    return PATTERN.sub(r"\\\1", file.place) if file.is_local else file.place


def _local_session(builder: Any) -> Any:
    builder = builder.master("local[*]").appName("steelyard")
    for name, value in LOCAL.items():
        builder = builder.config(name, value)
    try:
        with _silent_children():
            return builder.getOrCreate()
    except Exception as problem:  # noqa: BLE001 - whatever keeps Java from starting
        told = str(problem).splitlines() or [type(problem).__name__]
        raise ValueError(f"Spark did not start: {told[0]} It needs Java 17 or newer.") from None


@contextmanager
def _silent_children() -> Iterator[None]:
    """Give programs that are started meanwhile no standard error: Java fills it before it can be told not to."""
    kept, nowhere = os.dup(STANDARD_ERROR), os.open(os.devnull, os.O_WRONLY)
    os.dup2(nowhere, STANDARD_ERROR)
    try:
        yield
    finally:
        os.dup2(kept, STANDARD_ERROR)
        os.close(kept)
        os.close(nowhere)
