"""A confusion matrix to look at: counts, shares of rows or columns, or the difference of two."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, Literal, Self, get_args

import numpy as np

from steelyard.counts.answer import number, plain
from steelyard.counts.confusion import Confusion
from steelyard.counts.labels import Label, some
from steelyard.measuring.apply import as_confusion
from steelyard.plots.records.values import checked_most
from steelyard.type_names import Floats

Show = Literal["counts", "rows", "columns"]

MOST_CLASSES = 2_000
"""Of more, a cell would be smaller than a dot; the others are to be merged."""


@dataclass(frozen=True, eq=False)
class MatrixRecord:
    """What `sy.plots.confusion` shows.

    Attributes
    ----------
    labels
        The classes, in the order of rows (truth) and columns (prediction); merged ones last, as "… others".
    values
        The cells, (C, C); NaN in rows without items, or in columns that are never predicted.
    show
        "counts"; or "rows" or "columns", of which each is 1 in all.
    difference
        Whether the values are those of one matrix less those of another.
    sizes
        Items per row, or for "columns" per column; None where two matrices differ in them.
    merged
        How many classes were merged into the last one.
    """

    labels: tuple[Label, ...]
    values: Floats
    show: Show
    difference: bool
    sizes: Floats | None
    merged: int = 0

    @classmethod
    def of(cls, cm: Any, show: Show = "counts", minus: Any = None, most: int | None = None) -> Self:
        """Look at a matrix; see `sy.plots.confusion`."""
        if show not in get_args(Show):
            raise ValueError(f"a matrix can show {', '.join(get_args(Show))}, not {show!r}.")
        first, second = _same_classes(_single(cm), None if minus is None else _single(minus))
        merged = 0
        if most is not None:
            first, second, merged = _merged(first, second, most)
        if len(first.labels) > MOST_CLASSES:
            raise ValueError(
                f"a matrix of up to {MOST_CLASSES:,} classes can be drawn, not of {len(first.labels):,}; say how many "
                "of those that are confused most, as in most=50."
            )
        values, sizes = _shown(first, show)
        if second is not None:
            others, other_sizes = _shown(second, show)
            values = values - others
            sizes = sizes if np.array_equal(sizes, other_sizes) else None  # type: ignore[assignment]
        return cls(first.labels, values, show, second is not None, sizes, merged)

    def to_dict(self) -> dict[str, Any]:
        """Return plain values; an undefined cell is None."""
        return {
            "labels": [plain(label) for label in self.labels],
            "values": [[number(cell) for cell in row] for row in self.values.tolist()],
            "show": self.show,
            "difference": self.difference,
            "sizes": None if self.sizes is None else self.sizes.tolist(),
            "merged": self.merged,
        }


def _single(given: Any) -> Confusion:
    cm = as_confusion(given)
    if cm.shape:
        name, keys = next(iter(cm.axes.items()))
        raise ValueError(
            f"one matrix is drawn, not a stack along {some(cm.axes)}; take one of it, as in cm[{keys[0]!r}], "
            f"or all together, cm.pooled({name!r})."
        )
    return cm


def _same_classes(first: Confusion, second: Confusion | None) -> tuple[Confusion, Confusion | None]:
    if second is None:
        return first, None
    labels = tuple(dict.fromkeys((*first.labels, *second.labels)))
    return first.declare(labels), second.declare(labels)


def _merged(first: Confusion, second: Confusion | None, most: Any) -> tuple[Confusion, Confusion | None, int]:
    """Keep the classes with the most mistakes, made in them or for them, in their order, and merge the others."""
    most, labels = checked_most(most), first.labels
    if len(labels) <= most + 1:
        return first, second, 0
    both = first if second is None else first + second
    wrong = both.support + both.predicted - 2 * both.correct
    kept = set(np.argsort(-wrong, kind="stable")[:most].tolist())
    rest = [label for i, label in enumerate(labels) if i not in kept]
    name = f"{len(rest):,} others"
    while name in labels:
        name = f"{name} "
    order = [*(labels[i] for i in sorted(kept)), name]
    small, other = (None if cm is None else cm.collapse({name: rest}).reorder(order) for cm in (first, second))
    assert small is not None  # noqa: S101 - the first always is
    return small, other, len(rest)


def _shown(cm: Confusion, show: Show) -> tuple[Floats, Floats]:
    """Return the cells to show and the sizes of the rows (or columns) they are of."""
    counts = np.asarray(cm.dense().counts, dtype=np.float64)
    sizes = np.asarray(cm.predicted if show == "columns" else cm.support, dtype=np.float64)
    if show == "counts":
        return counts, sizes
    with np.errstate(divide="ignore", invalid="ignore"):
        return counts / (sizes if show == "columns" else sizes[:, None]), sizes
