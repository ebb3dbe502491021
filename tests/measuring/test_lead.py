"""Who is ahead, of two values and of many models; and where undefined terms would decide it."""

import itertools

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from hypothesis.extra.numpy import arrays

import steelyard as sy
from steelyard.measuring.lead import NAMING, Standing, difference, lead, standings

GAVE_UP, TRIES = [[0, 10], [0, 90]], [[6, 4], [9, 81]]


def stack(*models):
    return sy.Confusion(np.stack([np.asarray(m) for m in models]), axes={"model": [*"abcdefgh"[: len(models)]]})


def standing(models, metric="macro_precision", *, undefined=None):
    cm = stack(*models)
    measured = sy.evaluate(cm, metrics=metric, undefined=undefined, confidence=None).measured
    return standings(measured, cm, chosen=undefined is not None)[0]


def of(metric="accuracy", **values):
    return Standing(sy.metrics[metric], {policy: np.array(each, dtype=float) for policy, each in values.items()})


def test_policies_that_name_different_winners_name_none():
    """Macro precision of the model that gave class 0 up: 0.45 at worst, 0.9 with the class left out."""
    found = standing([GAVE_UP, TRIES])
    assert found.values["worst"] == pytest.approx([0.45, (6 / 15 + 81 / 85) / 2])
    assert found.values["exclude"] == pytest.approx([0.9, (6 / 15 + 81 / 85) / 2])
    assert found.first("worst") == {1}
    assert found.first("exclude") == {0}
    assert found.best == set()
    assert found.disputed
    assert found.disputes(0, 1) == found.disputes(1, 0) == ("exclude",)


@pytest.mark.parametrize(("policy", "winner"), [("worst", 1), ("exclude", 0), ("zero", 1)])
def test_who_chooses_a_policy_gets_its_winner(policy, winner):
    found = standing([GAVE_UP, TRIES], undefined=policy)
    assert list(found.values) == [policy]
    assert (found.best, found.disputed, found.disputes(0, 1)) == ({winner}, False, ())


def test_where_nothing_is_undefined_one_policy_says_it_all():
    found = standing([TRIES, [[8, 2], [9, 81]]])
    assert list(found.values) == ["worst"]
    assert found.best == {1}


def test_a_metric_of_the_whole_has_no_policies_and_an_undefined_value_wins_nothing():
    found = standing([GAVE_UP, TRIES, [[8, 2], [9, 81]]], "mcc")
    assert list(found.values) == ["worst"]
    assert np.isnan(found.values["worst"][0])
    assert found.best == {2}


def test_where_all_are_the_same_none_is_the_best():
    assert of(worst=[0.5, 0.1 + 0.4]).best == set()
    assert of(worst=[0.5]).best == set()
    assert of(worst=[np.nan, 0.5]).best == set()
    assert of(worst=[np.nan, np.nan]).best == set()


def test_ties_share_the_star_and_rounding_is_no_difference():
    assert of(worst=[0.1 + 0.2, 0.3, 0.2]).best == {0, 1}


def test_lower_may_be_better():
    assert of("cen", worst=[0.5, 0.4]).best == {1}


@pytest.mark.parametrize(
    ("worst", "other", "best", "disputed"),
    [
        ([0.5, 0.4], [0.5, 0.5], {0}, False),  # a policy by which all are the same names nobody else
        ([0.5, 0.5, 0.4], [0.6, 0.5, 0.4], {0}, False),  # of those that tie, one that no policy speaks against
        ([0.5, 0.5, 0.4], [0.4, 0.5, 0.6], set(), True),
        ([0.5, 0.4, 0.3], [0.5, 0.4, 0.9], set(), True),
        ([0.5, 0.5], [0.9, 0.1], set(), False),  # nobody is the best, so nobody is disputed
        ([0.5, 0.4], [np.nan, 0.4], {0}, False),  # what has no value names nobody
    ],
)
def test_another_policy(worst, other, best, disputed):
    found = of(worst=worst, exclude=other)
    assert (found.best, found.disputed) == (best, disputed)


def test_pairs_are_disputed_where_the_other_is_ahead():
    found = of(worst=[0.5, 0.4, 0.3], exclude=[0.5, 0.6, 0.3], zero=[0.5, 0.5, 0.3])
    assert found.disputes(0, 1) == ("exclude",)  # with "zero" they tie, which names nobody
    assert found.disputes(0, 2) == ()


@given(
    arrays(np.int64, (3, 3, 3), elements=st.integers(0, 3)),
    st.sampled_from(["macro_precision", "one_point_aurpc_ova", "cba"]),
)
def test_a_star_is_the_best_by_every_policy_that_tells_models_apart(cells, metric):
    cells[:, 0, 0] += 1
    found = standing(list(cells), metric)
    for policy in NAMING:
        values = sy.metrics[metric](cells, undefined=policy)
        known = values[~np.isnan(values)]
        apart = bool(known.size) and known.max() - known.min() > 1e-9
        for k in found.best:
            assert not apart or values[k] == pytest.approx(known.max())


# The same star in a table of models and in a comparison.


