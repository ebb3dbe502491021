"""The shipped example is what its script says: real truth, three learners, every wine once."""

import csv
import os
from collections import Counter
from pathlib import Path

import pytest

import steelyard as sy

ROOT = Path(__file__).parents[2]
WINES = ROOT / "examples" / "wine_quality_red.csv"
DATA = Path(os.environ.get("STEELYARD_DATA", ROOT.parent / "shared" / "data"))
SOURCE = DATA / "branco16" / "csv" / "13_wineQualityRed.csv"


def _column(path, name):
    with path.open(encoding="utf-8", newline="") as file:
        return [row[name] for row in csv.DictReader(file)]


@pytest.mark.skipif(not SOURCE.exists(), reason="needs branco16/ (UCI wine quality); set STEELYARD_DATA")
def test_the_truth_is_the_data_sets_own():
    assert _column(WINES, "quality") == _column(SOURCE, "quality")


def test_no_feature_is_shipped_and_the_folds_are_stratified():
    with WINES.open(encoding="utf-8") as file:
        assert file.readline().strip() == "quality,tree,svm,naive_bayes,fold"
    folds = Counter(zip(_column(WINES, "fold"), _column(WINES, "quality"), strict=True))
    assert {count for (_, quality), count in folds.items() if quality == "3"} == {1}


def test_who_wins_depends_on_what_matters():
    wines = sy.Confusion.from_files(WINES, "quality", ["tree", "svm", "naive_bayes"])
    winners = {}
    for importance in ("prevalence", "uniform", "rarity"):
        values = sy.metrics.balanced_accuracy(wines, importance=importance)
        winners[importance] = wines.axes["model"][values.argmax()]
    assert winners == {"prevalence": "svm", "uniform": "tree", "rarity": "naive_bayes"}
