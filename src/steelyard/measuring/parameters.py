"""Parameters of metrics, and numbers for each (truth, prediction), such as costs: as an array where it fits."""

from __future__ import annotations

import math
from abc import ABC, abstractmethod
from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import TYPE_CHECKING, Any

import numpy as np

from steelyard.counts.cells import refuse_dense
from steelyard.counts.labels import Label, nearest, positions
from steelyard.type_names import Floats

if TYPE_CHECKING:
    from numpy.typing import NDArray


@dataclass(frozen=True, slots=True)
class Parameter:
    """An argument of a metric: its default, what it means, and its check at the door."""

    default: Any
    meaning: str
    check: Callable[[Any, Sequence[Label]], Any]


def refuse_unknown(given: Iterable[str], metric: str, known: Collection[str]) -> None:
    """Refuse parameters that a metric does not have."""
    for name in given:
        if name not in known:
            every = ", ".join(known) or "none"
            raise ValueError(f"{metric} has no parameter {name!r}; its parameters are: {every}.{nearest(name, known)}")


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


# The parameters that metrics of the catalogue have, and their checks at the door.


LARGEST_BETA = 1e150
"""Its square is a float."""

DISTANCES = {"linear": 1, "quadratic": 2}


def _positive(value: Any, _: Sequence[Label]) -> float:
    wrong = ValueError(f"beta must be a number above 0 and at most {LARGEST_BETA:g}, not {value!r}.")
    if isinstance(value, bool):
        raise wrong
    try:
        number = float(value)
    except (TypeError, ValueError, OverflowError):
        raise wrong from None
    if not 0 < number <= LARGEST_BETA:
        raise wrong
    return number


def _distance(value: Any, labels: Sequence[Label]) -> PairValues:
    if not isinstance(value, str) or value not in DISTANCES:
        raise ValueError(f'distance must be "linear" or "quadratic", not {value!r}.')
    return Distance(len(labels), DISTANCES[value])


def _numbers(value: Any) -> NDArray[np.float64]:
    try:
        return np.asarray(value, dtype=np.float64)
    except (TypeError, ValueError):
        raise ValueError(f"costs must be numbers, not {value!r}.") from None


def _costs(value: Any, labels: Sequence[Label]) -> PairValues:
    C = len(labels)
    if value is None:
        return EachError(C)
    if isinstance(value, Mapping):
        for pair in value:
            if not isinstance(pair, tuple) or len(pair) != 2:
                raise ValueError(f"costs must be given by (truth, prediction) pairs, not by {pair!r}.")
        rows, columns = (positions([pair[i] for pair in value], labels) for i in (0, 1))
        costs = np.array([_numbers(cost) for cost in value.values()])
        _check_costs(costs, (len(value),))
        return Named(C, dict(zip(zip(rows, columns, strict=True), costs.tolist(), strict=True)))
    costs = _by_name(value, labels) if hasattr(value, "index") and hasattr(value, "columns") else _numbers(value)
    _check_costs(costs, (C, C))
    return Listed(costs)


def _by_name(table: Any, labels: Sequence[Label]) -> NDArray[np.float64]:
    """Return a data frame's numbers in the order of the classes, which its rows and columns name."""
    costs, C = _numbers(table), len(labels)
    rows, columns = list(table.index), list(table.columns)
    if costs.shape != (C, C) or rows == columns == list(range(C)):  # of the wrong shape, or without names
        return costs
    ordered = np.full((C, C), np.nan)
    ordered[np.ix_(positions(rows, labels), positions(columns, labels))] = costs
    if np.isnan(ordered).any():
        raise ValueError("costs in a data frame must have one row and one column for each class, named by it.")
    return ordered


def _check_costs(costs: NDArray[np.float64], shape: tuple[int, ...]) -> None:
    if costs.shape != shape:
        wanted = f"({shape[0]}, {shape[0]}), one row per true class" if len(shape) == 2 else "one number per pair"
        raise ValueError(f"costs must have the shape {wanted}, not {costs.shape}.")
    if not (np.isfinite(costs).all() and (costs >= 0).all()):
        raise ValueError("costs must be finite and at least 0.")


def _share(value: Any, _: Sequence[Label]) -> float:
    try:
        number = float(value)
    except (TypeError, ValueError, OverflowError):
        number = math.nan
    if not 0 <= number <= 1:
        raise ValueError(f"alpha must be a number from 0 to 1, not {value!r}.")
    return number


ALPHA = Parameter(0.1, "how much a recall above the specificity counts for", _share)
BETA = Parameter(1.0, "how many times as much recall counts as precision", _positive)
DISTANCE = Parameter(
    "quadratic", 'how an error grows with the distance of the classes: "linear" or "quadratic"', _distance
)
COSTS = Parameter(
    None,
    "cost of each (truth, prediction): a C × C matrix or {(truth, prediction): cost}, pairs not named cost 0; "
    "if not given, every error costs 1",
    _costs,
)
