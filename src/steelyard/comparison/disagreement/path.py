"""The path integral: how much each cell contributes to a metric's difference between two matrices.

The contribution of a cell is its own difference times the derivative by it, averaged over the straight path from one
matrix to the other (Aumann and Shapley 1974; "integrated gradients"). The contributions add up to the difference of
the metric over the path, because their sum is the integral of the metric's derivative along it.

The path runs over s from 0 to 1. At its ends derivatives may be infinite (square roots, logarithms, powers of a cell
that appears), so we integrate over the log odds x of s, where ds = s·(1 − s)·dx takes that away, in panels of
Gauss–Legendre points. A panel whose contributions do not add up to what the metric did over it is halved: this finds
kinks, such as that of max(t, p), by itself. The outermost 1e-60 of the path are left out; if the metric jumps there,
because a class is undefined at the end itself, that is told apart.

Where a class has as many items in both matrices, an item that left one cell of its row went to another, and only the
differences between the derivatives of a row matter. There a derivative is taken against that of the class's average
error, which changes no sum: hits contribute what they are worth, and errors only by how much worse or better they are
than an error of this class usually is. So the difference of two accuracies lies on the diagonal, as one would expect.

Cells that appear together, such as those of a class which one of the models never predicts, keep their proportions all
the way, and a rate of them alone stays the same. Yet the derivatives by each grow without bound towards the end and
only cancel in the sum: hits would contribute plus and false alarms minus infinity. What is constant in log odds there
and adds up to 0 over the cells is taken out (the finite part of the integral), which changes no sum either.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from steelyard.comparison.disagreement.slopes import BLOCK_CELLS, Slopes
from steelyard.type_names import Floats

END = 138.0
"""Log odds of the first and the last point of the path: 1e-60 from its ends, as far as `measuring.TAME` goes."""

PANELS = np.concatenate([[-END], np.linspace(-40, 40, 17), [END]])
"""Beyond log odds of 40 a cell is all that is there or nothing to speak of: one panel each."""

POINTS = 12

PRECISE = 1e-9
"""Contributions shall add up to this part of the difference before the remainder is spread."""

MOST_PANELS = 3000
"""Where a metric jumps on the way, halving would not end by itself."""


class Path(NamedTuple):
    """What the cells contribute on the way, and the metric just inside both ends."""

    by_cell: Floats
    """Shape (C, C): contributions, which add up to `stop − start` but for `residual`."""
    start: float
    stop: float
    residual: float
    """What the contributions miss of `stop − start`."""


def integrated(slopes: Slopes, first: Floats, second: Floats) -> Path:
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
    return Path(total, start, stop, stop - start - float(total.sum()))


def _panel_contributions(slopes: Slopes, lows: Floats, highs: Floats, first: Floats, second: Floats) -> Floats:
    """Return the contributions of each cell over each panel, of shape (panels, C, C), in blocks of bounded memory."""
    nodes, weights = np.polynomial.legendre.leggauss(POINTS)
    found = np.empty((len(lows), *first.shape))
    size = max(1, BLOCK_CELLS // (POINTS * first.size))
    for start in range(0, len(lows), size):
        low, high = (ends[start : start + size, None] for ends in (lows, highs))
        x = (low + high) / 2 + (high - low) / 2 * nodes
        density = _per_odds(slopes, x.ravel(), first, second).reshape(*x.shape, *first.shape)
        found[start : start + size] = np.einsum("pk,pkij->pij", weights * (high - low) / 2, density)
    return found


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
