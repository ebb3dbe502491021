"""What may become a confusion matrix: counts, tables with named edges and the axes of a stack, checked at the door."""

from __future__ import annotations

from collections.abc import Hashable, Iterable, Mapping, Sequence
from typing import TYPE_CHECKING, Any

import numpy as np

from steelyard.counts import labels as naming
from steelyard.counts.cells import Coordinates, Numbers, fit
from steelyard.counts.combinations import check_squares

if TYPE_CHECKING:
    from numpy.typing import ArrayLike, NDArray

    from steelyard.counts.labels import Label

TOTALS = {"all", "total", "totals", "sum", "margin", "margins", "grand total"}
"""What people call the margins of a matrix."""

MODEL = "model"
"""The axis along which a stack holds several models' predictions of the same items."""

LARGEST_SUM = 1e300
"""Sums of counts up to here leave room for what is computed with them."""

SLACK = 1e-9
"""By how much sums of weights and of their squares may contradict each other by rounding."""


def table_counts(table: Any, labels: Iterable[Any] | None) -> tuple[Numbers, tuple[Label, ...]]:
    """Put the counts of a table with named rows and columns in the order of the labels, or of all its names."""
    rows, columns = naming.checked(table.index), naming.checked(table.columns)
    names = rows if set(rows) == set(columns) else naming.sort(dict.fromkeys((*rows, *columns)))
    wanted = names if labels is None else naming.checked(labels)
    outside = [label for label in names if label not in wanted]
    if outside:
        raise ValueError(f"the table names class {naming.some(outside)}, which is not among the labels.")
    cells = np.asarray(table)
    counts = np.zeros((len(wanted), len(wanted)), dtype=cells.dtype)
    place = {label: i for i, label in enumerate(wanted)}
    counts[np.ix_([place[row] for row in rows], [place[column] for column in columns])] = cells
    refuse_totals(counts, wanted)
    return counts, wanted


def refuse_totals(counts: ArrayLike, labels: Sequence[Label]) -> None:
    """Refuse a stored matrix whose margins would be taken for a class."""
    cells = np.asarray(counts)
    for i, label in enumerate(labels):
        others = [j for j in range(len(labels)) if j != i]
        if (
            naming.text(label).casefold() in TOTALS
            and (cells[i] == cells[others].sum(axis=0)).all()
            and (cells[:, i] == cells[:, others].sum(axis=1)).all()
        ):
            raise ValueError(f"the row and the column {label!r} are the sums of the others; leave such totals out.")


def checked_counts(given: ArrayLike) -> Numbers:
    """Return counts as a copy of our own, checked: whole numbers as int64 where they fit, others as float64."""
    counts = _numbers(given)
    if counts.ndim < 2 or counts.shape[-1] != counts.shape[-2]:
        raise ValueError(f"counts must have the shape (..., C, C), not {counts.shape}.")
    if counts.shape[-1] == 0:
        raise ValueError("counts are empty: there are no classes.")
    return _summed(counts)


def checked_cells(
    rows: ArrayLike,
    columns: ArrayLike,
    values: ArrayLike,
    classes: int,
    *,
    at: ArrayLike | None = None,
    slices: int = 1,
) -> Coordinates:
    """Return cells given by their positions, checked."""
    counts = _numbers(values)
    if counts.ndim != 1:
        raise ValueError(f"the values of cells must be a list of numbers, not of shape {counts.shape}.")
    _summed(counts)
    places = {"at": np.zeros(len(counts), dtype=np.intp) if at is None else at, "rows": rows, "columns": columns}
    limits = {"at": slices, "rows": classes, "columns": classes}
    positions = {name: _positions(place, name, len(counts), limits[name]) for name, place in places.items()}
    return Coordinates(**positions, values=counts)


def checked_behind(counts: Numbers, squares: ArrayLike | None, rows: ArrayLike | None) -> list[Numbers]:
    """Return the sums of squared weights and the numbers of items behind counts of the same shape; none if not given.

    Of n weights, Σw² ≤ (Σw)² ≤ n·Σw².
    """
    if squares is None and rows is None:
        return []
    if squares is None or rows is None:
        raise ValueError("weights of items need both the sums of their squares and the number of items (rows).")
    square_sums, items = _numbers(squares), _numbers(rows)
    if not counts.shape == square_sums.shape == items.shape:
        raise ValueError(
            f"counts, squares and rows differ in shape: {counts.shape}, {square_sums.shape}, {items.shape}."
        )
    if items.size and items.dtype.kind != "i":
        raise ValueError("rows must hold numbers of items, which are whole numbers.")
    least = np.finfo(np.float64).tiny  # squares of the smallest weights have no exact digits
    square_of_sum, most = counts.astype(np.float64) ** 2, items * square_sums.astype(np.float64)
    if (square_sums > square_of_sum * (1 + SLACK) + least).any() or (square_of_sum > most * (1 + SLACK) + least).any():
        raise ValueError(
            "counts, squares and rows contradict each other: of n weights whose sum is s, the squares sum to s²/n or "
            "more, and at most to s²."
        )
    check_squares(counts, square_sums)
    return [square_sums.astype(np.float64), items.astype(np.int64)]


