"""The second example is what its script says: true events, and those that each parser gets exactly right."""

import csv
import os
from pathlib import Path

import pytest

import steelyard as sy

ROOT = Path(__file__).parents[2]
EVENTS = ROOT / "examples" / "mac_events.csv"
DATA = Path(os.environ.get("STEELYARD_DATA", ROOT.parent / "shared" / "data"))
SOURCE = DATA / "loghub_2k" / "Mac" / "Mac_2k.log_structured.csv"
RUNS = ROOT / "docs" / "results" / "gupta2020" / "log_parsing.csv"


def _rows(path):
    with path.open(encoding="utf-8", newline="") as file:
        return list(csv.DictReader(file))


@pytest.mark.skipif(not SOURCE.exists(), reason="needs loghub_2k/ (Loghub's system logs); set STEELYARD_DATA")
def test_the_truth_is_the_benchmarks_own():
    assert [row["event"] for row in _rows(EVENTS)] == [row["EventId"] for row in _rows(SOURCE)]


def test_only_event_ids_are_shipped_and_an_answer_is_the_event_or_none():
    rows = _rows(EVENTS)
    assert list(rows[0]) == ["event", "drain", "spell", "molfi"]
    assert all(row[parser] in ("", row["event"]) for row in rows for parser in ("drain", "spell", "molfi"))
    assert all(row["event"].startswith("E") and row["event"][1:].isdecimal() for row in rows)


def test_the_example_has_the_accuracies_of_the_committed_runs():
    joint = sy.Joint.from_files(EVENTS, "event", ["drain", "spell", "molfi"], missing="keep")
    runs = [row for row in _rows(RUNS) if row["dataset"] == "Mac"]
    for parser in ("Drain", "Spell", "MoLFI"):
        of = sorted((float(row["accuracy"]), int(row["seed"]), row) for row in runs if row["parser"] == parser)
        row = of[(len(of) - 1) // 2][2]
        cm = joint[parser.casefold()]
        assert float(sy.metrics.accuracy(cm)) == pytest.approx(float(row["accuracy"]))
        assert float(sy.metrics.wba(cm, importance="rarity")) == pytest.approx(float(row["wba_rarity"]), abs=1e-9)


def test_rarity_turns_spell_and_molfi_around():
    joint = sy.Joint.from_files(EVENTS, "event", ["drain", "spell", "molfi"], missing="keep")
    order = {}
    for importance in ("prevalence", "uniform", "rarity"):
        values = {name: float(sy.metrics.wba(joint[name], importance=importance)) for name in joint.models}
        order[importance] = sorted(values, key=lambda name: -values[name])
    assert order == {
        "prevalence": ["drain", "spell", "molfi"],
        "uniform": ["drain", "molfi", "spell"],
        "rarity": ["drain", "molfi", "spell"],
    }
