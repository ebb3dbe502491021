"""Draw the units anew, as often as asked, and measure each draw; from the draws of a number to an interval.

The same seed gives the same, on all cores, in bounded memory.
"""

from __future__ import annotations

import math
import os
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any, Protocol

import numpy as np

from steelyard.counts.confusion import Confusion
from steelyard.intervals.interval import NORMAL, UNBOUNDED, bounds_that_hold, generator
from steelyard.intervals.units import Units
from steelyard.measuring.apply import Measured, apply
from steelyard.measuring.record import Metric
from steelyard.type_names import Floats, Progress, Range

if TYPE_CHECKING:
    from numpy.typing import NDArray


DRAWS_OF_A_STREAM = 256
"""Draws of one stream, at most."""

STREAM_NUMBERS = 1 << 20
"""Numbers (entries and cells) that a stream holds, about: 8 MB."""

FEW = 12
"""Kinds with fewer units than this are drawn unit by unit, which is then faster than one binomial draw per kind."""


class Drawing(Protocol):
    """A way to draw other tables like the one that was observed."""

    @property
    def numbers(self) -> int:
        """How many numbers one draw takes."""
        ...

    def tables(self, rng: np.random.Generator, draws: int) -> Confusion:
        """Return the confusion matrices of the models in so many draws: a stack (draws, models)."""
        ...


@dataclass(frozen=True)
class Redraw:
    """The bootstrap: as many units as there are, drawn with replacement; stratified, within each true class."""

    units: Units
    stratified: bool = False

    def __post_init__(self) -> None:
        self.units.together(stratified=self.stratified)  # refuses what cannot be

    @property
    def numbers(self) -> int:
        return self.units.numbers

    def tables(self, rng: np.random.Generator, draws: int) -> Confusion:
        return self.units.tables(self.units.spread(self.drawn(rng, draws)))

    def drawn(self, rng: np.random.Generator, draws: int) -> NDArray[np.int64]:
        """Return how many units of each kind there are in each draw, of shape (draws, kinds)."""
        sizes = self.units.sizes
        counts = np.empty((draws, len(sizes)), dtype=np.int64)
        for inside in self.units.together(stratified=self.stratified):
            counts[:, inside] = multinomial(rng, sizes[inside], draws)
        return counts


