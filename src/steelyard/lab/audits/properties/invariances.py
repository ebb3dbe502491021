"""The seven invariances of Sokolova and Lapalme 2009.

What changes in the four numbers of two classes and leaves a metric as it is.
"""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np

from steelyard.lab.audits.finding import Finding
from steelyard.lab.audits.pairs import ALL, PairProperty, Pairs, grown
from steelyard.type_names import Integers


class I1(PairProperty):
    """Exchanging the first class with another changes nothing, though a rate stays that of the first class."""

    id = "i1"
    title = "positives and negatives may be exchanged"
    definition = "If the first class and another exchange their places, the value (of a rate, the first one) stays."
    matters = "It says that classes are treated alike. Where one class is what is looked for, it should not hold."
    source = "Sokolova & Lapalme 2009, I1"
    expected = False
    relation = "same"

    def pairs(self, block: Integers) -> Iterator[Pairs]:
        C = block.shape[-1]
        for j in range(1, C):
            order = list(range(C))
            order[0], order[j] = j, 0
            yield Pairs(ALL, block[:, order][:, :, order], Finding("exchanged_places", first=0, second=j))


# I2: change of true negatives.


class I2(PairProperty):
    """Items that neither are of the first class nor are taken for it change nothing."""

    id = "i2"
    title = "true negatives do not matter"
    definition = "If more items of other classes are taken for other classes, the value stays."
    matters = "It says that the score looks only at the first class; what is rightly rejected does not count."
    source = "Sokolova & Lapalme 2009, I2"
    expected = False
    relation = "same"

    def pairs(self, block: Integers) -> Iterator[Pairs]:
        C = block.shape[-1]
        return grown(block, [(i, j) for i in range(1, C) for j in range(1, C)])


# I3: change of true positives.


class I3(PairProperty):
    """Hits of the first class change nothing."""

    id = "i3"
    title = "true positives do not matter"
    definition = "If more items of the first class are recognised, the value stays."
    matters = "It says that the score is blind to hits of the first class."
    source = "Sokolova & Lapalme 2009, I3"
    expected = False
    relation = "same"

    def pairs(self, block: Integers) -> Iterator[Pairs]:
        return grown(block, [(0, 0)])


# I4: change of false negatives.


class I4(PairProperty):
    """Misses of the first class change nothing."""

    id = "i4"
    title = "false negatives do not matter"
    definition = "If more items of the first class are missed, the value stays."
    matters = (
        "It says that the score is blind to misses: a classifier that hardly ever finds the first class may score high."
    )
    source = "Sokolova & Lapalme 2009, I4"
    expected = False
    relation = "same"

    def pairs(self, block: Integers) -> Iterator[Pairs]:
        C = block.shape[-1]
        return grown(block, [(0, j) for j in range(1, C)])


# I5: change of false positives.


class I5(PairProperty):
    """False alarms for the first class change nothing."""

    id = "i5"
    title = "false positives do not matter"
    definition = "If more items of other classes are taken for the first class, the value stays."
    matters = "It says that the score is blind to false alarms: one that always says the first class may score high."
    source = "Sokolova & Lapalme 2009, I5"
    expected = False
    relation = "same"

    def pairs(self, block: Integers) -> Iterator[Pairs]:
        C = block.shape[-1]
        return grown(block, [(i, 0) for i in range(1, C)])


# I6: uniform change.


FACTORS = (2, 3)


class I6(PairProperty):
    """The same matrix with more items changes nothing."""

    id = "i6"
    title = "the number of items does not matter"
    definition = "If all cells are multiplied by the same factor, the value stays."
    otherwise = "the same classifier scores differently on a larger test set of the same kind."
    source = "Sokolova & Lapalme 2009, I6; Mullick et al. 2020: a special case of Condition 1"
    relation = "same"

    def pairs(self, block: Integers) -> Iterator[Pairs]:
        for factor in FACTORS:
            yield Pairs(ALL, block * factor, Finding("more_in_every_cell", factor=factor))


# I7: change of the columns.


COLUMN_FACTORS = (2, 3, 10)


class I7(PairProperty):
    """How often each class is predicted changes nothing, as long as predictions are right equally often."""

    id = "i7"
    title = "how often a class is predicted does not matter"
    definition = (
        "If the columns are rescaled by any factors, so that each prediction is as reliable as before, the value stays."
    )
    matters = "It says that the score judges predictions as they come, however many there are of each class."
    source = "Sokolova & Lapalme 2009, I7"
    expected = False
    relation = "same"

    def pairs(self, block: Integers) -> Iterator[Pairs]:
        C = block.shape[-1]
        for factor in COLUMN_FACTORS:
            for j in range(C):
                factors = np.ones(C, dtype=np.int64)
                factors[j] = factor
                at = np.flatnonzero(block[:, :, j].any(axis=1))
                yield Pairs(at, block[at] * factors, Finding("predicted_more_often", place=j, factor=factor))
