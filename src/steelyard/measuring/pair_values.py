"""A number for each (truth, prediction), such as a cost: as an array where it fits, by its rule where it does not."""

from __future__ import annotations

from abc import ABC, abstractmethod
from functools import cached_property
from typing import TYPE_CHECKING

import numpy as np

from steelyard.counts.cells.storage import refuse_dense
from steelyard.type_names import Floats

if TYPE_CHECKING:
    from numpy.typing import NDArray


class PairValues(ABC):
    """One finite number of at least 0 for each pair of classes."""

    def __init__(self, classes: int) -> None:
        self.classes = classes

    @cached_property
    def array(self) -> Floats:
        """All of them: C × C, rows are truth."""
        refuse_dense(self.classes**2, self.classes)
        rows, columns = np.indices((self.classes, self.classes))
        return self.of(rows, columns)

    @abstractmethod
    def of(self, rows: NDArray[np.intp], columns: NDArray[np.intp]) -> Floats:
        """Return the values of these pairs."""

    @abstractmethod
    def summed(self, x: Floats) -> Floats:
        """Return x @ array without the array, for one value per class: Σ_i x_i·v_ij."""

    @property
    @abstractmethod
    def bounds(self) -> tuple[float, float]:
        """The least and the greatest of them."""


class EachError(PairValues):
    """1 for every error, 0 for every hit."""

    def of(self, rows: NDArray[np.intp], columns: NDArray[np.intp]) -> Floats:
        return (rows != columns).astype(np.float64)

    def summed(self, x: Floats) -> Floats:
        # Not Σx − x_j: where one class holds nearly all of x, the difference would be its rounding.
        before = np.concatenate([[0.0], np.cumsum(x)[:-1]])
        after = np.concatenate([np.cumsum(x[::-1])[::-1][1:], [0.0]])
        return before + after

    @property
    def bounds(self) -> tuple[float, float]:
        return 0.0, 1.0 if self.classes > 1 else 0.0


class Distance(PairValues):
    """How far apart the classes stand in their order, to a power of 1 or 2."""

    def __init__(self, classes: int, power: int) -> None:
        super().__init__(classes)
        self.power = power

    def of(self, rows: NDArray[np.intp], columns: NDArray[np.intp]) -> Floats:
        return np.abs(rows - columns).astype(np.float64) ** self.power

    def summed(self, x: Floats) -> Floats:
        return _distances_before(x, self.power) + _distances_before(x[::-1], self.power)[::-1]

    @property
    def bounds(self) -> tuple[float, float]:
        return 0.0, float(self.classes - 1) ** self.power


def _distances_before(x: Floats, power: int) -> Floats:
    """Return Σ_{i<j} x_i·(j−i)^power for each j: sums of sums, all of one sign, so that nothing cancels."""
    once = np.cumsum(np.concatenate([[0.0], x[:-1]]))  # Σ_{i<j} x_i
    linear = np.cumsum(once)  # Σ_{i<j} x_i·(j−i)
    if power == 1:
        return linear
    # (j−i)² = (j−i) + 2·(1 + … + (j−i−1)), and the sum of the sums before j has the bracket.
    return linear + 2 * np.cumsum(np.concatenate([[0.0], linear[:-1]]))


class Named(PairValues):
    """Values of the pairs that were named; 0 for all others."""

    def __init__(self, classes: int, named: dict[tuple[int, int], float]) -> None:
        super().__init__(classes)
        self._rows, self._columns = (np.array([pair[i] for pair in named], dtype=np.intp) for i in (0, 1))
        self._values = np.array(list(named.values()), dtype=np.float64)
        order = np.argsort(self._rows * classes + self._columns)
        self._rows, self._columns, self._values = self._rows[order], self._columns[order], self._values[order]

    def of(self, rows: NDArray[np.intp], columns: NDArray[np.intp]) -> Floats:
        if not len(self._values):
            return np.zeros(np.shape(rows))
        keys = self._rows * self.classes + self._columns
        wanted = rows * self.classes + columns
        place = np.minimum(np.searchsorted(keys, wanted), len(keys) - 1)
        return np.where(keys[place] == wanted, self._values[place], 0.0)

    def summed(self, x: Floats) -> Floats:
        return np.bincount(self._columns, self._values * x[self._rows], minlength=self.classes).astype(np.float64)

    @property
    def bounds(self) -> tuple[float, float]:
        least = self._values.min(initial=np.inf) if len(self._values) == self.classes**2 else 0.0
        return float(least), float(self._values.max(initial=0.0))


class Listed(PairValues):
    """Values given as an array."""

    def __init__(self, values: Floats) -> None:
        super().__init__(len(values))
        self.array = values

    def of(self, rows: NDArray[np.intp], columns: NDArray[np.intp]) -> Floats:
        return self.array[rows, columns]

    def summed(self, x: Floats) -> Floats:
        return x @ self.array

    @property
    def bounds(self) -> tuple[float, float]:
        return float(self.array.min()), float(self.array.max())
