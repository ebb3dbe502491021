"""Linear programmes over regions, against all vertices in exact rationals."""

from fractions import Fraction

import numpy as np
import pytest
from hypothesis import assume, given, settings
from hypothesis import strategies as st

from steelyard.comparison.robustness.programme import farthest, greatest_ratio, inner_point, nearest_where_behind
from steelyard.importance.region import Region

C = 4
EIGHTHS = st.tuples(st.integers(0, 8), st.integers(0, 8)).map(lambda ends: (min(ends) / 8, max(ends) / 8))
REGIONS = st.tuples(
    st.lists(st.tuples(st.integers(0, 3), st.integers(0, 3)).filter(lambda p: p[0] < p[1]), max_size=3),
    st.dictionaries(st.integers(0, 3), EIGHTHS, max_size=3),
)
SLOPES = st.lists(st.integers(-9, 9), min_size=C, max_size=C)


def region_of(pairs, ranges):
    try:
        return Region.of(range(C), pairs, ranges)
    except ValueError:
        assume(False)


@pytest.mark.slow
@settings(max_examples=60)
@given(REGIONS, SLOPES)
def test_the_farthest_weights_are_the_best_vertex(exact_vertices, said, slopes):
    region = region_of(*said)
    found = farthest(region, np.array(slopes, dtype=float))
    assert region.contains(found)
    best = max(sum(x * y for x, y in zip(slopes, w, strict=True)) for w in exact_vertices(C, *said))
    assert found @ slopes == pytest.approx(float(best), abs=1e-9)


@pytest.mark.slow
@settings(max_examples=60)
@given(REGIONS, SLOPES, st.lists(st.booleans(), min_size=C, max_size=C).filter(any))
def test_the_greatest_ratio_is_that_of_the_best_vertex(exact_vertices, said, slopes, counted):
    region = region_of(*said)
    rates = np.where(counted, slopes, 0).astype(float)
    ratios = [
        sum((int(r) * x for r, x in zip(rates, w, strict=True)), Fraction(0)) / mass
        for w in exact_vertices(C, *said)
        if (mass := sum(x for x, c in zip(w, counted, strict=True) if c)) > 0
    ]
    found = greatest_ratio(region, rates, np.array(counted))
    if not ratios:
        assert found is None
        return
    assert region.contains(found, 1e-8)
    assert (found @ rates) / (found @ counted) == pytest.approx(float(max(ratios)), abs=1e-8)


@settings(max_examples=40)
@given(REGIONS, SLOPES)
def test_the_nearest_weights_behind_are_no_farther_than_any(said, slopes):
    region = region_of(*said)
    d = np.array(slopes, dtype=float)
    start = region.nearest(np.full(C, 1 / C))
    found = nearest_where_behind(region, start, d, np.ones(C, dtype=bool))
    grid = (
        np.array([(i, j, k, 24 - i - j - k) for i in range(25) for j in range(25 - i) for k in range(25 - i - j)]) / 24
    )
    inside = ((grid >= region.low - 1e-12) & (grid <= region.high + 1e-12)).all(axis=1)
    for a, b in region.pairs:
        inside &= grid[:, a] <= grid[:, b] + 1e-12
    behind = grid[inside & (grid @ d <= 0)]
    if found is None:
        assert not len(behind)
        return
    assert region.contains(found)
    assert found @ d <= 1e-9 * np.abs(d).max()
    distance = np.abs(found - start).sum() / 2
    if len(behind):
        assert distance <= np.abs(behind - start).sum(axis=1).min() / 2 + 1e-9


def test_the_nearest_turn_by_hand():
    """From thirds, d = (3, −1, −1): weight must go from the first class until 3·w = 1 − w."""
    region, start = Region.of(range(3)), np.full(3, 1 / 3)
    found = nearest_where_behind(region, start, np.array([3.0, -1, -1]), np.ones(3, dtype=bool))
    assert np.abs(found - start).sum() / 2 == pytest.approx(1 / 3 - 1 / 4)
    assert nearest_where_behind(region, start, np.array([1.0, 2, 3]), np.ones(3, dtype=bool)) is None


def test_weight_on_classes_that_do_not_count_turns_nothing():
    region, start = Region.of(range(3)), np.full(3, 1 / 3)
    counted = np.array([True, True, False])
    assert nearest_where_behind(region, start, np.array([1.0, 2, 0]), counted) is None


@settings(max_examples=40)
@given(REGIONS)
def test_an_inner_point_is_inside(said):
    region = region_of(*said)
    assume(not region.is_point)
    found = inner_point(region)
    assert region.contains(found)
    assert (found[region.free] > region.low[region.free]).all()
    assert (found[region.free] < region.high[region.free]).all()
    assert all(found[a] < found[b] for a, b in region.pairs)


@pytest.mark.parametrize(
    ("pairs", "ranges"),
    [
        ([(0, 1), (0, 2), (1, 3), (2, 3)], {4: (0.125, 0.25)}),
        ([(0, 1), (1, 2)], {2: (0.25, 0.5), 3: (0.125, 0.125)}),
        ([], {0: (0.125, 0.375), 1: (0.0, 0.25), 2: (0.25, 1.0)}),
    ],
)
def test_five_classes(exact_vertices, pairs, ranges, rng):
    region = Region.of(range(5), pairs, ranges)
    vertices = np.array(exact_vertices(5, pairs, ranges), dtype=float)
    counted = np.array([True, True, False, True, True])
    for slopes in rng.integers(-9, 10, (10, 5)).astype(float):
        assert farthest(region, slopes) @ slopes == pytest.approx((vertices @ slopes).max(), abs=1e-9)
        rates = slopes * counted
        found = greatest_ratio(region, rates, counted)
        best = ((vertices @ rates) / (vertices @ counted)).max()
        assert (found @ rates) / (found @ counted) == pytest.approx(best, abs=1e-9)
