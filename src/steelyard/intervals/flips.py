"""What one item of a small class, told otherwise, does to each metric; of an empty one, an item that it might have."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING, Any

import numpy as np

from steelyard.counts.cells import gathered
from steelyard.counts.cells.base import Coordinates
from steelyard.counts.confusion import Confusion
from steelyard.measuring.measure import Measured, apply
from steelyard.type_names import Floats

if TYPE_CHECKING:
    from numpy.typing import NDArray


MOST_CELLS = 1 << 22
"""Of many small classes, only the most important are tried, until their matrices have so many cells."""


def effects_of_one_item(observed: Sequence[Measured], tables: Confusion, small: NDArray[np.bool_]) -> list[Floats]:
    """Return how far one item of each small class moves each metric, of shape (models, classes); 0 for the others."""
    C, models = len(tables.labels), len(observed[0].value)
    effects = [np.zeros((models, C)) for _ in observed]
    cells = tables.cells.coordinates()
    most = max(1, MOST_CELLS // (len(cells.values) if tables.is_sparse else models * C**2))
    classes = np.flatnonzero(small)
    classes = classes[np.argsort(-observed[0].relevance[classes], kind="stable")][:most]
    if C == 1 or not len(classes):
        return effects
    metrics = [result.metric for result in observed]
    quiet = "nan" if observed[0].policy == "raise" else observed[0].policy
    flipped = _flipped(cells, tables, classes, models)
    results = apply(metrics, flipped, importance=observed[0].relevance, undefined=quiet)
    for effect, result, before in zip(effects, results, observed, strict=True):
        if result.metric.kind != "rate":
            effect[:, classes] = np.abs(result.value - before.value).T
    return effects


def _flipped(cells: Coordinates, tables: Confusion, classes: NDArray[np.intp], models: int) -> Confusion:
    """Return the matrices with an item of one class told otherwise: a stack (classes, models)."""
    tries = len(classes)
    at = (np.arange(tries)[:, None] * models + cells.at).reshape(-1)
    as_they_are = [at, *(np.tile(part, tries) for part in (cells.rows, cells.columns, cells.values.astype(np.float64)))]
    moves = np.array(list(_moves(cells, tables, classes, models)))
    moved = [*moves[:, :3].astype(np.intp).T, moves[:, 3]]
    every = Coordinates(*map(np.concatenate, zip(as_they_are, moved, strict=True)))
    return Confusion(gathered(every, (tries, models), len(tables.labels)).counts, tables.labels)


def _moves(cells: Coordinates, tables: Confusion, classes: NDArray[np.intp], models: int) -> Iterator[tuple[Any, ...]]:
    """Yield what is taken from one cell and given to another of its row: an item, or what there is of one.

    A hit becomes the likeliest error: that with the most items or, if none was seen, the class predicted most often.
    Without hits, that error becomes a hit. A class without items gets one, told as the class predicted most often.
    """
    total = np.asarray(tables.total)[:, None]
    often = tables.predicted / (2 * np.where(total > 0, total, 1))
    for place, c in enumerate(classes):
        of_class = cells.rows == c
        for model in range(models):
            here = of_class & (cells.at == model)
            row = np.zeros(len(tables.labels))
            row[cells.columns[here]] = cells.values[here]
            likely = row + often[model]
            likely[c] = -1.0
            error = int(np.argmax(likely))
            source, target = (c, error) if row[c] > 0 else (error, c)
            moved = min(1.0, row[source])
            yield place * models + model, c, source, -moved
            yield place * models + model, c, target, moved
            if not row.any():
                yield place * models + model, c, error, 1.0
