"""The dual problem of a support vector machine whose items have margins and penalties of their own."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np

if TYPE_CHECKING:
    from numpy.typing import NDArray

Column = Callable[[int], "NDArray[np.float64]"]
"""Gives the kernel values of one item with all items."""

FLATTEST = 1e-12
"""The curvature taken for two items that the kernel does not tell apart; the bounds end such a step, as in libsvm."""

NEARLY = 1e-12
"""An item that a step leaves so near to a bound is at the bound, as what is left is rounding: a share of the larger of
the bound and of where it came from, not of the penalty, beside which a large C lets all α look like nothing."""


@dataclass(frozen=True, slots=True, eq=False)
class Dual:
    """A solution.

    Attributes
    ----------
    signed
        y_i·α_i of each item.
    offset
        b of the decision value Σ_j y_j·α_j·k(x_j, x) + b.
    steps
        How many pairs of items were moved.
    violation
        By how much the worst pair still breaks the conditions of the optimum.
    """

    signed: NDArray[np.float64]
    offset: float
    steps: int
    violation: float


def solved(
    column: Column,
    diagonal: NDArray[np.float64],
    signs: NDArray[np.float64],
    margins: NDArray[np.float64],
    penalties: NDArray[np.float64],
    *,
    tolerance: float,
    most: int,
) -> Dual:
    """Maximise Σ P_i·α_i − ½·Σ α_i·α_j·y_i·y_j·k(x_i, x_j) with 0 ≤ α_i ≤ a_i and Σ y_i·α_i = 0.

    Sequential minimal optimisation: each step moves two items, the first the one that breaks the conditions most, the
    second the one with which the most is gained to second order (Fan, Chen & Lin 2005). In β_i = y_i·α_i the sum of β
    is 0, so that one item rises by what the other falls; at the optimum the slopes y_i·P_i − Σ_j β_j·k(x_i, x_j) of
    all items between their bounds are equal, and are b.

    Parameters
    ----------
    column, diagonal
        The kernel values of an item with all, and of each with itself.
    signs
        y_i: +1 or −1; both occur.
    margins, penalties
        P_i and a_i of each item, above 0.
    tolerance
        How much two slopes may differ in the end.
    most
        How many steps there may be.

    Examples
    --------
    Items at 1 and −1, margins ¾ and ¼: the line through both is x/2 + ¼.

    >>> kernel = np.array([[1.0, -1.0], [-1.0, 1.0]])
    >>> y, P, a = np.array([1.0, -1.0]), np.array([0.75, 0.25]), np.array([9.0, 9.0])
    >>> found = solved(kernel.__getitem__, kernel.diagonal(), y, P, a, tolerance=1e-9, most=10)
    >>> found.signed, found.offset
    (array([ 0.25, -0.25]), 0.25)
    """
    lowest, highest = np.where(signs > 0, 0.0, -penalties), np.where(signs > 0, penalties, 0.0)
    beta, slopes = np.zeros(len(signs)), signs * margins
    cannot_rise = np.where(beta < highest, 0.0, -np.inf)
    cannot_fall = np.where(beta > lowest, 0.0, -np.inf)
    leads, gains, curves = np.empty_like(beta), np.empty_like(beta), np.empty_like(beta)
    for steps in range(most + 1):
        i = int(np.add(slopes, cannot_rise, out=leads).argmax())
        np.subtract(slopes[i], slopes, out=leads)
        leads += cannot_fall
        violation = float(leads.max())
        if violation <= tolerance or steps == most:
            break
        risen = column(i)
        np.multiply(risen, -2.0, out=curves)
        curves += diagonal
        curves += diagonal[i]
        np.maximum(curves, FLATTEST, out=curves)
        np.maximum(leads, 0.0, out=gains)
        gains *= gains
        gains /= curves
        j = int(gains.argmax())
        step = min(leads[j] / curves[j], highest[i] - beta[i], beta[j] - lowest[j])
        for item, end, moved in ((i, highest[i], beta[i] + step), (j, lowest[j], beta[j] - step)):
            beta[item] = end if abs(end - moved) <= NEARLY * max(abs(end), abs(beta[item])) else moved
            cannot_rise[item] = 0.0 if beta[item] < highest[item] else -np.inf
            cannot_fall[item] = 0.0 if beta[item] > lowest[item] else -np.inf
        np.subtract(risen, column(j), out=curves)
        curves *= step
        slopes -= curves
    return Dual(beta, _offset(slopes, cannot_rise, cannot_fall), steps, max(violation, 0.0))


def _offset(slopes: NDArray[np.float64], cannot_rise: NDArray[np.float64], cannot_fall: NDArray[np.float64]) -> float:
    """Return b: the slope of the items between their bounds or, without any, the middle of what is optimal."""
    free = (cannot_rise == 0) & (cannot_fall == 0)
    if free.any():
        return float(slopes[free].mean())
    return float(((slopes + cannot_rise).max() + (slopes - cannot_fall).min()) / 2)