def _summed(counts: Numbers) -> Numbers:
    """Return counts whose sum is a float; refuse others."""
    with np.errstate(over="ignore"):
        total = counts.sum() if counts.dtype.kind == "f" else 0
    if total > LARGEST_SUM:
        raise ValueError(f"counts must sum to at most {LARGEST_SUM:g}; divide them all by the same number.")
    return counts


def _positions(given: ArrayLike, name: str, size: int, limit: int) -> NDArray[np.intp]:
    try:
        positions = np.asarray(given)
    except ValueError:
        raise ValueError(f"{name} must be a list of positions, one per cell.") from None
    if positions.shape != (size,):
        raise ValueError(f"there are {size} cells, but {name} has the shape {positions.shape}.")
    if positions.size and positions.dtype.kind not in "iu":
        raise ValueError(f"{name} must hold positions, which are whole numbers, not {positions.dtype.name}.")
    if positions.size and not 0 <= int(positions.min()) <= int(positions.max()) < limit:
        worst = positions[(positions < 0) | (positions >= limit)][0]
        raise ValueError(f"{name} must hold positions from 0 to {limit - 1}, but there is {worst}.")
    return positions.astype(np.intp)


def _numbers(given: ArrayLike) -> Numbers:
    """Return finite numbers of at least 0 as a copy, int64 if they are whole and even their sum fits, or float64."""
    if isinstance(given, np.ma.MaskedArray) and np.ma.getmaskarray(given).any():
        raise ValueError("counts must be numbers, but some are masked.")
    try:
        counts = np.asarray(given)
    except ValueError:
        raise ValueError("counts must be numbers in rows of equal length.") from None
    if counts.dtype == object:
        if any(item is None or isinstance(item, str | bytes) for item in counts.flat):
            raise ValueError("counts must be numbers.")
        whole = all(hasattr(item, "__index__") and item < 2**63 for item in counts.flat)
        try:
            counts = counts.astype(np.int64 if whole else np.float64)
        except (TypeError, ValueError, OverflowError):
            raise ValueError("counts must be numbers.") from None
    if counts.dtype.kind not in "buif":
        what = "text" if counts.dtype.kind in "US" else counts.dtype.name
        raise ValueError(f"counts must be numbers, not {what}; Confusion.from_labels counts labels.")
    counts = counts.astype(np.int64 if fit([counts]) else np.float64)
    if counts.size and not counts.min() >= 0:  # also false for NaN
        worst = counts[~(counts >= 0)][0]
        raise ValueError(f"counts must be at least 0, but there is {worst}.")
    if counts.dtype.kind == "f" and counts.size and not np.isfinite(counts.max()):
        raise ValueError("counts must be finite, but there is an infinite one.")
    return counts


def checked_dropped(dropped: float) -> float:
    """Return how many items, or how much weight, were left out."""
    if not (isinstance(dropped, int | float) and 0 <= dropped < float("inf")):
        raise ValueError(f"dropped must be a number of items, not {dropped!r}.")
    return dropped


def checked_stack(axes: Mapping[str, Sequence[Hashable]] | None) -> tuple[int, ...]:
    """Return the shape of a stack with these axes."""
    if axes is not None and not isinstance(axes, Mapping):
        raise ValueError(f"axes must be named, as in {{'model': ['a', 'b']}}, not {axes!r}.")
    for name, keys in (axes or {}).items():
        if not isinstance(name, str):
            raise ValueError(f"the name of an axis must be a text, not {name!r}.")
        if isinstance(keys, str | bytes) or not (isinstance(keys, Sequence) or hasattr(keys, "__array__")):
            raise ValueError(f"the axis {name!r} must list the names of its slices, not {keys!r}.")
        if not isinstance(keys, range):
            naming.checked(keys)
    return tuple(len(keys) for keys in (axes or {}).values())


def checked_axes(
    axes: Mapping[str, Sequence[Hashable]] | None, shape: tuple[int, ...]
) -> dict[str, Sequence[Hashable]]:
    """Return the names of a stack's axes and slices; numbers if none are given."""
    sizes = checked_stack(axes)
    if not axes:
        names = ["slice"] if len(shape) == 1 else [f"axis {i}" for i in range(len(shape))]
        return {name: range(size) for name, size in zip(names, shape, strict=True)}
    if sizes != shape:
        raise ValueError(f"axes name {sizes} slices for a stack of shape {shape}.")
    return {name: _checked_keys(keys) for name, keys in axes.items()}


def _checked_keys(keys: Sequence[Hashable]) -> Sequence[Hashable]:
    numbered = range(len(keys))
    same = isinstance(keys, range) or all(type(key) is int for key in keys)  # as JSON brings a range back
    return numbered if same and list(keys) == list(numbered) else tuple(keys)
