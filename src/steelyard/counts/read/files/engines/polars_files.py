"""Group the rows of files with Polars."""

from __future__ import annotations

import glob
from collections.abc import Sequence
from typing import Any

from steelyard.counts.read.files.data_files import DataFiles
from steelyard.counts.read.files.engines.frame_files import group_frames
from steelyard.counts.read.files.formats import Format
from steelyard.counts.read.files.groups import Found
from steelyard.counts.read.files.layouts import FILE, KEY, TEXT, Column, Layout
from steelyard.counts.read.files.partitions import NO_KEY, key_pattern
from steelyard.counts.read.files.watching import Report
from steelyard.counts.read.files.weight_text import NUMBER, WHOLE
from steelyard.counts.read.frames.columns import WEIGHT, Asked
from steelyard.counts.read.frames.engines import EngineError


def group_files(
    files: DataFiles,
    asked: Asked,
    *,
    joint: bool = False,
    drop: bool = False,
    report: Report | None = None,  # noqa: ARG001 - Polars does not tell
) -> Found:
    """Group the rows of files by truth and prediction, model by model, or by truth and all predictions (`joint`)."""
    return group_frames(files, asked, Polars(), joint=joint, drop=drop)


class Polars:
    """Scans files with Polars."""

    name = "Polars"

    def __init__(self) -> None:
        try:
            import polars as pl  # noqa: PLC0415 - loaded where used
        except ImportError:
            raise ValueError('engine="polars" needs Polars: pip install polars.') from None
        self._polars: Any = pl

    def scan(self, layout: Layout, form: Format, roles: dict[str, str], *, whole: bool) -> Any:
        """Return a lazy frame whose columns have the names of the roles."""
        places = [file.place for file in layout.files]
        if form == Format.CSV:
            frame = self._csv(places, layout)
        elif form == Format.PARQUET:
            # Columns that nobody asked for may differ from file to file.
            frame = self._polars.scan_parquet(
                places, glob=not _are_local(layout), hive_partitioning=False, include_file_paths=FILE,
                extra_columns="ignore", missing_columns="insert",
            )  # fmt: skip
        else:
            patterns = [glob.escape(file.place) if file.is_local else file.place for file in layout.files]
            frame = self._polars.scan_ndjson(patterns, infer_schema_length=None, include_file_paths=FILE)
        return frame.select(self._column(role, name, layout.columns[name], whole) for role, name in roles.items())

    def _csv(self, places: list[str], layout: Layout) -> Any:
        """Scan cells as texts, the header being a row that is skipped."""
        if layout.header is None:
            raise ValueError("a CSV file has a header.")
        names = [f"c{i}" for i in range(len(layout.header.names))]
        frame = self._polars.scan_csv(
            places, has_header=False, skip_rows=layout.header.skip + 1, separator=layout.header.separator,
            schema=dict.fromkeys(names, self._polars.String), quote_char='"', empty_string_is_null=False,
            truncate_ragged_lines=False, glob=not _are_local(layout), include_file_paths=FILE,
        )  # fmt: skip
        # A row with more cells than the header is noticed only if the last column is read.
        return frame.filter(self._polars.col(names[-1]).is_not_null())

    def _column(self, role: str, name: str, column: Column, whole: bool) -> Any:
        pl = self._polars
        if column.kind == KEY:
            value = pl.col(FILE).str.extract(key_pattern(name), 1)
            value = pl.when(~value.is_in(NO_KEY)).then(value)
        elif column.kind == TEXT:
            value = pl.col(f"c{column.position}")
            value = pl.when(value != "").then(value)
        else:
            value = pl.col(name)
        if role == WEIGHT and column.kind in (KEY, TEXT):
            text, (pattern, kind) = value.str.strip_chars(" "), (WHOLE, pl.Int64) if whole else (NUMBER, pl.Float64)
            value = pl.when(text.str.contains(pattern)).then(text).cast(kind, strict=False)
        return value.alias(role)

    def together(self, frames: Sequence[Any]) -> Any:
        """Return the rows of several frames."""
        return self._polars.concat(frames)

    def names(self, places: Sequence[str], form: Format) -> dict[str, str]:
        """Return the columns of files behind addresses."""
        scan = self._polars.scan_parquet if form == Format.PARQUET else self._polars.scan_ndjson
        return {name: str(kind) for name, kind in scan(list(places)).collect_schema().items()}

    def lines(self, place: str) -> list[str]:
        """Return the first lines of a text behind an address."""
        options = {"has_header": False, "separator": "\x01", "quote_char": None}
        schema = {"line": self._polars.String}
        found = self._polars.scan_csv(place, schema=schema, **options).head(100).collect()
        return [f"{line or ''}\n" for line in found["line"]]

    def told(self, problem: EngineError) -> str | None:  # noqa: ARG002 - it says what it means
        """Return nothing better."""
        return None

    def folder(self, value: str) -> str:
        """Return what stands in the name of a folder: Polars tells it as it is."""
        return value


def _are_local(layout: Layout) -> bool:
    return all(file.is_local for file in layout.files)
