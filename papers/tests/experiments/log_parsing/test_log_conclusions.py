"""What is concluded from made-up groups: tables, claims, notes, and what is shown."""

import io
from collections import Counter

import pytest
from rich.console import Console

from experiments.log_parsing.made_up_logs import EVENTS, SIZES, result, write_logs
from steelyard_papers.experiments.experiment import Request
from steelyard_papers.experiments.findings import Failure
from steelyard_papers.experiments.log_parsing import EXPERIMENT
from steelyard_papers.experiments.log_parsing.benchmark import DATASETS
from steelyard_papers.experiments.log_parsing.runs import Run, median_run, repeated
from steelyard_papers.experiments.show import show

COLUMNS = ["dataset", "parser", "seed", "accuracy", "balanced_accuracy", "wba_rarity", "f1"]


def results(without=()):
    """Drain errs in the most frequent event, Spell in the two rarest, MoLFI in one or two others."""
    found = {}
    for dataset in DATASETS:
        for run, seed in (("", 0), (", run 2", 1)):
            found[f"{dataset}, Drain{run}"] = result(dataset, "Drain", seed, "E1")
            found[f"{dataset}, Spell{run}"] = result(dataset, "Spell", seed, "E7", "E6")
        for seed, wrong in enumerate((["E2"], ["E2", "E3"], ["E3"])):
            found[f"{dataset}, MoLFI, seed {seed}"] = result(dataset, "MoLFI", seed, *wrong)
    return {key: each for key, each in found.items() if key not in without}


@pytest.fixture(scope="module")
def concluded(tmp_path_factory):
    home = tmp_path_factory.mktemp("data")
    write_logs(home)

    def made(given, failures=()):
        return EXPERIMENT.conclude(Request(cache=home / "cache", data=home, quick=True), given, failures)

    return made


@pytest.fixture(scope="module")
def findings(concluded):
    return concluded(results())


def test_the_main_table_has_its_columns_and_a_row_per_run(findings):
    rows = findings.tables["log_parsing"]
    assert list(rows[0]) == COLUMNS
    assert len(rows) == 4 * (1 + 1 + 3)


def test_the_metrics_are_what_they_are_by_hand(findings):
    row = next(row for row in findings.tables["log_parsing"] if row["parser"] == "Spell")
    rarity = {event: 1 / size for event, size in SIZES.items()}
    assert row["accuracy"] == pytest.approx(1 - 14 / 2000)
    assert row["balanced_accuracy"] == pytest.approx(6 / 8)
    assert row["wba_rarity"] == pytest.approx(1 - (1 / 4 + 1 / 10) / sum(rarity.values()))


def test_the_spread_over_seeds_has_mean_deviation_and_ends(findings):
    row = next(row for row in findings.tables["log_parsing_spread"] if row["metric"] == "accuracy")
    values = [1500 / 2000, 1300 / 2000, 1800 / 2000]
    mean = sum(values) / 3
    assert row["mean"] == pytest.approx(mean)
    assert row["sd"] == pytest.approx((sum((value - mean) ** 2 for value in values) / 2) ** 0.5)
    assert (row["min"], row["max"], row["seeds"]) == (0.65, 0.9, 3)


def test_pairs_take_molfis_median_seed(findings):
    pairs = findings.tables["log_parsing_pairs"]
    assert len(pairs) == 4 * 3 * 3
    assert {row["molfi_seed"] for row in pairs if "MoLFI" in (row["first"], row["second"])} == {0}
    one = next(row for row in pairs if (row["metric"], row["first"], row["second"]) == ("accuracy", "Drain", "Spell"))
    assert one["difference"] == pytest.approx((800 - 1986) / 2000)
    assert one["low"] < one["difference"] < one["high"] < 0
    assert one["p_holm"] < 0.001


def test_the_shares_of_weightings_of_each_rank_sum_to_one(findings):
    rows = findings.tables["log_parsing_shares"]
    for rank in (1, 2, 3):
        of = [row[f"rank_{rank}"] for row in rows if row["dataset"] == "BGL"]
        assert sum(of) == pytest.approx(1, abs=1e-3)


def test_facts_stand_beside_the_papers_numbers(findings):
    row = next(row for row in findings.tables["log_parsing_facts"] if row["dataset"] == "BGL")
    assert (row["classes"], row["classes_paper"], row["of_one_line"], row["largest"]) == (8, 120, 1, 1200)
    assert row["mean_size"] == 250
    assert row["infrequent_below_whole_mean"] == row["infrequent_below_mean"] == 6


