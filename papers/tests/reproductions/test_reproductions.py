"""Every printed number of the papers is ours, or differs as its explanation says."""

from __future__ import annotations

from collections import Counter

import pytest

from steelyard_papers import reproductions as papers
from steelyard_papers.reproductions.branco2017 import expected as branco
from steelyard_papers.reproductions.reproduction import counted

REPRODUCTIONS = {reproduction.paper: reproduction for reproduction in papers.reproduce()}
CELLS = [cell for reproduction in REPRODUCTIONS.values() for cell in reproduction.cells]


@pytest.mark.parametrize("cell", CELLS, ids=lambda cell: f"{cell.paper}-{cell.table}-{cell.row}-{cell.column}")
def test_cell(cell):
    assert cell.verdict in ("same", "explained"), cell
    assert bool(cell.note) == (cell.verdict == "explained")


def test_no_cell_is_compared_more_coarsely_than_it_is_printed():
    # A bare "1" or "24" must not stand for anything within half a unit.
    for cell in CELLS:
        if cell.verdict == "same" and cell.ours is not None and "/" not in cell.printed:
            percent = cell.paper == "branco2017" and ("N.Val." in cell.table or "Table 5" in cell.table)
            assert abs(cell.ours - float(cell.printed)) <= (0.0501 if percent else 0.0051), cell


def test_cells_per_table():
    # Table 2: 10 classes × 3; Table 3: 13 × 3 × 2; Table 4: 4 × (3 + 3 + 4); Table 5: (13 + 20) × 3.
    assert Counter(cell.table.split(",")[0] for cell in REPRODUCTIONS["branco2017"].cells) == {
        "Table 2": 30,
        "Table 3": 78,
        "Table 4": 40,
        "Table 5": 99,
        "Figure 1": 3,
    }
    assert Counter(cell.table for cell in REPRODUCTIONS["sadeghinasab2020"].cells) == {
        "Example, n = 165": 3,
        "Rank(E)": 1,
    }
    assert Counter(cell.table for cell in REPRODUCTIONS["lmu"].cells) == {
        "Counts": 15,
        "Gaussians, counts": 4,
        "Gaussians": 16,
    }
    assert Counter(cell.table for cell in REPRODUCTIONS["gupta2020"].cells) == {
        "Figure 1b": 2,
        "Table 2, frequencies": 7,
        "Section 4.2, weights": 15,
        "Section 4.2, composite": 10,
        "Figure 3a": 4,
    }


def test_what_is_counted_as_printed():
    # Of Mullick et al., Example 1 has four numbers; Theorems (40), eq. 15 (8), least values (12 + 4) and limits (3) are
    # ours to write down. A number that is computed two ways is one number.
    origins = {name: Counter(cell.origin for cell in found.cells) for name, found in REPRODUCTIONS.items()}
    assert origins == {
        "branco2017": {"printed": 248, "again": 2},
        "sadeghinasab2020": {"printed": 4},
        "lmu": {"printed": 17, "again": 18},
        "gupta2020": {"printed": 27, "again": 11},
        "mullick2020": {"printed": 4, "again": 4, "derived": 67},
    }


def test_no_two_cells_share_a_place():
    places = Counter((cell.paper, cell.table, cell.row, cell.column) for cell in CELLS)
    assert max(places.values()) == 1


def test_all_is_well():
    assert papers.exit_code(REPRODUCTIONS.values()) == 0


def test_a_wrong_print_is_different(monkeypatch):
    wrong = (("36.5", "0.365"), ("99.3", "0.993"), ("98.1", "0.982"))
    monkeypatch.setitem(branco.TABLE_3, "AvAcc", wrong)
    reproductions = papers.reproduce("branco2017")
    (different,) = [cell for cell in reproductions[0].cells if cell.verdict == "different"]
    assert (different.table, different.row, different.column) == ("Table 3, Value", "AvAcc", "Case 3")
    assert papers.exit_code(reproductions) == 1


def test_a_paper_is_found_by_id_and_alias():
    for paper in papers.PAPERS.values():
        for name in (paper.id, *paper.aliases, paper.id.upper()):
            assert [found.paper for found in papers.reproduce(name)] == [paper.id]


def test_all_papers_without_a_name():
    assert [reproduction.paper for reproduction in papers.reproduce()] == list(papers.PAPERS)


def test_an_unknown_paper_is_named():
    with pytest.raises(
        ValueError, match=r"no paper 'branco2016'.*branco2017, sadeghinasab2020, lmu, gupta2020.*Did you mean"
    ):
        papers.reproduce("branco2016")


def test_rows_are_plain_records():
    (reproduction,) = papers.reproduce("004")
    row = reproduction.to_rows()[0]
    assert row == {
        "paper": "gupta2020",
        "table": "Figure 1b",
        "row": "Accuracy",
        "column": "classifier",
        "printed": "0.65",
        "ours": 0.65,
        "verdict": "same",
        "note": "",
        "origin": "printed",
    }
    assert len(reproduction.to_rows()) == len(reproduction.to_dict()["cells"]) == len(reproduction.cells)
    assert counted([reproduction]).total() == len(reproduction.cells)
