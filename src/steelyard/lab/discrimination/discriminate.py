"""How well metrics tell matrices apart: the share of distinct scores over all matrices with given class sizes."""

from __future__ import annotations

import math
import operator
import os
from collections import deque
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from concurrent.futures import Future, ThreadPoolExecutor
from dataclasses import dataclass, replace
from fractions import Fraction
from typing import Any

import numpy as np

from steelyard.counts.labels import Label
from steelyard.importance import as_importance
from steelyard.lab.discrimination import distinct, enclosures
from steelyard.lab.discrimination.distinct import DistinctEnclosures, DistinctFractions, EnclosureKeys, FractionKeys
from steelyard.lab.discrimination.enclosures import constant_doubles, uses_relevance
from steelyard.lab.discrimination.relevances import Relevance, exact_relevance
from steelyard.lab.discrimination.result import BY_ITEMS, Discriminated, Discrimination
from steelyard.lab.enumeration import how_many, matrices, rows, tables
from steelyard.lab.exact import rational_replay
from steelyard.lab.exact.rational_arrays import LIMIT, NotRational, as_rationals
from steelyard.lab.exact.rational_replay import Replay
from steelyard.measuring.apply import checked_policy
from steelyard.measuring.program import record
from steelyard.measuring.program.program import Output, Program
from steelyard.measuring.record import Metric
from steelyard.measuring.registry import chosen, refuse_rates
from steelyard.measuring.view import DEFAULT_POLICY, Policy
from steelyard.type_names import Progress

PROBE = 64
"""Matrices on which it is tried how the scores of a metric can be told apart."""

MOST_MATRICES = 2 * 10**9
"""The most matrices that are gone through: an hour or so."""

DOUBLES = (
    "true for the doubles among the weights and constants; for decimals of more than 12 digits or fractions of large "
    "denominators, give a Fraction as the weight"
)


def discriminate(
    supports: Mapping[Any, int] | Sequence[int],
    metrics: Iterable[str | Metric] | str | Metric | None = None,
    importance: Any = None,
    *,
    importances: Mapping[str, Any] | None = None,
    undefined: Policy = DEFAULT_POLICY,
    progress: Progress | None = None,
) -> Discrimination:
    """Count the distinct scores that metrics give to all confusion matrices with these class sizes.

    Scores are compared exactly, not as doubles, of which equal scores have several (Branco et al. 2017, section 5.2).

    Parameters
    ----------
    supports
        The items of each class: by label, or in order (the classes are then 0…C−1).
    metrics
        As for `sy.measure`.
    importance
        As for `sy.measure`. Numbers mean what was typed: 0.8 is 4/5, 1/3 a third, and a `Fraction` itself. A double
        that stands for no small fraction and no decimal of up to 12 digits is taken as it is, and the result says so.
    importances
        Several importances by name, instead of one; the matrices are gone through once for all of them.
    undefined
        What to do with undefined terms: "worst", "exclude", "zero" or "nan". A matrix without a score is counted apart.
    progress
        Is told how many matrices are done, and of how many.

    Examples
    --------
    >>> import steelyard as sy
    >>> print(sy.lab.discriminate([2, 4, 15], ["balanced_accuracy", "cba"]))
    2-4-15: 12,240 matrices
      balanced_accuracy (uniform)  139 distinct scores (1.14 %)
      cba (uniform)                1,186 distinct scores (9.69 %)
    """
    labels, sizes = _classes(supports)
    every = _checked_number(sizes)
    policy = checked_policy(undefined)
    if policy == "raise":
        raise ValueError(
            "undefined must be 'worst', 'exclude', 'zero' or 'nan' here: some matrices always have undefined terms."
        )
    wanted = chosen(metrics)
    refuse_rates(wanted)
    named = _named(importance, importances)
    jobs = _jobs(wanted, named, labels, sizes, policy)
    score_sets = _walked(sizes, jobs, progress)
    known = {
        (name, output.metric): _discriminated(job, name, relevance, output, score_sets[name, output.metric], every)
        for job in jobs
        for name, relevance in zip(job.importances, job.relevances, strict=True)
        for output in job.program.outputs
    }
    scores = tuple(dict.fromkeys(known[name, metric.name] for name in named for metric in wanted))
    return Discrimination("-".join(map(str, sizes)), labels, sizes, every, policy, scores)


def _discriminated(
    job: _Job, name: str | None, relevance: Relevance, output: Output, score_set: Any, every: int
) -> Discriminated:
    weighted = uses_relevance(job.program, output)
    doubles = tuple(dict.fromkeys([*constant_doubles(job.program, output), *(relevance.doubles if weighted else ())]))
    evidence = job.way.evidence + (f"; {DOUBLES}" if doubles else "")
    shown = BY_ITEMS if not weighted else name if name is not None else str(as_importance(None))
    return Discriminated(
        output.metric, shown, every, len(score_set), score_set.undefined, job.way.at_least, doubles, evidence
    )


