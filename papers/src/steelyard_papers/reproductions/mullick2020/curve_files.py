"""The curves of Figure 2, and which metrics stay flat there, as tidy CSV files."""

from __future__ import annotations

import csv
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from steelyard_papers.reproductions.mullick2020.figure2 import figure2
from steelyard_papers.reproductions.mullick2020.staying_flat import flatness


def write_curves(folder: str | Path) -> list[Path]:
    """Write `figure2.csv` and `staying_flat.csv` into a folder; return the files. Numbers have ten digits."""
    home = Path(folder)
    home.mkdir(parents=True, exist_ok=True)
    curves = [
        {**row, "x": f"{row['x']:.10g}", "value": "" if row["value"] is None else f"{row['value']:.10g}"}
        for row in figure2().to_rows()
    ]
    flat = [
        {
            "metric": one.metric.name,
            "kind": one.metric.kind,
            "flat_over_rrt": one.over_rrt,
            "flat_over_classes": one.over_classes,
        }
        for one in flatness()
    ]
    return [_write(home / "figure2.csv", curves), _write(home / "staying_flat.csv", flat)]


def _write(path: Path, rows: Sequence[dict[str, Any]]) -> Path:
    with path.open("w", encoding="utf-8", newline="") as file:
        writer = csv.DictWriter(file, list(rows[0]), lineterminator="\n")
        writer.writeheader()
        writer.writerows(rows)
    return path
