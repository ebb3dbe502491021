"""Condition 1: class sizes alone change nothing."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

import numpy as np

from steelyard.lab.audits.pairs import ALL, PairProperty, Pairs, times, told_apart
from steelyard.lab.audits.subject import Subject
from steelyard.lab.audits.verdict import Witness
from steelyard.lab.bounding.result import Matrix
from steelyard.type_names import Integers

FACTORS = (2, 3, 10)

EVEN, RARE, COMMON = 1_000, 100, 1_900
"""Class sizes of two months: all alike, then 5 of one class to 95 of each other."""


class Condition1(PairProperty):
    """The value does not depend on how many items of each class were tested."""

    id = "condition_1"
    title = "class sizes do not matter"
    definition = "If the rows are rescaled by any factors, so that every class is treated as before, the value stays."
    otherwise = "the same classifier scores differently on test sets with other class shares."
    source = "Mullick et al. 2020, Condition 1; Sokolova & Lapalme 2009, I8"
    relation = "same"
    before = "one test set"

    def pairs(self, block: Integers) -> Iterator[Pairs]:
        C = block.shape[-1]
        for factor in FACTORS:
            for i in range(C):
                factors = np.ones(C, dtype=np.int64)
                factors[i] = factor
                words = f"class {i + 1} is {times(factor)} as large, the classifier the same"
                yield Pairs(ALL, block * factors[:, None], words)

    def illustration(self, subject: Subject, classes: int) -> Witness | None:
        """Return two months in which each class is treated alike, but one class has become rare."""
        for rare in range(classes):
            sizes = [RARE if i == rare else COMMON for i in range(classes)]
            witness = self.witnessed(subject, _month([EVEN] * classes), _month(sizes), "another month")
            if witness is not None:
                return _told(witness, rare, classes)
        return None


def _told(witness: Witness, rare: int, classes: int) -> Witness:
    """Return two months as a witness, in words for people who compare months."""
    rates = {2: "90 % of class 1 and 80 % of class 2", 3: "90 %, 80 % and 70 % of classes 1, 2 and 3"}
    usual = rates.get(classes, "90 % of class 1, 80 % of class 2 and 70 % of each further class")
    change = (
        "the class shares have gone from 50:50 to 5:95"
        if classes == 2 and rare == 0
        else f"class {rare + 1} has become rare, from as many items as others to 5 for 95 of theirs"
    )
    rest = "the other" if classes == 2 else "each other class"
    before, after = told_apart(*witness.values)
    captions = (
        f"one month: {EVEN:,} items of each class",
        f"another month: {RARE} items of class {rare + 1}, {COMMON:,} of {rest}",
    )
    scenes = tuple(replace(scene, caption=caption) for scene, caption in zip(witness.scenes, captions, strict=True))
    sentence = f"In both months {usual} are recognised; only {change}, and the value goes from {before} to {after}."
    return replace(witness, scenes=scenes, sentence=sentence)


def _month(sizes: list[int]) -> Matrix:
    """Return what a usual classifier does: 9 of 10 items of class 1, 8 of class 2, 7 of any further class are right.

    Class 1 is taken for class 2, class 2 for class 1, and the others for both.
    """
    tenths = np.diag([9, 8, *[7] * (len(sizes) - 2)])
    tenths[0, 1] = 1
    tenths[1, 0] = 2
    tenths[2:, :2] = 1, 2
    return tuple(tuple(size // 10 * int(x) for x in row) for size, row in zip(sizes, tenths, strict=True))
