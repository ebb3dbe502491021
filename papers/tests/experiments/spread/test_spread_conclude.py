"""From made-up matrices to tables, verdicts, views and figures, also where parts are missing."""

from importlib import import_module
from types import SimpleNamespace

import numpy as np
import pytest

from experiments.spread.made_up_spread import SEVERAL, TWO, results
from steelyard_papers.experiments.experiment import Request
from steelyard_papers.experiments.findings import Failure
from steelyard_papers.experiments.spread import EXPERIMENT, draw
from steelyard_papers.experiments.spread.conclude import SETTLED, WEAK_BOUND
from steelyard_papers.experiments.spread.matrices import matrices
from steelyard_papers.experiments.spread.values import values
from steelyard_papers.experiments.written import read_table, write_findings

COLUMNS = {
    "spread": ["dataset", "classes", "index", "sd", "sd_within", "normalised"],
    "spread_values": ["dataset", "classes", "classifier", "test_set", "index", "mean", "undefined"],
    "spread_minima": ["dataset", "classes", "index", "minimum", "classifier", "test_set", "minimum_fold"],
    "spread_metrics": [
        "classes", "index", "condition_1", "sd", "low", "high", "sd_within", "low_within", "high_within", "undefined",
    ],
    "spread_condition_1": [
        "variant", "classes", "condition_1", "metrics", "least", "least_index", "most", "most_index",
    ],
    "spread_differences": ["measure", "first", "second", "classes", "difference", "low", "high", "sets"],
    "spread_facts": ["dataset", "classes", "names", "sizes", "ratio", "seed"],
    "spread_test_sets": ["dataset", "test_set", "sizes"],
    "spread_variants": ["variant", "source", "claim", "verdict", "alone", "evidence"],
    "spread_verdicts": ["claim", "main", "main_alone"],
}  # fmt: skip


ORIGIN = "made up"


@pytest.fixture(scope="module", autouse=True)
def no_features():
    with pytest.MonkeyPatch.context() as patch:
        home = import_module("steelyard_papers.experiments.spread.conclude")
        patch.setattr(home, "features", lambda _: SimpleNamespace(origin=ORIGIN))
        yield


def concluded(parts, failures=(), **options):
    return EXPERIMENT.conclude(Request(cache=None, options=options), parts, list(failures))


@pytest.fixture(scope="module")
def findings(no_features):
    del no_features
    return concluded(results(TWO | SEVERAL, folds=3))


def test_the_tables_have_the_promised_columns(findings):
    assert list(findings.tables) == list(COLUMNS)
    for name, columns in COLUMNS.items():
        assert list(findings.tables[name][0])[: len(columns)] == columns


def test_the_tables_read_back_as_they_were_written(findings, tmp_path):
    write_findings(tmp_path, EXPERIMENT, findings)
    for name, rows in findings.tables.items():
        again = read_table(tmp_path / "mullick2020" / f"{name}.csv")
        assert len(again) == len(rows)
    again = read_table(tmp_path / "mullick2020" / "spread.csv")
    assert again == [dict(row) for row in findings.tables["spread"]]
    assert len(read_table(tmp_path / "mullick2020" / "spread_claims.csv")) == len(findings.claims)


def test_views_are_no_wider_than_a_terminal(findings):
    assert len(findings.views) == 5
    for view in findings.views:
        cells = [view.columns, *view.rows]
        assert all(len(row) == len(view.columns) for row in view.rows)
        assert sum(max(map(len, column)) for column in zip(*cells, strict=True)) + 3 * (len(view.columns) - 1) <= 80


