"""Results of the reproductions as tidy CSV files, one row per cell."""

from __future__ import annotations

import csv
from collections.abc import Iterable
from dataclasses import asdict, fields
from pathlib import Path

from steelyard_papers.reproductions.cells import Cell
from steelyard_papers.reproductions.reproduction import Reproduction

COLUMNS = [field.name for field in fields(Cell)]


def write_results(folder: str | Path, reproductions: Iterable[Reproduction] | None = None) -> list[Path]:
    """Write `<folder>/<paper>/<experiment>.csv` for these reproductions (all, if not given); return the files.

    Our value has ten significant digits and is empty where it is undefined.
    """
    if reproductions is None:
        from steelyard_papers.reproductions import reproduce  # noqa: PLC0415 - the list of papers is above this module

        reproductions = reproduce()
    written = []
    for reproduction in reproductions:
        home = Path(folder) / reproduction.paper
        home.mkdir(parents=True, exist_ok=True)
        for experiment in dict.fromkeys(table.experiment for table in reproduction.tables):
            path = home / f"{experiment}.csv"
            with path.open("w", encoding="utf-8", newline="") as file:
                writer = csv.DictWriter(file, COLUMNS, lineterminator="\n")
                writer.writeheader()
                for table in reproduction.tables:
                    if table.experiment == experiment:
                        writer.writerows(_row(cell) for cell in table.cells)
            written.append(path)
    return written


def _row(cell: Cell) -> dict[str, str]:
    return {**asdict(cell), "ours": "" if cell.ours is None else f"{cell.ours:.10g}"}
