"""The ways to tell scores apart, from the best: as fractions, as roots of fractions, between two doubles."""

from __future__ import annotations

import os
from collections import deque
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import Future, ThreadPoolExecutor
from dataclasses import dataclass, replace
from typing import Any

import numpy as np

from steelyard.lab.discrimination import distinct as roots
from steelyard.lab.discrimination import enclosures
from steelyard.lab.discrimination.distinct import DistinctEnclosures, DistinctFractions, EnclosureKeys, FractionKeys
from steelyard.lab.discrimination.relevances import Relevance
from steelyard.lab.enumeration import how_many, rows, tables
from steelyard.lab.exact import rational_arrays
from steelyard.lab.exact.rational_arrays import NotRational, Replay
from steelyard.measuring.program.program import Program
from steelyard.type_names import Progress


@dataclass(frozen=True, slots=True)
class Way:
    """How the scores of some metrics are computed, what stands for them, and what makes keys of that."""

    compute: Callable[..., Any]
    scores: Callable[[Any], Any]
    keys: Callable[[Any], Any]
    empty: Callable[[], Any]
    at_least: bool
    """Whether it can only be said that there are at least so many scores."""
    evidence: str


def refusal(metric: str, reason: Exception) -> ValueError:
    """Return what is said of a metric that no way, or no longer the best one, can follow."""
    return ValueError(f"the scores of {metric!r} cannot be told apart safely: {reason}")


WAYS = (
    Way(
        rational_arrays.computed,
        rational_arrays.as_rationals,
        FractionKeys.of,
        DistinctFractions,
        at_least=False,
        evidence="every score is a fraction, computed exactly and compared in lowest terms",
    ),
    Way(
        roots.computed,
        roots.squared,
        FractionKeys.of,
        DistinctFractions,
        at_least=False,
        evidence="x·|x| of every score x is a fraction, computed exactly; scores differ where these do",
    ),
    Way(
        enclosures.computed,
        enclosures.enclosed,
        EnclosureKeys.of,
        DistinctEnclosures,
        at_least=True,
        evidence="at least so many: every score is known to lie between two doubles, and so many of these stretches "
        "do not touch",
    ),
)


# One pass over all matrices of a problem, chunk by chunk on all cores, for all metrics and importances together.


CHUNK_CELLS = 1 << 20
"""Cells of the matrices of one chunk: 8 MB. Threads hardly wait for the interpreter's lock then."""

THREADS = 8
"""At most so many, each with a chunk of its own: NumPy works outside the lock, and memory is shared."""


ScoreKey = tuple[str | None, str]
"""The names of an importance (None if there is none) and of a metric."""


@dataclass(frozen=True, slots=True)
class Job:
    """Some metrics that are told apart in the same way, and the importances they are weighted by."""

    way: Way
    program: Program
    importances: tuple[str | None, ...]
    relevances: tuple[Relevance, ...]

    def keys(self, m: Any) -> list[tuple[ScoreKey, Any]]:
        """Return the keys of the scores of some matrices for each (importance, metric)."""
        try:
            return list(self._keys(self.program, m))
        except NotRational:
            for output in self.program.outputs:  # whose metric it is
                try:
                    list(self._keys(replace(self.program, outputs=(output,)), m))
                except NotRational as reason:
                    raise refusal(output.metric, reason) from None
            raise

    def _keys(self, program: Program, m: Any) -> Iterator[tuple[ScoreKey, Any]]:
        replays = Replay(program, m, self.way.compute).each([relevance.phi for relevance in self.relevances])
        for importance, values in zip(self.importances, replays, strict=True):
            for output in program.outputs:
                scores = self.way.scores(values[output.value])
                # One per matrix: a metric that does not look at the counts has the same for all.
                each = scores.changed(lambda x: np.broadcast_to(x, (len(m), 1))[:, 0])
                yield (importance, output.metric), self.way.keys(each)


def walked(supports: Sequence[int], jobs: Sequence[Job], progress: Progress | None = None) -> dict[ScoreKey, Any]:
    """Return the sets of distinct scores by (importance, metric)."""
    score_sets = {
        (importance, output.metric): job.way.empty()
        for job in jobs
        for importance in job.importances
        for output in job.program.outputs
    }
    listed, total, C = tables(supports), how_many(supports), len(supports)
    size = max(1, CHUNK_CELLS // C**2)

    def of_chunk(start: int) -> list[tuple[ScoreKey, Any]]:
        index = np.arange(start, min(start + size, total), dtype=np.int64)
        m = np.moveaxis(np.stack([*rows(listed, index)]), -1, 0)
        return [pair for job in jobs for pair in job.keys(m)]

    for done, pairs in _in_order(of_chunk, range(0, total, size)):
        for key, keys in pairs:
            score_sets[key].add(keys)
        if progress is not None:
            progress(min(done + size, total), total)
    return score_sets


def _in_order(work: Callable[[int], Any], items: Sequence[int]) -> Iterator[tuple[int, Any]]:
    """Yield what threads return, in order; only a few items are under way, so that results do not pile up."""
    threads = min(THREADS, os.cpu_count() or 1, len(items))
    if threads < 2:
        yield from ((item, work(item)) for item in items)
        return
    under_way: deque[tuple[int, Future[Any]]] = deque()
    with ThreadPoolExecutor(threads) as pool:
        for item in items:
            under_way.append((item, pool.submit(work, item)))
            if len(under_way) > threads + 1:
                first, future = under_way.popleft()
                yield first, future.result()
        while under_way:
            first, future = under_way.popleft()
            yield first, future.result()
