"""Values of goals, and what is said where class sizes leave the importance open."""

import pytest

import steelyard as sy
from steelyard.importance.mechanisms import sizes_of
from steelyard.integrations.goals import goal_values
from steelyard.measuring.goal import goal

FULL = sy.Confusion([[8, 2, 0], [1, 3, 0], [0, 1, 1]], labels=["ok", "worn", "failing"])
LACKING = sy.Confusion([[8, 2, 0], [1, 3, 0], [0, 0, 0]], labels=["ok", "worn", "failing"])


def test_they_are_those_of_the_metrics():
    goals = [goal("mcc at importance", "rarity"), goal("mean_f(beta=2)", "rarity")]
    assert goal_values(goals, FULL) == {
        "mcc at importance": sy.metrics.mcc.at_importance()(FULL, importance="rarity"),
        "mean_f(beta=2)": sy.metrics.mean_f(FULL, importance="rarity", beta=2),
    }


def test_a_class_that_has_not_come_asks_for_the_sizes_of_the_training_data():
    sentence = "^the importance 'rarity' depends on class sizes, but there are no items of 'failing'; give counts="
    with pytest.raises(ValueError, match=sentence):
        goal_values([goal("cba"), goal("cba", "rarity")], LACKING)
    fixed = goal("cba", "rarity", sizes=sizes_of(counts={"ok": 9, "worn": 3, "failing": 1}))
    assert 0 < goal_values([fixed], LACKING)["cba"] < 1


def test_an_importance_that_does_not_fit_for_another_reason_says_so_itself():
    with pytest.raises(ValueError, match="there is no class 'broken'"):
        goal_values([goal("cba", {"broken": 1})], FULL)
