"""Log loss of a model that calls a truth impossible: infinite, told in a sentence, and never NaN."""

import math

import numpy as np
import pytest
from sklearn import metrics as peer

import steelyard as sy

TRUTH = ["a", "b", "b", "a"] * 5
SURE = np.array([[0.0, 1.0], [0.2, 0.8], [0.0, 1.0], [0.3, 0.7]] * 5)  # five times wrong with certainty, of class a
CAREFUL = np.clip(SURE, 0.1, 0.9)
WHY = (
    "infinite: 5 items have a true class to which the model gave the probability 0; if that was rounded, give it a "
    "small number instead"
)


def loss(**how):
    return sy.scores.evaluate(TRUTH, SURE, metrics="log_loss", **how)["log_loss"]


def test_scikit_learn_clips_where_ours_is_infinite():
    """What docs/scores.md says of it: 36.04 for each such item."""
    assert -math.log(np.finfo(float).eps) == pytest.approx(36.04, abs=0.005)
    assert peer.log_loss([0, 1], [[0.0, 1.0], [0.0, 1.0]]) == pytest.approx(36.04 / 2, abs=0.005)
    clipped = np.clip(SURE, 1e-15, 1 - 1e-15)
    ours = sy.scores.evaluate(TRUTH, clipped, metrics="log_loss")["log_loss"].value
    assert ours == pytest.approx(peer.log_loss(TRUTH, clipped), abs=1e-12)


@pytest.mark.parametrize("how", [{}, {"shares": {"a": 0.1}}, {"weights": np.arange(1, 21)}])
def test_infinite_with_a_note(how):
    result = loss(**how)
    assert (result.value, str(result.note)) == (math.inf, WHY)
    assert math.isnan(result.low)
    assert math.isnan(result.high)


def test_items_that_do_not_count_make_nothing_infinite():
    """A class at the share 0, or items of weight 0: (−2 log 0.8 − log 1 …) / 10, that of class b alone."""
    expected = -(5 * math.log(0.8)) / 10
    assert loss(shares={"a": 0.0}).value == pytest.approx(expected, abs=1e-12)
    assert loss(weights=[label == "b" for label in TRUTH]).value == pytest.approx(expected, abs=1e-12)


def test_only_items_that_count_are_counted():
    weights = np.ones(20)
    weights[:8] = 0  # two of the five
    assert str(loss(weights=weights).note).startswith("infinite: 3 items")


def test_a_comparison_says_why_there_is_none():
    result = sy.scores.compare(TRUTH, {"sure": SURE, "careful": CAREFUL}, metrics=["log_loss", "brier"])
    assert result.verdict == (
        f"By log_loss with every item counted the same, sure and careful cannot be compared (sure: {WHY}). By brier, "
        "careful is better."
    )
    assert result["log_loss"].better is None
    assert "nan" not in repr(result)
    assert "· sure: infinite" in repr(result)
    assert math.isfinite(result["brier"].p_adjusted)


def test_both_models_may_be_at_fault():
    result = sy.scores.compare(TRUTH, {"one": SURE, "two": SURE}, metrics="log_loss")
    assert [note.model for note in result["log_loss"].note] == ["one", "two"]
    undefined = sy.scores.compare(["a"] * 4, {"x": SURE[:4], "y": CAREFUL[:4]}, labels=["a", "b"], metrics="auc")
    assert undefined.verdict.count("undefined: all items are of class 'a'") == 1
