from __future__ import annotations

from types import SimpleNamespace

import numpy as np
import pytest

import steelyard as sy


@pytest.fixture(scope="session")
def cases():
    """Table 2 of Branco et al. 2017 (seed 000)."""
    three, four = ["c1", "c2", "c3"], ["c1", "c2", "c3", "c4"]
    return SimpleNamespace(
        one=sy.Confusion([[5, 0, 0], [0, 10, 0], [0, 300, 0]], labels=three),
        two=sy.Confusion([[1, 0, 3], [0, 100, 0], [0, 0, 200]], labels=three),
        three=sy.Confusion([[1, 3, 0, 0], [9, 1, 0, 0], [0, 0, 100, 0], [0, 0, 0, 200]], labels=four),
    )


@pytest.fixture(scope="session")
def sized():
    """Make a matrix with these class sizes."""

    def make(support, labels=None):
        return sy.Confusion(np.diag(support), labels=labels)

    return make


@pytest.fixture(scope="session")
def abc():
    return sy.Confusion(np.diag([1, 3, 6]), labels=["a", "b", "c"])


@pytest.fixture(scope="session")
def amazon():
    """Table 2 of Gupta et al. 2020 (seed 004): the frequencies of the review classes."""
    return sy.Confusion(np.diag([0.092, 0.052, 0.075, 0.142, 0.639]), labels=[1, 2, 3, 4, 5])
