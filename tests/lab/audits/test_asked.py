"""What may be audited: names, metrics, functions of the counts, functions of labels."""

import sys
from fractions import Fraction

import numpy as np
import pytest

import steelyard as sy
from steelyard.lab.audits.asked import asked
from steelyard.lab.audits.subject import MetricFault


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
    assert seen == [[(0, 0), (1, 0), (1, 0), (1, 1)]]  # the first class is 1, the positive one


def test_which_values_are_better_is_seen_from_a_perfect_matrix():
    assert asked(lambda c: c.total(c.fn) / c.n).direction == "lower"
    assert asked(lambda y_true, y_pred: (y_true == y_pred).mean()).direction == "higher"
    assert asked(lambda c: 1e-10 * c.total(c.tp) / c.n).direction == "higher"
    for metric in sy.metrics.values():
        if not metric.parameters:
            assert asked(lambda c, body=metric.body: body(c)).direction == metric.direction, metric.id


def test_an_infinite_value_is_a_value_and_an_undefined_one_says_nothing():
    assert asked(lambda y_true, y_pred: float(-np.log((y_true == y_pred).mean()))).direction == "lower"
    assert asked(lambda c: c.total(c.fn) / c.total(c.tp)).direction == "lower"
    assert asked(lambda c: c.total(c.tp) / c.total(c.fn)).direction == "higher"

    def undefined_if_all_wrong(y_true, y_pred):
        return (y_true != y_pred).mean() if (y_true == y_pred).any() else np.nan

    assert asked(undefined_if_all_wrong).direction == "lower"


@pytest.mark.parametrize(
    "undecided",
    [
        lambda c: c.p[..., 0] / c.n[..., 0],
        lambda c: c.t[..., 0] / c.n[..., 0],
        lambda c: c.total(c.tp) / (c.total(c.fn) - c.total(c.fn)) * 0,
    ],
)
def test_a_direction_that_cannot_be_seen_must_be_said(undecided):
    with pytest.raises(
        ValueError, match=r"higher or lower values of '<lambda>' are better cannot be seen.*say direction"
    ):
        asked(undecided)
    assert asked(undecided, "lower").direction == "lower"
    assert asked(undecided, "higher").direction == "higher"


def test_the_direction_is_seen_with_as_many_classes_as_are_audited():
    def of_three(c):
        return (c.m * (1 - np.eye(3))).sum(axis=(-1, -2)) / c.n[..., 0]

    assert asked(of_three, classes=3).direction == "lower"
    with pytest.raises(MetricFault, match=r"'of_three' fails on the matrix \[\[3, 0\], \[0, 2\]\]"):
        asked(of_three)


def test_a_metric_has_its_own_direction():
    assert asked("cen", "lower") is sy.metrics.cen
    with pytest.raises(ValueError, match="'cen' is declared so that lower values are better, not higher"):
        asked("cen", "higher")
    with pytest.raises(ValueError, match=r"direction must be 'higher' or 'lower'.*not 'up'"):
        asked(lambda c: c.total(c.tp) / c.n, "up")


@pytest.mark.parametrize("returned", ["abc", None, 1j, {1: 2}, [None], ["0.5"]])
def test_what_is_no_number_is_named(returned):
    for function in (lambda _: returned, lambda _, __: returned):
        with pytest.raises(
            MetricFault, match=r"fails on the matrix \[\[3, 0\], \[0, 2\]\]: ValueError: it must return"
        ) as fault:
            asked(function)
        assert repr(returned) in str(fault.value)


def test_complex_numbers_are_refused_and_not_cut_down():
    with pytest.raises(MetricFault, match="it must return numbers, not array"):
        asked(lambda c: c.total(c.tp) * 1j)


def test_truth_values_whole_numbers_fractions_and_lists_of_numbers_are_values():
    perfect, other = [[3, 0], [0, 2]], [[[3, 0], [1, 1]], [[0, 3], [1, 1]]]
    for function, expected in [
        (lambda c: c.total(c.tp) == c.n, [0, 0]),
        (lambda c: c.total(c.tp).astype(int), [4, 1]),
        (lambda c: [np.trace(m) for m in c.m], [4, 1]),
        (lambda y_true, y_pred: int((y_true == y_pred).sum()), [4, 1]),
        (lambda y_true, y_pred: Fraction(int((y_true == y_pred).sum()), 2), [2, 0.5]),
        (lambda y_true, y_pred: bool((y_true == y_pred).all()), [0, 0]),
    ]:
        metric = asked(function)
        assert metric.direction == "higher"
        assert metric(other).tolist() == expected
        assert metric([perfect]) > max(expected)


def test_a_function_that_leaves_python_is_at_fault():
    def leaves(_):
        sys.exit("it leaves")

    with pytest.raises(MetricFault, match=r"'leaves' fails on the matrix .*: SystemExit: it leaves\."):
        asked(leaves)

    def interrupted(_):
        raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        asked(interrupted)


@pytest.mark.parametrize(
    ("given", "message"),
    [
        (3, "audit a metric by its name, a metric, or a function, not 3"),
        ("f1 of fraud", "audit the rate itself, 'f', not what it is of one class"),
        (lambda: 0, "takes 0 arguments"),
        (lambda *a: len(a), "takes any number of arguments"),
        (lambda a, b, c: a + b + c, "takes 3 arguments"),
        ("no_such_metric", "there is no metric 'no_such_metric'"),
    ],
)
def test_what_cannot_be_audited_is_refused_with_a_sentence(given, message):
    with pytest.raises(ValueError, match=message):
        asked(given)
