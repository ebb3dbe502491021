"""What may be audited: names, metrics, functions of the counts, functions of labels."""

import numpy as np
import pytest

import steelyard as sy
from steelyard.audits.asked import asked


def test_a_name_or_an_alias_means_the_metric_of_the_registry():
    assert asked("f1") is sy.metrics.f
    assert asked(sy.metrics.cba) is sy.metrics.cba
    assert asked("mean_f(beta=2)").fixed == {"beta": 2}


def test_a_function_of_the_counts_is_a_metric_of_the_whole_matrix():
    metric = asked(lambda c: c.total(c.tp) / c.n)
    assert metric.kind == "whole"
    assert metric([[3, 1], [1, 5]]) == 0.8


def test_a_function_that_returns_one_value_per_class_is_a_rate():
    def caught(c):
        return c.tp / c.t

    assert asked(caught).kind == "rate"
    assert asked(caught)([[3, 1], [1, 4]]).tolist() == [0.75, 0.8]


def test_a_function_that_averages_by_relevance_follows_the_importance():
    def mean_recall(c):
        return c.mean(sy.metrics.recall)

    metric = asked(mean_recall)
    assert metric.kind == "combined"
    assert metric([[3, 1], [1, 4]], importance=[1, 0]) == 0.75


def test_a_function_of_labels_gets_them_counted_out():
    seen = []

    def hits(y_true, y_pred, normalize=True):
        seen.append(sorted(zip(y_true.tolist(), y_pred.tolist(), strict=True)))
        return float(np.mean(y_true == y_pred)) if normalize else 0

    metric = asked(hits)
    seen.clear()
    assert metric([[1, 2], [0, 1]]) == 0.5
    assert seen == [[(0, 0), (0, 1), (0, 1), (1, 1)]]


def test_which_values_are_better_is_seen_from_a_perfect_matrix():
    assert asked(lambda c: c.total(c.fn) / c.n).direction == "lower"
    assert asked(lambda y_true, y_pred: (y_true == y_pred).mean()).direction == "higher"


@pytest.mark.parametrize(
    ("given", "message"),
    [
        (3, "audit a metric by its name, a metric, or a function, not 3"),
        (lambda: 0, "needs 0 arguments"),
        (lambda a, b, c: a + b + c, "needs 3 arguments"),
        ("no_such_metric", "there is no metric 'no_such_metric'"),
    ],
)
def test_what_cannot_be_audited_is_refused_with_a_sentence(given, message):
    with pytest.raises(ValueError, match=message):
        asked(given)
