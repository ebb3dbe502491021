"""The simplices of a region: their vertices are the region's, and their centroids its mean."""

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from steelyard.comparison.robustness.simplices import simplices_of
from steelyard.importance.region import Region

TENTHS = st.integers(0, 2).map(lambda k: (k / 8, 1.0))


@pytest.mark.slow
@settings(max_examples=40)
@given(
    st.lists(st.tuples(st.integers(0, 3), st.integers(0, 3)).filter(lambda p: p[0] < p[1]), max_size=4),
    st.dictionaries(st.integers(0, 3), TENTHS, max_size=2),
)
def test_all_vertices_of_the_region_are_theirs(exact_vertices, pairs, ranges):
    region = Region.of(range(4), pairs, ranges)
    simplices = simplices_of(region)
    if not region.is_simplicial:
        assert simplices == []
        return
    if region.is_point:
        return
    expected = np.array(exact_vertices(4, pairs, ranges), dtype=float)
    found = np.concatenate(simplices)
    assert all(np.abs(found - vertex).max(axis=1).min() < 1e-12 for vertex in expected)
    assert all(region.contains(vertex) for vertex in found)
    assert all(np.linalg.matrix_rank(vertices) == len(vertices) for vertices in simplices)


def test_the_mean_of_a_total_order_is_its_rank_order_centroid():
    """Barron and Barrett 1996: the weight of rank j of C is Σ over k ≥ j of 1/k, divided by C."""
    (simplex,) = simplices_of(Region.of(range(4), [(3, 2), (2, 1), (1, 0)]))
    np.testing.assert_allclose(simplex.mean(axis=0), [25 / 48, 13 / 48, 7 / 48, 3 / 48])


def test_comparisons_that_are_apart_make_one_simplex():
    assert len(simplices_of(Region.of(range(10), [(0, 1), (2, 3)]))) == 1
    assert len(simplices_of(Region.of(range(10), [(0, 2), (1, 2)]))) == 2
    assert len(simplices_of(Region.of(range(6), [(0, 2), (1, 2), (3, 5), (4, 5)]))) == 4


@pytest.mark.parametrize(
    ("pairs", "ranges"),
    [([(i, 9) for i in range(9)], {}), ([], {0: (0, 0.5)}), ([], dict.fromkeys(range(10), (0.1, 0.1)))],
    ids=["too many", "none", "a point"],
)
def test_where_there_are_none(pairs, ranges):
    assert simplices_of(Region.of(range(10), pairs, ranges)) == []


def test_a_thousand_classes_in_one_chain():
    (simplex,) = simplices_of(Region.of(range(1000), [(i, i + 1) for i in range(999)]))
    np.testing.assert_allclose(simplex.sum(axis=1), 1)
    assert (np.diff(simplex, axis=1) >= 0).all()
