"""Gaps that a CSV file writes as NaN, beside numbers, as a column of floats would have them."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import replace
from typing import TYPE_CHECKING

import numpy as np

from steelyard.counts.read.files.groups import Coded, FileGroups, Found
from steelyard.counts.read.files.label_text import gaps_among
from steelyard.counts.read.frames.columns import TRUTH, Asked

if TYPE_CHECKING:
    from numpy.typing import NDArray


def with_gaps(found: Found, wanted: Asked, together: Callable[[], Found], *, drop: bool) -> Found:
    """Return what was found in files with None for each NaN that is a gap, and its rows lost.

    One decision for the truth and all predictions, as they share their labels; if incomplete rows are dropped, their
    labels have no say. `together` groups the rows by all predictions at once: a model's own groups do not tell what
    the others lack.
    """
    gaps = gaps_among(set(_texts(found, wanted, drop=drop))) if found.texts else set()
    if not gaps:
        return found
    if found.groups[0].model is None or len(wanted.predictions) == 1:
        return found._replace(groups=[_marked(part, wanted, gaps) for part in found.groups])
    marked = [_marked(part, wanted, gaps) for part in together().groups]
    return found._replace(groups=[_of_model(part, wanted, role) for role in wanted.prediction_names for part in marked])


def _texts(found: Found, wanted: Asked, *, drop: bool) -> Iterator[str]:
    for part in found.groups:
        for role in (TRUTH, *wanted.prediction_names):
            if role in part.columns:
                column = part.columns[role]
                yield from filter(None, (column.without(part.lost > 0) if drop else column).values)


def _marked(part: FileGroups, wanted: Asked, gaps: set[str]) -> FileGroups:
    labels = {
        role: column.map(lambda text: None if text in gaps else text)
        for role, column in part.columns.items()
        if role in (TRUTH, *wanted.prediction_names)
    }
    lost = np.logical_or.reduce([_is_missing(column) for column in labels.values()])
    return replace(part, columns={**part.columns, **labels}, lost=np.where(lost, part.rows, 0))


def _is_missing(column: Coded) -> NDArray[np.bool_]:
    return np.array([value is None for value in column.values], dtype=bool)[column.codes]


def _of_model(part: FileGroups, wanted: Asked, model: str) -> FileGroups:
    roles = (TRUTH, model, *wanted.by_names)
    return replace(part, columns={role: part.columns[role] for role in roles}, model=model)
