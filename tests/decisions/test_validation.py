"""Validation items that stand for more of them."""

import numpy as np
import pytest

from steelyard.decisions.validation import validation
from steelyard.measuring.goal import goal


@pytest.mark.parametrize("weighted", [False, True])
def test_fewer_items_keep_the_class_sizes_and_rare_classes_all_of_theirs(weighted, rng):
    y = np.repeat([0, 1, 2], [5000, 990, 10])
    p = rng.dirichlet(np.ones(3), len(y))
    items = validation(goal("mean_f"), y, p, rng.random(len(y)) if weighted else None)
    some = items.thinned(600)
    assert some.thinned(600) is some
    assert len(some.truth) <= 700
    assert (some.truth == 2).sum() == 10
    assert np.bincount(some.truth, weights=some.weights) == pytest.approx(items.t, rel=1e-12)
    assert some.worth(np.ones(3)) == pytest.approx(items.worth(np.ones(3)), abs=0.05)
