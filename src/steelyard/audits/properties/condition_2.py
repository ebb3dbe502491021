"""Condition 2: the bounds do not depend on the number of classes."""

from __future__ import annotations

import math
from itertools import pairwise
from typing import NamedTuple

import numpy as np

from steelyard.audits.how_far import Audited, over_all_sizes
from steelyard.audits.nearby import reductions
from steelyard.audits.property import Effort, Property
from steelyard.audits.subject import Integers, Subject, as_matrix
from steelyard.audits.verdict import Verdict
from steelyard.audits.witness import Witness
from steelyard.extremes import patterns
from steelyard.extremes.objective import UndefinedError
from steelyard.extremes.result import End, Matrix

CLEAR = 1e-6
"""Bounds further apart than this are different: limits are known to 1e-8, and simple ones exactly."""

WORDS = ("least", "greatest")


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
    matters = "Otherwise the same number means less with more classes, and adding classes alone moves the score."
    source = "Mullick et al. 2020, Condition 2"

    def examine(self, subject: Subject, classes: int, effort: Effort) -> Verdict:  # noqa: ARG002 - nothing is random
        numbers = range(2, classes + 2)
        try:
            found = {number: over_all_sizes(subject, number) for number in numbers}
        except UndefinedError as error:
            return Verdict(self.id, classes, "untried", f"There are no bounds to compare: {error}")
        tried = sum(low.tried for low, _ in found.values())
        figures = {
            f"{name}_{number}": end.value
            for number, both in found.items()
            for name, end in zip(("low", "high"), both, strict=True)
            if math.isfinite(end.value)
        }
        evidence = _told(found)
        gap = _gap(found, classes)
        if gap is None:
            return Verdict(self.id, classes, "tried", evidence, tried=tried, figures=figures)
        return Verdict(self.id, classes, "refuted", evidence, _witness(subject, gap), tried, figures)


def _gap(found: dict[int, tuple[End, End]], classes: int) -> Gap | None:
    """Return where bounds differ: between the number of classes asked for and one more, else between smaller ones."""
    couples = [(classes, classes + 1), *pairwise(range(2, classes + 1))]
    for a, b in couples:
        for place, sign in ((0, -1), (1, 1)):
            first, second = found[a][place], found[b][place]
            if first.value == second.value or not (first.converged and second.converged):
                continue
            if abs(first.value - second.value) > CLEAR:
                if sign * (first.value - second.value) > 0:
                    return Gap(sign, a, first, b, second)
                return Gap(sign, b, second, a, first)
    return None


def _told(found: dict[int, tuple[End, End]]) -> str:
    """Return the bounds of each number of classes, and how they are known."""
    sentences = []
    for place, word in enumerate(WORDS):
        ends = {number: both[place] for number, both in found.items()}
        texts = {str(end) for end in ends.values()}
        if all(math.isinf(end.value) for end in ends.values()):
            sentences.append(f"There is no {word} value: the metric is unbounded for every number of classes.")
            continue
        if len(texts) == 1:
            listed = f"{texts.pop()} with {min(ends)} to {max(ends)} classes"
        else:
            listed = ", ".join(f"{end} with {number}" for number, end in ends.items()) + " classes"
        sentences.append(f"The {word} value over all class sizes: {listed}.")
    tried = sum(low.tried for low, _ in found.values())
    sentences.append(f"Found by a directed search over {tried:,} matrices with class sizes alike and far apart.")
    if any(not end.converged for both in found.values() for end in both):
        sentences.append("Where a value still moves as the ratio of class sizes grows, nothing is claimed.")
    return " ".join(sentences)


def _witness(subject: Subject, gap: Gap) -> Witness:
    matrix = _smallest_beyond(subject, gap)
    verb = "falls to" if gap.sign < 0 else "rises to"
    beyond = "below" if gap.sign < 0 else "above"
    reaches = "which is attained" if gap.inner.attained else "which matrices only approach"
    scenes = (
        subject.scene(f"{gap.further} classes", matrix),
        subject.scene(f"{gap.nearer} classes, {'at' if gap.inner.attained else 'near'} the bound", gap.inner.matrix),
    )
    value = scenes[0].value
    shown = "undefined" if value is None else f"{value:.4g}"
    named = f"{gap.inner.value:.4g}"
    if gap.inner.exact not in (None, named):
        named += f" ({gap.inner.exact})"
    sentence = (
        f"With {gap.further} classes the value {verb} {shown}; with {gap.nearer} classes none was found {beyond} "
        f"{named}, {reaches}."
    )
    return Witness(scenes, sentence, confirmed=scenes[0].exact is not None and scenes[1].exact is not None)


def _smallest_beyond(subject: Subject, gap: Gap) -> Matrix:
    """Return the smallest matrix whose value lies clearly beyond the other bound; of those, the furthest."""
    block = _small(gap.further)
    values = gap.sign * subject.values(block)
    # A tenth of the way: values that are only just beyond would be no example.
    margin = max(CLEAR, 0.1 * min(1.0, abs(gap.outer.value - gap.inner.value)))
    beyond = np.flatnonzero(values > gap.sign * gap.inner.value + margin)
    if len(beyond):
        order = np.lexsort([-values[beyond].round(9), block[beyond].sum(axis=(1, 2))])
        for k in beyond[order][:5]:
            matrix = as_matrix(block[k])
            if gap.sign * (Audited(subject).value(matrix) - gap.inner.value) > CLEAR:
                return matrix
    return _shrunk(subject, gap, margin)


def _shrunk(subject: Subject, gap: Gap, margin: float) -> Matrix:
    """Return the matrix at the further bound with items taken away while its value stays beyond the other bound."""
    m = np.array(gap.outer.matrix, dtype=np.int64)
    while True:
        block = reductions(m)
        kept = block[gap.sign * subject.values(block) > gap.sign * gap.inner.value + margin]
        if not len(kept):
            return as_matrix(m)
        m = kept[int(np.argmin(kept.sum(axis=(1, 2))))]


def _small(classes: int) -> Integers:
    """Return small matrices of so many classes: all of few items, or corners with one item per class."""
    tiny = patterns.tiny(classes)
    return tiny if len(tiny) else np.unique(patterns.counts(patterns.starts(classes), 1), axis=0)
