"""Items that belong together count as fewer: how many, from the correlation of beta-binomial groups."""

import numpy as np
import pytest

import steelyard as sy
from steelyard.intervals.rows import items_apart, rows_of
from steelyard.intervals.units import groups_of, items_of


def units_of(truth, *predictions, group):
    models = {str(k): predicted for k, predicted in enumerate(predictions)}
    return groups_of(sy.Joint.from_labels(truth, models, by={"group": group}), "group")


def weights(units, models=(0,)):
    """Return what an item of each class weighs."""
    found = items_apart(units, models)
    of_classes = [np.bincount(found.truth, weights=each) for each in (found.squares, found.amounts)]
    return of_classes[0] / of_classes[1]


def beta_binomial(rng, groups, items, recall, correlation):
    a = (1 - correlation) / correlation
    p = rng.beta(recall * a, (1 - recall) * a, groups)
    group = np.repeat(np.arange(groups), items)
    truth = np.zeros(len(group), dtype=int)
    return truth, (rng.random(len(group)) >= p[group]).astype(int), group


@pytest.mark.parametrize("correlation", [0.01, 0.2, 0.6])
def test_the_weight_of_an_item_is_the_design_effect(rng, correlation):
    """Of n items of a group, each of which is correlated with the others by ρ: 1 + ρ·(n − 1)."""
    truth, predicted, group = beta_binomial(rng, 4000, 10, 0.8, correlation)
    (found,) = weights(units_of(truth, predicted, group=group))
    assert found == pytest.approx(1 + 9 * correlation, rel=0.06)


def test_without_an_error_the_items_of_a_group_are_one():
    truth = [0] * 30 + [1] * 30
    assert weights(units_of(truth, truth, group=np.arange(60) // 5)) == pytest.approx([5, 5])


def test_a_class_in_a_single_group_is_as_sure_as_one_item():
    truth, predicted = [0] * 10 + [1] * 20, [0] * 5 + [1] * 25
    found = items_apart(units_of(truth, predicted, group=[0] * 10 + [1] * 10 + [2] * 10), (0,))
    assert (found.amounts**2 / found.squares)[found.truth == 0].sum() == pytest.approx(1)


def test_groups_whose_items_are_all_right_or_all_wrong_are_units():
    group = np.arange(200) // 5
    predicted = (group % 4 == 0).astype(int)
    (found,) = weights(units_of(np.zeros(200, dtype=int), predicted, group=group))
    assert found == pytest.approx(5, rel=0.05)


def test_of_two_models_what_counts_is_where_they_differ(rng):
    """Both are right or wrong with their group, but they differ on single items anywhere."""
    truth, first, group = beta_binomial(rng, 2000, 10, 0.7, 0.6)
    second = np.where(rng.random(len(first)) < 0.1, 1 - first, first)
    units = units_of(truth, first, second, group=group)
    assert weights(units)[0] == pytest.approx(1 + 9 * 0.6, rel=0.06)
    # To differ, the first must be right, or wrong, which goes with its group: ρ = p(1−p)·0.6·0.1²/(p·0.1·(1−p·0.1)), of
    # both kinds pooled: (0.7·0.3·0.6·0.01·2)/(0.07·0.93 + 0.03·0.97).
    rho = 0.7 * 0.3 * 0.6 * 0.01 * 2 / (0.07 * 0.93 + 0.03 * 0.97)
    assert weights(units, (0, 1))[0] == pytest.approx(1 + 9 * rho, rel=0.06)


def test_items_with_weights_as_groups_of_their_own_are_items_with_weights(rng):
    truth, predicted = rng.integers(0, 3, (2, 80))
    given = rng.uniform(0.5, 4, 80)
    stack = sy.Joint.from_labels(truth, {"a": predicted}, weights=given, by={"item": np.arange(80)})
    grouped, alone = rows_of(groups_of(stack, "item"), (0,)), rows_of(items_of(stack.pooled(), weighted=True), (0,))
    for one, other in zip(grouped, alone, strict=True):
        assert one.amounts == pytest.approx(other.amounts)
        assert one.scale == pytest.approx(other.scale)


def test_items_stay_as_they_are():
    joint = sy.Joint.from_labels([0, 1, 1], {"a": [0, 1, 0], "b": [1, 1, 0]})
    found = items_apart(items_of(joint), (1,))
    assert (found.predictions.tolist(), found.squares) == ([items_of(joint).predictions[1].tolist()], None)


def test_unknown_weights_count_as_groups():
    """A stack of floats does not say how many items there are: a group is at most as sure as one unit."""
    stack = sy.Confusion(np.full((8, 1, 1), 2.5), axes={"who": range(8)})
    found = items_apart(groups_of(stack, "who"), (0,))
    assert found.amounts.sum() ** 2 / found.squares.sum() == pytest.approx(8)
