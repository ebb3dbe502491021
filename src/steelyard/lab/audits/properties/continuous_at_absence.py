"""A class that all but vanishes counts for nothing, as one that is not there."""

from __future__ import annotations

import itertools
from collections.abc import Iterator, Sequence
from typing import Any

import numpy as np

from steelyard.lab.audits import matrices
from steelyard.lab.audits.matrices import reductions
from steelyard.lab.audits.pairs import CONFIRMED_AT_MOST
from steelyard.lab.audits.subject import Effort, Property, Subject, scaled
from steelyard.lab.audits.verdict import Finding, Verdict, Witness
from steelyard.lab.bounding.objective import as_matrix
from steelyard.lab.bounding.result import Matrix
from steelyard.measuring.program.program import NotRecordable
from steelyard.type_names import Floats, Integers

NEAR, FAR = 10**6, 10**9
"""How many times as large all other classes become."""

FARTHEST = 10**12
"""The same for a counterexample: a class may be too large to vanish, its gap by chance as large far away as near."""

COUNTED_OUT = 10**2, 10**4
"""The same for a function of labels, of which each item is one."""

STAYS = 0.9
"""A gap that is at least this share of itself when the others become 1000 times as large does not shrink: one that
goes with a power of the size falls to 10^(−3·power), one with its logarithm to 2/3."""

CLEAR = 1e-6
"""Gaps above this share of the spread of the values are neither rounding nor on the way to 0."""

MOST = {2: 2_000, 3: 2_500}
"""About how many small matrices are tried, by the number of classes."""

MOST_OF_MANY = 3_500


class ContinuousAtAbsence(Property):
    """As the items of a class vanish, the value tends to that without the class's items."""

    id = "continuous_at_absence"
    title = "a vanishing class counts for nothing"
    definition = (
        "If the items of one class stay and all other classes become larger and larger, the value comes as near as one "
        "likes to that of the same matrix without the items of the class."
    )
    otherwise = "a single item of a rare class, there by accident or not, makes a jump of the value."
    source = "usual continuity; Branco et al. 2017, section 4.3, on classes without items"
    expected = False

    def examine(self, subject: Subject, classes: int, effort: Effort) -> Verdict:
        tried = skipped = undefined = 0
        for block in _blocks(subject, classes, effort):
            for k in range(classes):
                near, far, absent = _gaps(subject, block, k)
                out = np.isnan(near) | np.isnan(far)
                undefined += absent
                tried, skipped = tried + int((~out).sum()), skipped + int(out.sum())
                jumps = np.flatnonzero(_jump(near, far))
                sizes = block[jumps].sum(axis=(1, 2))
                for i in jumps[np.lexsort([-far[jumps].round(9), sizes])][:CONFIRMED_AT_MOST]:
                    witness = self._witness(subject, _shrunk(subject, block[i], k), k)
                    if witness is not None:
                        return self._refuted(subject, witness, classes, tried)
        if not tried:
            return Verdict(self.id, classes, "untried", (Finding("undefined_without_items", cases=undefined),))
        searched = Finding("vanishing_tried", tried=tried, factors=_factors(subject), undefined=skipped)
        return Verdict(self.id, classes, "tried", (searched,), tried=tried)

    def _witness(self, subject: Subject, m: Integers, k: int) -> Witness | None:
        couples = [_couple(m[None], k, factor) for factor in (*_factors(subject), FARTHEST)]
        (near, gone), *farther = [[as_matrix(each[0]) for each in couple] for couple in couples]
        confirmed = _confirmed(subject, (near, gone), *farther)
        if confirmed is False:
            return None
        rare = Finding("rare_class", place=k, items=int(m[k].sum()), of=sum(map(sum, near)))
        scenes = (
            subject.scene(rare, near),
            subject.scene(Finding("absent_class", place=k), gone),
        )
        jump = Finding("jump", rare=rare, there=scenes[0].value, absent=scenes[1].value)
        return Witness(scenes, (jump,), confirmed=confirmed is True)

    def _refuted(self, subject: Subject, witness: Witness, classes: int, tried: int) -> Verdict:
        refuting = Finding("jump_confirmed", exact=witness.confirmed, factors=_factors(subject))
        return Verdict(self.id, classes, "refuted", (refuting,), witness, tried)


def _blocks(subject: Subject, classes: int, effort: Effort) -> Iterator[Integers]:
    most = 30 if subject.labelled else MOST.get(classes, MOST_OF_MANY)
    made = 0
    for block in matrices.small(classes):
        yield block[: most - made]
        made += len(block)
        if made >= most:
            break
    if not subject.labelled:
        yield matrices.extreme(classes)[:250]
        yield matrices.random(classes, effort.seed)[:250]


def _factors(subject: Subject) -> tuple[int, int]:
    return COUNTED_OUT if subject.labelled else (NEAR, FAR)


def _couple(block: Integers, k: int, factor: int) -> tuple[Integers, Integers]:
    """Return the matrices with all classes but one so many times as large, and the same with that one emptied."""
    factors = np.full(block.shape[-1], factor, dtype=np.int64)
    factors[k] = 1
    there = block * factors[:, None]
    absent = there.copy()
    absent[:, k] = 0
    return there, absent


def _gaps(subject: Subject, block: Integers, k: int) -> tuple[Floats, Floats, int]:
    """Return how far the values are from those without the class, near and far, and how many of the latter are none.

    By the scale of the metric's values. Each is compared with the same test set: the value may depend on its size.
    """
    gaps, absences = [], []
    for factor in _factors(subject):
        there, absent = (subject.values(each) for each in _couple(block, k, factor))
        gaps.append(scaled(subject, block.shape[-1], np.abs(there - absent), there, absent))
        absences.append(int(np.isnan(absent).sum()))
    return gaps[0], gaps[1], max(absences)


def _jump(near: Any, far: Any) -> Any:
    """Return whether a gap does not shrink."""
    return (far > CLEAR) & (far > STAYS * near)


def _shrunk(subject: Subject, m: Integers, k: int) -> Integers:
    """Return the smallest matrix found by taking items away while the jump stays."""
    while True:
        smaller = reductions(m)
        if not len(smaller):
            return m
        near, far, _ = _gaps(subject, smaller, k)
        still = smaller[_jump(near, far)]
        if not len(still):
            return m
        m = still[np.argmin(still.sum(axis=(1, 2)))]


def _confirmed(subject: Subject, *couples: Sequence[Matrix]) -> bool | None:
    """Return whether exact values leave a gap that does not shrink; None if the metric has no exact values."""
    if not subject.recordable:
        return None
    try:
        exact = [[subject.exact(m) for m in couple] for couple in couples]
    except NotRecordable:
        return None
    gaps = []
    for there, absent in exact:
        if there is None or absent is None:
            return False
        a, b = float(there), float(absent)  # correct to the last digit, and the gaps are far larger
        gaps.append(scaled(subject, len(couples[0][0]), abs(a - b), a, b))
    return all(bool(_jump(near, far)) for near, far in itertools.pairwise(gaps))
