"""Unite the labels of two columns into the classes of a matrix, and put the counts of pairs in their places."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import TYPE_CHECKING, Any

import numpy as np

from steelyard import labels as naming

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from steelyard.labels import Label

LARGEST = 2 * 2**30
"""Bytes of the largest matrix: 16,384 classes."""

MOST_CLASSES = int((LARGEST // 8) ** 0.5)


def united(truth: Iterable[Label], prediction: Iterable[Label]) -> tuple[Label, ...]:
    """Return all labels, sorted; truth values that stand beside other numbers become 0 and 1."""
    found = dict.fromkeys((*truth, *prediction))
    truth_values = [isinstance(label, bool) for label in (*truth, *prediction) if label is not naming.MISSING]
    if any(truth_values) and not all(truth_values):
        found = dict.fromkeys(int(label) if isinstance(label, bool) else label for label in found)
    return naming.sort(found)


def check_size(classes: int, *, at_least: bool = False) -> None:
    """Refuse a matrix that would be too large for memory."""
    if classes > MOST_CLASSES:
        gib = classes**2 * 8 / 2**30
        raise ValueError(
            f"there are {'at least ' if at_least else ''}{classes} classes, whose matrix would take {gib:.1f} GiB; "
            f"the limit is {MOST_CLASSES} classes ({LARGEST / 2**30:.0f} GiB). Are these labels, and not identifiers "
            "or measurements?"
        )


def placed(
    cells: NDArray[Any], rows: Mapping[Label, int], columns: Mapping[Label, int], classes: Sequence[Label]
) -> NDArray[Any]:
    """Return the square matrix over the classes.

    `rows` and `columns` say where in `cells` each label is; the last row and column are empty, as classes without
    items are.
    """
    across = [rows.get(label, -1) for label in classes]
    down = [columns.get(label, -1) for label in classes]
    counts = cells.take(across, axis=0).take(down, axis=1)  # a third of the time of np.ix_
    return counts.astype(np.float64 if cells.dtype.kind == "f" else np.int64, copy=False)
