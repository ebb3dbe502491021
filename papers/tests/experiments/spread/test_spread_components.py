"""Principal components, against a covariance matrix taken apart."""

import numpy as np

from experiments.spread.made_up_images import made_up
from steelyard_papers.experiments.spread.components import Components

SEEN, OTHERS = made_up(200, seed=0)[0], made_up(50, seed=1)[0]


def test_directions_are_those_of_the_covariance_matrix_and_the_share_is_of_its_trace():
    found = Components.of(SEEN, 9)
    flat = SEEN.reshape(200, -1) / 255
    values, vectors = np.linalg.eigh(np.cov(flat.T))
    np.testing.assert_allclose(found.share, values[::-1][:9].sum() / values.sum())
    # Nine rows of their own make classes differ; the tenth direction is noise.
    for direction, expected in zip(found.directions, vectors.T[::-1], strict=False):
        np.testing.assert_allclose(abs(direction @ expected), 1, atol=1e-6)


def test_the_largest_entry_of_each_direction_is_positive():
    directions = Components.of(SEEN, 9).directions
    assert (directions.max(axis=1) == np.abs(directions).max(axis=1)).all()


def test_images_are_read_by_what_they_differ_in_from_the_mean_of_those_learned_from():
    found = Components.of(SEEN, 9)
    X = found.read(OTHERS)
    assert (X.shape, X.dtype) == ((50, 9), np.float32)
    flat = OTHERS.reshape(50, -1) / 255
    np.testing.assert_allclose(X, (flat - SEEN.reshape(200, -1).mean(axis=0) / 255) @ found.directions.T, atol=1e-5)
    np.testing.assert_allclose(found.read(SEEN).mean(axis=0), 0, atol=1e-5)


def test_there_are_no_more_components_than_images():
    assert Components.of(SEEN[:5], 9).read(OTHERS).shape == (50, 5)
