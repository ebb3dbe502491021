"""Condition 1: class sizes do not matter."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

import numpy as np

from steelyard.lab.audits.pairs import ALL, PairProperty, Pairs
from steelyard.lab.audits.subject import Subject
from steelyard.lab.audits.verdict import Finding, Witness
from steelyard.lab.bounding.result import Matrix
from steelyard.type_names import Integers

ROW_FACTORS = (2, 3, 10)


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
        for factor in ROW_FACTORS:
            for i in range(C):
                factors = np.ones(C, dtype=np.int64)
                factors[i] = factor
                yield Pairs(ALL, block * factors[:, None], Finding("larger_class", place=i, factor=factor))

    def illustration(self, subject: Subject, classes: int) -> Witness | None:
        """Return two months in which each class is treated alike, but one class has become rare."""
        for rare in range(classes):
            sizes = [RARE if i == rare else COMMON for i in range(classes)]
            month = Finding("rare_month", place=rare, items=RARE, of_others=COMMON, classes=classes)
            witness = self.witnessed(subject, _month([EVEN] * classes), _month(sizes), month)
            if witness is not None:
                return _of_months(witness, rare, classes)
        return None


def _of_months(witness: Witness, rare: int, classes: int) -> Witness:
    """Return two months as a witness, as people see it who compare months."""
    first, second = witness.scenes
    before, after = witness.values
    shown = Finding("months", rare=rare, classes=classes, before=before, after=after)
    return replace(witness, scenes=(replace(first, what=Finding("even_month", items=EVEN)), second), findings=(shown,))


def _month(sizes: list[int]) -> Matrix:
    """Return what a usual classifier does: 9 of 10 items of class 1, 8 of class 2, 7 of any further class are right.

    Class 1 is taken for class 2, class 2 for class 1, and the others for both.
    """
    tenths = np.diag([9, 8, *[7] * (len(sizes) - 2)])
    tenths[0, 1] = 1
    tenths[1, 0] = 2
    tenths[2:, :2] = 1, 2
    return tuple(tuple(size // 10 * int(x) for x in row) for size, row in zip(sizes, tenths, strict=True))
