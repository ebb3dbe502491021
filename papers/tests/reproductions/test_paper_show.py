"""Reproductions in a terminal."""

from __future__ import annotations

import io
import subprocess
import sys

import pytest
from rich.cells import cell_len
from rich.console import Console

from steelyard_papers import reproductions as papers
from steelyard_papers.reproductions.branco2017 import expected as branco
from steelyard_papers.reproductions.show import show, summary


def _shown(reproductions, width=80):
    file = io.StringIO()
    show(reproductions, Console(file=file, width=width, force_terminal=False))
    return file.getvalue()


@pytest.mark.parametrize("paper", papers.PAPERS)
def test_fits_in_80_columns_uncut(paper):
    shown = _shown(papers.reproduce(paper))
    assert max(cell_len(line) for line in shown.splitlines()) <= 80
    cut = [line for line in shown.splitlines() if "…" in line and ".20987…" not in line and ".25585…" not in line]
    assert cut == []


def test_explanations_stand_beneath_their_table():
    shown = _shown(papers.reproduce("branco2017"))
    table = shown[shown.index("Table 4, Case 3") : shown.index("Table 5, existing")]
    assert "PREV    0.64 0.685 a " in table
    assert "a The printed row does not follow from eq. 9" in table
    assert "b Cut off" in table


def test_notes_and_summary_are_shown():
    reproductions = papers.reproduce("branco2017")
    shown = _shown(reproductions)
    assert "Eq. 8 (CBA with relevance) lacks the division by Σφ" in shown
    assert "Left out: the column Ac." in shown
    assert (
        shown.splitlines()[-2:]
        == summary(reproductions).splitlines()
        == [
            "248 printed cells: 240 same, 8 explained, 0 different",
            "2 of these computed a second way: 0 same, 2 explained, 0 different",
        ]
    )


@pytest.mark.slow
def test_what_no_paper_prints_is_not_counted_as_printed():
    last = _shown(papers.reproduce("mullick2020")).splitlines()[-3:]
    assert last == [
        "4 printed cells: 3 same, 1 explained, 0 different",
        "4 of these computed a second way: 3 same, 1 explained, 0 different",
        "67 formulas and theorems, no printed numbers: 67 same, 0 explained, 0 different",
    ]
    assert any(line.split()[:2] == ["stated", "ours"] for line in _shown(papers.reproduce("mullick2020")).splitlines())


def test_a_difference_says_no_without_colour(monkeypatch):
    monkeypatch.setitem(branco.TABLE_5_RELEVANCE["TO"], "CBA", ("51.1", "62.3", "38"))
    shown = _shown(papers.reproduce("branco2017"))
    assert "38 37.00 NO" in shown
    assert shown.splitlines()[-2].endswith("1 different")


def test_a_failed_explanation_is_shown_with_the_difference(monkeypatch):
    monkeypatch.setitem(branco.TABLE_4, "PO", (*branco.TABLE_4["PO"][:2], ("1", "0.86", "0.57", "0.41")))
    shown = _shown(papers.reproduce("branco2017"))
    assert "0.41 0.429 NO b" in shown
    assert "b This explanation does not fit our value: Cut off" in shown


def test_papers_load_without_rich():
    code = "import sys, steelyard_papers.reproductions; sys.exit('rich' in sys.modules)"
    assert subprocess.run([sys.executable, "-c", code], check=False).returncode == 0
