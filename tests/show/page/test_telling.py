"""The class that the page shows first along its weight is one that changes the leader."""

import numpy as np
import pytest

import steelyard as sy
from steelyard.show.page.metrics_of import telling_class

BALANCED = sy.metrics.balanced_accuracy


def models(*recalls):
    """Models of classes with ten items each, of which so many are found."""
    C = len(recalls[0])
    counts = [
        [[r if i == j else (10 - r if j == (i + 1) % C else 0) for j in range(C)] for i, r in enumerate(rs)]
        for rs in recalls
    ]
    return sy.Confusion(counts, axes={"model": range(len(recalls))})


def test_the_class_that_needs_the_least_weight_is_told():
    """b leads from a weight of 1/2 of the second class on, or of 0.35 of the third."""
    tables = models([9, 5, 5], [5, 6, 8])
    weights = np.array([0.8, 0.1, 0.1])
    assert telling_class(BALANCED, tables, weights, "exclude") == 2


def test_smaller_may_be_better():
    tables = models([9, 5], [5, 8])
    assert telling_class(sy.metrics.mean_f, tables, np.array([0.9, 0.1]), "exclude") == 1


@pytest.mark.parametrize(
    ("metric", "tables"),
    [
        (BALANCED, models([9, 9], [5, 5])),
        (BALANCED, models([9, 5])),
        (sy.metrics.accuracy, models([9, 5], [5, 9])),
        (BALANCED, models([5, 5], [5, 5])),
        (BALANCED, sy.Confusion([[[3]]], axes={"model": ["one"]})),
    ],
)
def test_the_first_is_told_if_none_changes_the_leader(metric, tables):
    C = len(tables.labels)
    assert telling_class(metric, tables, np.full(C, 1 / C), "exclude") == 0


def test_the_shipped_example_shows_a_change():
    wines = sy.Confusion.from_files("examples/wine_quality_red.csv", "quality", ["tree", "svm", "naive_bayes"])
    c = telling_class(BALANCED, wines, np.full(6, 1 / 6), "exclude")
    raised = np.where(np.arange(6) == c, 0.3, 0.7 / 5)
    before, after = (BALANCED(wines, importance=w).argmax() for w in (np.full(6, 1 / 6), raised))
    assert before != after
