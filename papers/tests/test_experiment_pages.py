"""The pages about the experiments say what the committed tables say."""

from __future__ import annotations

import csv
import re
from pathlib import Path

import pytest

from steelyard_papers.experiments import HOMES, experiment
from steelyard_papers.experiments.written import read_table

ROOT = Path(__file__).parents[2]
RESULTS = ROOT / "docs" / "results"
PAGES = {
    ("branco2017", "sixteen_sets"): "branco_sixteen_sets.md",
    ("gupta2020", "log_parsing"): "gupta_log_parsing.md",
    ("gupta2020", "sentiment"): "gupta_sentiment.md",
    ("mullick2020", "spread"): "mullick_spread.md",
}
DECIMAL = re.compile(r"(?<![\w.])[−-]?\d*\.\d+(?![\w.]*\w)")


def text_of(page):
    """Return a page's own words: no code, no comments, no addresses."""
    text = (ROOT / "docs" / page).read_text(encoding="utf-8")
    return re.sub(r"```.*?```|`[^`]*`|<!--.*?-->|\]\([^)]*\)", " ", text, flags=re.DOTALL)


def cells(paper, name):
    """Return all cells of an experiment's tables."""
    files = [RESULTS / paper / f"{name}.csv", *sorted((RESULTS / paper).glob(f"{name}_*.csv"))]
    for file in files:
        with file.open(encoding="utf-8", newline="") as opened:
            yield from (value for row in csv.DictReader(opened) for value in row.values())


def known_numbers(paper, name):
    for value in cells(paper, name):
        try:
            yield float(value)
        except ValueError:
            yield from (float(number.replace("−", "-")) for number in re.findall(r"[−-]?\d*\.?\d+", value))


def test_every_experiment_has_a_page():
    assert set(PAGES) == {(paper, name) for paper, names in HOMES.items() for name in names}
    navigation = (ROOT / "mkdocs.yml").read_text(encoding="utf-8")
    assert all(page in navigation for page in PAGES.values())


@pytest.mark.parametrize(("paper", "name"), PAGES)
def test_every_number_of_a_page_is_in_the_tables(paper, name):
    known = list(known_numbers(paper, name))
    strange = []
    for written in DECIMAL.findall(text_of(PAGES[paper, name])):
        number = float(written.replace("−", "-"))
        decimals = len(written.split(".")[1])
        if not any(round(abs(value) * scale, decimals) == abs(number) for value in known for scale in (1, 100)):
            strange.append(written)
    assert strange == []


@pytest.mark.parametrize(("paper", "name"), PAGES)
def test_every_claim_has_one_of_three_verdicts_and_the_page_shows_them(paper, name):
    claims = read_table(RESULTS / paper / f"{name}_claims.csv")
    assert claims
    assert {claim["verdict"] for claim in claims} <= {"reproduced", "not reproduced", "reversed"}
    assert all(claim["source"] and claim["claim"] and claim["evidence"] for claim in claims)
    assert f"<!-- claims of {paper}/{name} -->" in (ROOT / "docs" / PAGES[paper, name]).read_text(encoding="utf-8")


@pytest.mark.parametrize(("paper", "name"), PAGES)
def test_versions_and_seeds_are_committed(paper, name):
    run = {row["name"] for row in read_table(RESULTS / paper / f"{name}_run.csv")}
    assert {"steelyard", "python"} <= run
    assert any("seed" in each for each in run)


def test_the_log_parsers_table_has_the_promised_columns():
    rows = read_table(RESULTS / "gupta2020" / "log_parsing.csv")
    assert list(rows[0]) == ["dataset", "parser", "seed", "accuracy", "balanced_accuracy", "wba_rarity", "f1"]
    assert {row["dataset"] for row in rows} == {"Mac", "BGL", "Android", "HDFS"}
    assert {row["parser"] for row in rows} == {"Drain", "Spell", "MoLFI"}


def test_drain_and_spell_gave_the_same_groups_twice():
    rows = read_table(RESULTS / "gupta2020" / "log_parsing_details.csv")
    again = {(row["dataset"], row["parser"]): row["same_in_second_run"] for row in rows if row["parser"] != "MoLFI"}
    assert len(again) == 8
    assert set(again.values()) == {"yes"}


@pytest.mark.slow
@pytest.mark.parametrize(("paper", "name"), PAGES)
def test_figures_are_drawn_from_the_committed_tables(paper, name, tmp_path):
    from steelyard.plots import save

    tables = {file.stem: read_table(file) for file in (RESULTS / paper).glob(f"{name}*.csv")}
    shown = set(
        re.findall(
            rf"images/{paper}_{name}_(\w+)\.svg", (ROOT / "docs" / PAGES[paper, name]).read_text(encoding="utf-8")
        )
    )
    assert shown
    if name == "sixteen_sets":  # a figure for each set would take long
        facts = tables["sixteen_sets_facts"]
        tables["sixteen_sets_facts"] = [row for row in facts if any(each.endswith(row["dataset"]) for each in shown)]
    drawn = set()
    for figure, drawing in experiment(paper, name).draw(tables):
        if figure in shown:
            file = save(drawing, tmp_path / f"{paper}_{name}_{figure}.svg")
            assert file.read_bytes() == (ROOT / "docs" / "images" / file.name).read_bytes(), (
                "redraw it with --plot docs/images"
            )
            drawn.add(figure)
    assert drawn == shown
