"""The authors' files of 004's log parsing: their evaluator's arithmetic by exact fractions, and the real files."""

import csv
import os
from collections import Counter
from fractions import Fraction
from pathlib import Path

import pytest

from steelyard_papers.experiments.log_parsing.authors_files import authors_findings, handled, published
from steelyard_papers.experiments.log_parsing.authors_reading import PARSERS, SETS, read_authors

DATA = Path(os.environ.get("STEELYARD_DATA", Path(__file__).parents[5] / "shared" / "data"))
HOME, LOGHUB = DATA / "wba_authors", DATA / "loghub_2k"
needs_files = pytest.mark.skipif(not HOME.exists(), reason="needs wba_authors/; set STEELYARD_DATA")

SIZES = {"E1": 1500, "E2": 480, "E3": 16, "E4": 4}


def lines(counts):
    return "\r\n".join(f"{event}\t{count}" for event, count in counts.items())


@pytest.fixture
def home(tmp_path):
    """Files in good order: E4 is misparsed by all parsers, E3 by Spell and MoLFI, E2 by MoLFI."""
    folder = tmp_path / "LogParsing"
    folder.mkdir()
    for name in SETS.values():
        (folder / f"{name}.classdist").write_text(lines(SIZES), encoding="utf-8", newline="")
        for events, parser in zip((["E4"], ["E3", "E4"], ["E2", "E3", "E4"]), PARSERS.values(), strict=True):
            errors = lines({event: SIZES[event] for event in events})
            (folder / f"{parser}{name}.misclassify").write_text(errors, encoding="utf-8", newline="")
    return tmp_path


def by_hand(sizes, errors):
    """Return accuracy, balanced accuracy and WBA by rarity (004, eq. 4, 5, 6 and 8), exactly."""
    recalls = {event: Fraction(size - errors.get(event, 0), size) for event, size in sizes.items()}
    rarity = {event: 1 / (Fraction(1, 1) * size) for event, size in sizes.items()}
    return {
        "accuracy": sum(recalls[event] * size for event, size in sizes.items()) / sum(sizes.values()),
        "balanced_accuracy": sum(recalls.values()) / len(sizes),
        "wba_rarity": sum(rarity[event] * recalls[event] for event in sizes) / sum(rarity.values()),
    }


def row_of(tables, dataset, parser):
    rows = tables["log_parsing_authors"]
    return next(row for row in rows if (row["dataset"], row["parser"]) == (dataset, parser))


def test_files_in_good_order_have_no_defects_and_one_score_however_they_are_read(home):
    tables = authors_findings(home, dict.fromkeys(SETS, SIZES))
    assert tables["log_parsing_defects"] == []
    for row in tables["log_parsing_authors"]:
        assert row["defects"] == 0
        for name in ("accuracy", "balanced_accuracy", "wba_rarity"):
            assert row[name] == pytest.approx(row[f"{name}_handled"], abs=1e-12)
            assert row[f"{name}_rerun"] is None
    exact = by_hand(SIZES, {"E3": 16, "E4": 4})
    assert {name: row_of(tables, "BGL", "Spell")[name] for name in exact} == pytest.approx(
        {name: float(value) for name, value in exact.items()}, abs=1e-12
    )


def test_more_errors_than_members_give_a_negative_accuracy_as_published_and_none_when_handled(home):
    (home / "LogParsing" / "drainbgl.misclassify").write_text("E3 64\nE4 4", encoding="utf-8")
    each = next(each for each in read_authors(home) if each.name == "BGL")
    for found, errors in ((published(each, "Drain"), 64), (handled(each, "Drain"), 16)):
        exact = by_hand(SIZES, {"E3": errors, "E4": 4})
        assert found == pytest.approx({name: float(value) for name, value in exact.items()}, abs=1e-12)
    assert published(each, "Drain")["balanced_accuracy"] < handled(each, "Drain")["balanced_accuracy"] - 0.5


def test_a_missing_file_is_a_perfect_parser_as_published_and_not_available_when_handled(home):
    (home / "LogParsing" / "spellhdfs.misclassify").unlink()
    row = row_of(authors_findings(home), "HDFS", "Spell")
    assert [row[name] for name in ("accuracy", "balanced_accuracy", "wba_rarity")] == pytest.approx([1, 1, 1])
    assert row["accuracy_handled"] is row["balanced_accuracy_handled"] is row["wba_rarity_handled"] is None
    assert row["defects"] == 1


def test_our_own_run_stands_beside_the_files(home):
    row = row_of(authors_findings(home, right={("Mac", "Drain"): {"E1": 1500, "E4": 4}}), "Mac", "Drain")
    exact = by_hand(SIZES, {"E2": 480, "E3": 16})
    for name, value in exact.items():
        assert row[f"{name}_rerun"] == pytest.approx(float(value), abs=1e-12)
    assert row["defects"] == 3  # E2 and E3 are left out, E4 is listed without an error of ours


