"""Write what an experiment found: tidy CSV files, and beside them the claims, seeds and versions."""

from __future__ import annotations

import csv
from collections.abc import Mapping, Sequence
from dataclasses import asdict
from pathlib import Path
from typing import Any

from steelyard_papers.experiments.experiment import Experiment
from steelyard_papers.experiments.findings import Findings


def write_findings(folder: Path, experiment: Experiment, findings: Findings) -> list[Path]:
    """Write `<folder>/<paper>/<table>.csv`, `<name>_claims.csv` and `<name>_run.csv`; return the files.

    Numbers have ten significant digits; what is undefined is empty.
    """
    home = folder / experiment.paper
    home.mkdir(parents=True, exist_ok=True)
    tables: dict[str, Sequence[Mapping[str, Any]]] = dict(findings.tables)
    if findings.claims:
        tables[f"{experiment.name}_claims"] = [asdict(claim) for claim in findings.claims]
    if findings.run:
        tables[f"{experiment.name}_run"] = [{"name": name, "value": value} for name, value in findings.run.items()]
    return [_write(home / f"{name}.csv", rows) for name, rows in tables.items()]


def read_table(file: Path) -> list[dict[str, Any]]:
    """Read a table back: numbers as numbers, what is empty as None."""
    with file.open(encoding="utf-8", newline="") as opened:
        return [{name: _value(text) for name, text in row.items()} for row in csv.DictReader(opened)]


def _write(file: Path, rows: Sequence[Mapping[str, Any]]) -> Path:
    with file.open("w", encoding="utf-8", newline="") as opened:
        writer = csv.DictWriter(opened, list(rows[0]) if rows else [], lineterminator="\n")
        writer.writeheader()
        writer.writerows({name: _text(value) for name, value in row.items()} for row in rows)
    return file


def _text(value: Any) -> str:
    if value is None or value != value:  # noqa: PLR0124 - NaN
        return ""
    return f"{value:.10g}" if isinstance(value, float) else str(value)


def _value(text: str) -> Any:
    if text == "":
        return None
    if "_" in text:  # 1_000 is a name
        return text
    for kind in (int, float):
        try:
            return kind(text)
        except ValueError:
            continue
    return text
