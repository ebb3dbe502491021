"""Class shares as people give them; where only some are named, what is left goes to the others in their proportions."""

import numpy as np
import pytest

import steelyard as sy

CM = sy.Confusion([[8, 2, 0], [5, 50, 5], [0, 10, 20]], labels=["fraud", "retail", "trade"])


def test_named_classes_get_their_shares_and_the_rest_keeps_its_proportions():
    moved = CM.at_shares({"fraud": 0.4})
    assert moved.support / moved.total == pytest.approx([0.4, 0.4, 0.2])
    two = CM.at_shares({"fraud": 0.4, "trade": 0.5})
    assert two.support / two.total == pytest.approx([0.4, 0.1, 0.5])
    assert two.total == pytest.approx(CM.total)


def test_the_shares_that_are_missing_are_filled_in():
    assert CM.at_shares({"fraud": 0.4}).counts == pytest.approx(
        CM.at_shares({"fraud": 0.4, "retail": 0.4, "trade": 0.2}).counts
    )
    assert CM.at_shares({"fraud": 0.25, "retail": 0.5, "trade": 0.25}).support == pytest.approx([25, 50, 25])


def test_a_share_of_0_and_of_1_is_allowed():
    assert CM.at_shares({"fraud": 0}).support == pytest.approx([0, 100 * 2 / 3, 100 / 3])
    assert CM.at_shares({"fraud": 1}).support == pytest.approx([100, 0, 0])


def test_models_on_the_same_items_move_together():
    stack = sy.Confusion.of_models({"a": CM, "b": sy.Confusion(np.diag(CM.support), CM.labels)})
    moved = stack.at_shares({"fraud": 0.4})
    assert moved["a"].counts == pytest.approx(CM.at_shares({"fraud": 0.4}).counts)
    assert moved["b"].correct == pytest.approx([40, 40, 20])


@pytest.mark.parametrize(
    ("shares", "message"),
    [
        ({"fraud": 0.7, "trade": 0.4}, "sum to 1.1, but together they can be at most 1"),
        ({"fraud": 0.2, "retail": 0.2, "trade": 0.2}, "they must sum to 1"),
        ({"frauds": 0.2}, "there is no class 'frauds'.*Did you mean 'fraud'"),
        ({"fraud": -0.1}, "'fraud' must lie between 0 and 1, not at -0.1"),
        ({"fraud": float("nan")}, "must lie between 0 and 1, not at nan"),
        ({"fraud": "much"}, "must lie between 0 and 1, not at 'much'"),
        ({"fraud": True}, "must lie between 0 and 1, not at True"),
        ({}, "shares must name at least one class"),
    ],
)
def test_what_cannot_be_a_share_is_refused(shares, message):
    with pytest.raises(ValueError, match=message):
        CM.at_shares(shares)


def test_an_absent_class_cannot_be_given_a_share():
    absent = sy.Confusion([[0, 0], [2, 8]], labels=["fraud", "ok"])
    with pytest.raises(ValueError, match="'fraud' has no items"):
        absent.at_shares({"fraud": 0.1})
    with pytest.raises(ValueError, match="they must sum to 1"):
        absent.at_shares({"ok": 0.5})