def test_the_views_say_what_the_tables_say(findings):
    two, several, minima, theory, sections = findings.views
    metrics = {(row["classes"], row["index"]): row for row in findings.tables["spread_metrics"]}
    assert two.rows[0][0] == "Precision"
    assert two.rows[0][1] == f"{metrics['two', 'precision']['sd']:.4f}"
    assert two.rows[0][-1] == "3 of 3"
    assert [row[0] for row in several.rows if row[-1] == ""] == ["AUROC-OVA", "AUROC-OVO"]
    assert sum(int(row[-1].split()[0]) for row in several.rows if row[-1]) == len(SEVERAL)
    assert int(next(row[-1] for row in several.rows if row[0] == "AURPC-OVA").split()[0]) == 0, "it is the highest"
    lowest = [row for row in findings.tables["spread_minima"] if (row["index"], row["classes"]) == ("g_mean", 10)]
    mean = np.mean([row["minimum"] for row in lowest])
    assert minima.rows[-1][0] == "GMean"
    assert minima.rows[-1][-1] == f"{mean:.3f} ({min(row['minimum_fold'] for row in lowest):.3f})"
    held = [row for row in metrics.values() if (row["classes"], row["condition_1"]) == ("two", "holds")]
    most = max(held, key=lambda row: row["sd_within"])
    assert theory.rows[1] == ("two", "holds", str(len(held)), "most", f"{most['sd_within']:.4f}", most["index"])
    assert sum(int(cell) for row in sections.rows for cell in row[1:]) == len(findings.claims)


def test_the_note_on_condition_1_names_what_fails_it_and_still_moves_less(findings):
    note = findings.views[3].notes[0]
    rows = [row for row in findings.tables["spread_metrics"] if row["classes"] == "two"]
    most = max((row["sd_within"], row["index"]) for row in rows if row["condition_1"] == "holds")
    least = min((row["sd_within"], row["index"]) for row in rows if row["condition_1"] == "fails")
    assert least < most
    assert note == f"Two classes: {least[1]}, which fails it, moves no more than {most[1]}, which satisfies it."


def test_variants_have_verdicts_of_their_own_and_leave_the_other_tables_alone(findings):
    others = results(TWO | SEVERAL, folds=3, right=1.0, variant="pca")
    both = concluded(results(TWO | SEVERAL, folds=3) | {f"{key}, pca": one for key, one in others.items()})
    for name in set(COLUMNS) - {"spread_variants", "spread_verdicts", "spread_condition_1"}:
        assert both.tables[name] == findings.tables[name]
    assert both.claims == findings.claims
    rows = both.tables["spread_variants"]
    main = [row for row in rows if row["variant"] == "main"]
    assert main == list(findings.tables["spread_variants"])
    assert [(row["claim"], row["verdict"], row["evidence"]) for row in main] == [
        (claim.claim, claim.verdict, claim.evidence) for claim in findings.claims
    ]
    assert all(row["alone"] is None or f"alone: {row['alone']}." in row["evidence"] for row in rows)
    assert sum(row["alone"] is not None for row in main) == 6
    precise = {row["variant"]: row["verdict"] for row in rows if row["claim"].startswith("Precision varies most")}
    assert precise == {"main": "reproduced", "pca": "not reproduced"}
    for row in both.tables["spread_verdicts"]:
        for name in ("main", "pca"):
            same = [each for each in rows if (each["variant"], each["claim"]) == (name, row["claim"])]
            assert [(each["verdict"], each["alone"]) for each in same] in ([], [(row[name], row[f"{name}_alone"])])
    view = both.views[-1]
    assert [row[0] for row in view.rows] == ["main", "pca"]
    assert (view.rows[0][-2:], int(view.rows[1][-2]) > 0) == (("0", "0"), True)
    assert {row["variant"] for row in both.tables["spread_condition_1"]} == {"main", "pca"}


