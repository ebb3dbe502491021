from __future__ import annotations

import numpy as np
import pytest

import steelyard as sy


def test_relevance_is_the_share_of_items(cases):
    np.testing.assert_allclose(sy.importance.prevalence().relevance(cases.one), [5 / 315, 10 / 315, 300 / 315])


def test_a_class_without_items_has_none(sized):
    np.testing.assert_array_equal(sy.importance.prevalence().weights(sized([0, 1, 3])), [0, 0.25, 0.75])


def test_item_weights_may_be_fractions(sized):
    np.testing.assert_allclose(sy.importance.prevalence().weights(sized([0.125, 0.375])), [0.25, 0.75])


def test_huge_and_tiny_sizes(sized):
    weights = sy.importance.prevalence().weights(sized([1, 10**12]))
    np.testing.assert_allclose(weights, [1e-12, 1], rtol=1e-11)


def test_no_items_at_all_are_refused(sized):
    with pytest.raises(ValueError, match=r"^the importance 'prevalence' gives every class 0; at least one class must"):
        sy.importance.prevalence().weights(sized([0, 0]))


def test_it_warns_of_its_name():
    assert "PREV, take rarity" in sy.importance.prevalence().caution
