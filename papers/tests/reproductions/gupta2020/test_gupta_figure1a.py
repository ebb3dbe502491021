"""Figure 1a with the numbers of Figure 1b."""

from __future__ import annotations

import pytest

from steelyard_papers.reproductions.gupta2020.figure1a import quadrants


def test_what_is_skewed_decides_what_is_enough():
    recalls = 1 / 10, 4 / 20, 60 / 70
    balanced, accuracy = sum(recalls) / 3, 65 / 100
    weighted = 0.15 * recalls[0] + 0.7 * recalls[1] + 0.15 * recalls[2]
    found = quadrants()
    assert [(each.skewed_sizes, each.skewed_importance, each.enough) for each in found] == [
        (False, True, "WBA"), (True, True, "WBA"), (False, False, "Accuracy"), (True, False, "Balanced Accuracy"),
    ]  # fmt: skip
    for each in found:
        assert each.accuracy == pytest.approx(accuracy if each.skewed_sizes else balanced)
        assert each.balanced_accuracy == pytest.approx(balanced)
        assert each.weighted == pytest.approx(weighted if each.skewed_importance else balanced)
        said = {"Accuracy": each.accuracy, "Balanced Accuracy": each.balanced_accuracy, "WBA": each.weighted}
        assert said[each.enough] == pytest.approx(each.weighted)


def test_shares_and_weights_are_those_of_the_paper():
    own = quadrants()[1]
    assert own.sizes == pytest.approx({"A": 0.1, "B": 0.2, "C": 0.7})
    assert own.weights == pytest.approx({"A": 0.15, "B": 0.7, "C": 0.15})