def test_verdicts_follow_from_the_values(findings):
    verdicts = {claim.claim: claim for claim in findings.claims}
    assert verdicts["macOS has 341 classes."].verdict == "not reproduced"
    # Drain 0.4 < MoLFI 0.77 < Spell 0.99: the opposite of both, beyond chance.
    assert verdicts["BGL, by accuracy: Drain > MoLFI > Spell."].verdict == "reversed"
    assert verdicts["macOS, by accuracy: Drain > Spell > MoLFI."].verdict == "not reproduced"
    assert verdicts["Android, accuracy and WBA disagree."].verdict == "reproduced"
    assert "It holds with 3 of 3 seeds" in verdicts["Android, accuracy and WBA disagree."].evidence
    assert Counter(claim.claim for claim in findings.claims).most_common(1)[0][1] == 1


def test_a_second_run_that_differs_is_told(concluded):
    other = results()
    other["Mac, Drain, run 2"] = result("Mac", "Drain", 1, "E2")
    said = concluded(other)
    assert "Other groups in a second run: Drain on Mac." in said.notes
    details = {(row["dataset"], row["parser"]): row for row in said.tables["log_parsing_details"]}
    assert details["Mac", "Drain"]["same_in_second_run"] == "no"
    assert details["BGL", "Drain"]["same_in_second_run"] == "yes"


def test_a_parser_that_failed_on_one_set_loses_no_other(concluded):
    lost = [f"Mac, MoLFI, seed {seed}" for seed in range(3)]
    said = concluded(results(without=lost), [Failure(lost[0], "MoLFI on Mac_2k.log failed: it ran out of memory.")])
    assert any("Mac, MoLFI, seed 0 is missing: MoLFI on Mac_2k.log failed" in note for note in said.notes)
    assert "There is no run of MoLFI on macOS: orders there are not judged." in said.notes
    claimed = {claim.claim for claim in said.claims}
    assert not any(claim.startswith("macOS, by") for claim in claimed)
    assert "BGL, by accuracy: Drain > MoLFI > Spell." in claimed


def test_without_the_authors_files_a_note_says_so(findings):
    assert "log_parsing_authors" not in findings.tables
    assert any(note.startswith("The authors' own files were not evaluated") for note in findings.notes)


def test_what_is_shown_fits_80_columns(findings):
    page = io.StringIO()
    show(EXPERIMENT, findings, Console(file=page, width=80))
    lines = page.getvalue().splitlines()
    assert max(map(len, lines)) <= 80
    assert any("macOS" in line and "MoLFI" in line and "±" in line for line in lines)
    assert sum("Drain - Spell" in line and "accuracy" in line for line in lines) == 4


def test_the_median_run_is_the_lower_of_two_and_the_first_of_equals():
    runs = [Run("Mac", "MoLFI", seed, EVENTS, result("Mac", "MoLFI", seed, *w)["groups"]) for seed, w in enumerate(
        (["E8", "E7"], ["E1"], ["E7"], ["E2"])
    )]  # fmt: skip
    assert median_run(runs).seed == 3
    assert median_run(runs[:3]).seed == 0


def test_an_event_as_frequent_as_the_mean_is_not_infrequent():
    details = Run("Mac", "Drain", 0, "aabbbc", [1, 1, 2, 2, 2, 3]).details()
    assert (details["right_infrequent_events"], details["right_frequent_events"]) == (1, 1)
    details = Run("Mac", "Drain", 0, "aabbbc", [1, 4, 2, 2, 2, 3]).details()
    assert (details["right_infrequent_events"], details["right_frequent_events"]) == (1, 0.5)


def test_of_runs_that_are_equal_the_first_seed_is_the_median():
    runs = [Run("HDFS", "MoLFI", seed, EVENTS, result("HDFS", "MoLFI", seed, "E5")["groups"]) for seed in range(5)]
    assert median_run(runs).seed == 0


def test_only_repetitions_of_runs_that_were_done_are_compared():
    assert repeated(results(without=["Mac, Drain"])).keys() == repeated(results()).keys() - {("Mac", "Drain")}


def test_the_figures_are_drawn_from_the_tables(findings):
    assert [name for name, _ in EXPERIMENT.draw(findings.tables)] == ["figure2", "shares"]
