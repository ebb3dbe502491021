"""What a value must follow: corrected errors (monotone), and how much a class is said to matter."""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np

from steelyard.lab.audits import matrices
from steelyard.lab.audits.pairs import ALL, PairProperty, Pairs
from steelyard.lab.audits.subject import CLEAR, Effort, Property, Subject, scaled
from steelyard.lab.audits.verdict import Finding, Scene, Verdict, Witness
from steelyard.lab.bounding.objective import as_matrix
from steelyard.lab.bounding.result import Matrix
from steelyard.lab.exact import compare
from steelyard.measuring.program.program import NotRecordable
from steelyard.type_names import Integers

# Right answers: more of them, or fewer errors, never lower the score.


class Monotone(PairProperty):
    """Turning an error into a hit never lowers the score."""

    id = "monotone"
    title = "a corrected error never lowers it"
    definition = "If one item that was taken for another class is recognised instead, the score does not get worse."
    otherwise = "a classifier that corrects a mistake, and changes nothing else, can lose against the old one."
    source = "follows from monotone_hits and monotone_errors; Gösgens et al. 2021, monotonicity"
    relation = "not worse"

    def pairs(self, block: Integers) -> Iterator[Pairs]:
        C = block.shape[-1]
        for i, j in np.ndindex(C, C):
            if i != j:
                at = np.flatnonzero(block[:, i, j])
                after = block[at]
                after[:, i, j] -= 1
                after[:, i, i] += 1
                yield Pairs(at, after, Finding("corrected_error", truth=i, prediction=j))


class MonotoneErrors(PairProperty):
    """One error fewer never lowers the score."""

    id = "monotone_errors"
    title = "one error fewer never lowers it"
    definition = (
        "If one item that was taken for another class is left out of the test, and its class keeps items, the score "
        "does not get worse."
    )
    otherwise = "a classifier can gain by being wrong once more."
    source = "Sokolova & Lapalme 2009, I4 and I5, as inequalities"
    relation = "not worse"

    def pairs(self, block: Integers) -> Iterator[Pairs]:
        C = block.shape[-1]
        others = block.sum(axis=-1) > 1
        for i, j in np.ndindex(C, C):
            if i != j:
                at = np.flatnonzero((block[:, i, j] > 0) & others[:, i])
                after = block[at]
                after[:, i, j] -= 1
                yield Pairs(at, after, Finding("error_fewer", truth=i, prediction=j))


class MonotoneHits(PairProperty):
    """One more hit never lowers the score."""

    id = "monotone_hits"
    title = "one more hit never lowers it"
    definition = "If one more item is tested and recognised, all else as it was, the score does not get worse."
    otherwise = "a classifier can lose by being right once more."
    source = "Sokolova & Lapalme 2009, I3 and I2, as inequalities"
    relation = "not worse"

    def pairs(self, block: Integers) -> Iterator[Pairs]:
        for i in range(block.shape[-1]):
            after = block.copy(order="K")
            after[:, i, i] += 1
            yield Pairs(ALL, after, Finding("hit_more", place=i))


# Importance: a class that matters more moves the value.


FACTORS = (2, 10)
"""How many times as relevant a class becomes."""

MOST_LOOKED_AT = 3_000
"""Small matrices looked at; a metric that follows an importance shows it on one of the first."""

CONFIRMED_OF_CLASS = 5
"""Candidates confirmed per class and block."""

Raised = tuple[Matrix, int]
"""A matrix, and how many times as relevant a class becomes in it."""


