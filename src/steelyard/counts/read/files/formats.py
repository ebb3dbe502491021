"""Formats of data files, told by the ends of their names."""

from __future__ import annotations

from enum import StrEnum
from pathlib import PurePosixPath


class Format(StrEnum):
    """What a data file is."""

    CSV = "CSV"
    PARQUET = "Parquet"
    JSON = "JSON"


ENDINGS = {
    ".csv": Format.CSV,
    ".tsv": Format.CSV,
    ".txt": Format.CSV,
    ".parquet": Format.PARQUET,
    ".pq": Format.PARQUET,
    ".ndjson": Format.JSON,
    ".jsonl": Format.JSON,
    ".json": Format.JSON,
}
GZIP, ZSTD = ".gz", ".zst"
COMPRESSED = (GZIP, ZSTD)


def format_of(name: str) -> Format | None:
    """Return the format of a file of this name, compressed or not; None if its end tells none.

    Examples
    --------
    >>> format_of("predictions/a.CSV.gz")
    <Format.CSV: 'CSV'>
    """
    path = PurePosixPath(name.lower().replace("\\", "/"))
    if path.suffix in COMPRESSED:
        path = path.with_suffix("")
    return ENDINGS.get(path.suffix)


def compression_of(name: str) -> str | None:
    """Return `GZIP` or `ZSTD` if the file is compressed as a whole, else None."""
    return next((ending for ending in COMPRESSED if name.lower().endswith(ending)), None)
