"""What the README and the demo tell: the winner changes with what matters, beyond chance both ways."""

import csv
import importlib.util
import os
import subprocess
import sys
from collections import Counter
from pathlib import Path

import pytest

import steelyard as sy

ROOT = Path(__file__).parents[2]
EXAMPLES = ROOT / "examples"
DATA = Path(os.environ.get("STEELYARD_DATA", ROOT.parent / "shared" / "data"))
REVIEWS = DATA / "amazon_fine_food_5k" / "fine_food_5k.csv"


def _rows(path):
    with path.open(encoding="utf-8", newline="") as file:
        return list(csv.DictReader(file))


def _demo():
    spec = importlib.util.spec_from_file_location("demo", EXAMPLES / "demo.py")
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


@pytest.fixture(scope="module")
def told():
    return _demo().winners()


WINNERS = {
    "every review counts the same": ("svm", "even", "bayes"),
    "the unhappy matter more": ("even", "svm", "bayes"),
    "every loan counts the same": ("forest", "careful"),
    "a bad risk costs five times as much": ("careful", "forest"),
}
"""By what matters, the model that is told better than each of the others."""


@pytest.mark.parametrize("meaning", WINNERS)
def test_the_winner_is_told_better_than_every_other(meaning, told):
    found, (winner, *others) = told[meaning], WINNERS[meaning]
    for other in others:
        lead = found.pair(winner, other)
        assert found.is_better(lead)
        assert lead.lead_of(winner).value > 0
    assert f"{winner} (" in found.verdict
    assert "is better than" in found.verdict


def test_the_demo_tells_every_winner():
    assert list(WINNERS) == list(_demo().winners())


def test_accuracy_and_the_unhappy_disagree_in_one_table():
    """As the README shows it: two models, two metrics, p-values corrected over both."""
    joint = sy.Joint.from_files(EXAMPLES / "reviews.csv", "stars", ["svm", "even"])
    found = sy.compare(joint, importance="5 < 4 < 3 < 2 < 1", metrics=["balanced_accuracy", "accuracy"])
    for metric, winner in (("accuracy", "svm"), ("balanced_accuracy", "even")):
        assert found.is_better(found[metric])
        assert found[metric].lead_of(winner).value > 0
    (share,) = found.robust.shares
    assert {share.wins, share.loses} == {0.0, 1.0}, "at every weighting that respects the order"


def test_costs_are_the_importance_that_the_story_says():
    """What the documentation of the data charges, 5 and 1, per loan: (5 · missed + 1 · turned down) / 1,000."""
    joint = _demo().credit()
    costs = {}
    for model in joint.models:
        cm = joint[model]
        missed, turned_down = (int(cm.counts[cm.labels.index(a), cm.labels.index(b)]) for a, b in _ERRORS)
        costs[model] = (5 * missed + turned_down) / 1000
        recall = float(sy.metrics.balanced_accuracy(cm, importance=_demo().COSTS))
        assert recall == pytest.approx(1 - costs[model] * 1000 / (5 * 300 + 700))
    assert costs["careful"] < costs["forest"]


_ERRORS = (("bad", "good"), ("good", "bad"))


@pytest.mark.skipif(not REVIEWS.exists(), reason="needs amazon_fine_food_5k/ (reviews); set STEELYARD_DATA")
def test_the_stars_are_the_data_sets_own():
    first = {}
    for row in _rows(REVIEWS):
        first.setdefault(row["Text"], row["Score"])
    assert [row["stars"] for row in _rows(EXAMPLES / "reviews.csv")] == list(first.values())


def test_the_loans_are_as_many_as_the_data_set_says():
    assert Counter(row["risk"] for row in _rows(EXAMPLES / "credit.csv")) == {"good": 700, "bad": 300}


@pytest.mark.parametrize(("name", "truth"), [("reviews", "stars"), ("credit", "risk")])
def test_folds_are_stratified_and_nothing_but_predictions_is_shipped(name, truth):
    rows = _rows(EXAMPLES / f"{name}.csv")
    classes = {row[truth] for row in rows}
    assert all({row[column] for row in rows} <= classes for column in rows[0] if column != "fold")
    in_folds = Counter((row[truth], row["fold"]) for row in rows)
    for one in classes:
        sizes = [in_folds[one, str(fold)] for fold in range(1, 11)]
        assert max(sizes) - min(sizes) <= 1
    assert (EXAMPLES / f"{name}.csv").stat().st_size < 200_000


@pytest.mark.slow
def test_the_demo_runs_from_anywhere_and_ends_with_a_page(tmp_path):
    run = subprocess.run(
        [sys.executable, str(EXAMPLES / "demo.py")],
        cwd=tmp_path,
        capture_output=True,
        text=True,
        check=True,
        timeout=120,
    )
    assert (tmp_path / "report.html").stat().st_size > 50_000
    assert run.stdout.splitlines()[-1].startswith("The report is in file://")


def test_the_shares_that_the_readme_tells():
    rows = _rows(EXAMPLES / "reviews.csv")
    unhappy = [row for row in rows if row["stars"] == "1"]
    shares = {model: sum(row[model] == "1" for row in unhappy) / len(unhappy) for model in ("svm", "even")}
    five = sum(row["stars"] == "5" for row in rows) / len(rows)
    assert len(rows) == 4984
    assert [round(100 * share) for share in (five, shares["even"], shares["svm"])] == [63, 66, 46]
    readme = " ".join((ROOT / "README.md").read_text(encoding="utf-8").split())
    assert "63 % of the reviews have five stars" in readme
    assert "it finds 66 % of the one-star reviews, `svm` 46 %" in readme
