"""Features are made once and kept; what they depend on tells them apart."""

import os
from dataclasses import replace

import numpy as np
import pytest

from experiments.spread.made_up_images import made_up, packed, write_images
from steelyard_papers.experiments.experiment import Request
from steelyard_papers.experiments.spread import description
from steelyard_papers.experiments.spread import features as module
from steelyard_papers.experiments.spread.description import Recipe
from steelyard_papers.experiments.spread.features import features
from steelyard_papers.experiments.spread.images import CLASSES, image_name

SMALL = Recipe(training=120, width=8, epochs=1, batch=20)


@pytest.fixture
def request_(tmp_path, monkeypatch):
    """A request for features of few made-up images, by components, which take no time."""
    write_images(tmp_path / "data", monkeypatch)
    monkeypatch.setattr(description, "has_torch", lambda: False)
    monkeypatch.setattr(module, "FULL", SMALL)
    monkeypatch.setattr(module, "QUICK", replace(SMALL, described=("t10k",)))
    return Request(cache=tmp_path / "cache", data=tmp_path / "data")


@pytest.fixture
def made(monkeypatch):
    """How often features were made."""
    calls, real = [], module.described

    def noted(*how):
        calls.append(how)
        return real(*how)

    monkeypatch.setattr(module, "described", noted)
    return calls


def files(request):
    return sorted(file.name for file in (request.cache / "mullick2020" / "spread").iterdir())


def test_features_of_images_have_a_row_and_a_class_for_each(request_):
    found = features(request_)
    assert (found.X.shape, found.X.dtype, found.y.shape) == ((280, 8), np.float32, (280,))
    assert found.classes == CLASSES
    assert (found.y.dtype, set(found.y.tolist())) == (np.intp, set(range(10)))
    assert "principal components" in found.origin


def test_they_are_made_once_and_then_read(request_, made):
    first, again = features(request_), features(request_)
    assert len(made) == 1
    np.testing.assert_array_equal(first.X, again.X)
    np.testing.assert_array_equal(first.y, again.y)
    assert (first.origin, first.digest) == (again.origin, again.digest)
    assert [name.rpartition(".")[2] for name in files(request_)] == ["npy", "npz"]


def test_made_anew_they_are_the_same_bits(request_):
    assert features(request_).digest == features(replace(request_, cache=request_.cache / "other")).digest


def test_another_recipe_other_images_and_a_quick_run_have_files_of_their_own(request_, made, monkeypatch):
    known = {features(request_).digest, features(replace(request_, quick=True)).digest}
    monkeypatch.setattr(module, "FULL", replace(SMALL, seed=1))
    known.add(features(request_).digest)
    image = request_.data / "fashion_mnist" / image_name("t10k")
    os.utime(image, ns=(1, 1))
    known.add(features(request_).digest)  # the same images at another time
    assert (len(known), len(made), len(files(request_))) == (3, 3, 6)
    image.write_bytes(packed(made_up(100, seed=5)[0]))
    known.add(features(request_).digest)
    assert (len(known), len(made), len(files(request_))) == (4, 4, 8)


@pytest.mark.parametrize("ending", ["npy", "npz"])
@pytest.mark.parametrize("damage", ["cut", "emptied", "removed"])
def test_what_was_damaged_is_made_again(request_, made, ending, damage):
    before = features(request_)
    X = before.X.copy()
    (file,) = (request_.cache / "mullick2020" / "spread").glob(f"*.{ending}")
    if damage == "removed":
        file.unlink()
    else:
        file.write_bytes(file.read_bytes()[: -100 if damage == "cut" else 0])
    again = features(request_)
    assert len(made) == 2
    np.testing.assert_array_equal(again.X, X)
    assert again.digest == before.digest


def test_a_users_own_file_is_read_and_kept(request_, tmp_path, made):
    own = tmp_path / "inception.npz"
    np.savez(own, features=np.arange(12.0).reshape(6, 2), labels=["cat", "dog"] * 3)
    asked = replace(request_, options={"features": str(own)})
    found = features(asked)
    assert found.X.tolist() == np.arange(12.0).reshape(6, 2).tolist()
    assert found.y.tolist() == [0, 1] * 3
    assert found.classes == ("cat", "dog")
    assert found.origin == "6 items of 2 classes by the 2 features in 'inception.npz'"
    assert not made, "no image was looked at"
    np.savez(own, features=np.ones((6, 2)), labels=["cat", "dog"] * 3)
    assert features(asked).digest != found.digest
    np.savez(own, features=np.arange(12.0).reshape(6, 2), labels=["dog", "cat"] * 3)
    assert features(asked).digest != found.digest, "parts that were kept are of other labels"


def test_a_users_own_file_needs_no_images(tmp_path):
    own = tmp_path / "own.csv"
    own.write_text("label,x\na,1\nb,2\n", encoding="utf-8")
    asked = Request(cache=tmp_path / "cache", data=tmp_path, options={"features": str(own)})
    assert features(asked).classes == ("a", "b")


def test_a_file_that_is_not_there_is_told_with_one_that_is(request_, tmp_path):
    (tmp_path / "inception.npz").touch()
    with pytest.raises(ValueError, match=r"there is no file '.*incepton\.npz'. Did you mean 'inception\.npz'\?"):
        features(replace(request_, options={"features": str(tmp_path / "incepton.npz")}))


def test_where_nothing_can_be_kept_it_is_told_before_the_work(request_, made):
    request_.cache.write_text("a file", encoding="utf-8")
    with pytest.raises(ValueError, match=r"cannot be kept in .*name another folder with --cache"):
        features(request_)
    assert not made


def test_who_describes_the_images_is_part_of_what_is_kept(request_, monkeypatch):
    said = []
    monkeypatch.setattr(module, "described", lambda home, recipe: said.append(recipe.by) or described_as(recipe, home))
    monkeypatch.setattr(description, "has_torch", lambda: True)
    for named in ("pca", "network", "pca"):
        features(replace(request_, options={"features": named}))
    assert said == ["pca", "network"]


def described_as(recipe, home):
    del home
    return np.full((20, 2), len(recipe.by), dtype=np.float32), np.arange(20) % 10, recipe.by


@pytest.mark.parametrize(
    ("typed", "meant"), [("PCA", " Did you mean 'pca'?"), ("netwrok", " Did you mean 'network'?"), ("x", "")]
)
def test_a_way_that_is_misspelt_is_told_with_the_ways_there_are(request_, typed, meant):
    with pytest.raises(ValueError, match="--features is network, pca or a file") as refused:
        features(replace(request_, options={"features": typed}))
    assert str(refused.value).endswith(f"there is no file {typed!r}.{meant}")
