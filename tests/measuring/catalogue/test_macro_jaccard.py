import pytest

import steelyard as sy


def test_worked_out_by_hand():
    """The example of PyCM's README, whose J are 0.6, 0.25 and 0.375."""
    assert sy.metrics.macro_jaccard([[3, 0, 0], [0, 1, 2], [2, 1, 3]]) == pytest.approx(1.225 / 3)


def test_a_class_that_is_predicted_and_has_no_items_counts():
    assert sy.metrics.macro_jaccard([[3, 1], [0, 0]]) == pytest.approx((3 / 4 + 0) / 2)
