"""The triangle of three classes: values at its corners, shares won, and the weights that agree."""

import json
from itertools import pairwise

import numpy as np
import pytest

import steelyard as sy
from steelyard.comparison.robustness import robustness
from steelyard.plots.weight_space import TriangleRecord

DRAIN = sy.Confusion([[6, 4, 0], [2, 60, 8], [0, 30, 270]], labels=["fatal", "minor", "ok"])
SPELL = sy.Confusion([[9, 1, 0], [9, 55, 6], [3, 40, 257]], labels=["fatal", "minor", "ok"])
STACK = sy.Confusion.of_models({"Spell": SPELL, "Drain": DRAIN})


def test_the_corners_are_recalls_and_all_else_lies_between():
    record = TriangleRecord.of(STACK)
    recalls = np.stack([sy.metrics.recall(SPELL), sy.metrics.recall(DRAIN)], axis=1)
    np.testing.assert_allclose(record.values, record.weights @ recalls, rtol=1e-12)
    np.testing.assert_allclose(record.weights.sum(axis=1), 1)
    for corner in np.eye(3):
        assert (record.weights == corner).all(axis=1).any()


def test_shares_won_are_about_the_points_at_which_a_model_leads():
    record = TriangleRecord.of(STACK)
    assert record.won == pytest.approx(robustness(STACK).ranks[:, 0])
    rng = np.random.default_rng(0)
    drawn = rng.dirichlet([1, 1, 1], 20_000) @ np.stack([sy.metrics.recall(SPELL), sy.metrics.recall(DRAIN)], axis=1)
    assert record.won[0] == pytest.approx((drawn[:, 0] > drawn[:, 1]).mean(), abs=0.015)


def test_leads_are_over_the_best_other():
    record = TriangleRecord.of(sy.Confusion.of_models({"a": SPELL, "b": DRAIN, "c": SPELL}))
    values = np.array([[0.5, 0.2, 0.4], [0.1, 0.9, np.nan], [0.3, 0.3, 0.1]])
    expected = [[0.1, -0.3, -0.1], [-0.8, 0.8, -np.inf], [0, 0, -0.2]]
    np.testing.assert_allclose(record.leads(values), expected, atol=1e-15)


def test_weights_that_agree_with_an_order_are_its_corners():
    record = TriangleRecord.of(STACK, importance="ok < minor < fatal")
    expected = {(1.0, 0.0, 0.0), (0.5, 0.5, 0.0), (round(1 / 3, 6),) * 3}
    assert {tuple(corner.round(6)) for corner in record.agreeing} == expected
    np.testing.assert_allclose(record.now, sy.importance.parse("ok < minor < fatal").weights(SPELL))


@pytest.mark.parametrize("importance", [None, "rarity"])
def test_all_weights_or_one_set_of_them_have_no_corners(importance):
    assert len(TriangleRecord.of(STACK, importance=importance).agreeing) == 0


def test_corners_of_ranges_come_in_turn():
    record = TriangleRecord.of(STACK, importance="fatal=0.2..0.6; ok=0.1..0.3")
    corners = record.agreeing
    assert len(corners) == 4
    steps = np.diff(np.vstack([corners, corners[:2]]), axis=0)
    turns = [a[0] * b[1] - a[1] * b[0] for a, b in pairwise(steps)]
    assert all(turn > 0 for turn in turns) or all(turn < 0 for turn in turns)


def test_other_numbers_of_classes_are_refused_with_what_to_do():
    with pytest.raises(ValueError, match=r"three corners, but there are 2 classes.*collapse"):
        TriangleRecord.of(sy.Confusion.of_models({"a": [[5, 1], [0, 4]], "b": [[5, 1], [0, 4]]}))


def test_one_model_cannot_be_compared():
    with pytest.raises(ValueError, match="only one model"):
        TriangleRecord.of(sy.Confusion.of_models({"a": SPELL}))


def test_it_goes_to_json():
    found = json.loads(json.dumps(TriangleRecord.of(STACK).to_dict(), allow_nan=False))
    assert [one["model"] for one in found["models"]] == ["Spell", "Drain"]


@pytest.mark.usefixtures("own_metrics")
def test_what_is_rounding_in_a_metric_is_no_lead():
    @sy.metric(range=(0, 1000), averages=True)
    def thousand(c):
        return 1000 * c.mean(sy.metrics.recall)

    record = TriangleRecord.of(STACK, thousand)
    assert record.leads(np.array([[1e-10, 3e-10], [0.5, 0.4]])).tolist() == [
        [0, 0],
        [pytest.approx(0.1), pytest.approx(-0.1)],
    ]


@pytest.mark.parametrize("undefined", ["nan", "raise"])
def test_a_class_that_leaves_no_weights_to_compare_at_is_one_sentence(undefined):
    lost = sy.Confusion([[0, 4, 0], [0, 60, 8], [0, 30, 270]], labels=DRAIN.labels)
    result = sy.evaluate(
        sy.Confusion.of_models({"a": SPELL, "b": lost}), metrics="mcc", undefined=undefined, intervals="none"
    )
    with pytest.raises(ValueError, match=f"of 'b' is undefined for class 'fatal', so that undefined='{undefined}'"):
        TriangleRecord.of(result, "macro_precision")


def test_shares_of_three_models_are_drawn_and_of_two_computed():
    assert TriangleRecord.of(STACK).exact
    assert not TriangleRecord.of(sy.Confusion.of_models({"a": SPELL, "b": DRAIN, "c": SPELL})).exact
