"""Images are described by what was learned from other images, with PyTorch and without."""

from dataclasses import replace

import numpy as np
import pytest

from experiments.spread.made_up_images import made_up, write_images
from steelyard_papers.experiments.spread import description
from steelyard_papers.experiments.spread.description import FULL, QUICK, Recipe, described, split, way

SMALL = Recipe(training=120, width=8, epochs=1, batch=20)


@pytest.fixture
def home(tmp_path, monkeypatch):
    return write_images(tmp_path, monkeypatch)


def test_every_image_is_either_learned_from_or_described():
    for recipe in (FULL, QUICK):
        seen, rest = split(60_000, recipe.training, recipe.seed)
        assert len(seen) == recipe.training
        np.testing.assert_array_equal(np.sort(np.concatenate([seen, rest])), np.arange(60_000))


def test_another_seed_draws_other_images():
    first, again, other = (split(1_000, 300, seed)[0] for seed in (1, 1, 2))
    np.testing.assert_array_equal(first, again)
    assert 0.1 < np.isin(first, other).mean() < 0.5


def as_rows(pixels):
    return {image.tobytes() for image in pixels}


@pytest.mark.parametrize(("by", "name"), [("network", "_by_network"), ("pca", "_by_components")])
def test_what_is_learned_from_is_disjoint_from_what_is_described(home, monkeypatch, by, name):
    noted = []

    def spy(seen, others, recipe):
        noted.append((seen, others))
        return np.zeros((len(others), recipe.width), dtype=np.float32), "nothing"

    monkeypatch.setattr(description, name, spy)
    _, labels, _ = described(home, replace(SMALL, by=by))
    ((seen, others),) = noted
    assert (len(as_rows(seen.pixels)), len(as_rows(others.pixels))) == (120, 280)
    assert not as_rows(seen.pixels) & as_rows(others.pixels)
    assert as_rows(seen.pixels) | as_rows(others.pixels) == as_rows(made_up(300, 0)[0]) | as_rows(made_up(100, 1)[0])
    for images in (seen, others):  # each image has kept its own label
        brightest = images.pixels.mean(axis=2).argmax(axis=1)
        np.testing.assert_array_equal((brightest - 3) // 2, images.labels)
    np.testing.assert_array_equal(labels, others.labels)


def test_a_quick_description_is_of_the_test_images_alone(home):
    X, labels, _ = described(home, replace(SMALL, described=("t10k",), by="pca"))
    assert X.shape == (100, 8)
    np.testing.assert_array_equal(labels, made_up(100, seed=1)[1])


def test_components_of_the_pixels_are_told_with_the_variance_that_they_hold(home):
    X, _, origin = described(home, replace(SMALL, by="pca"))
    assert (X.shape, X.dtype) == ((280, 8), np.float32)
    assert origin.startswith(
        "280 images of Fashion-MNIST by the first 8 principal components of the pixels of 120 other images, which hold"
    )


def test_the_user_says_who_describes_the_images_else_the_network_does_where_it_can(monkeypatch):
    monkeypatch.setattr(description, "has_torch", lambda: True)
    assert [way(named) for named in (None, "network", "pca")] == ["network", "network", "pca"]
    monkeypatch.setattr(description, "has_torch", lambda: False)
    assert [way(named) for named in (None, "pca")] == ["pca", "pca"]
    with pytest.raises(ValueError, match="need PyTorch; pip install torch, or take --features pca"):
        way("network")


def test_the_network_tells_how_often_it_is_right_on_images_that_it_did_not_learn_from(home):
    pytest.importorskip("torch", reason="PyTorch is not installed")
    X, labels, origin = described(home, replace(SMALL, epochs=4))
    assert X.shape == (280, 8)
    assert "trained for 4 epochs on 120 other images; of these 280 it puts " in origin
    means = np.stack([X[labels == place].mean(axis=0) for place in range(10)])
    nearest = np.linalg.norm(X[:, None] - means, axis=2).argmin(axis=1)
    assert (nearest == labels).mean() > 0.5, "the features know the classes"
