"""The ends of the scale: best only for perfect predictions, worst only for predictions that are all wrong."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from typing import NamedTuple

import numpy as np

from steelyard.lab import enumeration
from steelyard.lab.audits import matrices
from steelyard.lab.audits.matrices import all_wrong, descended, sizes_to_try, with_one_hit
from steelyard.lab.audits.pairs import PairProperty, Pairs
from steelyard.lab.audits.subject import CLEAR, OF_SIZE, Effort, Property, Subject, spread
from steelyard.lab.audits.verdict import Finding, Verdict, Witness
from steelyard.lab.bounding.objective import as_matrix
from steelyard.lab.exact import Number, compare
from steelyard.measuring.program.program import NotRecordable
from steelyard.type_names import Floats, Integers

# Only perfect predictions have the best value.


class BestOnlyPerfect(PairProperty):
    """A perfect classifier scores strictly better than any other one on the same items."""

    id = "best_only_perfect"
    title = "best only for perfect"
    definition = "A matrix with errors has a worse score than the perfect matrix with the same class sizes."
    otherwise = "the best score does not say that there are no errors."
    source = "Gösgens et al. 2021, maximal agreement"
    relation = "better"
    before = "with errors"

    def pairs(self, block: Integers) -> Iterator[Pairs]:
        C = block.shape[-1]
        sizes = block.sum(axis=-1)
        index = np.arange(C)
        at = np.flatnonzero((block[:, index, index] < sizes).any(axis=1))
        after = np.zeros((len(at), C, C), dtype=np.int64)
        after[:, index, index] = sizes[at]
        yield Pairs(at, after, Finding("all_recognised"))

    def shown(self, before: float | None, after: float | None, move: Finding) -> Finding:  # noqa: ARG002 - the only one
        return Finding("perfect_no_better", before=before, after=after)


# Only predictions that are all wrong have the worst value.


LISTED_AT_MOST = 20_000
"""Matrices of the same class sizes that are all valued, beyond the small ones."""

ALL_WRONG_AT_MOST = 150_000
"""Matrices without a hit that are all valued, where those of the same class sizes are too many."""

LABELLED_AT_MOST = 20
"""Both for a function of labels, whose values take long."""

TIES_AT_MOST = 1_100
"""How many matrices without a hit that tie as the worst are compared exactly. With one item in each of five classes
there are 1,024."""

NEAREST = 50
"""How many of the worst matrices without a hit are given one."""


class Compared(NamedTuple):
    """With how many matrices one with a hit was compared."""

    without_hit: int
    lowest: int
    """How many of them tie as the lowest."""
    exactly: int
    """How many of these were compared exactly."""


class Counterexample(NamedTuple):
    """A matrix with a hit that none of those it was compared with scores below, and one without hits."""

    worst: Integers
    all_wrong: Integers
    compared: Compared
    confirmed: bool


class WorstOnlyAllWrong(Property):
    """Of all classifiers on the same items, only those that are wrong about all of them have the worst score."""

    id = "worst_only_all_wrong"
    title = "worst only for all wrong"
    definition = "Of all matrices with the same class sizes, only such without any hit have the worst score."
    otherwise = "the worst score does not say that nothing was recognised."
    source = "Gösgens et al. 2021, minimal agreement"

    def examine(self, subject: Subject, classes: int, effort: Effort) -> Verdict:  # noqa: ARG002 - nothing is random
        tried = groups = 0
        few = subject.labelled
        for look, sizes in _to_try(classes, few=few):
            counterexample, valued = look(subject, sizes)
            tried, groups = tried + valued, groups + 1
            if counterexample is not None:
                return self._refuted(subject, _shrunk(subject, look, sizes, counterexample), classes, tried)
        if not tried:
            return Verdict(self.id, classes, "untried", (Finding("none_of_sizes", undefined=groups > 0),))
        return Verdict(self.id, classes, "tried", (Finding("sizes_tried", lists=groups, tried=tried),), tried=tried)

    def _refuted(self, subject: Subject, example: Counterexample, classes: int, tried: int) -> Verdict:
        hit = subject.scene(Finding("something_recognised"), as_matrix(example.worst))
        wrong = subject.scene(Finding("nothing_recognised"), as_matrix(example.all_wrong))
        shown = Finding("hit_no_better", hit=hit.value, wrong=wrong.value)
        witness = Witness((hit, wrong), (shown,), confirmed=example.confirmed)
        refuting = Finding(
            "counterexample_among", items=witness.items, exact=example.confirmed, **example.compared._asdict()
        )
        return Verdict(self.id, classes, "refuted", (refuting,), witness, tried)


Search = Callable[[Subject, Sequence[int]], tuple[Counterexample | None, int]]
"""Looks for a counterexample with these class sizes, and says how many matrices were valued."""


def _to_try(classes: int, *, few: bool) -> Iterator[tuple[Search, tuple[int, ...]]]:
    for items in matrices.small_sizes(classes, few=few):
        for sizes in matrices.supports(classes, items):
            yield _among_all, sizes
    for sizes in matrices.skewed_supports(classes, LABELLED_AT_MOST if few else LISTED_AT_MOST):
        yield _among_all, sizes
    for sizes in sizes_to_try(classes, LABELLED_AT_MOST if few else ALL_WRONG_AT_MOST):
        if sum(sizes) not in matrices.small_sizes(classes, few=few):
            yield _beside_all_wrong, sizes


def _among_all(subject: Subject, sizes: Sequence[int]) -> tuple[Counterexample | None, int]:
    """Value all matrices of these class sizes, and look whether one with a hit is among the worst."""
    stack = enumeration.matrices(sizes)
    scores = subject.scores(stack)
    valued = int(np.isfinite(scores).sum())
    hits = np.einsum("nii->n", stack)
    wrong = hits == 0
    if not np.isfinite(scores[wrong]).any():
        return None, valued
    lowest = _lowest(subject, stack, scores)
    # Of those with a hit, one with as many as can be first: it deserves the worst score the least.
    with_hit = lowest[np.argsort(-hits[lowest], kind="stable")][: np.count_nonzero(hits[lowest])]
    return _worst(subject, stack[with_hit[:NEAREST]], stack[wrong], scores[wrong]), valued


def _beside_all_wrong(subject: Subject, sizes: Sequence[int]) -> tuple[Counterexample | None, int]:
    """Value all matrices without a hit, and look whether one with a hit is as bad as all of them.

    It need not be the worst: a matrix that is worse still has a hit as well.
    """
    wrong = all_wrong(sizes)
    scores = subject.scores(wrong)
    valued = int(np.isfinite(scores).sum())
    if not valued:
        return None, 0
    near = with_one_hit(wrong[np.argsort(scores, kind="stable")[:NEAREST]])
    near = np.concatenate([near, descended(near, subject.scores)])
    reached = subject.scores(near)
    below = np.flatnonzero(reached <= np.nanmin(scores) + _rounding(subject, wrong, scores))
    order = below[np.argsort(reached[below], kind="stable")][:NEAREST]
    return _worst(subject, near[order], wrong, scores), valued + len(near)


def _rounding(subject: Subject, stack: Integers, scores: Floats) -> float:
    """Return what may be rounding near the least score."""
    return CLEAR * max(spread(subject, stack.shape[-1]), OF_SIZE * abs(float(np.nanmin(scores))))


def _lowest(subject: Subject, stack: Integers, scores: Floats) -> Integers:
    """Return where the least score is, as far as floating point can tell."""
    return np.flatnonzero(scores <= np.nanmin(scores) + _rounding(subject, stack, scores))


def _worst(subject: Subject, with_hit: Integers, wrong: Integers, scores: Floats) -> Counterexample | None:
    """Return the first matrix with a hit that is exactly no better than all without one, given their scores."""
    if not len(with_hit):
        return None
    lowest = _lowest(subject, wrong, scores)
    ties = lowest[:: -(-len(lowest) // TIES_AT_MOST)]
    compared = Compared(len(wrong), len(lowest), len(ties))
    inexact = Counterexample(with_hit[0], wrong[lowest[0]], compared, confirmed=False)
    if not subject.recordable:
        return inexact
    try:
        least = _least(subject, wrong[ties])
        for m in with_hit:
            order = None if least is None else _order(subject, subject.exact(as_matrix(m)), least[1])
            if least is not None and order is not None and order <= 0:
                return Counterexample(m, least[0], compared, confirmed=True)
    except NotRecordable:
        return inexact
    return None


def _least(subject: Subject, stack: Integers) -> tuple[Integers, Number] | None:
    """Return the worst of some matrices and its value; None if it cannot be told."""
    least: tuple[Integers, Number] | None = None
    for m in stack:
        value = subject.exact(as_matrix(m))
        if value is None:
            return None
        order = -1 if least is None else _order(subject, value, least[1])
        if order is None:
            return None
        if order < 0:
            least = m, value
    return least


def _order(subject: Subject, first: Number | None, second: Number | None) -> int | None:
    """Return −1, 0 or 1 as the first value is worse than, as good as or better than the second; None if unknown."""
    order = None if first is None or second is None else compare(first, second)
    return None if order is None else order * subject.metric.sign


def _shrunk(subject: Subject, look: Search, sizes: Sequence[int], counterexample: Counterexample) -> Counterexample:
    """Return a counterexample with smaller classes, if there is one."""
    while True:
        for fewer in _fewer(sizes):
            smaller, _ = look(subject, fewer)
            if smaller is not None:
                sizes, counterexample = fewer, smaller
                break
        else:
            return counterexample


def _fewer(sizes: Sequence[int]) -> Iterator[tuple[int, ...]]:
    """Yield smaller class sizes, the boldest first; each class keeps items."""
    seen = {tuple(sizes)}
    for cut in (2, 4, 8, 1_000_000):
        for places in (range(len(sizes)), *([i] for i in range(len(sizes)))):
            fewer = tuple(max(1, size - max(1, size // cut)) if i in places else size for i, size in enumerate(sizes))
            if fewer not in seen:
                seen.add(fewer)
                yield fewer
