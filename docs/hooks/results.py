"""Put results into the pages that ask for them: the papers' cells from docs/results, and the benchmarks' tables."""

from __future__ import annotations

import csv
import re
from collections import Counter
from collections.abc import Iterable, Iterator
from importlib import import_module
from pathlib import Path
from typing import Any

from page_text import plain, table

ROOT = Path(__file__).parents[2]
RESULTS = ROOT / "docs" / "results"
BENCHMARKS = ROOT / "benchmarks" / "results"
COVERAGE = ("coverage.md", "paired_coverage.md", "grouped_coverage.md")
EVERYDAY = "everyday_tasks.md"
REPORTS = "report_peers.md"
ORIGINS = {"printed": "printed", "again": "printed, a second way", "derived": "by formula or theorem"}
VERDICTS = ("same", "explained", "different")


def cells(file: Path) -> list[dict[str, str]]:
    """Read one experiment, one record per cell."""
    with file.open(encoding="utf-8", newline="") as opened:
        return list(csv.DictReader(opened))


def papers_text(folder: Path = RESULTS) -> str:
    """Write how many cells agree, table by table, and every difference with its explanation."""
    files = [file for file in sorted(folder.glob("*/*.csv")) if "printed" in cells(file)[0]]
    if not files:
        return "No results are stored yet; `steelyard reproduce` recomputes them.\n"
    parts = []
    for paper in dict.fromkeys(file.parent for file in files):
        parts += _paper(paper.name, [file for file in files if file.parent == paper])
    return "\n".join(parts)


def _paper(name: str, files: list[Path]) -> Iterator[str]:
    read = {file: cells(file) for file in files}
    paper = import_module(f"steelyard_papers.reproductions.{name}.expected")
    yield f"## {paper.TITLE}\n"
    yield f"{plain(paper.CITATION)}: `steelyard reproduce {name}`.\n"
    rows = []
    for file, found in read.items():
        for printed_table, origin in dict.fromkeys((cell["table"], cell["origin"]) for cell in found):
            verdicts = Counter(
                cell["verdict"] for cell in found if (cell["table"], cell["origin"]) == (printed_table, origin)
            )
            link = f"[{file.stem}](results/{name}/{file.name})"
            counted = [str(verdicts[verdict]) for verdict in VERDICTS]
            rows.append([plain(printed_table), ORIGINS[origin], str(verdicts.total()), *counted, link])
    yield table(["table", "numbers", "cells", *VERDICTS, "data"], rows)
    odd = [cell for found in read.values() for cell in found if cell["verdict"] != "same"]
    if odd:
        yield "Cells that differ, and why:\n"
        yield table(["where", "printed", "ours", "why"], [_difference(cell) for cell in odd])
    if paper.NOTES:
        yield "Beside the cells:\n"
        yield "".join(f"- {plain(note)}\n" for note in paper.NOTES)


def _difference(cell: dict[str, str]) -> list[str]:
    where = f"{cell['table']}: {cell['row']}, {cell['column']}"
    ours = f"{float(cell['ours']):.4g}" if cell["ours"] else "undefined"
    return [plain(where), plain(cell["printed"]), ours, plain(cell["note"]) or cell["verdict"]]


def benchmarks_text(folder: Path = BENCHMARKS) -> str:
    """Write the stored tables of the benchmarks, each under its own heading."""
    return _tables(file for file in sorted(folder.glob("*.md")) if file.name not in (*COVERAGE, EVERYDAY, REPORTS))


def coverage_text(folder: Path = BENCHMARKS) -> str:
    """Write the stored tables of how often intervals hold the truth."""
    return _tables(file for name in COVERAGE if (file := folder / name).exists())


def everyday_text(folder: Path = BENCHMARKS) -> str:
    """Write the stored table of everyday tasks, and below it the code that ran."""
    return (folder / EVERYDAY).read_text(encoding="utf-8")


def reports_text(folder: Path = BENCHMARKS) -> str:
    """Write the stored table of reports of others."""
    return (folder / REPORTS).read_text(encoding="utf-8")


def _tables(files: Iterable[Path]) -> str:
    found = [re.sub(r"^#", "##", file.read_text(encoding="utf-8"), flags=re.MULTILINE) for file in files]
    return "\n\n".join(found) or "No benchmarks are stored yet; `make bench` runs them.\n"


def discrimination_text(file: Path = RESULTS / "branco2017" / "discrimination.csv") -> str:
    """Write what came out for Figure 2, by metric and scenario, and what differs from the paper."""
    paper = import_module("steelyard_papers.reproductions.branco2017.discrimination")
    compared = [one for one in paper.read_csv(file) if one.difference is not None]
    scenarios = list(dict.fromkeys(one.scenario for one in compared))
    rows = []
    for metric in paper.METRICS:
        found = [[one.difference for one in compared if (one.metric, one.scenario) == (metric, s)] for s in scenarios]
        ranges = [f"{min(some):+.2f} to {max(some):+.2f}" for some in found]
        below = sum(difference <= 0 for some in found for difference in some)
        rows.append([plain(metric), *ranges, f"{below} of {sum(map(len, found))}"])
    notes = "".join(f"- {plain(note)}\n" for note in paper.NOTES)
    return "\n".join([table(["metric", *scenarios, "zero or below"], rows), notes])


MARKS = {
    "<!-- discrimination of the papers -->": discrimination_text,
    "<!-- results of the papers -->": papers_text,
    "<!-- results of the benchmarks -->": benchmarks_text,
    "<!-- results of the coverage -->": coverage_text,
    "<!-- results of the everyday tasks -->": everyday_text,
    "<!-- results of the reports -->": reports_text,
}


def on_page_markdown(markdown: str, **_: Any) -> str:
    """Replace the marks of a page."""
    for mark, text in MARKS.items():
        if mark in markdown:
            markdown = markdown.replace(mark, text())
    return markdown
