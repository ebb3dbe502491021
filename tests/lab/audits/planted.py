"""Metrics with a known flaw, one for each property of pairs, and one without.

Most are built on one that looks only at which cells are empty: the number of classes with hits, less the number of
kinds of errors. It is the same however rows and columns are rescaled and whichever way the matrix is turned, so that it
has every property that can be had together; `BLIND` cannot be.
"""

import numpy as np

from steelyard.measuring.conditions import empty
from steelyard.measuring.record import Metric

BLIND = {"i2", "i3", "i4", "i5"}
"""A metric of two classes that is blind to one kind of hits (or errors) and symmetric in the classes is blind to both
kinds. If it does not depend on the number of items either, it cannot tell apart a matrix of two items per class that is
all wrong (or perfect) and one with a single item in each cell: the worst (or best) value is not theirs alone."""


def planted(body, kind="whole", **record):
    return Metric(id=body.__name__, title="", body=body, kind=kind, undefined=empty, **record)


def pattern(c):
    return c.total(c.tp > 0) - c.cell_sum(c.errors > 0)


def accuracy(c):
    return c.total(c.tp) / c.n


def chance(c):
    return c.total(c.t * c.p) / c.n**2


def flawless(c):
    return 1.0 * pattern(c)


# Class sizes, prediction sizes, and exchange of truth and prediction: two of these invariances imply the third (for two
# classes), so that no metric breaks just one.


def row_sizes(c):
    """Precision does not depend on columns, but on rows; transposed, it is recall."""
    return pattern(c) + 0.1 * c.total(c.tp / (c.p + (c.p == 0)))


def column_sizes(c):
    return pattern(c) + 0.1 * c.total(c.tp / c.t)


def both_sizes(c):
    return pattern(c) + 0.1 * accuracy(c)


def one_way_errors(c):
    """Many kinds of errors in one row are worse than in one column: a pattern of three classes at least."""
    return pattern(c) - 0.1 * c.total(c.row_sum(c.errors > 0) ** 2)


# Monotonicity: one more hit and one error fewer make a corrected error, so that what breaks `monotone` breaks one of
# the others; and for two classes, what depends on recalls alone rises with hits as with corrected errors.


def no_cell_empty(c):
    """A first hit that fills the matrix costs more than it brings."""
    return pattern(c) - 1.5 * (c.least(c.row_sum(c.m > 0)) == c.C)


def dislikes_large_classes(c):
    """One more hit of the largest class raises the agreement by chance; a corrected error is worth more than that."""
    return accuracy(c) * (1 - 0.1 * chance(c))


def likes_some_errors(c):
    """If all is wrong, one error fewer changes nothing but the agreement by chance."""
    return accuracy(c) - 0.1 * (1 - accuracy(c)) * chance(c)


def nearly_perfect_is_perfect(c):
    return np.minimum(pattern(c), c.C - 1.0)


def nearly_worst_is_worst(c):
    return np.maximum(pattern(c), -1.0)


def only_the_first_has_a_value(c):
    return pattern(c) * (np.arange(c.C) == 0)


def likes_its_own_class(c):
    return pattern(c) + 0.1 * (c.tp > 0)


def likes_many_items(c):
    """What depends on the number of items depends on the sizes of rows and columns."""
    return accuracy(c) * (1 + 0.1 * c.n / (c.n + 1))


# Blind to all kinds of cells but one.


def sees_true_negatives(c):
    return 1.0 * (c.total(c.tp > 0) - (c.tp > 0) > 0)


def sees_true_positives(c):
    return 1.0 * (c.tp > 0)


def sees_false_negatives(c):
    return -1.0 * (c.fn > 0)


def sees_false_positives(c):
    return -1.0 * (c.fp > 0)


SEES_LITTLE = {"best_only_perfect", "worst_only_all_wrong", "i1"}
"""What cannot hold for a metric that sees one kind of cell only: matrices that differ elsewhere are alike for it, and
it matters which class is the first."""

TURNED = "truth_prediction_symmetric"

PLANTED = [
    (planted(flawless), (2, 3), BLIND),
    (planted(row_sizes), (2, 3), BLIND | {"condition_1", TURNED}),
    (planted(column_sizes), (2,), BLIND | {"i7", TURNED}),
    (planted(both_sizes), (2,), BLIND | {"condition_1", "i7"}),
    (planted(one_way_errors), (3,), BLIND | {TURNED}),
    (planted(no_cell_empty), (2,), BLIND | {"monotone", "monotone_hits"}),
    (planted(dislikes_large_classes), (2, 3), BLIND | {"monotone_hits", "condition_1", "i7"}),
    (planted(likes_some_errors), (2,), BLIND | {"monotone_errors", "condition_1", "i7"}),
    (planted(nearly_perfect_is_perfect), (2,), BLIND | {"best_only_perfect"}),
    (planted(nearly_worst_is_worst), (2, 3), BLIND | {"worst_only_all_wrong"}),
    (planted(only_the_first_has_a_value, "rate"), (2, 3), BLIND | {"class_symmetric"}),
    (planted(likes_its_own_class, "rate"), (2,), BLIND | {"i1"}),
    (planted(likes_many_items), (2,), BLIND | {"i6", "condition_1", "i7"}),
    (planted(sees_true_negatives, "rate"), (2,), SEES_LITTLE | {"i2"}),
    (planted(sees_true_positives, "rate"), (2,), SEES_LITTLE | {"i3"}),
    (planted(sees_false_negatives, "rate"), (2, 3), SEES_LITTLE | {"i4", TURNED}),
    (planted(sees_false_positives, "rate"), (2,), SEES_LITTLE | {"i5", TURNED}),
]
"""Metric, numbers of classes, and the properties that it breaks: what is planted, and what that implies."""
