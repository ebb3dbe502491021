"""Condition 2: the bounds do not depend on the number of classes."""

from __future__ import annotations

import math
from dataclasses import replace
from itertools import pairwise
from typing import NamedTuple

import numpy as np

from steelyard.lab.audits.matrices import reductions
from steelyard.lab.audits.subject import Audited, Effort, Property, Subject, over_all_sizes
from steelyard.lab.audits.verdict import Finding, Verdict, Witness
from steelyard.lab.bounding.objective import LARGEST, UndefinedError, as_matrix, carried, pattern_counts, starts, tiny
from steelyard.lab.bounding.of_sizes import refined
from steelyard.lab.bounding.result import End, Matrix, Search
from steelyard.type_names import Integers

CLEAR = 1e-6
"""Bounds further apart than this share of the metric's spread are different; limits are known to 1e-8 of it."""

NOISE = 1e-13
"""Relative differences below this are rounding."""

MOST_LABELS = 1_000
"""Items of a matrix whose labels are counted out."""

ENDS = ("least", "greatest")


class Gap(NamedTuple):
    """Two numbers of classes whose bounds differ, and the end at which they do."""

    sign: int
    """−1 for the least value, 1 for the greatest."""
    further: int
    """The number of classes with which the value goes further."""
    outer: End
    nearer: int
    inner: End


class Condition2(Property):
    """The least and the greatest possible value are the same for every number of classes."""

    id = "condition_2"
    title = "bounds do not depend on the number of classes"
    definition = "The least and the greatest value over all matrices are the same for every number of classes."
    otherwise = "the same number means less with more classes, and adding classes alone moves the score."
    source = "Mullick et al. 2020, Condition 2"

    def examine(self, subject: Subject, classes: int, effort: Effort) -> Verdict:  # noqa: ARG002 - nothing is random
        numbers = range(2, classes + 2)
        try:
            bounds = {number: over_all_sizes(subject, number) for number in numbers}
        except UndefinedError as error:
            return Verdict(self.id, classes, "untried", (Finding("no_bounds", why=str(error)),))
        margin = _margin(bounds)
        objective = Audited(subject)
        objective.unit = margin / CLEAR
        _carry(objective, bounds, margin)
        tried = sum(low.search.tried for low, _ in bounds.values()) + objective.valued
        figures = {
            f"{name}_{number}": end.value
            for number, both in bounds.items()
            for name, end in zip(("low", "high"), both, strict=True)
            if math.isfinite(end.value)
        }
        findings = _findings(bounds, tried)
        gap = _gap(bounds, classes, margin)
        if gap is None:
            return Verdict(self.id, classes, "tried", findings, tried=tried, figures=figures)
        witness = _witness(subject, objective, gap, margin)
        if witness is None:
            findings = (*findings, Finding("no_matrix_shows"))
            return Verdict(self.id, classes, "tried", findings, tried=tried, figures=figures)
        return Verdict(self.id, classes, "refuted", findings, witness, tried, figures)


EndsByClasses = dict[int, tuple[End, End]]
"""Both ends by the number of classes."""


def _margin(bounds: EndsByClasses) -> float:
    """Return by how much bounds must differ to be different."""
    ends = [end.value for both in bounds.values() for end in both if math.isfinite(end.value)]
    if not ends:
        return CLEAR
    return max(CLEAR * (max(ends) - min(ends)), NOISE * max(map(abs, ends)))


def _carry(objective: Audited, bounds: EndsByClasses, margin: float) -> None:
    """Carry the matrices at the ends to the neighbouring numbers of classes, in case the search there missed one.

    Ends that a carried matrix surpasses are replaced.
    """
    for a, b in (*pairwise(bounds), *pairwise(reversed(bounds))):
        for place, sign in ((0, -1), (1, 1)):
            outer, inner = bounds[a][place], bounds[b][place]
            if inner.known or not outer.converged or not sign * (outer.value - inner.value) > margin:
                continue
            further = _carried(objective, sign, outer, b)
            if further is not None and sign * (further.value - inner.value) > margin:
                ends = list(bounds[b])
                ends[place] = replace(further, search=replace(inner.search, course="carried"))
                bounds[b] = (ends[0], ends[1])


def _carried(objective: Audited, sign: int, outer: End, classes: int) -> End | None:
    """Return the furthest that the matrix at an end goes with one class more or fewer; None if it is undefined."""
    most = MOST_LABELS if objective.labelled else LARGEST
    stack = carried(np.array(outer.matrix, dtype=np.int64), classes, most=most)
    scores = objective.scores(stack, sign)
    if not len(stack) or scores.max() == -np.inf:
        return None
    near = np.flatnonzero(scores >= scores.max() - NOISE * abs(scores.max()))
    best = stack[near[int(np.argmin(stack[near].sum(axis=(1, 2))))]]
    matrix, value = _furthest(objective, sign, best)
    # Beside an end that is only approached, the carried matrix tells how far it goes at least.
    return End(value, True, None, matrix, value, Search(course="carried"), converged=outer.attained)


