"""Fashion-MNIST: 70,000 small grey images of clothes in ten classes, read and checked."""

from __future__ import annotations

import gzip
import math
import zlib
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from steelyard_papers.experiments.data_place import Package, Source

CLASSES = ("T-shirt", "trouser", "pullover", "dress", "coat", "sandal", "shirt", "sneaker", "bag", "ankle boot")
"""In the order of the labels 0 to 9."""

IMAGES = {"train": 60_000, "t10k": 10_000}
"""How many images each of the collection's two parts has."""

SIDE = 28
MAGIC = {1: 0x801, 3: 0x803}
"""What an IDX file of bytes begins with, by its number of dimensions."""


def image_name(part: str) -> str:
    """Return the file with the images of a part."""
    return f"{part}-images-idx3-ubyte.gz"


def label_name(part: str) -> str:
    """Return the file with the labels of a part."""
    return f"{part}-labels-idx1-ubyte.gz"


SOURCE = Source(
    folder="fashion_mnist",
    what="the collection of images Fashion-MNIST",
    origin="github.com/zalandoresearch/fashion-mnist (the four files in data/fashion)",
    files=tuple(name(part) for part in IMAGES for name in (image_name, label_name)),
    package=Package("dataset-fashion-mnist", Path("/usr/share/datasets/fashion-mnist")),
)

AGAIN = f"get it again from {SOURCE.origin}"


@dataclass(frozen=True, slots=True, eq=False)
class Images:
    """Images in the order of their file.

    Attributes
    ----------
    pixels
        Of each image, 28 rows of 28 bytes; 0 is the empty ground.
    labels
        The place of its class in `CLASSES`.
    """

    pixels: NDArray[np.uint8]
    labels: NDArray[np.intp]

    def __len__(self) -> int:
        return len(self.labels)


def read_images(home: Path, part: str) -> Images:
    """Read a part of the collection, "train" or "t10k"; refuse, in one sentence, files that are not as they should be.

    Parameters
    ----------
    home
        The folder with the four files.
    part
        Which.
    """
    pixels = _content(home / image_name(part), (IMAGES[part], SIDE, SIDE))
    file = home / label_name(part)
    labels = _content(file, (IMAGES[part],))
    strange = np.flatnonzero(labels >= len(CLASSES))
    if len(strange):
        raise ValueError(
            f"item {strange[0] + 1:,} of {str(file)!r} has the label {labels[strange[0]]}; labels must be 0 to "
            f"{len(CLASSES) - 1}; {AGAIN}."
        )
    return Images(pixels, labels.astype(np.intp))


def _content(file: Path, shape: tuple[int, ...]) -> NDArray[np.uint8]:
    """Return what an IDX file of bytes holds; its shape must be this one."""
    content = _unpacked(file)
    header = 4 * (1 + len(shape))
    if len(content) < header:
        raise ValueError(f"{str(file)!r} is cut off: it ends before its sizes are told; {AGAIN}.")
    magic, *sizes = np.frombuffer(content, ">u4", 1 + len(shape)).tolist()
    if magic != MAGIC[len(shape)]:
        raise ValueError(
            f"{str(file)!r} is no IDX file of {'labels' if len(shape) == 1 else 'images'}: it begins with "
            f"{magic:#010x} instead of {MAGIC[len(shape)]:#010x}; {AGAIN}."
        )
    if tuple(sizes) != shape:
        raise ValueError(f"{str(file)!r} has {_times(sizes)} bytes instead of {_times(shape)}; {AGAIN}.")
    if len(content) != header + math.prod(shape):
        said = "is cut off" if len(content) < header + math.prod(shape) else "goes on behind its end"
        raise ValueError(f"{str(file)!r} {said}: it has {len(content) - header:,} bytes of {_times(shape)}; {AGAIN}.")
    return np.frombuffer(content, np.uint8, offset=header).reshape(shape)


def _unpacked(file: Path) -> bytes:
    try:
        with gzip.open(file) as opened:
            return opened.read()
    except (EOFError, zlib.error, gzip.BadGzipFile) as problem:
        raise ValueError(f"{str(file)!r} is damaged ({str(problem).rstrip('.')}); {AGAIN}.") from None


def _times(sizes: Any) -> str:
    return " × ".join(f"{size:,}" for size in sizes)