def stream_length(drawing: Drawing) -> int:
    """Return how many draws a stream has; the last one is drawn in full as well, so that more draws begin as fewer."""
    return int(np.clip(STREAM_NUMBERS // max(drawing.numbers, 1), 1, DRAWS_OF_A_STREAM))


def streams(drawing: Drawing, draws: int) -> Iterator[tuple[int, int]]:
    """Yield where each stream begins among the draws, and how many of it are wanted."""
    length = stream_length(drawing)
    for start in range(0, draws, length):
        yield start, min(length, draws - start)


def multinomial(rng: np.random.Generator, sizes: NDArray[np.int64], draws: int) -> NDArray[np.int64]:
    """Draw as many units as there are, with replacement, and count them by kind: shape (draws, kinds)."""
    counts = np.zeros((draws, len(sizes)), dtype=np.int64)
    total = int(sizes.sum())
    few, many = np.flatnonzero(sizes < FEW), np.flatnonzero(sizes >= FEW)
    few_units = int(sizes[few].sum())
    of_few = np.full(draws, total, dtype=np.int64)
    if len(many):
        # NumPy goes from kind to kind by the chance that is left, and the last one takes what is left of the units. Of
        # 10¹⁵ units and more, only the largest kind does not notice the rounding of it.
        many = many[np.argsort(sizes[many], kind="stable")]
        chances = np.append(few_units, sizes[many]) / total
        drawn = rng.multinomial(total, chances / chances.sum(), size=draws)
        of_few, counts[:, many] = drawn[:, 0], drawn[:, 1:]
    if few_units:
        counts[:, few] = _one_by_one(rng, sizes[few], of_few)
    return counts


def _one_by_one(rng: np.random.Generator, sizes: NDArray[np.int64], units: NDArray[np.int64]) -> NDArray[np.int64]:
    kinds = np.repeat(np.arange(len(sizes)), sizes)
    drawn = kinds[rng.integers(0, len(kinds), size=int(units.sum()))]
    place = np.repeat(np.arange(len(units)) * len(sizes), units) + drawn
    return np.bincount(place, minlength=len(units) * len(sizes)).reshape(len(units), len(sizes))


# Metrics over many draws: stream by stream, on all cores, in bounded memory.


THREADS = 8
"""At most so many; each works on a stream of its own."""

NUMBERS_AT_ONCE = 1 << 24
"""Numbers that all threads together hold, about: 128 MiB, and some times that while metrics are computed. Draws of many
classes have fewer threads."""


@dataclass(frozen=True, eq=False)
class Replicates:
    """One metric over the draws.

    Attributes
    ----------
    values
        Shape (draws, models), for a rate (draws, models, classes); NaN where undefined.
    left
        For each model and class: in how many draws the class was undefined.
    partial
        For each model: in how many draws some class was undefined that counts and is not so in the data.
    """

    metric: Metric
    values: Floats
    left: NDArray[np.int64]
    partial: NDArray[np.int64]

    def at(self, place: tuple[int, ...]) -> Floats:
        """Return the draws of one model or, for a rate, of one model and class."""
        values: Floats = np.moveaxis(self.values, 0, -1)[place]
        return values

    def partial_at(self, place: tuple[int, ...]) -> int:
        """Return in how many draws some class was undefined; the rate of one class does not mind the others."""
        return int(self.partial[place]) if len(place) == 1 else 0


def replicate(
    metrics: Sequence[Metric],
    drawings: Sequence[Drawing],
    observed: Sequence[Measured],
    draws: int,
    seed: int,
    *,
    progress: Progress | None = None,
) -> list[Replicates]:
    """Return metrics over draws from several sources, each with models of its own, side by side.

    `observed`: the same metrics of the data themselves, of shape (models,), with the weights and the policy to use.
    """
    models, classes = len(observed[0].value), len(observed[0].relevance)
    replicates = [
        Replicates(
            metric,
            np.empty((draws, models, classes) if metric.kind == "rate" else (draws, models)),
            np.zeros((models, classes), dtype=np.int64),
            np.zeros(models, dtype=np.int64),
        )
        for metric in metrics
    ]
    first = 0
    for source, drawing in enumerate(drawings):
        report = None if progress is None else _of_all(progress, source, len(drawings), draws)
        first = _from(source, drawing, first, replicates, observed, seed, report)
    return replicates


def _of_all(progress: Progress, source: int, sources: int, draws: int) -> Callable[[int], None]:
    """Return what is told how many draws of one source are done."""
    return lambda done: progress(source * draws + done, sources * draws)


def _from(
    source: int,
    drawing: Drawing,
    first: int,
    replicates: list[Replicates],
    observed: Sequence[Measured],
    seed: int,
    report: Callable[[int], None] | None,
) -> int:
    """Fill in the models of one source, of which the first is at a place; return the place after the last."""
    draws = len(replicates[0].values)
    relevance, policy = observed[0].relevance, observed[0].policy
    metrics = [each.metric for each in replicates]

    full = stream_length(drawing)
    quiet = "nan" if policy == "raise" else policy

    def of_stream(stream: tuple[int, int]) -> tuple[int, int, list[Measured]]:
        start, wanted = stream
        tables = drawing.tables(generator(seed, source, start), full)
        results = apply(metrics, tables, importance=relevance, undefined=quiet)
        return start, wanted, [result.head(0, wanted) for result in results]

    last = first
    with ThreadPoolExecutor(_threads(drawing)) as pool:
        for start, wanted, results in pool.map(of_stream, streams(drawing, draws)):
            for each, seen, result in zip(replicates, observed, results, strict=True):
                last = first + result.value.shape[1]
                each.values[start : start + wanted, first:last] = result.value
                if result.undefined is not None:
                    _count_left(each, result.undefined, seen, slice(first, last))
            if report is not None:
                report(start + wanted)
    return last


def _threads(drawing: Drawing) -> int:
    at_once = max(1, NUMBERS_AT_ONCE // (stream_length(drawing) * max(drawing.numbers, 1)))
    return min(THREADS, os.cpu_count() or 1, at_once)


def _count_left(each: Replicates, undefined: NDArray[np.bool_], seen: Measured, models: slice) -> None:
    each.left[models] += undefined.sum(axis=0)
    counts = undefined & (seen.relevance > 0)
    if seen.undefined is not None:
        counts &= ~seen.undefined[models]
    each.partial[models] += counts.any(axis=-1).sum(axis=0)


# The draws of one number, and the ends of an interval from them.


@dataclass(frozen=True, eq=False)
class Draws:
    """The draws of one number, sorted, without those in which it is undefined or infinite, and what else is known.

    Attributes
    ----------
    values
        The draws.
    estimate
        The number itself.
    acceleration
        See `Influence`.
    bounds
        Between which the number must be.
    undefined, infinite
        How many draws were left out, and how many of them because they are infinite.
    """

    values: Floats
    estimate: float
    acceleration: float = 0.0
    bounds: Range = UNBOUNDED
    undefined: int = 0
    infinite: int = 0

    @classmethod
    def of(cls, values: Floats, estimate: float, acceleration: float = 0.0, bounds: Any = None) -> Draws:
        """Return draws as they come, of which some may be undefined."""
        defined = np.sort(values[np.isfinite(values)])
        within = bounds_that_hold(bounds or UNBOUNDED, estimate, *defined[[0, -1]] if len(defined) else ())
        left = len(values) - len(defined)
        return cls(defined, estimate, acceleration, within, left, infinite=int(np.isinf(values).sum()))

    @property
    def spread(self) -> float:
        return float(self.values.std()) if len(self.values) else math.nan

    @property
    def bias(self) -> float:
        """How far the middle draw is off; not the mean, as draws that lose a class may lie far away."""
        return float(np.median(self.values) - self.estimate) if len(self.values) else math.nan

    def share_below(self, value: float) -> float:
        """Return the share of the draws below a value, those at it by half."""
        first, last = np.searchsorted(self.values, value, "left"), np.searchsorted(self.values, value, "right")
        return float(first + last) / 2 / len(self.values)

    def corrected(self) -> Draws:
        """Return the draws moved by twice their bias: the data are off the truth by it once, draws from them twice."""
        moved = self.values - 2 * self.bias
        return replace(self, values=np.clip(moved, *self.bounds))

    def ends(self, method: str, confidence: float) -> tuple[float, float]:
        """Return the ends of the interval; that of a bootstrap always holds the number itself."""
        if not len(self.values) or not math.isfinite(self.estimate):
            return math.nan, math.nan
        tail = (1 - confidence) / 2
        levels = [tail, 1 - tail]
        if method == "bayes":
            return self.quantiles(levels)
        if method == "percentile":
            return self.holding(*self.quantiles(levels))
        if method == "bca":
            middle = normal_quantile(self.share_below(self.estimate), len(self.values))
            return self.holding(*self.quantiles([_accelerated(level, middle, self.acceleration) for level in levels]))
        stretched = [_accelerated(level, 0.0, self.acceleration) for level in levels]
        return self.holding(*self.corrected().quantiles(stretched))

    def holding(self, low: float, high: float) -> tuple[float, float]:
        """Return ends widened to hold the number itself."""
        return min(low, self.estimate), max(high, self.estimate)

    def quantiles(self, levels: list[float]) -> tuple[float, float]:
        """Return the percentiles of the draws at two levels."""
        low, high = np.quantile(self.values, levels)
        return float(low), float(high)


def normal_quantile(share: float, draws: int) -> float:
    """Return the normal quantile of a share among draws, of which one more is imagined at each end."""
    return NORMAL.inv_cdf((share * draws + 0.5) / (draws + 1))


def _accelerated(level: float, middle: float, acceleration: float) -> float:
    """Return the level whose percentile is the end of an interval (Efron 1987, eq. 2.3)."""
    z = middle + NORMAL.inv_cdf(level)
    stretch = 1 - acceleration * z
    return NORMAL.cdf(middle + z / stretch) if stretch > 0 else float(z > 0)


LEAST_DRAWS = 100
"""With fewer, the ends of a 95 % interval would be the most extreme two or three draws."""

MOST_DRAWS = 10_000_000
"""Of each metric and class, all are in memory: 80 MB."""


def checked_draws(draws: Any) -> int:
    """Refuse a number of draws from which no percentile can be read, and more than a memory holds."""
    if isinstance(draws, bool) or not isinstance(draws, int | np.integer) or draws < LEAST_DRAWS:
        raise ValueError(f"an interval needs at least {LEAST_DRAWS} draws, not {draws!r}.")
    if draws > MOST_DRAWS:
        raise ValueError(f"an interval takes at most {MOST_DRAWS:,} draws, not {draws:,}.")
    return int(draws)