def test_the_gaps_of_the_note_are_settled_by_the_number_of_classes():
    """Equation 15, and λ of nAUROC-OVA: in every fold and so in every mean."""
    assert "(C − 2)(1 − ACSA)/(2(C − 1))" in SETTLED
    for one in values(matrices(results(SEVERAL).values())):
        C, v = one.classes, one.folds
        gap = (C - 2) * (1 - v["balanced_accuracy"]) / (2 * (C - 1))
        assert v["one_point_auroc_ovo"] - v["balanced_accuracy"] == pytest.approx(gap)
        assert v["one_point_auroc_ova"] - v["one_point_nauroc_ova"] == pytest.approx(
            (C - 2) / (2 * C) * (1 - v["one_point_nauroc_ova"])
        )
        assert (v["g_mean"] <= v["balanced_accuracy"] + 1e-12).all()


def test_on_equal_classes_nauroc_moves_less_than_acsa_by_the_factor_of_the_note():
    for one in values(matrices(results(SEVERAL).values())):
        C, even = one.classes, one.of.test_sets.index("balanced")
        factor = C**2 / ((C + 2) * (C - 1))
        lost = [1 - one.folds[index][..., even] for index in ("one_point_nauroc_ova", "balanced_accuracy")]
        assert lost[0] == pytest.approx(factor * lost[1])
        assert f"{factor:.3f}".rstrip("0") in WEAK_BOUND


def test_figures_are_drawn_from_the_tables(findings):
    drawn = dict(draw(findings.tables))
    assert list(drawn) == ["figure3", "figure4a", "figure4b", "figure5", "metrics"]


@pytest.mark.parametrize(
    ("sets", "figures"),
    [
        ({"two 01": 2}, ["figure3", "metrics"]),
        ({"five 1": 5}, ["figure4a", "figure4b", "figure5", "metrics"]),
    ],
)
def test_a_single_data_set_is_concluded_and_drawn(sets, figures):
    findings = concluded(results(sets, runs=(1,)), features="mine.npz")
    assert findings.claims == ()
    assert "Not judged, for want of data sets (three at least)" in findings.notes[-1]
    assert findings.notes[0] == f"Features: {ORIGIN}."
    assert findings.notes[1].startswith("Of the 22 planned data sets 1 can be drawn")
    assert not any("ImageNet" in note for note in findings.notes)
    assert [name for name, _ in draw(findings.tables)] == figures


def test_the_quick_sets_are_concluded():
    sets = {"two 01": 2, "two 02": 2, "three 1": 3, "five 1": 5, "ten 1": 10}
    findings = concluded(results(sets, runs=(1,)))
    assert {claim.source.split(",")[0] for claim in findings.claims} == {"section 5.4", "section 5.6"}
    assert "Precision varies most" in findings.notes[-1], "two data sets tell nothing"


def test_parts_that_failed_are_told_and_the_rest_is_concluded():
    parts = results(TWO, runs=(1, 2))
    failed = [key for key in parts if key.startswith("two 01, NBSVM") or key == "two 02, RUSBoost, run 2"]
    for key in failed:
        del parts[key]
    findings = concluded(parts, [Failure(key, "it failed.") for key in failed])
    assert any(note.startswith("3 parts failed") for note in findings.notes)
    assert "Without all 4 classifiers: two 01." in findings.notes
    assert len([row for row in findings.tables["spread_values"] if row["dataset"] == "two 01"]) == 3 * 5 * 6
    assert len(findings.claims) == 3


def test_classifiers_that_are_never_wrong_are_concluded():
    findings = concluded(results(TWO | SEVERAL, runs=(1,), right=1.0))
    assert {row["sd"] for row in findings.tables["spread"] if row["index"] == "balanced_accuracy"} == {0.0}
    verdicts = {claim.claim: claim.verdict for claim in findings.claims}
    assert verdicts["Precision varies most of the six indices."] == "not reproduced"
    assert not any("least deviation" in claim for claim in verdicts)


def test_the_run_tells_seeds_and_classifiers(findings):
    assert {"steelyard", "python", "seed", "folds", "classifier NBSVM"} <= set(findings.run)
    assert findings.run["features"] == ORIGIN
    assert findings.run["folds"] == "6"
