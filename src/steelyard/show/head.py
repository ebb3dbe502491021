"""The first slices of a long evaluation, to be shown."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, fields
from functools import cached_property

import numpy as np

from steelyard.evaluation.evaluate import Evaluation
from steelyard.evaluation.moves import Moves, sliced_by


@dataclass(frozen=True, eq=False, repr=False)
class Head(Evaluation):
    """The first slices of an evaluation; they move as they do in the whole."""

    longer: Evaluation | None = None

    @cached_property
    def moves(self) -> Sequence[Moves | None]:
        shape = self.confusion.shape
        if self.longer is None or not sliced_by(self.confusion):
            return super().moves
        axis = next(i for i, size in enumerate(self.longer.confusion.shape) if size != shape[i])
        return [moved and moved.head(axis, shape[axis]) for moved in self.longer.moves]


def head(evaluation: Evaluation, slices: int) -> Evaluation:
    """Return the first of a long stack, about so many slices."""
    cm = evaluation.confusion
    if int(np.prod(cm.shape)) <= slices:
        return evaluation
    axis = next(iter(sliced_by(cm) or cm.axes))
    at = list(cm.axes).index(axis)
    first = max(1, slices * cm.shape[at] // int(np.prod(cm.shape)))
    cut = {
        "confusion": cm.head(axis, first),
        "measured": tuple(result.head(at, first) for result in evaluation.measured),
        "rates": tuple(result.head(at, first) for result in evaluation.rates),
    }
    kept = {field.name: getattr(evaluation, field.name) for field in fields(Evaluation)}
    return Head(**{**kept, **cut}, longer=evaluation)
