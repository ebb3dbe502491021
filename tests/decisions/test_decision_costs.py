"""Costs by which nothing can be decided are refused, and those of a data frame are read by name."""

import numpy as np
import pandas as pd
import pytest

import steelyard as sy

LABELS = ["failing", "ok", "worn"]
P = [[0.2, 0.7, 0.1], [0.1, 0.8, 0.1], [0.3, 0.3, 0.4]]
Y = ["failing", "ok", "worn"]


def tune(costs):
    return sy.decisions.tune(Y, P, "expected_cost", costs=costs)


def test_a_free_answer_is_refused_by_its_name():
    with pytest.raises(ValueError, match="always answering 'worn' would cost nothing"):
        tune({("failing", "ok"): 100, ("ok", "failing"): 1})


def test_gains_in_place_of_costs_are_refused():
    with pytest.raises(ValueError, match="the right answer for 'failing' costs 1, more than any wrong one"):
        tune(np.eye(3) + 0.5 * (1 - np.eye(3)))


def test_a_right_answer_may_cost_something():
    assert tune([[1, 9, 9], [2, 0, 2], [2, 3, 1]]).score >= 0


def test_a_data_frame_is_read_by_its_names():
    costs = pd.DataFrame([[0, 100, 20], [2, 0, 1], [1, 5, 0]], LABELS, LABELS)
    other = costs.loc[["ok", "worn", "failing"], ["worn", "failing", "ok"]]
    assert tune(other).gains.tolist() == tune(costs).gains.tolist() == tune(costs.to_numpy()).gains.tolist()
    cm = sy.Confusion(np.arange(9).reshape(3, 3), labels=LABELS)
    assert sy.metrics.expected_cost(cm, costs=other) == sy.metrics.expected_cost(cm, costs=costs.to_numpy())


@pytest.mark.parametrize("names", [["failing", "ok", "fine"], ["failing", "ok", "ok"]])
def test_a_data_frame_with_other_names_is_refused(names):
    with pytest.raises(ValueError, match=r"no class 'fine'|one row and one column for each class"):
        tune(pd.DataFrame(1 - np.eye(3), names, LABELS))


def test_a_data_frame_without_names_is_a_matrix():
    assert tune(pd.DataFrame(1 - np.eye(3))).gains.tolist() == tune(1 - np.eye(3)).gains.tolist()
