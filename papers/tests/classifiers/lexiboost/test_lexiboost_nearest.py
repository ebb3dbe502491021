"""The nearest items, against distances in exact fractions: far from 0, at all scales, and tied."""

from fractions import Fraction

import numpy as np
import pytest

from steelyard_papers.classifiers.lexiboost import nearest
from steelyard_papers.classifiers.lexiboost.nearest import known

RNG = np.random.default_rng(0)
CLOUD = RNG.normal(size=(30, 3))
ITEMS = {
    "near 0": CLOUD,
    "far from 0": CLOUD + 1e9,
    "two places far apart": CLOUD + np.where(np.arange(30) % 2, 1e8, -1e8)[:, np.newaxis],
    "huge": CLOUD * 1e300,
    "tiny": CLOUD * 1e-300,
    "whole numbers": RNG.integers(0, 3, size=(30, 3)).astype(float),
    "large whole numbers": RNG.integers(0, 3, size=(30, 3)) + 1e15,
    "all one": np.full((30, 3), 0.1),
}


def exactly(x, items, count, without=None):
    """Return the places of the nearest items, and of those equally near the first."""
    squares = [sum((Fraction(a) - Fraction(b)) ** 2 for a, b in zip(x, item, strict=True)) for item in items]
    return sorted((place for place in range(len(items)) if place != without), key=squares.__getitem__)[:count]


@pytest.mark.parametrize("name", ITEMS)
@pytest.mark.parametrize("at_once", [nearest.AT_ONCE, 70])
def test_they_are_the_nearest_and_of_those_equally_near_the_first(name, at_once, monkeypatch):
    monkeypatch.setattr(nearest, "AT_ONCE", at_once)  # 70: two rows at a time
    X = ITEMS[name]
    found = known(X)
    others = [exactly(x, X.tolist(), 3, without=place) for place, x in enumerate(X.tolist())]
    np.testing.assert_array_equal(found.nearest_others(3), others)
    new = np.vstack([X[:3], X[3:6] * 1.001, X[6:9] * 3, X[9:11] - X[11:13]])
    expected = [exactly(x, X.tolist(), 4) for x in new.tolist()]
    np.testing.assert_array_equal(found.nearest(new, 4), expected)


def test_an_item_far_off_still_has_its_nearest():
    """Beside its own length, the differences of its distances are lost."""
    found = known(np.array([[-1.0, 0.0], [0.0, 0.0], [0.0, 1.0], [1.0, 0.0]]))
    assert found.nearest(np.array([[1e200, 1e199], [-1e40, 0.0]]), 2).tolist() == [[3, 2], [0, 1]]


def test_all_items_may_be_asked_for():
    found = known(np.array([[0.0], [2.0], [1.0]]))
    assert found.nearest(np.array([[0.1]]), 3).tolist() == [[0, 2, 1]]
    assert found.nearest_others(2).tolist() == [[2, 1], [2, 0], [0, 1]]


def test_items_too_far_apart_are_refused():
    for X in (np.array([[-1.7e308], [1.7e308], [1.7e308]]), np.array([[1.7e308], [1.7e308]])):
        with pytest.raises(ValueError, match=r"^X has items too far apart for their distance to be a finite number; "):
            known(X)
    with pytest.raises(ValueError, match="too far apart"):
        known(np.array([[0.0], [1e-300]])).nearest(np.array([[1e10]]), 1)
