"""Folds and data sets: which test, on which values."""

import numpy as np
import pytest

import steelyard as sy
from steelyard.comparison.correlated_t import correlated_t
from steelyard.comparison.signed_rank import Across, checked_kind, signed_rank
from steelyard.measuring.apply import apply

STACK = sy.Confusion(
    [[[[8, 2], [1, 9]], [[7, 3], [2, 8]]], [[[5, 5], [1, 9]], [[0, 0], [2, 8]]]],
    axes={"model": ["a", "b"], "fold": [1, 2]},
)


def across(kind="folds", stack=STACK, **more):
    settings = {"test_share": None, "runs": 1, "rope": 0.0, "confidence": 0.95, "seed": 0} | more
    return Across(stack, kind, **settings)


def test_each_fold_is_measured_with_the_weights_of_the_whole():
    observed = apply([sy.metrics["balanced_accuracy"]], STACK.pooled("fold"), importance=[3, 1])[0]
    values = across().values(observed)
    np.testing.assert_allclose(values, [[(3 * 0.8 + 0.9) / 4, (3 * 0.7 + 0.8) / 4], [(3 * 0.5 + 0.9) / 4, 0.8]])


def test_models_come_first_whatever_the_order_of_the_axes():
    observed = apply([sy.metrics["balanced_accuracy"]], STACK.pooled("fold"))[0]
    three = [STACK["a"], STACK["b"], STACK["a"]]
    for counts in ([cm.counts for cm in three], [cm.counts[::-1] for cm in three]):
        first = sy.Confusion(np.stack(counts), axes={"model": ["a", "b", "c"], "fold": [1, 2]})
        last = sy.Confusion(np.stack(counts, axis=1), axes={"fold": [1, 2], "model": ["a", "b", "c"]})
        values = across(stack=first).values(observed)
        assert values.shape == (3, 2)
        np.testing.assert_array_equal(across(stack=last).values(observed), values)


def test_folds_have_the_correlated_t_and_data_sets_signed_ranks():
    leads = np.array([0.1, 0.2, np.nan, 0.15])
    assert across(rope=0.05).compared(leads) == correlated_t(leads, rope=0.05)
    assert across(test_share=0.1, confidence=0.9).compared(leads) == correlated_t(leads, 0.1, confidence=0.9)
    assert across(runs=2).compared(leads) == correlated_t(leads, runs=2)
    assert across("datasets", seed=4).compared(leads) == signed_rank(leads, seed=4)
    assert across().compared(np.array([0.1, np.nan])) is None


def test_one_fold_is_no_comparison():
    with pytest.raises(ValueError, match=r"at least 2 folds along 'fold', but there is 1\."):
        across(stack=STACK.head("fold", 1))


def test_slices_are_folds_or_data_sets():
    assert checked_kind("datasets") == "datasets"
    with pytest.raises(ValueError, match="across is one of folds, datasets, not 'runs'"):
        checked_kind("runs")
