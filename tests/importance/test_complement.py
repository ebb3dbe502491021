from __future__ import annotations

import numpy as np
import pytest

import steelyard as sy


def test_relevance_is_the_share_of_the_others(cases):
    # METRICS section 5: (n − t)/((C − 1)·n), with t = 5, 10, 300.
    np.testing.assert_allclose(sy.importance.complement().relevance(cases.one), [310 / 630, 305 / 630, 15 / 630])


def test_relevance_sums_to_one_by_itself(cases):
    assert sy.importance.complement().relevance(cases.three).sum() == pytest.approx(1)


def test_two_classes_swap_their_shares(sized):
    np.testing.assert_allclose(sy.importance.complement().weights(sized([10, 90])), [0.9, 0.1])


def test_a_class_without_items_matters_most(sized):
    np.testing.assert_allclose(sy.importance.complement().weights(sized([0, 5, 5])), [0.5, 0.25, 0.25])


def test_huge_and_tiny_sizes(sized):
    weights = sy.importance.complement().weights(sized([1, 10**12]))
    np.testing.assert_allclose(weights, [1, 1e-12], rtol=1e-4)


@pytest.mark.parametrize("support", [[7], [0, 0]])
def test_one_class_or_no_items_are_refused(sized, support):
    with pytest.raises(ValueError, match=r"^complement needs at least two classes and one item\.$"):
        sy.importance.complement().weights(sized(support))
