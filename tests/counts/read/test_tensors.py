"""Tensors of PyTorch and arrays of JAX are columns like any other."""

import numpy as np
import pytest

from steelyard.counts.read.containers import as_array, as_column

torch = pytest.importorskip("torch", reason="PyTorch is not installed: make devices")
pytest.importorskip("jax", reason="JAX is not installed: make devices")
import jax.numpy as jnp  # noqa: E402 - it may be missing

CONTAINERS = {
    "torch": torch.tensor([2, 0, 2]),
    "torch, uint8": torch.tensor([2, 0, 2], dtype=torch.uint8),
    "torch, uint64": torch.tensor([2, 0, 2], dtype=torch.uint64),
    "torch column": torch.tensor([[2], [0], [2]]),
    "torch floats": torch.tensor([2.0, 0, 2]),
    "torch halves": torch.tensor([2.0, 0, 2], dtype=torch.float16),
    "torch bfloat16": torch.tensor([2.0, 0, 2], dtype=torch.bfloat16),
    "torch with gradient": torch.tensor([2.0, 0, 2], requires_grad=True),
    "torch bfloat16 with gradient": torch.tensor([2.0, 0, 2], dtype=torch.bfloat16, requires_grad=True),
    "torch strided": torch.tensor([2, 9, 0, 9, 2])[::2],
    "torch scalars": [torch.tensor(2), torch.tensor(0), torch.tensor(2)],
    "jax": jnp.array([2, 0, 2]),
    "jax column": jnp.array([[2], [0], [2]]),
    "jax floats": jnp.array([2.0, 0, 2]),
    "jax bfloat16": jnp.array([2, 0, 2], dtype=jnp.bfloat16),
}


@pytest.mark.parametrize("values", CONTAINERS.values(), ids=CONTAINERS)
def test_containers(read_back, values):
    assert read_back(as_column(values, "labels")) == [2, 0, 2]


@pytest.mark.parametrize("values", [torch.ones(3, 2), jnp.ones((3, 2))])
def test_probabilities_per_class_are_refused(values):
    with pytest.raises(
        ValueError, match=r"one label per item, but have the shape \(3, 2\); if these are probabilities"
    ):
        as_column(values, "labels")


def test_truth_values_of_tensors_are_truth_values(read_back):
    for values in (torch.tensor([True, False]), jnp.array([True, False])):
        found = read_back(as_column(values, "labels"))
        assert found == [True, False]
        assert [type(label) for label in found] == [bool, bool]


@pytest.mark.parametrize(
    "values", [torch.tensor([1.0, 0.25]), jnp.array([1.0, 0.25]), torch.tensor([1.0, 0.25]).half()]
)
def test_fractions_in_tensors_are_refused(values):
    with pytest.raises(ValueError, match=r"labels contain 0\.25, which looks like a probability"):
        as_column(values, "labels").codes(0, 2)


def test_not_a_number_in_a_tensor_is_missing(read_back):
    for values in (torch.tensor([1.0, float("nan")]), jnp.array([1.0, jnp.nan], dtype=jnp.bfloat16)):
        assert read_back(as_column(values, "labels")) == [1, None]


def test_the_memory_of_a_tensor_on_the_host_is_shared():
    tensor = torch.arange(10)
    assert np.shares_memory(as_array(tensor, "labels"), tensor.numpy())