@pytest.mark.parametrize(
    ("right", "said"),
    [
        ({("Mac", "Brain"): {}}, "there are no files of 'Brain' on 'Mac'"),
        ({("macos", "Drain"): {}}, "the data sets Mac, BGL, Android, HDFS"),
        ({("Mac", "Drain"): {"E4": 5}}, "cannot have 5 hits of 'E4' in Mac, which has 4 members"),
        ({("Mac", "Drain"): {"E9": 1}}, "hits of 'E9' in Mac, which has 0 members"),
    ],
)
def test_runs_that_do_not_fit_the_files_are_refused(home, right, said):
    with pytest.raises(ValueError, match=said):
        authors_findings(home, right=right)


@pytest.mark.parametrize(
    ("file", "content", "said"),
    [
        ("bgl.classdist", "E1 5\nE2 many", "line 2 of .*must be an event and a whole number, not 'E2' and 'many'"),
        ("bgl.classdist", "E1 5\nE2", "line 2 of .*not 'E2' and None"),
        ("bgl.classdist", "E1 5\nE2 -3", "not 'E2' and '-3'"),
        ("bgl.classdist", "E1 5 of\nE2 3", "line 1 of .*must be an event and a number, not 'E1 5 of'"),
        ("bgl.classdist", "E1 5\nE2 0", "at least two classes with members; class E2 has no members"),
        ("bgl.classdist", "E1 5", "at least two classes with members; there are 1 classes"),
        ("bgl.classdist", "", "at least two classes with members; there are 0 classes"),
        ("drainbgl.misclassify", "E1 1.5", "must be an event and a whole number, not 'E1' and '1.5'"),
        ("drainbgl.misclassify", "\xff", "is not a text file"),
    ],
)
def test_files_that_are_no_lists_of_events_and_numbers_are_refused(home, file, content, said):
    (home / "LogParsing" / file).write_text(content, encoding="latin-1")
    with pytest.raises(ValueError, match=said):
        authors_findings(home)


def test_missing_class_sizes_are_refused(home):
    (home / "LogParsing" / "hdfs.classdist").unlink()
    with pytest.raises(ValueError, match=r"'.*hdfs\.classdist' is missing; it lists the classes and their sizes"):
        authors_findings(home)


@needs_files
def test_of_the_real_files_only_drain_on_mac_and_spell_on_hdfs_are_scored_otherwise_when_handled():
    rows = authors_findings(HOME)["log_parsing_authors"]
    changed = [
        (row["dataset"], row["parser"])
        for row in rows
        if row["wba_rarity_handled"] is None or abs(row["wba_rarity"] - row["wba_rarity_handled"]) > 1e-9
    ]
    assert changed == [("Mac", "Drain"), ("HDFS", "Spell")]


@needs_files
def test_the_real_files_give_what_exact_fractions_give():
    tables = authors_findings(HOME)
    for each in read_authors(HOME):
        for parser in PARSERS:
            row, errors = row_of(tables, each.name, parser), each.errors_of(parser) or {}
            exact = by_hand(each.members, errors)
            capped = by_hand(each.members, {event: min(n, each.members[event]) for event, n in errors.items()})
            for name in exact:
                assert row[name] == pytest.approx(float(exact[name]), abs=1e-12)
                if each.errors[parser] is not None:
                    assert row[f"{name}_handled"] == pytest.approx(float(capped[name]), abs=1e-12)


@needs_files
@pytest.mark.skipif(not LOGHUB.exists(), reason="needs loghub_2k/; set STEELYARD_DATA")
def test_the_known_defects_are_found_in_the_real_files():
    truth = {}
    for name in SETS:
        with (LOGHUB / name / f"{name}_2k.log_structured.csv").open(encoding="utf-8", newline="") as file:
            truth[name] = Counter(row["EventId"] for row in csv.DictReader(file))
    found = authors_findings(HOME, truth)["log_parsing_defects"]
    assert Counter((row["dataset"], row["parser"], row["kind"]) for row in found) == {
        ("Mac", "Drain", "more errors than members"): 21,
        ("Mac", None, "weights of other classes"): 1,
        ("BGL", "MoLFI", "listed several times"): 1,
        ("BGL", None, "no weight"): 1,
        ("BGL", None, "sum of weights"): 1,
        ("Android", "MoLFI", "listed several times"): 11,
        ("Android", None, "weights of other classes"): 1,
        ("HDFS", "Spell", "file missing"): 1,
    }
    # All class sizes are loghub's. Drain's errors are whole multiples of them, as if counted once per group.
    assert all(row["errors"] % row["members"] == 0 for row in found if row["kind"] == "more errors than members")