class ImportanceSensitive(Property):
    """For every class there is a matrix whose value changes if the class becomes more relevant."""

    id = "importance_sensitive"
    title = "follows the importance of classes"
    definition = (
        "For each class there is a matrix whose value changes if that class is given more relevance. A metric of the "
        "whole matrix goes by items, unless it is asked for at importance."
    )
    otherwise = "it cannot be told that some class matters more."
    source = "Branco et al. 2017, section 4; Gupta et al. 2020, section 3.3"
    expected = False

    def examine(self, subject: Subject, classes: int, effort: Effort) -> Verdict:
        changes: dict[int, Raised] = {}
        tried = 0
        for block in _blocks(subject, classes, effort):
            tried += len(block)
            for k in range(classes):
                if k not in changes and (raised := _changed(subject, block, k)) is not None:
                    changes[k] = raised
            if len(changes) == classes:
                return self._shown(subject, changes, tried)
        silent = min(set(range(classes)) - set(changes))
        return self._refuted(subject, silent, classes, tried)

    def _shown(self, subject: Subject, changes: dict[int, Raised], tried: int) -> Verdict:
        scenes: list[Scene] = []
        for k, (m, factor) in sorted(changes.items()):
            equal = subject.scene(Finding("equally_relevant"), m, [1] * len(m))
            scenes += [scene for scene in (equal,) if scene not in scenes]
            scenes.append(subject.scene(_raised(k, factor), m, _weights(len(m), k, factor)))
        alike, raised = scenes[:2]
        shown = Finding("importance_followed", alike=alike.value, raised=raised.value, move=raised.what)
        each = Finding("each_class_followed", classes=len(changes), exact=subject.recordable)
        witness = Witness(tuple(scenes), (shown,), confirmed=subject.recordable)
        return Verdict(self.id, len(changes), "shown", (each,), witness, tried)

    def _refuted(self, subject: Subject, silent: int, classes: int, tried: int) -> Verdict:
        """Return that one class changes nothing, with a typical matrix under two weightings."""
        m = _typical(classes)
        weights = _weights(classes, silent, FACTORS[0])
        scenes = (
            subject.scene(Finding("equally_relevant"), m, [1] * classes),
            subject.scene(_raised(silent, FACTORS[0]), m, weights),
        )
        findings = [Finding("class_ignored", tried=tried, place=silent, factors=FACTORS)]
        if subject.metric.kind == "rate":
            findings.append(Finding("rate_of_one_class"))
        elif subject.metric.kind == "whole" and not subject.metric.weighted:
            findings.append(Finding("whole_as_counted"))
        ignored = Finding("importance_ignored", value=scenes[0].value, move=scenes[1].what)
        witness = Witness(scenes, (ignored,), confirmed=subject.recordable)
        return Verdict(self.id, classes, "refuted", tuple(findings), witness, tried)


def _blocks(subject: Subject, classes: int, effort: Effort) -> Iterator[Integers]:
    made = 0
    slow = subject.labelled
    most = MOST_LOOKED_AT // 30 if slow else MOST_LOOKED_AT
    for block in matrices.small(classes):
        yield block[: most - made]
        made += len(block)
        if made >= most:
            break
    if slow:
        return
    yield matrices.extreme(classes)[:400]
    yield matrices.random(classes, effort.seed)[:400]


def _changed(subject: Subject, block: Integers, k: int) -> Raised | None:
    """Return the first matrix of a block whose value changes with the relevance of a class."""
    classes = block.shape[-1]
    alike = subject.values(block, [1] * classes)
    for factor in FACTORS:
        weights = _weights(classes, k, factor)
        raised = subject.values(block, weights)
        changes = scaled(subject, classes, np.abs(raised - alike), raised, alike)
        for i in np.flatnonzero(changes > CLEAR)[:CONFIRMED_OF_CLASS]:
            m = as_matrix(block[i])
            if _confirmed(subject, m, weights):
                return m, factor
    return None


def _confirmed(subject: Subject, m: Matrix, weights: list[int]) -> bool:
    if not subject.recordable:
        return True
    try:
        alike, raised = subject.exact(m, [1] * len(m)), subject.exact(m, weights)
    except NotRecordable:
        return True
    return alike is not None and raised is not None and compare(alike, raised) in (-1, 1)


def _weights(classes: int, k: int, factor: int) -> list[int]:
    return [factor if i == k else 1 for i in range(classes)]


def _raised(k: int, factor: int) -> Finding:
    return Finding("more_relevant", place=k, factor=factor)


def _typical(classes: int) -> Matrix:
    """Return a matrix in which all classes differ in size and in how well they are recognised."""
    return tuple(
        tuple(10 * (i + 1) if i == j else i + 1 + (j == (i + 1) % classes) * (classes - i) for j in range(classes))
        for i in range(classes)
    )
