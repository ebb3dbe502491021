"""Items that belong together, as fewer items apart: as many as tell as much, class by class.

If one item of a group, such as a patient, is told wrong, the others often are. The number of wrong ones among the n
items of one class in a group has the variance v·(n + ρ·n·(n − 1)), with v = p·(1 − p) and ρ the correlation of two
items of a group. ρ is found for each class by its moments, with one pair beforehand that goes together: where no error
was seen, nothing says that items differ within a group, so that twelve groups without an error tell as much as twelve
items. With it, the items of a class count as items with weights do: each weighs as much as so many of them together.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import TYPE_CHECKING

import numpy as np

from steelyard.intervals.rows import Rows
from steelyard.intervals.units import Units, are_weights, combinations_of
from steelyard.type_names import Floats

if TYPE_CHECKING:
    from numpy.typing import NDArray


PAIR = 1.0
"""Ordered pairs of items in one group that go together beforehand, of those whose correlation says anything."""


def rows_of(units: Units, models: Sequence[int]) -> Rows:
    """Return the rows of all classes, of one or two models (by position) on the same items, or groups of them."""
    if units.kind is None:
        return Rows(units, tuple(models))
    return Rows(items_apart(units, models), tuple(range(len(models))))


def items_apart(units: Units, models: Sequence[int]) -> Units:
    """Return groups as items with weights, of which so many tell as much of some models; items as they are.

    Examples
    --------
    >>> import steelyard as sy
    >>> from steelyard.intervals.units import groups_of
    >>> truth, patient = ["ill"] * 12, ["p1"] * 6 + ["p2"] * 6
    >>> units = groups_of(sy.Confusion.from_labels(truth, truth, by={"patient": patient}), "patient")
    >>> found = items_apart(units, [0])
    >>> found.amounts.sum() ** 2 / found.squares.sum()  # twelve items in two groups, no errors: two items
    np.float64(2.0)
    """
    if units.kind is None:
        return replace(units, predictions=units.predictions[list(models)])
    predictions, amounts = units.predictions[list(models)], units.entries.astype(np.float64)
    weights = _weight_of_an_item(units, _marks(units.truth, predictions))
    first, place = combinations_of(units.truth, predictions, len(units.labels))
    truth, total = units.truth[first], _sums(place, amounts)
    return Units(
        np.bincount(place), truth, predictions[:, first], units.labels, amounts=total, squares=total * weights[truth],
        groups=_groups_of_classes(units),
    )  # fmt: skip


def hits_and_items(units: Units) -> tuple[list[int], list[int]]:
    """Return how many hits and items each class of one model has; of groups and weights, as many as tell as much.

    Examples
    --------
    >>> import steelyard as sy
    >>> from steelyard.intervals.units import items_of
    >>> hits_and_items(items_of(sy.Confusion([[8, 2], [1, 4]])))
    ([8, 4], [10, 5])
    """
    alone = items_apart(units, [0])
    amounts, squares, right = (
        alone.entries.astype(np.float64),
        alone.squares_of_entries,
        alone.truth == alone.predictions[0],
    )
    hits, total, spread = (_sums(alone.truth, each, len(alone.labels)) for each in (amounts * right, amounts, squares))
    each = np.where(total > 0, spread / np.where(total > 0, total, 1.0), 1.0)
    return np.round(hits / each).astype(int).tolist(), np.round(total / each).astype(int).tolist()


def _marks(truth: NDArray[np.intp], predictions: NDArray[np.intp]) -> NDArray[np.bool_]:
    """Return what is seen of each entry: which models are wrong; of two, whether and how they differ."""
    right = predictions == truth
    if len(predictions) != 2:
        return np.asarray(~right)
    a, b = right
    return np.stack([a & ~b, b & ~a, ~a & ~b & (predictions[0] != predictions[1])])


def _weight_of_an_item(units: Units, marks: NDArray[np.bool_]) -> Floats:
    """Return, for each class, how many of its items tell as much as one that stands alone would."""
    C, kind = len(units.labels), np.asarray(units.kind)
    amounts, squares = units.entries.astype(np.float64), units.squares_of_entries
    if units.squares is None and are_weights(units.entries):  # how many items stand behind them is unknown
        squares = np.zeros_like(amounts)
    cells, place = np.unique(units.truth * len(units.sizes) + kind, return_inverse=True)
    truth = cells // len(units.sizes)

    def of_class(of_groups: Floats) -> Floats:
        return _sums(truth, of_groups, C)

    n, q = (_sums(place, each) for each in (amounts, squares))
    N, pairs = of_class(n), np.maximum(n**2 - q, 0.0)
    share = n / N[truth]
    # The mean is found on the same groups: of the larger ones the more is lost, of a single one all.
    known = np.maximum(1 - 2 * share + of_class(share**2)[truth], 0.0)
    seen, possible = np.zeros(C), np.zeros(C)
    for mark in marks:
        x = _sums(place, amounts * mark)
        with np.errstate(invalid="ignore"):
            p = of_class(x) / N
        v = p * (1 - p)
        off = (x - p[truth] * n) ** 2
        seen += np.nan_to_num(of_class(off - v[truth] * q * known))
        possible += np.nan_to_num(v * of_class(pairs * known))
    with np.errstate(invalid="ignore"):
        beforehand = np.nan_to_num(PAIR * (of_class(q) / N) ** 2)
        together = np.clip(np.nan_to_num((seen + beforehand) / (possible + beforehand), nan=1.0), 0.0, 1.0)
        return np.nan_to_num((of_class(q) + together * of_class(pairs)) / N, nan=1.0)


def _sums(place: NDArray[np.intp], weights: Floats, places: int = 0) -> Floats:
    return np.bincount(place, weights=weights, minlength=places).astype(np.float64)


def _groups_of_classes(units: Units) -> NDArray[np.int64]:
    """Return how many groups have items of each class."""
    pairs = np.unique(np.stack([units.truth, np.asarray(units.kind)]), axis=1)
    return np.bincount(pairs[0], minlength=len(units.labels))
