"""The whole experiment on made-up data: parts, resuming, tables, claims, figures; and what Id does to real glass."""

import os
from pathlib import Path

import pytest

from experiments.sixteen_sets.made_up import write_data
from steelyard_papers.experiments import experiment
from steelyard_papers.experiments.experiment import Request
from steelyard_papers.experiments.running import run
from steelyard_papers.experiments.sixteen_sets import EXPERIMENT
from steelyard_papers.experiments.sixteen_sets.claims import claims
from steelyard_papers.experiments.sixteen_sets.data_sets import QUICK, WITH_ID
from steelyard_papers.experiments.sixteen_sets.glass import glass
from steelyard_papers.experiments.sixteen_sets.parts import parts, work
from steelyard_papers.experiments.sixteen_sets.scored import scored
from steelyard_papers.experiments.written import read_table, write_findings

DATA = Path(os.environ.get("STEELYARD_DATA", Path(__file__).parents[5] / "shared" / "data"))


@pytest.fixture(scope="module")
def request_of(tmp_path_factory):
    home = tmp_path_factory.mktemp("sixteen")
    return Request(cache=home / "cache", data=write_data(home / "data"), quick=True)


@pytest.fixture(scope="module")
def findings(request_of):
    return run(EXPERIMENT, request_of)


def test_it_is_found_by_its_name():
    assert experiment("branco2017", "sixteen-sets") is EXPERIMENT


def test_quick_has_each_small_set_with_each_learner_and_glass_with_its_id(request_of):
    keys = [part.key for part in parts(request_of)]
    assert keys == [
        f"{name}, {learner}" for name in (*QUICK[:2], WITH_ID, *QUICK[2:]) for learner in ("tree", "svm", "bayes")
    ]


def test_a_part_done_twice_is_the_same(request_of):
    part = parts(request_of)[-1]
    assert work(request_of, part.settings) == work(request_of, part.settings)


def test_other_data_are_another_part(request_of, tmp_path):
    (file,) = write_data(tmp_path, QUICK).glob("branco16/csv/*zoo.csv")
    file.write_text(file.read_text().replace(",0.", ",1."), encoding="utf-8")
    changed = {part.key: part.settings for part in parts(Request(cache=tmp_path, data=tmp_path, quick=True))}
    kept = {part.key: part.settings for part in parts(request_of)}
    assert {key for key in kept if kept[key] != changed[key]} == {
        f"zoo, {learner}" for learner in ("tree", "svm", "bayes")
    }


def test_a_run_that_is_resumed_concludes_the_same(request_of, findings):
    told = []
    again = run(EXPERIMENT, request_of, progress=lambda done, of, _: told.append((done, of)))
    assert set(told) == {(0, 0), (15, 15)}, "nothing was done between the beginning and the end"
    assert again.to_dict() == findings.to_dict()


def test_the_tables_hold_every_set_learner_and_metric(findings):
    assert len(findings.tables["sixteen_sets"]) == 5 * 3 * 33 * 3
    assert len(findings.tables["sixteen_sets_differences"]) == 4 * 3 * 20
    assert len(findings.tables["sixteen_sets_rankings"]) == 4 * 3 * 20
    lacking = {row["dataset"]: row["folds_lacking"] for row in findings.tables["sixteen_sets_facts"]}
    assert lacking == {"ecoli": 20, "glass": 2, WITH_ID: 2, "newThyroid": 0, "zoo": 20}


def test_the_claim_has_a_verdict_from_the_table(findings):
    (claim,) = findings.claims
    beyond = [row for row in findings.tables["sixteen_sets_differences"] if (row["p_holm"] or 1) < 0.05]
    assert claim.verdict == ("reproduced" if beyond else "not reproduced")
    assert claim.evidence.startswith(f"{len(beyond)} of 240 differences")


def test_nothing_beyond_chance_is_not_reproduced_and_what_is_undefined_does_not_count():
    rows = [{"dataset": "zoo", "difference": 0.1, "p_holm": p} for p in (0.2, 0.05)]
    rows += [{"dataset": "zoo", "difference": None, "p_holm": None}]
    changed = [{"rankings": 7, "order": 3, "best": 2, "clear": 1, "beyond_chance": 0, "pairs": 21}] * 2
    (claim,) = claims({"x_differences": rows, "x_changes": changed}, "x")
    assert claim.verdict == "not reproduced"
    assert claim.evidence.startswith("0 of 2 differences")
    assert claim.evidence.endswith(
        "changes in 6 of 14 rankings, clearly (both 95 % intervals) in 2, beyond chance in 0."
    )


def test_the_view_of_folds_that_lack_a_class_names_the_policies_in_their_order(findings):
    (view,) = [view for view in findings.views if view.title.endswith("exclude/zero/nan")]
    (zoo,) = [row for row in view.rows if row[0] == "zoo"]
    exclude, zero, nan = zoo[2].split("/")
    assert float(zero) < float(exclude)
    assert nan == "-"


def test_the_id_of_sorted_rows_helps_the_tree(findings):
    rows = {(row["learner"], row["metric"], row["level"]): row for row in findings.tables["sixteen_sets_glass"]}
    row = rows["tree", "Rec_μ", "existing"]
    assert row["with_id"] - row["without_id"] == pytest.approx(row["difference"], abs=1e-5)
    assert row["low"] > 0


def test_views_are_at_most_80_columns_wide(findings):
    for view in findings.views:
        widths = [max(len(row[i]) for row in (view.columns, *view.rows)) for i in range(len(view.columns))]
        assert sum(widths) + 3 * (len(widths) - 1) <= 80, view.title


def test_figures_are_drawn_from_the_written_tables(findings, tmp_path):
    files = write_findings(tmp_path, EXPERIMENT, findings)
    tables = {file.stem: read_table(file) for file in files}
    names = [name for name, _ in EXPERIMENT.draw(tables)]
    assert names == [
        "overview",
        "set_06_ecoli",
        "set_07_glass",
        "set_07_glass_with_Id",
        "set_08_newThyroid",
        "set_16_zoo",
    ]


def test_a_learner_that_failed_leaves_the_others(request_of):
    results = {part.key: work(request_of, part.settings) for part in parts(request_of) if "zoo, " in part.key}
    del results["zoo, svm"]
    found = EXPERIMENT.conclude(request_of, results, [])
    assert {row["learner"] for row in found.tables["sixteen_sets"]} == {"tree", "bayes"}
    assert found.tables["sixteen_sets_glass"] == []


@pytest.mark.skipif(not (DATA / "branco16").exists(), reason="needs branco16/ (the 16 sets); set STEELYARD_DATA")
def test_the_id_of_the_real_glass_tells_its_class(tmp_path):
    request = Request(cache=tmp_path, data=DATA, quick=True)
    chosen = [part for part in parts(request) if part.key in ("glass, tree", f"{WITH_ID}, tree")]
    rows = glass(scored([work(request, part.settings) for part in chosen]))
    (accuracy,) = [row for row in rows if row["metric"] == "Rec_μ"]
    assert accuracy["without_id"] < 0.75
    assert accuracy["with_id"] > 0.95