def _classes(supports: Any) -> tuple[tuple[Label, ...], tuple[int, ...]]:
    if hasattr(supports, "keys"):
        labels = tuple(supports.keys())
        given = [supports[label] for label in labels]
    elif isinstance(supports, Iterable) and not isinstance(supports, set | frozenset):
        given = list(supports)
        labels = tuple(range(len(given)))
    else:
        raise ValueError(f"class sizes are given by label, or as a list, not as {supports!r}.")
    if any(isinstance(size, bool) for size in given):
        raise ValueError(f"class sizes must be whole numbers, one per class, not {given!r}.")
    how_many(given)  # which says what else class sizes are
    return labels, tuple(operator.index(size) for size in given)


def _checked_number(sizes: Sequence[int]) -> int:
    """Return how many matrices there are, if they can be gone through."""
    every = how_many(sizes)
    if every > MOST_MATRICES:
        written = f"{every:,}" if every < 10**18 else f"about 10^{math.log10(every):.0f}"
        raise ValueError(
            f"there are {written} matrices with these class sizes, too many to go through; "
            f"at most {MOST_MATRICES:,} are."
        )
    if max(sizes) >= LIMIT:
        raise ValueError(f"a class of {max(sizes):,} items is too large; class sizes must be below 2^62.")
    return every


def _named(importance: Any, importances: Mapping[str, Any] | None) -> dict[str | None, Any]:
    """Return the importances by name; that of none is None."""
    if importances is None:
        given = list(importance) if isinstance(importance, Iterator) else importance
        return {None if given is None else str(as_importance(given)): given}
    if importance is not None:
        raise ValueError("give one importance, or several as `importances`, not both.")
    if not hasattr(importances, "items") or not importances:
        raise ValueError(f"importances are given by name, as in {{'rare': 'rarity'}}, not as {importances!r}.")
    by_name: dict[str | None, Any] = {}
    by_name.update(importances)
    return by_name


def _jobs(
    metrics: Sequence[Metric],
    named: Mapping[str | None, Any],
    labels: Sequence[Label],
    sizes: Sequence[int],
    policy: Policy,
) -> list[_Job]:
    """Return the metrics by how their scores are told apart."""
    relevances = tuple(exact_relevance(given, labels, sizes) for given in named.values())
    grouped: dict[_Way, list[Metric]] = {}
    for metric in metrics:
        grouped.setdefault(_way(metric, labels, sizes, policy, relevances[0].phi), []).append(metric)
    return [
        _Job(way, record(alike, classes=len(sizes), policy=policy, labels=labels), tuple(named), relevances)
        for way, alike in grouped.items()
    ]


def _way(
    metric: Metric, labels: Sequence[Label], sizes: Sequence[int], policy: Policy, relevance: Sequence[Fraction]
) -> _Way:
    """Return the best way in which the scores of a metric can be told apart."""
    program = record(metric, classes=len(sizes), policy=policy, labels=labels)
    probe = matrices(sizes, 0, min(PROBE, how_many(sizes)))
    for way in _WAYS:
        try:
            list(Replay(program, probe, way.compute).each([relevance]))
        except NotRational as error:
            reason = error
        else:
            return way
    raise _refusal(metric.name, reason)


# How the scores of metrics are computed and told apart.


@dataclass(frozen=True, slots=True)
class _Way:
    """How the scores of some metrics are computed, what stands for them, and what makes keys of that."""

    compute: Callable[..., Any]
    scores: Callable[[Any], Any]
    keys: Callable[[Any], Any]
    empty: Callable[[], Any]
    at_least: bool
    """Whether it can only be said that there are at least so many scores."""
    evidence: str


def _refusal(metric: str, reason: Exception) -> ValueError:
    """Return what is said of a metric that no way, or no longer the best one, can follow."""
    return ValueError(f"the scores of {metric!r} cannot be told apart safely: {reason}")


_WAYS = (
    _Way(
        rational_replay.computed,
        as_rationals,
        FractionKeys.of,
        DistinctFractions,
        at_least=False,
        evidence="every score is a fraction, computed exactly and compared in lowest terms",
    ),
    _Way(
        distinct.computed,
        distinct.squared,
        FractionKeys.of,
        DistinctFractions,
        at_least=False,
        evidence="x·|x| of every score x is a fraction, computed exactly; scores differ where these do",
    ),
    _Way(
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
class _Job:
    """Some metrics that are told apart in the same way, and the importances they are weighted by."""

    way: _Way
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
                    raise _refusal(output.metric, reason) from None
            raise

    def _keys(self, program: Program, m: Any) -> Iterator[tuple[ScoreKey, Any]]:
        replays = Replay(program, m, self.way.compute).each([relevance.phi for relevance in self.relevances])
        for importance, values in zip(self.importances, replays, strict=True):
            for output in program.outputs:
                scores = self.way.scores(values[output.value])
                # One per matrix: a metric that does not look at the counts has the same for all.
                each = scores.changed(lambda x: np.broadcast_to(x, (len(m), 1))[:, 0])
                yield (importance, output.metric), self.way.keys(each)


def _walked(supports: Sequence[int], jobs: Sequence[_Job], progress: Progress | None = None) -> dict[ScoreKey, Any]:
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
