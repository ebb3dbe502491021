"""Made-up images in the shape of the real ones: nothing of Fashion-MNIST is in the repository."""

import gzip

import numpy as np

from steelyard_papers.experiments.spread import images


def packed(array, magic=None):
    """Return an array of bytes as a gzipped IDX file has it."""
    header = np.array([images.MAGIC[array.ndim] if magic is None else magic, *array.shape], dtype=">u4")
    return gzip.compress(header.tobytes() + array.astype(np.uint8).tobytes(), 1)


def made_up(number, seed):
    """Return pixels and labels: each class is bright in two rows of its own, and noise makes all images different."""
    rng = np.random.default_rng(seed)
    labels = np.arange(number) % len(images.CLASSES)
    pixels = rng.integers(0, 60, (number, images.SIDE, images.SIDE))
    for row in (0, 1):
        pixels[np.arange(number), 2 * labels + row + 3] += 150
    return pixels.astype(np.uint8), labels


def write_images(home, monkeypatch, train=300, t10k=100):
    """Write the four files, and let the collection be as small as they are; return their folder."""
    folder = home / images.SOURCE.folder
    folder.mkdir(parents=True, exist_ok=True)
    for seed, (part, number) in enumerate({"train": train, "t10k": t10k}.items()):
        monkeypatch.setitem(images.IMAGES, part, number)
        pixels, labels = made_up(number, seed)
        (folder / images.image_name(part)).write_bytes(packed(pixels))
        (folder / images.label_name(part)).write_bytes(packed(labels))
    return folder
