"""Bounds over all class sizes of metrics made for the purpose."""

import math
from dataclasses import replace

import numpy as np
import pytest

import steelyard as sy
from steelyard.lab.bounding.bounds import bounds
from steelyard.measuring.record import Metric


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


@pytest.mark.parametrize(
    ("name", "weights", "matrix"),
    [
        ("cen at importance", [0.7, 0.2, 0.1], [[6, 15, 14], [1760, 0, 1368], [136, 114, 0]]),
        (
            "cen at importance",
            [0.8, 0.1, 0.05, 0.05],
            [[27, 68, 63, 63], [82, 0, 52, 52], [100, 68, 0, 63], [92, 63, 58, 0]],
        ),
        ("mcen at importance", [0.5, 0.3, 0.2], [[31, 75, 71], [94, 0, 84], [100, 95, 0]]),
    ],
)
def test_cells_that_were_empty_are_filled_where_that_goes_further(name, weights, matrix):
    """With hits of the most important class, errors are spread more evenly than without."""
    found = bounds(name, classes=len(weights), importance=weights).greatest
    assert found.value >= sy.metrics[name](matrix, importance=weights)
    assert not found.known
    assert "others may surpass" in found.how


def test_an_entropy_of_two_classes_of_fixed_shares_goes_as_far_as_on_a_fine_grid():
    hits = np.arange(0, 1_001, 5)
    a, b = (cells.ravel() for cells in np.meshgrid(hits, hits))
    grid = np.moveaxis(np.array([[a, 1_000 - a], [1_000 - b, b]]), -1, 0)
    for weights in ([0.32, 0.7], [0.5, 0.5], [0.05, 0.95]):
        best = sy.metrics["cen at importance"](grid, importance=weights).max()
        assert best <= bounds("cen at importance", classes=2, importance=weights).high < best + 1e-4


def wave(c):
    share = c.total(c.tp) / c.n
    return np.sin(40 * share) * share


def test_the_highest_of_many_hills_is_found():
    shares = np.linspace(0, 1, 1_000_001)
    heights = np.sin(40 * shares) * shares
    for classes in (2, 4):
        found = bounds(made(wave), classes=classes)
        assert (found.low, found.high) == pytest.approx((heights.min(), heights.max()), abs=1e-9)
        assert str(found).startswith(f"wave, {classes} classes, all class sizes: least found")


def test_a_metric_that_jumps_has_a_matrix_at_its_bounds():
    def leap(c):
        return (c.total(c.tp) % 7) / 7

    for classes in (2, 4):
        found = bounds(made(leap), classes=classes)
        for end, value in ((found.least, 0), (found.greatest, 6 / 7)):
            assert (end.value, end.attained) == (value, True)
            assert sum(end.matrix[i][i] for i in range(classes)) % 7 == value * 7


def test_infinite_values_are_not_left_out():
    def ratio(c):
        return c.total(c.tp) / (c.n - c.total(c.tp))

    def logarithm(c):
        return np.log(c.total(c.tp) / c.n)

    found = bounds(made(ratio), classes=3)
    assert (found.high, found.greatest.attained, found.greatest.known) == (math.inf, True, True)
    assert found.greatest.matrix == ((1, 0, 0), (0, 1, 0), (0, 0, 1))
    assert str(found).endswith("least found 0, greatest infinity")
    assert found.to_dict()["greatest"]["at_matrix"] is None
    assert str(bounds(made(logarithm), classes=2).least) == "minus infinity"


def test_what_is_undefined_wherever_it_was_tried_is_not_said_to_have_no_bounds():
    def rare(c):
        return np.where(c.total(c.tp) == 12_345, 1.0, np.nan)

    with pytest.raises(ValueError, match=r"all [\d,]+ matrices of 3 classes that were tried, so no bounds were found"):
        bounds(made(rare), classes=3)


@pytest.mark.parametrize("factor", [1e-10, 1e10])
def test_bounds_are_found_alike_at_any_scale(factor):
    for name in ("one_point_auroc_ova", "cost_ratio", "mcc", "cen"):

        def scaled(c, body=sy.metrics[name].body, **arguments):
            return factor * body(c, **arguments)

        one = bounds(name, classes=3)
        other = bounds(replace(sy.metrics[name], body=scaled, builtin=False), classes=3)
        for end, alike in ((one.least, other.least), (one.greatest, other.greatest)):
            assert alike.value == pytest.approx(factor * end.value, rel=1e-8, abs=1e-9 * factor)
            assert (alike.attained, alike.converged) == (end.attained, end.converged)


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
