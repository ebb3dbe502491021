"""Reading the images, and one sentence for each way a file can be wrong."""

import gzip
import os
from pathlib import Path

import numpy as np
import pytest

from experiments.spread.made_up_images import made_up, packed, write_images
from steelyard_papers.experiments.data_place import found
from steelyard_papers.experiments.spread.images import CLASSES, SOURCE, image_name, label_name, read_images


@pytest.fixture
def home(tmp_path, monkeypatch):
    return write_images(tmp_path, monkeypatch, train=30, t10k=20)


def test_images_and_labels_are_read_in_order(home):
    read = read_images(home, "t10k")
    pixels, labels = made_up(20, seed=1)
    np.testing.assert_array_equal(read.pixels, pixels)
    np.testing.assert_array_equal(read.labels, labels)
    assert (len(read), read.pixels.shape, read.pixels.dtype) == (20, (20, 28, 28), np.uint8)


PIXELS, LABELS = made_up(20, seed=1)


@pytest.mark.parametrize(
    ("content", "said"),
    [
        (packed(PIXELS)[:-500], r"is damaged \(Compressed file ended before the end-of-stream marker"),
        (packed(PIXELS).replace(b"\x1f\x8b", b"PK", 1), r"is damaged \(Not a gzipped file \(b'PK'\)\)"),
        (packed(PIXELS)[:40] + bytes(200) + packed(PIXELS)[240:], "is damaged"),
        (b"", "is cut off: it ends before its sizes are told"),
        (gzip.compress(b"\0\0\x08\x03"), "is cut off: it ends before its sizes are told"),
        (packed(PIXELS, magic=0x801), "is no IDX file of images: it begins with 0x00000801 instead of 0x00000803"),
        (packed(PIXELS[:19]), "has 19 × 28 × 28 bytes instead of 20 × 28 × 28"),
        (packed(PIXELS[:, :14]), "has 20 × 14 × 28 bytes instead of 20 × 28 × 28"),
        (gzip.compress(gzip.decompress(packed(PIXELS))[:-1]), "is cut off: it has 15,679 bytes of 20 × 28 × 28"),
        (gzip.compress(gzip.decompress(packed(PIXELS)) + b"!"), "goes on behind its end: it has 15,681 bytes"),
    ],
    ids=range(10),
)
def test_a_file_of_images_that_is_wrong_gets_one_sentence(home, content, said):
    (home / image_name("t10k")).write_bytes(content)
    with pytest.raises(ValueError, match=f"t10k-images-idx3-ubyte.gz' {said}.*; get it again from github.com") as told:
        read_images(home, "t10k")
    assert str(told.value).endswith("(the four files in data/fashion).")


@pytest.mark.parametrize(
    ("content", "said"),
    [
        (packed(np.where(np.arange(20) == 7, 10, LABELS)), r"item 8 of .* has the label 10; labels must be 0 to 9"),
        (packed(LABELS[:-1]), "has 19 bytes instead of 20"),
        (packed(PIXELS), "no IDX file of labels: it begins with 0x00000803 instead of 0x00000801"),
    ],
    ids=range(3),
)
def test_a_file_of_labels_that_is_wrong_gets_one_sentence(home, content, said):
    (home / label_name("t10k")).write_bytes(content)
    with pytest.raises(ValueError, match=f"{said}; get it again"):
        read_images(home, "t10k")


def test_who_lacks_the_images_is_told_of_the_package_and_of_the_files(tmp_path, monkeypatch):
    monkeypatch.setattr(Path, "is_dir", lambda _: False)
    with pytest.raises(ValueError, match=r"is not in .*fashion_mnist'; apt-get install dataset-fashion-mnist") as told:
        found(SOURCE, tmp_path)
    assert "get it from github.com/zalandoresearch/fashion-mnist" in str(told.value)
    assert "(as 'train-images-idx3-ubyte.gz' and 3 more)" in str(told.value)


def test_the_real_images_are_7000_of_each_class_and_look_like_their_names():
    named = os.environ.get("STEELYARD_DATA", Path(__file__).parents[5] / "shared" / "data")
    try:
        home = found(SOURCE, Path(named))
    except ValueError:
        pytest.skip(f"needs {SOURCE.what}: apt-get install dataset-fashion-mnist, or set STEELYARD_DATA")
    parts = [read_images(home, part) for part in ("train", "t10k")]
    for part, each in zip(parts, (6_000, 1_000), strict=True):
        assert np.bincount(part.labels).tolist() == [each] * len(CLASSES)
    # Trousers are dark between the legs and beside them, and sandals are lower than boots.
    test = parts[1]
    mean = {name: test.pixels[test.labels == place].mean(axis=0) for place, name in enumerate(CLASSES)}
    assert mean["trouser"][24, 14] < 0.25 * mean["pullover"][24, 14]
    assert mean["trouser"][:, 5].mean() < 0.25 * mean["shirt"][:, 5].mean()
    assert mean["sandal"][:4].mean() < 0.5 * mean["ankle boot"][:4].mean()
