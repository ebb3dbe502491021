"""Unite the labels of two columns into the classes of a matrix, and put the counts of pairs in their places."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

import numpy as np

from steelyard import labels as naming

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from steelyard.labels import Label

LARGEST = 2 * 2**30
"""Bytes of the largest matrix: 16,384 classes."""

MOST_CLASSES = int((LARGEST // 8) ** 0.5)


def united(truth: Sequence[Label], prediction: Sequence[Label]) -> tuple[Label, ...]:
    """Return all labels, sorted; truth values that stand beside other numbers become 0 and 1."""
    found = dict.fromkeys((*truth, *prediction))
    known = [label for label in (*truth, *prediction) if label is not naming.MISSING]
    if any(isinstance(label, bool) for label in known) and not all(isinstance(label, bool) for label in known):
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
    cells: NDArray[Any], truth: Sequence[Label], prediction: Sequence[Label], classes: Sequence[Label]
) -> NDArray[Any]:
    """Return the square matrix over the classes, given the cells over the labels of each column."""
    position = {label: at for at, label in enumerate(classes)}
    rows = np.array([position[label] for label in truth], dtype=np.intp)
    columns = np.array([position[label] for label in prediction], dtype=np.intp)
    counts = np.zeros((len(classes), len(classes)), dtype=cells.dtype)
    counts[np.ix_(rows, columns)] = cells
    return counts
