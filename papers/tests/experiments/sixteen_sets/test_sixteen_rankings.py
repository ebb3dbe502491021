"""Which learner is better with and without relevance: reversals, by the means and beyond chance."""

import numpy as np
import pytest

from steelyard import Confusion
from steelyard.extending import correlated_t
from steelyard_papers.experiments.sixteen_sets.differences import differences
from steelyard_papers.experiments.sixteen_sets.paired import paired, with_holm
from steelyard_papers.experiments.sixteen_sets.rankings import CLEARLY, FIRMLY, REVERSED, SAME, changes, rankings
from steelyard_papers.experiments.sixteen_sets.scored import COUNTERPARTS, Scored
from steelyard_papers.reproductions.branco2017.discrimination import MECHANISMS


def made(leads, noise=0.001):
    """Return a set whose metrics have the same values but for the lead of the tree, by level."""
    rng = np.random.default_rng(0)
    values = {}
    for metric, existing in COUNTERPARTS.items():
        for level in ("existing", *MECHANISMS):
            name = existing if level == "existing" else metric
            second = 0.5 + noise * rng.normal(size=20)
            first = 0.5 + leads.get(level, 0.1) + noise * rng.normal(size=20)
            values[name, level, "exclude"] = np.array([first, second])
    counts = np.ones((2, 20, 2, 2), dtype=int)
    stack = Confusion(counts, axes={"model": ["tree", "svm"], "fold": range(20)})
    return Scored("made", 1, 0, {"a": 1}, stack, values)


def orders(leads, **options):
    return {row["level"]: row["order"] for row in rankings([made(leads, **options)])}


def test_a_lead_that_stays_is_the_same():
    assert set(orders({}).values()) == {SAME}


def test_a_lead_that_turns_is_reversed_beyond_chance():
    assert orders({"φ": -0.1})["φ"] == FIRMLY
    assert orders({"φ": -0.1})["PO"] == SAME


def test_a_lead_that_turns_within_the_noise_is_reversed_only():
    assert orders({"φ": -0.01, "existing": 0.01}, noise=0.05)["φ"] in (SAME, REVERSED)
    found = rankings([made({"φ": -0.004}, noise=0.01)])
    assert {row["order"] for row in found if row["level"] == "φ"} & {REVERSED, CLEARLY}


def test_changes_are_counted_by_ranking_and_by_pair():
    rows = {row["level"]: row for row in changes(rankings([made({"φ": -0.1})]))}
    assert rows["φ"] == {
        "level": "φ", "rankings": 5, "order": 5, "best": 5, "clear": 5, "beyond_chance": 5,
        "pairs": 5, "pairs_reversed": 5, "pairs_clear": 5, "pairs_beyond_chance": 5, "pairs_shifted": 5,
    }  # fmt: skip
    assert rows["PO"]["order"] == rows["PO"]["best"] == rows["PO"]["pairs_shifted"] == 0


def test_a_ranking_that_is_undefined_is_not_counted():
    one = made({})
    one.values["Rec", "φ", "exclude"][0] = np.nan
    rows = {row["level"]: row for row in changes(rankings([one]))}
    assert (rows["φ"]["rankings"], rows["φ"]["pairs"], rows["φ"]["best"]) == (4, 4, 0)
    assert rows["PO"]["rankings"] == 5


def test_who_was_the_best_with_another_is_no_other_best():
    one = made({})
    one.values["Rec_M", "existing", "exclude"][:] = 0.5
    rows = {row["level"]: row for row in changes(rankings([one]))}
    assert rows["φ"]["best"] == 0


def test_the_lead_without_relevance_is_one_test_however_many_levels_there_are():
    rows = [row for row in rankings([made({}, noise=0.1)]) if row["level"] == "TO"]
    smallest = min(rows, key=lambda row: row["existing_p"])
    assert smallest["existing_p_holm"] == pytest.approx(5 * smallest["existing_p"], rel=0.01)
    smallest = min(rankings([made({}, noise=0.1)]), key=lambda row: row["relevance_p"])
    assert smallest["relevance_p_holm"] == pytest.approx(20 * smallest["relevance_p"], rel=0.01)


def test_a_pair_is_judged_by_the_correlated_t_of_both_repeats():
    rng = np.random.default_rng(5)
    first, second = rng.random(20), rng.random(20)
    first[3] = np.nan
    test = correlated_t(first - second, runs=2)
    found = paired(first, second)
    assert found["difference"] == pytest.approx(np.nanmean(first - second), abs=1e-6)
    assert (found["low"], found["high"]) == pytest.approx((test.low, test.high), abs=1e-6)
    assert found["p"] == test.p_value


def test_a_pair_that_is_never_defined_has_no_difference():
    assert paired(np.full(20, np.nan), np.zeros(20)) == {"difference": None, "low": None, "high": None, "p": None}
    assert with_holm([{"p": 0.01}, {"p": None}]) == [{"p": 0.01, "p_holm": 0.01}, {"p": None, "p_holm": None}]


def test_differences_are_with_relevance_less_without():
    rows = [row for row in differences([made({"φ": 0.3})]) if (row["learner"], row["level"]) == ("tree", "φ")]
    assert len(rows) == 5
    for row in rows:
        assert row["difference"] == pytest.approx(0.2, abs=0.01)
        assert row["p_holm"] < 0.05


def test_a_set_whose_second_learner_differs_is_told_of_that_learner():
    one = made({"φ": 0.3, "existing": 0.1})
    rows = {(row["learner"], row["level"]): row["difference"] for row in differences([one]) if row["metric"] == "Rec"}
    assert rows["svm", "φ"] == pytest.approx(0, abs=0.01)


def test_the_shift_is_the_lead_with_relevance_less_the_lead_without():
    one = made({"φ": 0.3, "existing": 0.1})
    for level in MECHANISMS:
        one.values["Rec", level, "exclude"][:] += 0.15  # what both learners gain is no shift
    (row,) = [row for row in rankings([one]) if (row["metric"], row["level"]) == ("Rec", "φ")]
    assert row["shift"] == pytest.approx(0.2, abs=0.01)
    assert row["shift"] == pytest.approx(row["relevance_lead"] - row["existing_lead"], abs=1e-5)


def test_a_tie_on_one_side_is_no_reversal():
    one = made({"existing": 0.1})
    one.values["Rec", "φ", "exclude"][:] = 0.5
    (row,) = [row for row in rankings([one]) if (row["metric"], row["level"]) == ("Rec", "φ")]
    assert row["relevance_lead"] == 0
    assert row["order"] == SAME
