"""What changes nothing: names and order of classes, truth for prediction, and Sokolova and Lapalme's seven."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import combinations

import numpy as np

from steelyard.lab.audits.pairs import ALL, PairProperty, Pairs, grown
from steelyard.lab.audits.verdict import Finding
from steelyard.type_names import Integers

# Which class is which, and which labels are the truth.


class ClassSymmetric(PairProperty):
    """Renaming the classes changes nothing; the values of a rate go with their classes."""

    id = "class_symmetric"
    title = "class names do not matter"
    definition = "If classes exchange their names, the value stays; of a rate, each class keeps its value."
    otherwise = "the score depends on the order in which the classes are listed."
    source = "Sokolova & Lapalme 2009, I1; Gösgens et al. 2021, class symmetry"
    relation = "same"

    def pairs(self, block: Integers) -> Iterator[Pairs]:
        # Exchanges of two classes make all renamings.
        C = block.shape[-1]
        for i, j in combinations(range(C), 2):
            order = list(range(C))
            order[i], order[j] = j, i
            move = Finding("exchanged_names", first=i, second=j)
            yield Pairs(ALL, block[:, order][:, :, order], move, image=tuple(order))


class TruthPredictionSymmetric(PairProperty):
    """Exchanging truth and prediction changes nothing."""

    id = "truth_prediction_symmetric"
    title = "truth and prediction may be exchanged"
    definition = "If the predictions were the truth and the truth the predictions, the value would be the same."
    matters = "It must hold for agreement of two equals, such as annotators; a score of predictions may do without."
    source = "Gösgens et al. 2021, symmetry"
    expected = False
    relation = "same"

    def pairs(self, block: Integers) -> Iterator[Pairs]:
        at = np.flatnonzero(block.sum(axis=1).min(axis=-1) > 0)  # each class has items in both roles
        yield Pairs(at, block[at].swapaxes(1, 2), Finding("truth_exchanged"))


# I1 to I7 of Sokolova & Lapalme 2009: what changes in the four numbers of two classes and leaves a metric as it is.


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


CELL_FACTORS = (2, 3)


class I6(PairProperty):
    """The same matrix with more items changes nothing."""

    id = "i6"
    title = "the number of items does not matter"
    definition = "If all cells are multiplied by the same factor, the value stays."
    otherwise = "the same classifier scores differently on a larger test set of the same kind."
    source = "Sokolova & Lapalme 2009, I6; Mullick et al. 2020: a special case of Condition 1"
    relation = "same"

    def pairs(self, block: Integers) -> Iterator[Pairs]:
        for factor in CELL_FACTORS:
            yield Pairs(ALL, block * factor, Finding("more_in_every_cell", factor=factor))


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
