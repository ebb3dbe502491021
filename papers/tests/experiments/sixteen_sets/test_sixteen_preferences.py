"""What matters in each set: every class is spoken of, relevances follow the paper, contradictions are found."""

from fractions import Fraction
from pathlib import Path

import numpy as np
import pytest

from steelyard.importance import order
from steelyard_papers.experiments.sixteen_sets.contradictions import contradictions
from steelyard_papers.experiments.sixteen_sets.data_sets import DATA_SETS
from steelyard_papers.experiments.sixteen_sets.preferences import PREFERENCES, class_sizes
from steelyard_papers.experiments.written import read_table

SIZES = {name: dict.fromkeys(one.classes, 10) for name, one in DATA_SETS.items()}


@pytest.mark.parametrize("name", DATA_SETS)
def test_all_levels_speak_of_every_class(name):
    classes, said = set(DATA_SETS[name].classes), PREFERENCES[name]
    assert set(said.relevance) == classes
    for relation in (said.partial, said.total):
        assert {label for pair in order(relation).pairs for label in pair} == classes
    assert len(order(said.total).pairs) == len(classes) - 1


def test_prev_is_the_rarity_of_the_sizes_given():
    sizes = {"1": 150, "2": 35, "3": 30}
    phi = PREFERENCES["newThyroid"].levels(sizes)["PREV"].relevance(class_sizes(sizes))
    inverse = [Fraction(1, size) for size in sizes.values()]
    assert phi.tolist() == pytest.approx([float(one / sum(inverse)) for one in inverse])


def test_the_partial_order_of_glass_by_hand():
    # 2 < 7 < 3 < 6, 2 < 5 < 6, 1 < 5: (below + 1 + incomparable/2) / largest.
    below = {"1": 0, "2": 0, "3": 2, "5": 2, "6": 5, "7": 1}
    incomparable = {"1": 3, "2": 1, "3": 2, "5": 2, "6": 0, "7": 2}
    ranks = [Fraction(below[label] + 1) + Fraction(incomparable[label], 2) for label in below]
    phi = PREFERENCES["glass"].levels(SIZES["glass"])["PO"].relevance(class_sizes(SIZES["glass"]))
    assert phi.tolist() == pytest.approx([float(rank / max(ranks)) for rank in ranks])


def test_the_committed_relevances_follow_from_these_preferences():
    rows = read_table(Path(__file__).parents[4] / "docs" / "results" / "branco2017" / "sixteen_sets_relevances.csv")
    for name, one in DATA_SETS.items():
        of_set = [row for row in rows if row["dataset"] == name]
        sizes = {str(row["class"]): row["size"] for row in of_set}
        assert (tuple(sizes), sum(sizes.values())) == (one.classes, one.rows)
        for level, said in PREFERENCES[name].levels(sizes).items():
            found = said.relevance(class_sizes(sizes)).tolist()
            assert [row[level] for row in of_set] == pytest.approx(found, abs=1e-6)


def test_only_the_wines_contradict_what_they_state():
    rows = contradictions(SIZES)
    slips = {(row["dataset"], row["level"], row["against"]) for row in rows if row["stated_opposed"]}
    assert slips == {
        (wine, *levels) for wine in ("wineQualityRed", "wineQualityWhite") for levels in (("TO", "φ"), ("PO", "TO"))
    }


def test_the_total_order_of_red_wine_is_the_wrong_way_round():
    (row,) = [row for row in contradictions(SIZES) if (row["dataset"], row["level"]) == ("wineQualityRed", "TO")]
    levels = PREFERENCES["wineQualityRed"].levels(SIZES["wineQualityRed"])
    counts = class_sizes(SIZES["wineQualityRed"])
    total, stated = (levels[level].relevance(counts) for level in ("TO", "φ"))
    signs = np.sign(np.subtract.outer(total, total)) * np.sign(np.subtract.outer(stated, stated))
    assert row["opposed"] == (np.triu(signs) < 0).sum() == 12
    assert row["pairs"] == 15
