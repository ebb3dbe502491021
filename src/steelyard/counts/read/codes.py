"""Map a column onto a declared set of labels: the position of each item's label."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING, Any

import numpy as np

from steelyard.counts import labels as naming
from steelyard.counts.read.classes import check_declared, check_one_kind, declared_labels, kinds
from steelyard.counts.read.columns.column import chunks
from steelyard.counts.read.columns.containers import as_column

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from steelyard.counts.labels import Label


UNKNOWN, NO_LABEL, NOT_ASKED = -1, -2, -3


def encode(values: Any, labels: Iterable[Any], what: str = "true labels") -> NDArray[np.intp]:
    """Return the position in `labels` of each item's label; labels that are missing or not listed are refused.

    Examples
    --------
    >>> from steelyard.counts.read.codes import encode
    >>> encode(["b", "a", "b"], ["a", "b", "c"])
    array([1, 0, 1])
    """
    declared = declared_labels(labels)
    position = {naming.MISSING: NO_LABEL} | {label: at for at, label in enumerate(declared)}
    column = as_column(values, what)
    found = np.empty(column.size, dtype=np.intp)
    positions = np.empty(0, dtype=np.intp)
    unknown: dict[Label, None] = {}
    for start, stop in chunks(column.size):
        codes = column.codes(start, stop)
        more = int(codes.max(initial=-1)) + 1 - len(positions)
        positions = np.concatenate([positions, np.full(max(0, more), NOT_ASKED)])
        new = np.unique(codes[positions[codes] == NOT_ASKED])
        if len(new):
            names = column.labels_of(new)
            positions[new] = [position.get(label, UNKNOWN) for label in names]
            unknown |= {label: None for label in names if label not in position}
        found[start:stop] = positions[codes]
    missing = int((found == NO_LABEL).sum())
    if missing:
        raise ValueError(f"{missing} of {column.size} {what} are missing (None or NaN); leave those items out first.")
    if unknown:
        check_one_kind(kinds(unknown), what, declared)
        check_declared(unknown, declared, what)
    return found
