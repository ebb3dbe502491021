"""Findings as files."""

from __future__ import annotations

import math

from squares_experiment import squares
from steelyard_papers.experiments.findings import Claim, Findings
from steelyard_papers.experiments.versions import versions
from steelyard_papers.experiments.written import read_table, write_findings


def test_tables_claims_and_versions_become_files(tmp_path):
    findings = Findings(
        {"squares": [{"name": "a, b", "value": 0.1 + 0.2, "seed": 3}, {"name": "c", "value": math.nan, "seed": None}]},
        claims=(Claim("section 1", "A > B.", "reproduced", "2 > 1."),),
        run={"python": "3.11"},
    )
    files = write_findings(tmp_path, squares([]), findings)
    home = tmp_path / "someone1999"
    assert files == [home / "squares.csv", home / "squares_claims.csv", home / "squares_run.csv"]
    assert files[0].read_text(encoding="utf-8") == 'name,value,seed\n"a, b",0.3,3\nc,,\n'
    assert read_table(files[0]) == [
        {"name": "a, b", "value": 0.3, "seed": 3},
        {"name": "c", "value": None, "seed": None},
    ]
    assert read_table(files[1])[0]["verdict"] == "reproduced"


def test_a_name_that_python_reads_as_a_number_stays_a_name(tmp_path):
    (file,) = write_findings(tmp_path, squares([]), Findings({"squares": [{"name": "1_000", "value": 1000}]}))
    assert read_table(file) == [{"name": "1_000", "value": 1000}]


def test_versions_of_what_is_there():
    found = versions(["numpy", "no-such-library"])
    assert set(found) == {"steelyard", "python", "numpy"}
