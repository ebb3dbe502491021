"""Vertices of a region: all of them, or those at which a class weighs least or most."""

import numpy as np
import pytest

from steelyard.comparison.robustness.programme import corners_of
from steelyard.comparison.robustness.simplices import simplices_of
from steelyard.importance.region import Region


def corners(region):
    return corners_of(region, simplices_of(region))


def test_all_vertices_where_they_are_few():
    found, complete = corners(Region.of(range(3)))
    assert complete
    assert sorted(found.tolist()) == sorted(np.eye(3).tolist())


def test_a_point_is_its_own_vertex():
    found, complete = corners(Region.point(range(2), np.array([0.25, 0.75]), ""))
    assert complete
    assert found.tolist() == [[0.25, 0.75]]


def test_others_are_found_by_the_least_and_greatest_weights(exact_vertices):
    ranges = {0: (0.125, 0.5), 1: (0.0, 0.25)}
    found, complete = corners(Region.of(range(3), [], ranges))
    assert not complete
    expected = np.array(exact_vertices(3, [], ranges), dtype=float)
    assert all(np.abs(expected - vertex).max(axis=1).min() < 1e-9 for vertex in found)
    assert len(found) >= 3


@pytest.mark.slow
def test_of_many_classes_some_are_found():
    region = Region.of(range(100), [], {0: (0.0, 0.5)})
    found, complete = corners(region)
    assert not complete
    assert 40 < len(found) <= 100
    assert all(region.contains(vertex) for vertex in found)
    np.testing.assert_array_equal(found, corners(region)[0])
