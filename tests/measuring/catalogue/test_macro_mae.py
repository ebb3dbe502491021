import numpy as np
import pytest

import steelyard as sy

ORDINAL = True


def test_imbalanced_learns_example():
    """Its documentation: 0.5, and 0.16… where the mean absolute error is 0.25."""
    predicted = [1, 2, 1, 2]
    assert sy.metrics.macro_mae([1, 1, 2, 2], predicted) == pytest.approx(0.5)
    assert sy.metrics.macro_mae([1, 2, 2, 2], predicted) == pytest.approx(1 / 6)


@pytest.mark.parametrize("w", [(1, 1, 1), (5, 1, 2)])
def test_the_worst_is_every_item_at_the_farther_end(w):
    w = np.array(w, dtype=float)
    counts = [[0, 0, 4], [5, 0, 0], [6, 0, 0]]
    assert sy.metrics.macro_mae(counts, importance=w) == pytest.approx((2 * w[0] + w[1] + 2 * w[2]) / w.sum())
    assert sy.metrics.macro_mae.bounds(w) == pytest.approx((0, (2 * w[0] + w[1] + 2 * w[2]) / w.sum()))


def test_a_class_without_items_keeps_its_place():
    """The worst of the classes that are left is 2 steps, not 1."""
    result = sy.evaluate([[0, 0, 4], [0, 0, 0], [6, 0, 0]], metrics="macro_mae", confidence=None, undefined="exclude")
    (score,) = result.scores
    assert (score.value, score.normalised) == (2, 0)
