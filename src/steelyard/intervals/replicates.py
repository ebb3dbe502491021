"""Metrics over many draws: stream by stream, on all cores, in bounded memory."""

from __future__ import annotations

import os
from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np

from steelyard.intervals.draws import Drawing, generator, stream_length, streams
from steelyard.measuring.measure import Measured, apply
from steelyard.measuring.record import Metric
from steelyard.type_names import Floats, Progress

if TYPE_CHECKING:
    from numpy.typing import NDArray


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
        found: Floats = np.moveaxis(self.values, 0, -1)[place]
        return found

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
    found = [
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
        first = _from(source, drawing, first, found, observed, seed, report)
    return found


def _of_all(progress: Progress, source: int, sources: int, draws: int) -> Callable[[int], None]:
    """Return what is told how many draws of one source are done."""
    return lambda done: progress(source * draws + done, sources * draws)


def _from(
    source: int,
    drawing: Drawing,
    first: int,
    found: list[Replicates],
    observed: Sequence[Measured],
    seed: int,
    report: Callable[[int], None] | None,
) -> int:
    """Fill in the models of one source, of which the first is at a place; return the place after the last."""
    draws = len(found[0].values)
    relevance, policy = observed[0].relevance, observed[0].policy
    metrics = [each.metric for each in found]

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
            for each, seen, result in zip(found, observed, results, strict=True):
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