def _furthest(objective: Audited, sign: int, m: Integers) -> tuple[Matrix, float]:
    """Return a matrix that goes further, or the same one, with its value."""
    series = [as_matrix(m)]
    if not objective.labelled:
        series += refined(objective, sign, m).series
    values = [objective.value(matrix) for matrix in series]
    best = int(np.nanargmax(sign * np.array(values)))
    return series[best], values[best]


def _gap(bounds: EndsByClasses, classes: int, margin: float) -> Gap | None:
    """Return where bounds differ: between the number of classes asked for and one more, else between smaller ones."""
    couples = [(classes, classes + 1), *pairwise(range(2, classes + 1))]
    for a, b in couples:
        for place, sign in ((0, -1), (1, 1)):
            first, second = bounds[a][place], bounds[b][place]
            if first.value == second.value or not (first.converged and second.converged):
                continue
            if abs(first.value - second.value) > margin:
                if sign * (first.value - second.value) > 0:
                    return Gap(sign, a, first, b, second)
                return Gap(sign, b, second, a, first)
    return None


def _findings(bounds: EndsByClasses, tried: int) -> tuple[Finding, ...]:
    """Return the bounds of each number of classes, and how they are known."""
    findings = []
    for place, name in enumerate(ENDS):
        ends = tuple((number, both[place]) for number, both in bounds.items())
        unbounded = all(math.isinf(end.value) for _, end in ends)
        findings.append(Finding("no_end", end=name) if unbounded else Finding("ends", end=name, ends=ends))
    every = [end for both in bounds.values() for end in both]
    findings.append(Finding("directed_search", tried=tried))
    findings.append(Finding("declared_ranges" if all(end.known for end in every) else "perhaps_beyond"))
    if not all(end.converged for end in every):
        findings.append(Finding("still_moving"))
    return tuple(findings)


def _witness(subject: Subject, objective: Audited, gap: Gap, margin: float) -> Witness | None:
    """Return the matrix beyond the other bound beside the one at that bound; None if none was found beyond."""
    matrix = _smallest_beyond(objective, gap, margin)
    value = objective.value(matrix)
    if not gap.sign * (value - gap.inner.value) > margin:
        return None
    near = Finding("near_bound", classes=gap.nearer, attained=gap.inner.attained)
    scenes = (
        subject.scene(Finding("of_classes", classes=gap.further), matrix),
        subject.scene(near, gap.inner.matrix),
    )
    shown = Finding(
        "goes_further", end=ENDS[gap.sign > 0], further=gap.further, value=value, nearer=gap.nearer, bound=gap.inner
    )
    return Witness(scenes, (shown,), confirmed=gap.inner.known and scenes[0].exact is not None)


def _smallest_beyond(objective: Audited, gap: Gap, margin: float) -> Matrix:
    """Return the smallest matrix whose value lies clearly beyond the other bound; of those, the furthest."""
    block = _small(gap.further)
    values = gap.sign * objective.values(block)
    apart = abs(gap.outer.value - gap.inner.value)
    # A tenth of the way: values that are only just beyond would be no example.
    clear = max(margin, 0.1 * min(margin / CLEAR, apart))
    beyond = np.flatnonzero(values > gap.sign * gap.inner.value + clear)
    if len(beyond):
        order = np.lexsort([-(values[beyond] / margin * CLEAR).round(9), block[beyond].sum(axis=(1, 2))])
        for k in beyond[order][:5]:
            matrix = as_matrix(block[k])
            if gap.sign * (objective.value(matrix) - gap.inner.value) > margin:
                return matrix
    return _shrunk(objective, gap, clear)


def _shrunk(objective: Audited, gap: Gap, margin: float) -> Matrix:
    """Return the matrix at the further bound with items taken away while its value stays beyond the other bound."""
    m = np.array(gap.outer.matrix, dtype=np.int64)
    if not gap.sign * (objective.values(m[None])[0] - gap.inner.value) > margin:  # a limit that it is not near enough
        m = np.array(_furthest(objective, gap.sign, m)[0], dtype=np.int64)
    while True:
        block = reductions(m)
        kept = block[gap.sign * objective.values(block) > gap.sign * gap.inner.value + margin]
        if not len(kept):
            return as_matrix(m)
        m = kept[int(np.argmin(kept.sum(axis=(1, 2))))]


def _small(classes: int) -> Integers:
    """Return small matrices of so many classes: all of few items, or corners with one item per class."""
    every = tiny(classes)
    return every if len(every) else np.unique(pattern_counts(starts(classes), 1), axis=0)
