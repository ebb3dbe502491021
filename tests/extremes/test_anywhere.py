"""Bounds over all class sizes of metrics made for the purpose."""

import math

import numpy as np
import pytest

import steelyard as sy
from steelyard.extremes import bounds
from steelyard.record import Metric


def made(body, **record):
    return Metric(id=body.__name__, title="", body=body, **record)


def test_an_extreme_between_the_corners_that_is_a_fraction_is_attained():
    def hump(c):
        share = c.total(c.tp) / c.n
        return share * (1 - share)

    found = bounds(made(hump), classes=3)
    assert found.greatest.attained
    assert found.greatest.exact == "1/4"
    assert found.least.exact == "0"


def test_an_extreme_between_the_corners_that_is_no_fraction_is_approached():
    def root_two(c):
        share = c.total(c.tp) / c.n
        return -((2 * share * share - 1) ** 2)

    found = bounds(made(root_two), classes=2).greatest
    assert not found.attained
    assert found.value == pytest.approx(0, abs=1e-9)
    assert found.at_matrix < 0


def test_an_extreme_at_very_unequal_classes_is_a_limit():
    def share_of_the_first(c):
        first = np.zeros(c.C)
        first[0] = 1.0
        return c.total(c.t * first) / c.n

    found = bounds(made(share_of_the_first), classes=4)
    for end, value in ((found.least, 0.0), (found.greatest, 1.0)):
        assert (end.value, end.attained) == (value, False)
    assert 0.99 < found.greatest.at_matrix < 1


def test_what_crawls_is_not_called_a_limit():
    def crawl(c):
        return 1 / np.log(c.n + 1)

    found = bounds(made(crawl), classes=2).least
    assert not found.converged
    assert not found.attained
    assert str(found).endswith("or beyond")


def test_the_declared_range_is_told_and_not_believed():
    def accuracy(c):
        return c.total(c.tp) / c.n

    found = bounds(made(accuracy, range=(0.3, 0.7)), classes=3)
    assert (found.low, found.high) == (0, 1)
    assert found.declared == (0.3, 0.7)


def test_a_metric_that_cannot_be_recorded_has_bounds_in_floating_point():
    def by_hand(c):
        values = np.asarray(c.m)
        hits = values[..., np.arange(c.C), np.arange(c.C)].sum(axis=-1, keepdims=True)
        return np.array([float(x) for x in (hits / values.sum(axis=(-2, -1))[..., None]).ravel()]).reshape(hits.shape)

    found = bounds(made(by_hand), classes=2)
    assert (found.low, found.high) == (0, 1)
    assert found.least.exact is None
    assert math.isfinite(found.greatest.at_matrix)


def test_the_bounds_of_random_costs_are_the_least_and_the_greatest_cost():
    """A mean cost comes as near as one likes to the cost of one cell, if that cell's class is much the largest."""
    generator = np.random.default_rng(2)
    for classes in (2, 3, 4, 6, 9):
        costs = generator.permutation(classes**2).reshape(classes, classes).astype(float)
        found = bounds(sy.metrics.expected_cost.at(costs=costs), classes=classes)
        assert (found.least.exact, found.greatest.exact) == ("0", str(classes**2 - 1))
        assert not found.least.attained
        assert not found.greatest.attained
        assert found.declared == (0, classes**2 - 1)


def test_the_bounds_of_random_weights_of_the_recalls_and_confusions_are_those_of_the_rows():
    generator = np.random.default_rng(4)
    for classes in (2, 3, 5, 7):
        each = generator.integers(-50, 50, (classes, classes)).astype(float)

        def weighed(c, each=each):
            return c.cell_sum(c.m / c.of_row(c.t) * each)

        for found in (bounds(made(weighed), classes=classes), bounds(made(weighed), supports=[9] * classes)):
            assert found.least.value == each.min(axis=1).sum()
            assert found.greatest.value == each.max(axis=1).sum()
            assert found.least.attained
            assert found.greatest.attained
