"""Soft counts: each item in its true class's row, spread by its probabilities."""

import numpy as np
import pytest

import steelyard as sy

torch = pytest.importorskip("torch", reason="PyTorch is not installed: make devices")

from steelyard.integrations.torch.metric_loss import soft_counts  # noqa: E402 - it loads PyTorch


def test_they_are_the_sum_over_the_items(rng):
    p = rng.dirichlet(np.ones(4), 50)
    truth, weights = rng.integers(0, 4, 50), rng.random(50)
    expected = np.zeros((4, 4))
    for row, label, weight in zip(p, truth, weights, strict=True):
        expected[label] += weight * row
    found = soft_counts(torch.from_numpy(p), torch.from_numpy(truth), torch.from_numpy(weights))
    np.testing.assert_allclose(found.numpy(), expected, rtol=1e-13)


def test_certain_predictions_are_counts(rng):
    truth, prediction = rng.integers(0, 3, (2, 40))
    found = soft_counts(torch.eye(3)[prediction], torch.from_numpy(truth))
    np.testing.assert_array_equal(found.numpy(), sy.Confusion.from_labels(truth, prediction).counts)


def test_an_item_of_no_class_is_left_out():
    found = soft_counts(torch.full((3, 2), 0.5), torch.tensor([0, 2, 2]))
    assert found.tolist() == [[0.5, 0.5], [0.0, 0.0]]


def test_many_small_numbers_are_added_in_float64():
    """In float32 a sum of 2²⁴ ones would not grow any more."""
    p = torch.tensor([[1.0, 2.0**-30]])
    found = soft_counts(p.expand(1000, 2), torch.zeros(1000, dtype=torch.int32))
    assert found.dtype == torch.float64
    assert found.tolist() == [[1000.0, 1000 * 2.0**-30], [0.0, 0.0]]


def test_gradients_flow_to_the_probabilities_and_the_weights(rng):
    p = torch.from_numpy(rng.dirichlet(np.ones(3), 5)).requires_grad_()
    weights = torch.rand(5, dtype=torch.float64, requires_grad=True)
    assert torch.autograd.gradcheck(soft_counts, (p, torch.tensor([0, 1, 1, 3, 2]), weights))


def test_no_items_are_no_counts():
    assert soft_counts(torch.empty(0, 3), torch.empty(0, dtype=torch.int64)).tolist() == [[0.0] * 3] * 3
