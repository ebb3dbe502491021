"""Standard deviations by hand, and every metric beside its audit."""

import math
from statistics import mean, pstdev

import numpy as np
import pytest

from experiments.spread.made_up_spread import SEVERAL, TWO, part, results
from steelyard_papers.experiments.spread.condition import condition_1
from steelyard_papers.experiments.spread.matrices import matrices
from steelyard_papers.experiments.spread.over_sets import over_sets
from steelyard_papers.experiments.spread.spreads import Spread, metric_rows, spreads
from steelyard_papers.experiments.spread.values import Values, indices, values
from steelyard_papers.reproductions.mullick2020.expected import SEVERAL_CLASSES, TWO_CLASSES

FOUND = values(matrices(results(TWO | SEVERAL).values()))
MOVED = spreads(FOUND)
ROWS = {(row["classes"], row["index"]): row for row in metric_rows(FOUND, MOVED)}


def of(dataset, index):
    (one,) = (each for each in MOVED if (each.dataset, each.index) == (dataset, index))
    return one


@pytest.mark.parametrize(
    ("dataset", "index"), [("two 02", "precision"), ("five 1", "one_point_aurpc_ova"), ("ten 2", "npv")]
)
def test_the_deviation_is_that_of_twenty_means(dataset, index):
    (one,) = (one for one in FOUND if one.name == dataset)
    means = [[mean(one.folds[index][k, :, m]) for m in range(5)] for k in range(4)]
    spread = of(dataset, index)
    assert spread.sd == pytest.approx(pstdev(value for row in means for value in row))
    assert spread.sd_within == pytest.approx(math.sqrt(mean(pstdev(row) ** 2 for row in means)))


def test_the_variance_is_that_within_classifiers_and_that_between_them():
    for one in FOUND:
        for index, means in one.means.items():
            if not np.isnan(means).any():
                spread = of(one.name, index)
                between = np.var(means.mean(axis=1))
                assert spread.sd**2 == pytest.approx(spread.sd_within**2 + between, abs=1e-12)


def test_normalised_deviations_are_multiples_of_the_least_among_several_classes():
    for index in ("balanced_accuracy", "one_point_nauroc_ova", "accuracy"):
        found = {each.dataset: each for each in MOVED if each.index == index and each.classes > 2}
        least = min(each.sd for each in found.values())
        assert min(each.normalised for each in found.values()) == 1
        assert found["ten 1"].normalised == pytest.approx(found["ten 1"].sd / least)
    assert all(math.isnan(each.normalised) for each in MOVED if each.classes == 2)


def test_a_data_set_of_two_classes_that_moves_less_is_no_measure():
    still = np.linspace(0.900, 0.901, 20).reshape(4, 5)
    found = [
        Values(one.of, one.folds, {"g_mean": still if one.name == "two 01" else one.means["g_mean"]}) for one in FOUND
    ]
    assert min(each.normalised for each in spreads(found) if each.classes > 2) == 1


def test_what_does_not_move_is_no_measure():
    still = [
        Values(one.of, one.folds, {**one.means, "accuracy": np.full((4, 5), 0.9)})
        for one in FOUND
        if one.name in ("three 1", "five 1")
    ]
    rows = [each.row() for each in spreads(still) if each.index == "accuracy"]
    assert [(row["sd"], row["normalised"]) for row in rows] == [(0.0, None)] * 2


def test_means_that_are_undefined_are_left_out():
    means = np.array([[0.1, 0.3, np.nan, np.nan, np.nan], [np.nan] * 5, [0.5, np.nan, np.nan, np.nan, np.nan]])
    (one,) = values(matrices([part("two 01", "NBSVM", 1)]))
    (spread,) = spreads([Values(one.of, {}, {"precision": means})])
    assert spread.sd == pytest.approx(pstdev([0.1, 0.3, 0.5]))
    assert spread.sd_within == pytest.approx(0.1)
    (none,) = spreads([Values(one.of, {}, {"precision": np.full((1, 5), np.nan)})])
    assert none == Spread("two 01", 2, "precision", *[pytest.approx(math.nan, nan_ok=True)] * 3)
    assert none.row()["sd"] is None


def test_every_index_has_its_mean_over_data_sets_with_an_interval():
    assert [key for key in ROWS if key[0] == "two"] == [("two", index) for index in indices(2)]
    assert [key for key in ROWS if key[0] == "several"] == [("several", index) for index in indices(3)]
    row = ROWS["several", "one_point_aurpc_ova"]
    wanted = over_sets([of(name, "one_point_aurpc_ova").sd_within for name in SEVERAL])
    found = (row["sd_within"], row["low_within"], row["high_within"])
    assert found == pytest.approx((wanted.mean, wanted.low, wanted.high), abs=1e-6)


def test_intervals_of_deviations_are_not_below_0():
    found = [one for one in FOUND if one.name in ("two 01", "two 02")]  # 12.7 standard errors to each side
    rows = metric_rows(found, spreads(found))
    for low in ("low", "low_within"):
        ends = [row[low] for row in rows if row[low] is not None]
        assert min(ends) == 0 < max(ends)


def test_undefined_folds_are_counted_over_everything():
    found = values(matrices(results({"two 01": 2, "two 02": 2}, ruined=True).values()))
    rows = {row["index"]: row for row in metric_rows(found, spreads(found))}
    assert rows["precision"]["undefined"] == 2 * 4 * 4 * 5
    assert rows["precision"]["sd"] is None
    assert rows["recall"]["undefined"] == 0


def test_with_one_data_set_there_are_no_intervals():
    found = values(matrices(results({"ten 1": 10}).values()))
    rows = metric_rows(found, spreads(found))
    assert {row["classes"] for row in rows} == {"several"}
    assert all(row["sd"] is not None and row["low"] is None for row in rows)


@pytest.mark.parametrize(("kind", "theorems"), [("two", TWO_CLASSES), ("several", SEVERAL_CLASSES)])
def test_condition_1_is_what_the_papers_theorems_say(kind, theorems):
    for index, (first, *_) in theorems.items():
        assert ROWS[kind, index]["condition_1"] == ("holds" if first else "fails"), index


def test_averages_that_the_atlas_does_not_have_are_audited():
    # Recall and a precision of equal classes do not see sizes; the others count items of several classes together.
    said = {index: ROWS["several", index]["condition_1"] for index in ("mprecision", "npv", "jaccard", "informedness")}
    assert said == {"mprecision": "holds", "npv": "fails", "jaccard": "fails", "informedness": "fails"}


def test_a_metric_that_fails_with_three_classes_only_fails_with_several():
    assert condition_1(indices(2)["one_point_auroc"], several=False) == "holds"
    assert condition_1(indices(3)["one_point_auroc_ova"], several=True) == "fails"
