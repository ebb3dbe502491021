"""What each cell contributes to a metric's difference between two matrices: slopes, and their integral on a path."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import NamedTuple

import numpy as np

from steelyard.counts.confusion import Confusion
from steelyard.counts.labels import Label
from steelyard.measuring.apply import apply
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
        (gradient,) = gradients(program, cells, relevance).values()
        return Slope(gradient.value, gradient.by_cell)

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


# The integral of the slopes along the path from one matrix to the other.


END = 138.0
"""Log odds of the first and the last point of the path: 1e-60 from its ends, as far as `measuring.TAME` goes."""

PANELS = np.concatenate([[-END], np.linspace(-40, 40, 17), [END]])
"""Beyond log odds of 40 a cell is all that is there or nothing to speak of: one panel each."""

POINTS = 12

PRECISE = 1e-9
"""Contributions shall add up to this part of the difference before the remainder is spread."""

MOST_PANELS = 3000
"""Where a metric jumps on the way, halving would not end by itself."""


class PathIntegral(NamedTuple):
    """What the cells contribute on the way, and the metric just inside both ends."""

    by_cell: Floats
    """Shape (C, C): contributions, which add up to `stop − start` but for `residual`."""
    start: float
    stop: float
    residual: float
    """What the contributions miss of `stop − start`."""


def integrated(slopes: Slopes, first: Floats, second: Floats) -> PathIntegral:
    """Return what each cell contributes to the metric's difference, on the way from `second` to `first`."""
    lows, highs = PANELS[:-1], PANELS[1:]
    values = slopes(_between(PANELS, first, second)).value
    start, stop = float(values[0]), float(values[-1])
    begun, done = values[:-1], values[1:]
    size = np.abs(values[np.isfinite(values)]).max(initial=0.0)
    fine = max(PRECISE * abs(stop - start) / len(lows), slopes.noise * size)
    at_start, at_stop = _per_odds(slopes, PANELS[[0, -1]], first, second)
    total = -END * (_cancelling(at_start) + _cancelling(at_stop))
    panels = 0
    while len(lows):
        panels += len(lows)
        parts = _panel_contributions(slopes, lows, highs, first, second)
        off = np.abs(parts.sum(axis=(1, 2)) - (done - begun))
        halve = (off > fine) & (panels < MOST_PANELS) & (highs - lows > 1e-9)
        total += parts[~halve].sum(axis=0)
        lows, highs, begun, done = lows[halve], highs[halve], begun[halve], done[halve]
        middles = (lows + highs) / 2
        at_middles = slopes(_between(middles, first, second)).value if len(lows) else middles
        lows, highs = np.concatenate([lows, middles]), np.concatenate([middles, highs])
        begun, done = np.concatenate([begun, at_middles]), np.concatenate([at_middles, done])
    return PathIntegral(total, start, stop, stop - start - float(total.sum()))


def _panel_contributions(slopes: Slopes, lows: Floats, highs: Floats, first: Floats, second: Floats) -> Floats:
    """Return the contributions of each cell over each panel, of shape (panels, C, C), in blocks of bounded memory."""
    nodes, weights = np.polynomial.legendre.leggauss(POINTS)
    contributions = np.empty((len(lows), *first.shape))
    size = max(1, BLOCK_CELLS // (POINTS * first.size))
    for start in range(0, len(lows), size):
        low, high = (ends[start : start + size, None] for ends in (lows, highs))
        x = (low + high) / 2 + (high - low) / 2 * nodes
        density = _per_odds(slopes, x.ravel(), first, second).reshape(*x.shape, *first.shape)
        contributions[start : start + size] = np.einsum("pk,pkij->pij", weights * (high - low) / 2, density)
    return contributions


def _per_odds(slopes: Slopes, x: Floats, first: Floats, second: Floats) -> Floats:
    """Return what each cell contributes per unit of log odds, at log odds x: shape (S, C, C)."""
    cells = _between(x, first, second)
    slope = slopes(cells).by_cell
    # Where a metric has no derivative it has no part in the sum, and the remainder says so.
    slope = np.where(np.isfinite(slope), slope, 0.0)
    same_size = np.isclose(first.sum(axis=1), second.sum(axis=1), rtol=1e-12, atol=0)[:, None]
    slope = np.where(same_size, slope - _of_average_error(slope, cells), slope)
    s, rest = _odds_to_shares(x)
    return np.where(first == second, 0.0, slope) * (first - second) * (s * rest)[:, None, None]


def _cancelling(density: Floats) -> Floats:
    """Return the part of the cells' contributions at an end that adds up to 0 over them."""
    sizes = np.abs(density)
    part: Floats = density - sizes * (density.sum() / (sizes.sum() or 1.0))
    return part


def _of_average_error(slope: Floats, cells: Floats) -> Floats:
    """Return the mean derivative by the errors of each row, of shape (S, C, 1); 0 where there are none."""
    errors = cells * (1 - np.eye(cells.shape[-1]))
    total = errors.sum(axis=-1, keepdims=True)
    return (errors * slope).sum(axis=-1, keepdims=True) / np.where(total == 0, 1.0, total)


def _between(x: Floats, first: Floats, second: Floats) -> Floats:
    """Return the matrices at log odds x of the way from `second` to `first`."""
    s, rest = _odds_to_shares(x)
    return rest[:, None, None] * second + s[:, None, None] * first


def _odds_to_shares(x: Floats) -> tuple[Floats, Floats]:
    """Return s and 1 − s, both precise where they are small."""
    small = np.exp(-np.abs(x)) / (1 + np.exp(-np.abs(x)))
    large = 1 / (1 + np.exp(-np.abs(x)))
    return np.where(x < 0, small, large), np.where(x < 0, large, small)