def starred(shown, metric):
    """Return how many values of a metric have a star, whether it is a row or a column."""
    lines = shown.splitlines()
    row = next((line for line in lines if line.startswith(f"{metric} ")), None)
    if row is not None:
        return row.count("*")
    heading = next(k for k, line in enumerate(lines) if line.startswith("model ") and metric in line)
    end = lines[heading].index(metric) + len(metric)
    rows = itertools.takewhile(lambda line: line and line[0] in "ab", lines[heading + 2 :])
    return sum(line[max(end - 8, 0) : end].count("*") for line in rows)


def test_evaluate_and_compare_name_no_best_and_both_values():
    cm = stack(GAVE_UP, TRIES)
    evaluated = str(sy.evaluate(cm, metrics=["macro_precision", "balanced_accuracy"], confidence=None))
    quick = sy.intervals.bootstrap(draws=100)
    compared = str(sy.compare(cm, metrics=["macro_precision", "balanced_accuracy"], intervals=quick))
    for shown in (evaluated, compared):
        assert starred(shown, "macro_precision") == 0
        assert starred(shown, "balanced_accuracy") == 1
        told = " ".join(shown.split())
        assert "(0.676 against 0.450)" in told
        assert "(0.900 against 0.676)" in told


@pytest.mark.parametrize("policy", ["worst", "exclude", "zero"])
def test_a_chosen_policy_stars(policy):
    cm = stack(GAVE_UP, TRIES)
    shown = str(sy.evaluate(cm, metrics=["macro_precision"], undefined=policy, confidence=None))
    misleads = policy == "exclude"  # the first, from which class 0 left
    assert starred(shown, "macro_precision") == (0 if misleads else 1)
    assert "no model is the best" not in shown


def test_a_value_that_misleads_has_no_star_and_nobody_inherits_it():
    found = Standing(sy.metrics["accuracy"], {"worst": np.array([0.95, 0.9])}, frozenset([0]))
    assert (found.best, found.starred, found.disputed) == ({0}, frozenset(), False)
    assert of(worst=[0.95, 0.9]).starred == {0}


def test_evaluate_gives_no_star_to_what_it_calls_misleading():
    """Always answering 1 gets 0.9; tries gets 0.98, which is more."""
    never, tries = [[0, 10], [0, 90]], [[9, 1], [1, 89]]
    (accuracy,) = sy.evaluate(stack(never, TRIES), metrics="accuracy").standings.values()
    assert (accuracy.best, accuracy.misleading, accuracy.starred) == ({0}, {0, 1}, frozenset())
    (accuracy,) = sy.evaluate(stack(never, tries), metrics="accuracy").standings.values()
    assert (accuracy.best, accuracy.misleading, accuracy.starred) == ({1}, {0}, {1})
    for models, starred in (((never, TRIES), False), ((never, tries), True)):
        for shown in (sy.evaluate(stack(*models), metrics="accuracy"), sy.compare(stack(*models), metrics="accuracy")):
            assert ("*0.9" in str(shown)) == starred


# Of two values: direction respected, rounding no difference.


def test_higher_or_lower_is_better_as_the_metric_says():
    first, second = np.array([0.2, 0.3, 0.25]), np.array([0.3, 0.2, 0.25])
    assert lead(first, second, sy.metrics.accuracy).tolist() == [-1, 1, 0]
    assert lead(first, second, sy.metrics.cen).tolist() == [1, -1, 0]


def test_rounding_is_a_tie_and_small_values_are_not_where_nothing_bounds_them():
    first = np.array([0.1 + 0.2, 1e-20, 0.0])
    second = np.array([0.3, 2e-20, 0.0])
    assert lead(first, second, sy.metrics.cost_ratio).tolist() == [0, 1, 0]
    assert lead(first, second, sy.metrics.accuracy).tolist() == [0, 0, 0]


def test_what_is_left_of_larger_values_is_no_difference():
    """Matthews' correlation of two models that guess: 74 flips were told of them."""
    first, second = np.array([1e-17, -3e-13, 1e-11]), np.array([-2e-17, 3e-13, 0.0])
    assert lead(first, second, sy.metrics.mcc).tolist() == [0, 0, 1]
    assert difference(first, second).tolist() != [0, 0, 1e-11]
    assert difference(first, second, sy.metrics.mcc).tolist() == [0, 0, 1e-11]


def test_undefined_is_neither_and_infinite_is_more_than_anything():
    first = np.array([np.nan, np.inf, np.inf])
    second = np.array([0.3, 1.0, np.inf])
    assert np.array_equal(lead(first, second, sy.metrics.accuracy), [np.nan, 1, 0], equal_nan=True)


def test_rounding_is_no_difference():
    first = np.array([0.1 + 0.2, 1 / 3 + 1 / 3 + 1 / 3, 1e9 * 0.3, np.nan])
    second = np.array([0.3, 1.0, 3e8, 0.5])
    assert difference(first, second)[:3].tolist() == [0.0, 0.0, 0.0]
    assert np.isnan(difference(first, second)[3])
    assert difference(np.array(1e-9), np.array(2e-9)) == -1e-9
