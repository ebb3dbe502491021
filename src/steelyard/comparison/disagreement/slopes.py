"""A metric and its derivative by every cell, over a stack of matrices: recorded, or by differences where it cannot be.

Cells are weights here, not counts: they lie on a path between two matrices.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import NamedTuple

import numpy as np

from steelyard.counts.confusion import Confusion
from steelyard.counts.labels import Label
from steelyard.measuring.measure import apply
from steelyard.measuring.program import gradients, record
from steelyard.measuring.record import Metric
from steelyard.measuring.view import Policy
from steelyard.type_names import Floats

BLOCK_CELLS = 1 << 19
"""Cells per block: a gradient keeps some dozens of arrays of this size at once."""

STEP = 6e-6
"""Part of a cell by which it is moved for a difference: the third root of the precision of float64."""


class Slope(NamedTuple):
    """Values of shape (S,) and derivatives of shape (S, C, C)."""

    value: Floats
    by_cell: Floats


EXACT, BY_DIFFERENCES = 2e-14, 1e-9
"""The part of a metric's value that is rounding, in a sum of its derivatives over some cells."""


@dataclass(frozen=True, slots=True)
class Slopes:
    """What gives a metric's values and derivatives over cells of shape (S, C, C), and how much of them is noise."""

    of: Callable[[Floats], Slope]
    noise: float = EXACT

    def __call__(self, cells: Floats) -> Slope:
        return self.of(cells)


def slopes_of(metric: Metric, relevance: Floats, policy: Policy, labels: Sequence[Label]) -> Slopes:
    """Return what gives a metric's values and derivatives over cells of shape (S, C, C)."""
    C = len(relevance)
    try:
        program = record([metric], classes=C, policy=policy, whole_numbers=False, labels=labels)
    except ValueError:  # its body looks at the data
        by_differences = _blockwise(lambda cells: differences(metric, cells, relevance, policy, labels), 2 * C**2)
        return Slopes(by_differences, noise=BY_DIFFERENCES)

    def recorded(cells: Floats) -> Slope:
        (found,) = gradients(program, cells, relevance).values()
        return Slope(found.value, found.by_cell)

    return Slopes(_blockwise(recorded, 1))


def differences(metric: Metric, cells: Floats, relevance: Floats, policy: Policy, labels: Sequence[Label]) -> Slope:
    """Return values and central differences; a cell that is 0 is not moved and gets 0."""
    S, C, _ = cells.shape
    step = np.eye(C * C).reshape(1, C * C, C, C) * (STEP * cells)[:, None]
    stack = np.concatenate([cells[:, None], cells[:, None] + step, cells[:, None] - step], axis=1)
    cm = Confusion(stack.reshape(-1, C, C), labels)
    (result,) = apply([metric], cm, importance=relevance, undefined=policy)
    value = result.value.reshape(S, -1)
    up, down = value[:, 1 : C * C + 1], value[:, C * C + 1 :]
    width = 2 * STEP * cells.reshape(S, -1)
    slope = (up - down) / np.where(width == 0, 1.0, width)
    return Slope(value[:, 0], slope.reshape(S, C, C))


def _blockwise(of: Callable[[Floats], Slope], copies: int) -> Callable[[Floats], Slope]:
    """Return the same in blocks of bounded memory; `copies` says how many matrices each matrix becomes."""

    def blocks(cells: Floats) -> Slope:
        size = max(1, BLOCK_CELLS // (copies * cells.shape[-1] ** 2))
        parts = [of(cells[start : start + size]) for start in range(0, len(cells), size)]
        return Slope(np.concatenate([part.value for part in parts]), np.concatenate([part.by_cell for part in parts]))

    return blocks
