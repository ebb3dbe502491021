"""Columns in another order than the classes are refused; a model that is merely useless is not."""

import numpy as np
import pytest

import steelyard as sy


def drawn(rng, n=600):
    """Return classes of skewed sizes and probabilities that are calibrated."""
    logits = rng.normal([2.0, 0.0, -1.0], 2, (n, 3))
    p = np.exp(logits)
    p /= p.sum(axis=1, keepdims=True)
    y = (rng.random(n)[:, None] > p.cumsum(axis=1)).sum(axis=1)
    return np.array(["ok", "worn", "failing"])[y], p


def test_another_order_is_refused_and_the_right_one_taken(rng):
    y, p = drawn(rng)
    assert sy.decisions.tune(y, p, "mean_f", labels=["ok", "worn", "failing"]).score > 0
    with pytest.raises(ValueError, match=r"are the columns in the order 'failing', 'ok', 'worn'\?"):
        sy.decisions.tune(y, p, "mean_f")  # the labels sorted


@pytest.mark.slow
def test_useless_probabilities_are_no_other_order():
    refused = 0
    for seed in range(60):
        rng = np.random.default_rng(seed)
        y, p = drawn(rng, 100)
        try:
            sy.decisions.tune(rng.permutation(y), p, "balanced_accuracy", labels=["ok", "worn", "failing"])
        except ValueError as problem:
            refused += "order" in str(problem)
    assert refused == 0
