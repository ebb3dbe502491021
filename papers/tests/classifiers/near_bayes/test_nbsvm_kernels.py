"""Kernels: values by their definition, columns as the whole, and memory within its bound."""

import math

import numpy as np
import pytest

from steelyard_papers.classifiers.near_bayes.kernels import MEGABYTE, Kernel

RNG = np.random.default_rng(7)
X, Z = RNG.normal(size=(30, 4)), RNG.normal(size=(11, 4))
KERNELS = [Kernel(), Kernel(0.3)]


def defined(kernel, x, z):
    if kernel.gamma is None:
        return sum(a * b for a, b in zip(x, z, strict=True))
    return math.exp(-kernel.gamma * sum((a - b) ** 2 for a, b in zip(x, z, strict=True)))


@pytest.mark.parametrize("kernel", KERNELS)
def test_values_are_those_of_the_definition(kernel):
    values = kernel.between(X, Z)
    np.testing.assert_allclose(values, [[defined(kernel, x, z) for z in Z] for x in X], rtol=1e-12)
    np.testing.assert_allclose(kernel.diagonal(X), [defined(kernel, x, x) for x in X], rtol=1e-12)


@pytest.mark.parametrize("kernel", KERNELS)
def test_columns_are_the_same_whether_kept_or_not(kernel):
    whole = kernel.between(X, X)
    three = 3 * 8 * len(X) / MEGABYTE
    for megabytes in (200, three, 1e-9):
        column = kernel.columns(X, megabytes)
        for _ in range(2):
            np.testing.assert_allclose([column(i) for i in range(len(X))], whole, rtol=1e-12, atol=1e-15)


def test_no_more_columns_are_kept_than_fit():
    column = Kernel(0.3).columns(X, 3 * 8 * len(X) / MEGABYTE)
    for i in (0, 1, 2, 0, 3, 0, 1):
        column(i)
    told = column.cache_info()
    assert told.currsize == told.maxsize == 3
    assert (told.hits, told.misses) == (2, 5)  # 0 twice; 1 had been given up for 3


def test_all_that_fits_is_computed_at_once():
    assert not hasattr(Kernel(0.3).columns(X, 8 * len(X) ** 2 / MEGABYTE), "cache_info")
    assert hasattr(Kernel(0.3).columns(X, 7.9 * len(X) ** 2 / MEGABYTE), "cache_info")


@pytest.mark.parametrize("kernel", KERNELS)
def test_blocks_are_the_whole(kernel):
    coefficients = RNG.normal(size=(11, 2))
    for megabytes in (200, 4 * 8 * 11 / MEGABYTE, 1e-9):
        np.testing.assert_allclose(
            kernel.applied(X, Z, coefficients, megabytes), kernel.between(X, Z) @ coefficients, rtol=1e-12, atol=1e-14
        )


def test_the_same_item_twice_is_at_no_distance():
    far = 1e3 + X
    np.testing.assert_allclose(np.diagonal(Kernel(5.0).between(far, far.copy())), 1, atol=1e-8)
    assert Kernel(5.0).between(far, far).max() <= 1
