"""Log loss and Brier score against closed forms and scikit-learn's documented examples."""

import math

import numpy as np
import pandas as pd
import pytest

import steelyard as sy

# The examples in scikit-learn 1.9's docstrings of log_loss and brier_score_loss (multi-class).
SPAM = ["spam", "ham", "ham", "spam"]
SPAM_P = [[0.1, 0.9], [0.9, 0.1], [0.8, 0.2], [0.35, 0.65]]


def test_log_loss_of_scikit_learns_example():
    assert sy.decisions.log_loss(SPAM, SPAM_P, labels=["ham", "spam"]) == pytest.approx(0.21616, abs=5e-6)


def test_brier_of_a_hand_computed_case():
    # 0.1² + 0.1² + 0.2² + 0.35², over 4 items: of one class, as scikit-learn has it of two
    assert sy.decisions.brier(SPAM, SPAM_P, labels=["ham", "spam"]) == pytest.approx((0.01 + 0.01 + 0.04 + 0.1225) / 4)
    # (0.2² + 0.1² + 0.1²) + (0.6² + 0.4² + 1²), over 2 items: of three, over all classes
    three = [[0.8, 0.1, 0.1], [0.6, 0.4, 0.0]]
    assert sy.decisions.brier(["a", "c"], three, labels=["a", "b", "c"]) == pytest.approx((0.06 + 1.52) / 2)


def test_importance_weighs_the_classes_means():
    y, p = ["a"] * 3 + ["b"], [[0.9, 0.1]] * 3 + [[0.5, 0.5]]
    mean = {"a": -math.log(0.9), "b": -math.log(0.5)}
    for importance, wanted in [
        (None, 0.75 * mean["a"] + 0.25 * mean["b"]),
        ("uniform", 0.5 * mean["a"] + 0.5 * mean["b"]),
        ("rarity", 0.25 * mean["a"] + 0.75 * mean["b"]),
        ({"b": 1.0, "a": 0.0}, mean["b"]),
    ]:
        assert sy.decisions.log_loss(y, p, labels=["a", "b"], importance=importance) == pytest.approx(wanted)


def test_weights_of_items_count():
    heavy = sy.decisions.log_loss(["a", "b"], [[0.9, 0.1], [0.5, 0.5]], labels=["a", "b"], weights=[3, 1])
    assert heavy == pytest.approx((-3 * math.log(0.9) - math.log(0.5)) / 4)


def test_a_stated_0_for_the_truth_is_infinite_and_perfection_is_0():
    assert sy.decisions.log_loss(["a"], [[0, 1]], labels=["a", "b"]) == math.inf
    assert sy.decisions.log_loss(["a"], [[1, 0]], labels=["a", "b"]) == 0
    assert sy.decisions.brier(["a"], [[1, 0]], labels=["a", "b"]) == 0
    assert sy.decisions.brier(["a"], [[0, 1]], labels=["a", "b"]) == 1
    assert sy.decisions.brier(["a"], [[0, 1, 0]], labels=["a", "b", "c"]) == 2


@pytest.mark.parametrize(
    ("arguments", "sentence"),
    [
        ((["a"], [0.2, 0.8], ["a", "b"]), "one column per class"),
        ((["a"], [[0.2, 0.8], [0.5, 0.5]], ["a", "b"]), "1 true labels but 2 rows"),
        (([], np.empty((0, 2)), ["a", "b"]), "no items"),
        ((["a"], [[0.2, 0.9]], ["a", "b"]), "sum to 1, but row 0 sums to 1.1"),
        ((["a"], [[-0.2, 1.2]], ["a", "b"]), "at least 0"),
        ((["a"], [[float("nan"), 1.0]], ["a", "b"]), "finite and at least 0, but row 0 has nan in column 0"),
        ((["a"], [["much", "little"]], ["a", "b"]), "probabilities must be numbers"),
        ((["a"], [[0.2, 0.8], [1]], ["a", "b"]), "in rows of equal length"),
        ((["c"], [[0.2, 0.8]], ["a", "b"]), "'c'"),
        ((["a"], [[0.2, 0.8]], ["a", "a"]), "may occur once"),
        ((["a"], [[0.2, 0.8]], ["a", "b"], None, [-1]), "the weight of item 0 is -1"),
        ((["a"], [[0.2, 0.8]], ["a", "b"], {"b": 1, "a": 0}), "no class that matters has items"),
    ],
)
def test_bad_input_is_one_sentence(arguments, sentence):
    with pytest.raises(ValueError, match=sentence):
        sy.decisions.log_loss(*arguments)


def test_a_table_whose_columns_are_named_in_another_order_is_refused():
    table = pd.DataFrame([[0.8, 0.2]], columns=["b", "a"])
    with pytest.raises(ValueError, match="columns of probabilities are named 'b', 'a', but the classes are, in their"):
        sy.decisions.log_loss(["a"], table, labels=["a", "b"])
    assert sy.decisions.log_loss(["b"], table, labels=["b", "a"]) == pytest.approx(-math.log(0.8))
    assert sy.decisions.log_loss(["b"], table.set_axis([0, 1], axis=1), labels=["b", "a"]) == pytest.approx(
        -math.log(0.8)
    )
