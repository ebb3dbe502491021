import numpy as np
import pytest

from steelyard.lab.enumeration import matrices, matrices_at

torch = pytest.importorskip("torch", reason="PyTorch is not installed: make devices")

from steelyard.integrations.torch.enumeration import Matrices  # noqa: E402 - it loads PyTorch

CPU = torch.device("cpu")


def test_they_are_the_matrices_that_numpy_makes():
    every = Matrices([2, 0, 3], CPU)
    assert len(every) == 60
    block = every.block(5, 50)
    assert block.dtype == torch.float64
    np.testing.assert_array_equal(block.movedim(-1, 0).numpy(), matrices([2, 0, 3], 5, 50))


def test_any_numbers_at_all(rng):
    index = rng.integers(0, 16_016_000, 1000)
    found = Matrices((2, 3, 9, 11), CPU).at(torch.from_numpy(index))
    np.testing.assert_array_equal(found.movedim(-1, 0).numpy(), matrices_at((2, 3, 9, 11), index))
