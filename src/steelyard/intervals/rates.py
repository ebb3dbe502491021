"""How sure the rate of one class is: Jeffreys' interval of a share of some items, else draws of its four numbers.

Most rates know only hits, misses, false alarms and the rest of their class, so that a table of any size is four numbers
for each class.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace
from functools import lru_cache
from typing import Any

import numpy as np

from steelyard.counts.class_shares import row_factors
from steelyard.counts.confusion import Confusion
from steelyard.intervals.interval import Parts, generator, has_bounds
from steelyard.intervals.rows import UNSEEN, Rows
from steelyard.measuring.apply import Measured, apply
from steelyard.measuring.lead import TIED
from steelyard.measuring.program import gradients, record, with_slopes
from steelyard.measuring.program.program import NotRecordable, Program
from steelyard.measuring.record import Metric
from steelyard.type_names import Floats, Range

DRAWS = 4000
FEWEST = 400
CELLS = 4_000_000
"""Cells that are drawn for rates at stated class shares, about, unless so few draws would be too few."""
MOST_CELLS = 40_000_000
"""Cells that may be drawn for a rate that needs the whole table."""

BESIDE = np.array([[5.0, 2.0, 1.0], [1.0, 7.0, 3.0], [4.0, 2.0, 11.0]])
"""A table in which no rate is the same by accident, as all are on data without errors."""


def jeffreys(hits: Any, items: Any, confidence: float) -> tuple[Floats, Floats]:
    """Return Jeffreys' interval of shares: percentiles of Beta(x + ½, n − x + ½), open to 0 and 1 where x is.

    Examples
    --------
    >>> low, high = jeffreys(5, 5, 0.95)
    >>> round(float(low), 3), float(high)
    (0.621, 1.0)
    """
    from scipy.special import betaincinv  # noqa: PLC0415 - SciPy loads when it is used

    x, n = np.asarray(hits, dtype=np.float64), np.asarray(items, dtype=np.float64)
    tail = (1 - confidence) / 2
    low = np.where(x <= 0, 0.0, betaincinv(x + UNSEEN, n - x + UNSEEN, tail))
    high = np.where(x >= n, 1.0, betaincinv(x + UNSEEN, n - x + UNSEEN, 1 - tail))
    return low, high


@dataclass(frozen=True, eq=False)
class FourNumbers:
    """Each class against the rest: how much there is of hits, misses, false alarms and others, and its weight."""

    amounts: Floats
    """Shape (C, 2, 2)."""
    scales: Floats
    """What one item of each of the four weighs."""

    @classmethod
    def of(cls, rows: Rows, shares: Floats | None = None) -> FourNumbers:
        """Return the four numbers of each class, of one model; at class shares, if some are stated."""
        units, C = rows.units, rows.classes
        predicted = units.predictions[rows.models[0]]
        factors = np.ones(C) if shares is None else row_factors(shares, *_sizes(rows))
        amounts, squares = (
            _against_the_rest(units.truth, predicted, weights * factor[units.truth], C)
            for weights, factor in ((units.entries, factors), (units.squares_of_entries, factors**2))
        )
        total = max(amounts[0].sum(), TIED)
        scales = np.where(amounts > 0, squares / np.where(amounts > 0, amounts, 1.0), squares[0].sum() / total)
        return cls(amounts, scales)

    @property
    def items(self) -> Floats:
        """How many items of one weight would tell as much."""
        return self.amounts / self.scales

    def drawn(self, draws: int, seed: int) -> Floats:
        """Return draws of the four numbers, of shape (draws, C, 2, 2); a class without items gets some."""
        shapes = self.items + UNSEEN
        return generator(seed, len(shapes)).standard_gamma(shapes, (draws, *shapes.shape)) * self.scales


def _sizes(rows: Rows) -> tuple[Floats, Floats]:
    """Return how much there is of each class, and of all."""
    sizes = np.array([row.amounts.sum() for row in rows])
    return sizes, sizes.sum(keepdims=True)


def drawn_at_shares(rows: Rows, shares: Floats, seed: int) -> Floats:
    """Return draws of the four numbers at class shares, of shape (draws, C, 2, 2): each row drawn has its own total.

    The false alarms of a class are those of all others, as likely as the items of each leave them.
    """
    C, (_, n) = rows.classes, _sizes(rows)
    draws = int(np.clip(CELLS // C**2, FEWEST, DRAWS))
    right, predicted = np.zeros((draws, C)), np.zeros((draws, C))
    for c in np.flatnonzero(shares):
        row = rows.of_class(int(c))
        cells = row.of_models(row.drawn(generator(seed, int(c)), draws), C)[:, 0]
        cells *= shares[c] * n / cells.sum(axis=-1, keepdims=True)
        right[:, c], cells[:, c] = cells[:, c], 0.0
        predicted += cells
    missed = shares * n - right
    rest = np.maximum(n * (1 - shares) - predicted, 0.0)
    return np.stack([right, np.maximum(missed, 0.0), predicted, rest], axis=-1).reshape(draws, C, 2, 2)


def _against_the_rest(truth: Any, predicted: Any, weights: Any, classes: int) -> Floats:
    right = truth == predicted
    tp = np.bincount(truth[right], weights=weights[right], minlength=classes)
    fn, fp = (np.bincount(each[~right], weights=weights[~right], minlength=classes) for each in (truth, predicted))
    n = weights.sum()
    tn = n - (tp + fn + fp)
    for c in np.flatnonzero(tn < n / 2):  # fewer than four: what a difference leaves of them may be rounding alone
        tn[c] = weights[(truth != c) & (predicted != c)].sum()
    return np.stack([tp, fn, fp, tn], axis=-1).reshape(classes, 2, 2)


_TRUTH, _PREDICTED = np.indices((3, 3)).reshape(2, -1)
_BESIDE_FOUR = _against_the_rest(_TRUTH, _PREDICTED, BESIDE.ravel(), 3)


def rate_ends(
    observed: Measured,
    rows: Rows,
    confidence: float,
    seed: int,
    anew: Parts | None = None,
    at_shares: Callable[[], Floats] | None = None,
) -> tuple[Floats, Floats] | None:
    """Return the ends of the intervals of a rate, one for each class; None if the whole table is too large for it.

    `anew`: how far the rates move if groups of items are drawn anew; the intervals reach no less far. `at_shares`:
    draws of the four numbers at the class shares that are stated, if some are.
    """
    ends = _by_items(observed, rows, confidence, seed, at_shares)
    if ends is None or anew is None:
        return ends
    (low, high), values, tail = ends, observed.value[0], (1 - confidence) / 2
    least, greatest = _bounds(observed)
    farther_down, farther_up = values + anew.quantiles(tail), values + anew.quantiles(1 - tail)
    return np.maximum(np.minimum(low, farther_down), least), np.minimum(np.maximum(high, farther_up), greatest)


def _by_items(
    observed: Measured, rows: Rows, confidence: float, seed: int, at_shares: Callable[[], Floats] | None
) -> tuple[Floats, Floats] | None:
    values, shares, C = observed.value[0], observed.metric.shares, rows.classes
    counted = replace(observed, metric=observed.metric.at_shares(None))
    if shares is not None and _knows_rows_alone(counted, C):
        observed, shares = counted, None
    four = FourNumbers.of(rows, shares)
    against_the_rest = _knows_four_numbers(counted, four, values)
    if against_the_rest and shares is None:
        share = _as_share(observed, four)
        if share is not None:
            return jeffreys(*share, confidence)
        drawn = _rate(observed, four.drawn(DRAWS, seed))[..., 0]
    elif against_the_rest and at_shares is not None:
        drawn = _rate(counted, at_shares())[..., 0]
    else:
        draws = min(DRAWS, MOST_CELLS // C**2)
        if draws < FEWEST:
            return None
        of_classes = [row.of_models(row.drawn(generator(seed, c), draws), C)[:, 0] for c, row in enumerate(rows)]
        drawn = _rate(observed, np.stack(of_classes, axis=1))
    tail, known = (1 - confidence) / 2, np.isfinite(values)
    with np.errstate(invalid="ignore"):
        low, high = np.nanquantile(np.where(known, drawn, 0.0), [tail, 1 - tail], axis=0)
    least, greatest = _bounds(observed)
    low, high = np.clip(np.minimum(low, values), least, greatest), np.clip(np.maximum(high, values), least, greatest)
    return np.where(known, low, np.nan), np.where(known, high, np.nan)


def _bounds(observed: Measured) -> Range:
    if not has_bounds(observed.metric):
        return -np.inf, np.inf
    return observed.metric.bounds(observed.relevance, observed.arguments)


def _rate(observed: Measured, tables: Floats) -> Floats:
    C = tables.shape[-1]
    (measured,) = apply([observed.metric], Confusion(tables, range(C)), undefined="nan")
    return measured.value


def _knows_four_numbers(observed: Measured, four: FourNumbers, values: Floats) -> bool:
    """Whether a rate of each class is that of the class against the rest, on the data and beside them."""
    if observed.metric.parameters and any(hasattr(value, "array") for value in observed.arguments.values()):
        return False  # a value for each pair of classes
    try:
        alone, beside = (_rate(observed, amounts)[..., 0] for amounts in (four.amounts, _BESIDE_FOUR))
        of_table = _rate(observed, BESIDE)
    except ValueError:
        return False
    known = np.isfinite(alone) & np.isfinite(values)
    of_four, wanted = np.concatenate([alone[known], beside]), np.concatenate([values[known], of_table])
    return bool(np.allclose(of_four, wanted, rtol=1e-9, atol=1e-12, equal_nan=True))


def _knows_rows_alone(counted: Measured, classes: int) -> bool:
    """Whether a rate is the same at all class shares, as recall is, so that none need be stated."""
    cells = np.arange(classes**2, dtype=np.float64).reshape(classes, classes)
    table = 1 + cells % 7 + cells % 5  # a table of any size in which no rate is the same by accident
    even, uneven = (_rate(counted, table * sizes[:, None]) for sizes in np.sqrt([np.ones(classes), 1 + cells[0]]))
    return bool(np.allclose(even, uneven, rtol=1e-9, equal_nan=True))


@lru_cache(maxsize=64)
def _of_two(metric: Metric) -> Program:
    """Return what a rate does to two classes, with its slopes."""
    return with_slopes(record([metric], classes=2, policy="nan", whole_numbers=False, labels=(0, 1)))


def _as_share(observed: Measured, four: FourNumbers) -> tuple[Floats, Floats] | None:
    """Return hits and items of a rate that is a share of some of the four numbers; None if it is something else."""
    smooth = four.amounts + UNSEEN * four.scales
    try:
        of_metric = gradients(_of_two(observed.metric), smooth, np.ones(2))[observed.metric.name]
    except NotRecordable:
        return None
    slopes, value = of_metric.by_cell[..., 0, :, :], of_metric.value[..., 0]
    size = np.abs(slopes).max(axis=(-1, -2), keepdims=True)
    up, down = slopes > 1e-9 * size, slopes < -1e-9 * size
    hits, items = (smooth * up).sum(axis=(-1, -2)), (smooth * (up | down)).sum(axis=(-1, -2))
    with np.errstate(divide="ignore", invalid="ignore"):
        right = np.allclose(hits / items, value, rtol=1e-9, equal_nan=True)
    if not right:
        return None
    amount_hits, amount = (four.amounts * up).sum(axis=(-1, -2)), (four.amounts * (up | down)).sum(axis=(-1, -2))
    squares = (four.amounts * four.scales * (up | down)).sum(axis=(-1, -2))
    known = amount > 0
    effective = np.where(known, amount**2 / np.where(known, squares, 1.0), 0.0)
    share = np.where(known, amount_hits / np.where(known, amount, 1.0), 0.0)
    return share * effective, effective
