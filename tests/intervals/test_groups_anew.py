"""How far metrics move if groups are drawn anew: as the variance between groups says, by draws and by slopes."""

import math

import numpy as np
import pytest
from scipy import stats

import steelyard as sy
from steelyard.intervals.classwise import OfGroups, groups_anew
from steelyard.intervals.sample import Sample
from steelyard.intervals.units import groups_of, items_of


@pytest.fixture
def sample(rng):
    """Of 60 groups of ten items each, two models whose accuracy goes with the group."""
    group = np.repeat(np.arange(60), 10)
    truth = rng.integers(0, 2, 600)
    wrong = [rng.random(600) < rng.beta(1, 3, 60)[group] for _ in range(2)]
    models = {name: np.where(each, 1 - truth, truth) for name, each in zip("ab", wrong, strict=True)}
    units = groups_of(sy.Joint.from_labels(truth, models, by={"group": group}), "group")
    found = Sample(units, [sy.metrics.accuracy], [0.5, 0.5], "worst")
    shares = np.array([[np.mean((truth == models[name])[group == g]) for g in range(60)] for name in "ab"])
    return found, shares


@pytest.mark.parametrize("by_slopes", [False, True])
def test_the_spread_is_that_of_the_means_of_groups(sample, by_slopes):
    found, shares = sample
    anew = groups_anew([found], found.observed, 0, by_slopes=by_slopes)
    for parts, values in ((anew.of_model(0, 0), shares[0]), (anew.of_pair(0, 0, 1), shares[0] - shares[1])):
        error = values.std(ddof=1) / math.sqrt(60)
        width = float((parts.quantiles(0.975) - parts.quantiles(0.025))[0])
        assert width == pytest.approx(2 * stats.t(parts.degrees).ppf(0.975) * error, rel=0.06)


def test_of_models_with_groups_of_their_own_the_variances_add(sample):
    found, shares = sample
    units = found.units
    alone = [
        Sample(groups_of(units_joint, "group"), found.metrics, [0.5, 0.5], "worst")
        for units_joint in (_of_model(units, 0), _of_model(units, 1))
    ]
    parts = groups_anew(alone, found.observed, 0, by_slopes=True).of_pair(0, 0, 1)
    error = math.sqrt(sum(values.var(ddof=1) / 60 for values in shares))
    assert parts.parts.spread[0] == pytest.approx(error)


def _of_model(units, model):
    cells = np.zeros((60, 2, 2), dtype=int)
    np.add.at(cells, (units.kind, units.truth, units.predictions[model]), units.amounts)
    return sy.Confusion(cells, axes={"group": range(60)})


def test_few_groups_of_a_class_reach_as_students_t_does():
    """All of the spread is that of class 1, which five of twenty groups have, five items each: 4 degrees of freedom."""
    group = np.arange(100) // 5
    truth = (group < 5).astype(int)
    predicted = np.where(group < 2, 0, truth)
    units = groups_of(sy.Confusion.from_labels(truth, predicted, by={"group": group}), "group")
    found = Sample(units, [sy.metrics.balanced_accuracy], [0.5, 0.5], "worst")
    parts = groups_anew([found], found.observed, 0, by_slopes=True).of_model(0, 0)
    assert parts.degrees == pytest.approx(4)
    assert parts.quantiles(0.9) == pytest.approx(parts.parts.quantiles(0.9) * stats.t(4).ppf(0.9) / stats.norm.ppf(0.9))
    assert parts.flipped().quantiles(0.1) == pytest.approx(-parts.quantiles(0.9))


def test_degrees_of_several_classes_go_together_as_satterthwaites_do():
    """Two classes with as much spread each, one in 4 groups and one in 16: 1/df = (1/2)²/3 + (1/2)²/15."""
    truth = np.repeat([0, 1], [4, 16])
    moved = np.concatenate([np.full(4, 2.0), np.full(16, 1.0)])
    found = OfGroups(moved, truth, np.arange(20), np.array([4.0, 16.0]))
    assert found.degrees == pytest.approx(1 / (0.25 / 3 + 0.25 / 15))


def test_a_class_in_one_group_has_hardly_a_degree_of_freedom():
    found = OfGroups(np.array([1.0]), np.array([0]), np.array([0]), np.array([1.0]))
    assert found.degrees == 0.5
    still = OfGroups(np.array([0.0]), np.array([0]), np.array([0]), np.array([1.0]))
    assert still.degrees == math.inf


def test_items_are_told_by_their_classes_alone():
    found = Sample(items_of(sy.Confusion([[3, 1], [2, 4]])), [sy.metrics.accuracy], [0.5, 0.5], "worst")
    assert groups_anew([found], found.observed, 0, by_slopes=False) is None
