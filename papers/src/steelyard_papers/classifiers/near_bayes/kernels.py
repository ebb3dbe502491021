"""Kernels: linear and Gaussian, in whole or column by column, within a bound on memory."""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache
from typing import TYPE_CHECKING

import numpy as np

from steelyard_papers.classifiers.near_bayes.dual import Column

if TYPE_CHECKING:
    from numpy.typing import NDArray

MEGABYTE = 2**20


@dataclass(frozen=True, slots=True)
class Kernel:
    """k(x, z) = exp(−γ‖x − z‖²) or, without γ, x·z.

    Examples
    --------
    >>> x, z = np.array([[1.0, 2.0]]), np.array([[3.0, 4.0], [1.0, 2.0]])
    >>> Kernel().between(x, z)
    array([[11.,  5.]])
    >>> Kernel(0.25).between(x, z).round(3)
    array([[0.135, 1.   ]])
    """

    gamma: float | None = None

    def between(self, some: NDArray[np.float64], others: NDArray[np.float64]) -> NDArray[np.float64]:
        """Return the value of each item with each other one, (items, others)."""
        return self._values(some @ others.T, _squares(some)[:, None], _squares(others))

    def diagonal(self, items: NDArray[np.float64]) -> NDArray[np.float64]:
        """Return the value of each item with itself."""
        return _squares(items) if self.gamma is None else np.ones(len(items))

    def columns(self, items: NDArray[np.float64], megabytes: float) -> Column:
        """Return a function that gives the values of one item with all of them.

        All values are computed at once if they fit into so many megabytes. Otherwise they are computed when asked for,
        and the columns asked for last are kept.
        """
        kept = int(megabytes * MEGABYTE / (8 * len(items)))
        if kept >= len(items):
            return self.between(items, items).__getitem__
        squares = _squares(items)

        def column(item: int) -> NDArray[np.float64]:
            return self._values(items @ items[item], squares[item], squares)

        return lru_cache(maxsize=kept)(column)

    def applied(
        self,
        some: NDArray[np.float64],
        others: NDArray[np.float64],
        coefficients: NDArray[np.float64],
        megabytes: float,
    ) -> NDArray[np.float64]:
        """Return `between(some, others) @ coefficients`, in blocks of so many megabytes."""
        rows = max(1, int(megabytes * MEGABYTE / (8 * max(1, len(others)))))
        blocks = range(0, len(some), rows)
        return np.concatenate([self.between(some[at : at + rows], others) @ coefficients for at in blocks])

    def _values(
        self, products: NDArray[np.float64], squares: NDArray[np.float64], others: NDArray[np.float64]
    ) -> NDArray[np.float64]:
        """Turn products x·z into values, in their place, given ‖x‖² and ‖z‖²."""
        if self.gamma is None:
            return products
        products *= 2
        products -= squares
        products -= others
        np.minimum(products, 0, out=products)  # −‖x − z‖², which rounding may leave above 0
        products *= self.gamma
        return np.exp(products, out=products)


def _squares(items: NDArray[np.float64]) -> NDArray[np.float64]:
    """Return ‖x‖² of each item."""
    return np.einsum("ij,ij->i", items, items)
