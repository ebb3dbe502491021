"""Shares of the weights, as the robustness analysis has them."""

import json
from dataclasses import replace

import numpy as np
import pytest

import steelyard as sy
from steelyard.comparison.robustness import robustness
from steelyard.plots.weight_space import WinsRecord

A, B = sy.Confusion([[8, 2], [10, 90]], ["fraud", "ok"]), sy.Confusion([[5, 5], [1, 99]], ["fraud", "ok"])
FOUND = robustness(sy.Confusion.of_models({"b": B, "a": A}))


def test_the_model_that_wins_most_is_first():
    record = WinsRecord.of(FOUND)
    assert record.models == ("a", "b")
    won = 1 - 0.09 / 0.39  # a leads where fraud weighs more than that
    np.testing.assert_allclose(record.ranks, [[won, 1 - won], [1 - won, won]])
    assert (record.errors == 0).all()
    assert record.said == ""


def test_it_says_which_weights():
    ordered = robustness(sy.Confusion.of_models({"b": B, "a": A}), importance="ok < fraud")
    record = WinsRecord.of(ordered)
    assert record.said == "your order"
    assert record.ranks[0].tolist() == [1, 0]


def test_a_comparison_has_them_as_well():
    stack = sy.Confusion.of_models({"b": B, "a": A})
    compared = sy.compare(stack, metrics="balanced_accuracy", intervals=sy.intervals.bootstrap(draws=100))
    np.testing.assert_array_equal(WinsRecord.of(compared).ranks, WinsRecord.of(FOUND).ranks)


def test_unknown_shares_are_none():
    unknown = replace(FOUND, ranks=np.full((2, 2), np.nan), ranks_error=np.full((2, 2), np.nan), note="too many")
    found = json.loads(json.dumps(WinsRecord.of(unknown).to_dict(), allow_nan=False))
    assert found["models"][0]["ranks"] == [None, None]
    assert found["note"] == "too many"


def test_only_those_have_shares():
    with pytest.raises(ValueError, match=r"of sy\.compare and its robustness\(\), not of Confusion"):
        WinsRecord.of(A)


def test_only_computed_shares_are_exact():
    models = {"a": [[8, 2], [1, 9]], "b": [[5, 5], [0, 10]], "c": [[2, 8], [0, 10]]}
    two = sy.Confusion.of_models({name: models[name] for name in "ab"})
    assert WinsRecord.of(robustness(two)).exact
    assert not WinsRecord.of(robustness(sy.Confusion.of_models(models), samples=100)).exact
    assert WinsRecord.of(robustness(sy.Confusion.of_models(models), importance="rarity")).exact
