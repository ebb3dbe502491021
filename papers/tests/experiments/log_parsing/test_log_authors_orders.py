"""Whether 004's orders follow from scores, and from the authors' files."""

import os
from pathlib import Path

import pytest

from steelyard_papers.experiments.log_parsing.authors_files import authors_findings
from steelyard_papers.experiments.log_parsing.authors_orders import STATED, Agreeing, Ranked, order
from steelyard_papers.experiments.log_parsing.authors_reading import read_authors

HOME = Path(os.environ.get("STEELYARD_DATA", Path(__file__).parents[5] / "shared" / "data")) / "wba_authors"

DOWN = {"Drain": 0.9, "Spell": 0.8, "MoLFI": 0.7}
UP = {"Drain": 0.7, "Spell": 0.8, "MoLFI": 0.9}
MIXED = {"Drain": 0.8, "Spell": 0.9, "MoLFI": 0.7}
CLOSE = {"Drain": 0.9975, "Spell": 1.0, "MoLFI": 0.9975}
APART = {"Drain": 0.997, "Spell": 1.0, "MoLFI": 0.997}
LACKING = {"Drain": 0.9, "Spell": None, "MoLFI": 0.9}


@pytest.mark.parametrize(
    ("tiers", "scores", "verdict"),
    [
        ((("Drain",), ("Spell",), ("MoLFI",)), DOWN, "yes"),
        ((("Drain",), ("Spell",), ("MoLFI",)), UP, "reversed"),
        ((("Drain",), ("Spell",), ("MoLFI",)), MIXED, "no"),
        ((("Spell",), ("Drain",), ("MoLFI",)), CLOSE, "no"),  # a difference that small is none
        ((("Drain",), ("Spell",), ("MoLFI",)), LACKING, "no"),  # Drain and MoLFI are alike, whatever Spell is
        ((("Spell",), ("Drain", "MoLFI")), LACKING, "unknown"),
        ((("Spell",), ("Drain", "MoLFI")), MIXED, "yes"),
        ((("Spell",), ("Drain", "MoLFI")), DOWN, "no"),
        ((("MoLFI",), ("Drain", "Spell")), DOWN, "reversed"),
        ((("Drain", "Spell", "MoLFI"),), CLOSE, "yes"),
        ((("Drain", "Spell", "MoLFI"),), APART, "no"),
        ((("Spell",), ("Drain", "MoLFI")), APART, "yes"),
        ((("Drain", "Spell", "MoLFI"),), LACKING, "unknown"),
        ((("Drain", "Spell", "MoLFI"),), LACKING | {"MoLFI": 0.8}, "no"),
    ],
)
def test_an_order_follows_is_contradicted_reversed_or_cannot_be_told(tiers, scores, verdict):
    assert Ranked("Mac", "accuracy", tiers).verdict({"accuracy": scores}) == verdict


@pytest.mark.parametrize(
    ("one", "other", "same"),
    [(DOWN, DOWN, "yes"), (DOWN, UP, "no"), (DOWN, CLOSE, "no"), (DOWN, LACKING, "unknown")],
)
def test_two_metrics_agree_if_they_order_every_pair_alike(one, other, same):
    scores = {"accuracy": one, "wba_rarity": other}
    assert Agreeing("Mac", ("accuracy", "wba_rarity"), alike=True).verdict(scores) == same
    opposite = {"yes": "no", "no": "yes", "unknown": "unknown"}[same]
    assert Agreeing("Mac", ("accuracy", "wba_rarity"), alike=False).verdict(scores) == opposite


def test_what_is_similar_can_be_asked_for():
    stated = Ranked("HDFS", "accuracy", (("Spell",), ("Drain", "MoLFI")))
    assert stated.verdict({"accuracy": CLOSE}) == "no"
    assert stated.verdict({"accuracy": CLOSE}, similar=0.0) == "yes"
    alike = Agreeing("HDFS", ("accuracy", "wba_rarity"), alike=True)
    assert alike.verdict({"accuracy": CLOSE, "wba_rarity": APART}) == "no"
    assert alike.verdict({"accuracy": CLOSE, "wba_rarity": APART}, similar=0.0) == "yes"


def test_orders_are_written_with_similar_and_missing_parsers():
    assert order(DOWN) == "Drain > Spell > MoLFI"
    assert order(CLOSE) == "Spell ≈ Drain ≈ MoLFI"
    assert order(LACKING) == "Drain ≈ MoLFI (Spell not available)"


def test_every_order_of_section_4_1_is_stated_once():
    said = [(stated.dataset, stated.metric, stated.text) for stated in STATED]
    assert len(said) == len(set(said)) == 17
    assert ("BGL", "wba_rarity", "Drain > Spell > MoLFI") in said
    assert ("HDFS", "accuracy", "all similar") in said
    assert ("Mac", "balanced_accuracy", "Spell > Drain and MoLFI") in said


@pytest.mark.skipif(not HOME.exists(), reason="needs wba_authors/; set STEELYARD_DATA")
def test_what_does_not_follow_from_the_authors_own_files():
    rows = authors_findings(HOME)["log_parsing_authors_orders"]
    assert {
        (row["dataset"], row["metric"]): row["follows_as_published"]
        for row in rows
        if row["follows_as_published"] != "yes"
    } == {
        ("Android", "accuracy"): "no",
        ("Mac", "balanced_accuracy"): "reversed",
        ("BGL", "wba_rarity"): "reversed",
        ("Android", "accuracy and wba_rarity"): "no",
        ("Mac", "balanced_accuracy and wba_rarity"): "no",
    }
    unknown = [row["dataset"] for row in rows if row["follows_handled"] == "unknown"]
    assert unknown == ["HDFS"] * 4  # all that is said of HDFS needs Spell
    assert "rerun" not in rows[0]


@pytest.mark.skipif(not HOME.exists(), reason="needs wba_authors/; set STEELYARD_DATA")
def test_a_run_of_our_own_takes_the_place_of_a_missing_file():
    hdfs = next(each for each in read_authors(HOME) if each.name == "HDFS")
    right = {("HDFS", "Spell"): hdfs.members}
    rows = authors_findings(HOME, right=right)["log_parsing_authors_orders"]
    assert {row["follows_rerun"] for row in rows if row["dataset"] == "HDFS"} == {"yes"}
    row = next(row for row in rows if (row["dataset"], row["metric"]) == ("HDFS", "wba_rarity"))
    assert (row["handled"], row["rerun"]) == ("Drain ≈ MoLFI (Spell not available)", "Spell > Drain ≈ MoLFI")
