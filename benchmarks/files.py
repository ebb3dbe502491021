"""How fast files are counted, beside the engine's bare group-by and without our check, and in how much memory.

python benchmarks/files.py [--write]
"""

from __future__ import annotations

import argparse
import subprocess
import sys
import tempfile
from pathlib import Path
from unittest.mock import patch

import duckdb

from steelyard import Confusion
from steelyard.counts.read.files import count_files, layouts
from steelyard.counts.read.files.records import CsvRecords
from timing import alternate, table, write

TIMES = 5
MOST_TIMES, MOST_MEMORY = 1.3, 500
"""Targets: times the bare group-by, and megabytes at the peak."""

LABEL = "'class ' || lpad(({}) ::VARCHAR, 3, '0')"
CLASSES = 10

NOTE = """
The data are written by DuckDB: two columns of texts, 10 classes, 70 % right. "Bare" is DuckDB's `SELECT y, p, count(*)
… GROUP BY ALL` on an open connection, its rows fetched; ours opens a connection, looks at every header or schema,
checks the labels and returns a Confusion, which takes some 40 ms. "Unchecked" is ours without the scan that counts the
records of each file, and with quoted CSV read in parts side by side, as DuckDB does by itself and may lose rows. Memory
is the peak of a process that does nothing else, with Python, NumPy and DuckDB in it.
"""


def data(rows: int) -> str:
    """Return the query that makes items, in no order."""
    truth = f"hash(i) % {CLASSES}"
    guess = f"CASE WHEN hash(i + 7) % 10 < 7 THEN {truth} ELSE hash(3 * i + 1) % {CLASSES} END"
    return f"SELECT {LABEL.format(truth)} AS y, {LABEL.format(guess)} AS p FROM range({rows}) t(i)"  # noqa: S608


def made(folder: Path) -> list[tuple[str, Path, str, int]]:
    """Write the files; return their name and place, how DuckDB reads them, and their number of rows."""
    large, many, text = folder / "large.parquet", folder / "many", folder / "text.csv"
    packed, quoted, lines = folder / "packed.csv.gz", folder / "quoted.csv", folder / "lines.ndjson"
    many.mkdir()
    connection = duckdb.connect()
    connection.execute(f"COPY ({data(10**8)}) TO '{large}'")
    for number in range(100):
        part = f"SELECT * FROM '{large}' LIMIT 100000 OFFSET {number * 100_000}"  # noqa: S608
        connection.execute(f"COPY ({part}) TO '{many / f'{number}.parquet'}'")
    connection.execute(f"COPY (SELECT * FROM '{large}' LIMIT 10000000) TO '{text}'")  # noqa: S608
    some = f"SELECT * FROM '{large}' LIMIT"  # noqa: S608
    connection.execute(f"COPY ({some} 5000000) TO '{packed}'")
    connection.execute(f"COPY ({some} 5000000) TO '{quoted}' (FORCE_QUOTE *)")
    connection.execute(f"COPY ({some} 2000000) TO '{lines}'")
    connection.close()
    return [
        ("one Parquet file", large, f"'{large}'", 10**8),
        ("100 Parquet files", many, f"'{many}/*.parquet'", 10**7),
        ("one CSV file", text, f"read_csv('{text}', all_varchar = true)", 10**7),
        ("one gzipped CSV file", packed, f"read_csv('{packed}', all_varchar = true)", 5 * 10**6),
        ("one CSV file, quoted", quoted, f"read_csv('{quoted}', all_varchar = true)", 5 * 10**6),
        ("one NDJSON file", lines, f"'{lines}'", 2 * 10**6),
    ]


def row(name: str, path: Path, source: str, rows: int) -> list[str]:
    connection = duckdb.connect()
    query = f"SELECT y, p, count(*) FROM {source} GROUP BY ALL"  # noqa: S608

    def bare():
        return connection.execute(query).fetchall()

    def ours():
        return Confusion.from_files(path, "y", "p")

    def unchecked():
        with (
            patch.object(layouts, "csv_records", lambda *_: CsvRecords(0, serial=False, buffer=None)),
            patch.object(layouts, "json_records", lambda *_: None),
            patch.object(layouts, "parquet_records", lambda _, files: dict.fromkeys(files, 0)),
            patch.object(count_files, "check_rows", lambda *_: None),
        ):
            return Confusion.from_files(path, "y", "p")

    counted = {(truth, guess): number for truth, guess, number in bare()}
    result = ours()
    assert result.total == rows == sum(counted.values())
    for i, truth in enumerate(result.labels):
        for j, guess in enumerate(result.labels):
            assert result.counts[i, j] == counted.get((truth, guess), 0)
    theirs, taken, before = alternate(bare, ours, unchecked, times=TIMES)
    size = sum(file.stat().st_size for file in ([path] if path.is_file() else path.iterdir()))
    return [
        name, f"{rows:,}", f"{size / 1e6:,.0f} MB", f"{theirs:.2f} s", f"{taken:.2f} s", f"{taken / theirs:.2f}×",
        f"{taken / before:.2f}×", f"{peak(path):,.0f} MB",
    ]  # fmt: skip


def peak(path: Path) -> float:
    """Return the megabytes that a process needs at most to count the files (on Linux)."""
    # Not getrusage: its peak includes that of the process which started this one.
    code = (
        f"import steelyard as sy; sy.Confusion.from_files({str(path)!r}, 'y', 'p'); "
        "print(*(line.split()[1] for line in open('/proc/self/status') if line.startswith('VmHWM')))"
    )
    run = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    return int(run.stdout) * 1024 / 1e6


def main() -> str:
    with tempfile.TemporaryDirectory() as folder:
        rows = []
        for case in made(Path(folder)):
            rows.append(row(*case))
            print(*rows[-1], sep=" | ", flush=True)
    headings = ["files", "rows", "size", "bare", "ours", "ratio", "to unchecked", "peak memory"]
    title = f"Counting files (targets: {MOST_TIMES}× the bare group-by, {MOST_MEMORY} MB)"
    return table(title, headings, rows, ["steelyard", "numpy", "duckdb"]) + NOTE


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--write", action="store_true", help="write results/files.md as well")
    arguments = parser.parse_args()
    text = main()
    print(text)
    if arguments.write:
        write("files", text)
