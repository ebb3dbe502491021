"""The result files in docs/ are what `write_results` writes."""

from __future__ import annotations

import csv
from pathlib import Path

from steelyard_papers import reproductions as papers

RESULTS = Path(__file__).parents[3] / "docs" / "results"


def test_committed_results_are_up_to_date(tmp_path):
    written = papers.write_results(tmp_path)
    assert written
    for path in written:
        committed = RESULTS / path.relative_to(tmp_path)
        assert committed.read_text(encoding="utf-8") == path.read_text(encoding="utf-8"), (
            f"{committed} is out of date; run `steelyard reproduce` with results written to docs/results."
        )


def test_one_row_per_cell(tmp_path):
    reproductions = papers.reproduce()
    rows = []
    for path in papers.write_results(tmp_path, reproductions):
        with path.open(encoding="utf-8", newline="") as file:
            found = list(csv.DictReader(file))
        assert {row["paper"] for row in found} == {path.parent.name}
        rows += found
    assert len(rows) == sum(len(reproduction.cells) for reproduction in reproductions)
    assert list(rows[0]) == ["paper", "table", "row", "column", "printed", "ours", "verdict", "note", "origin"]


def test_undefined_is_empty(tmp_path):
    (path, *_) = papers.write_results(tmp_path, papers.reproduce("branco2017"))
    with path.open(encoding="utf-8", newline="") as file:
        (undefined,) = [row for row in csv.DictReader(file) if row["ours"] == ""]
    assert (undefined["row"], undefined["column"], undefined["verdict"]) == ("Case 1 c3", "prec", "same")
