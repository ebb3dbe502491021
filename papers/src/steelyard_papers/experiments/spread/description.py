"""How images become features: by a network that learned on other images, or by principal components of others."""

from __future__ import annotations

from dataclasses import asdict, dataclass
from importlib.metadata import version
from importlib.util import find_spec
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from steelyard_papers.experiments.one_thread import one_thread
from steelyard_papers.experiments.spread.components import Components
from steelyard_papers.experiments.spread.images import CLASSES, Images, read_images

RECIPE = 1
"""Raised where the code changes what comes out of the same settings, so that what was kept is not taken."""


@dataclass(frozen=True, slots=True)
class Recipe:
    """How images are described.

    Attributes
    ----------
    training
        How many images of the part "train" are learned from; these are not described.
    described
        Of which parts the other images are described.
    width
        How many features there are.
    epochs, batch, rate
        How often the network reads each image, how many at once, and Adam's learning rate.
    seed
        Of the choice of images to learn from, the network's first weights and the order in which it reads.
    by
        Who describes them: "network" or "pca".
    """

    training: int = 20_000
    described: tuple[str, ...] = ("train", "t10k")
    width: int = 64
    epochs: int = 4
    batch: int = 128
    rate: float = 1e-3
    seed: int = 2020
    by: str = "network"

    def settings(self) -> dict[str, Any]:
        """Return all that the features depend on beside the images, as plain values."""
        return {**asdict(self), "recipe": RECIPE}


FULL = Recipe()
QUICK = Recipe(training=4_000, described=("t10k",), epochs=2, batch=64)
"""A small version, for a run of two minutes."""


WAYS = ("network", "pca")
"""Who may describe images."""


def has_torch() -> bool:
    """Return whether a network can be trained; that PyTorch is there is seen without loading it."""
    return find_spec("torch") is not None


def way(named: str | None) -> str:
    """Return who describes the images: as the user says, else the network if it can be trained."""
    if named == "network" and not has_torch():
        raise ValueError("features by a network need PyTorch; pip install torch, or take --features pca.")
    return named or ("network" if has_torch() else "pca")


def split(images: int, training: int, seed: int) -> tuple[NDArray[np.intp], NDArray[np.intp]]:
    """Return the places of the images to learn from, drawn at random, and those of all others, each in order.

    Examples
    --------
    >>> [places.tolist() for places in split(5, 2, seed=0)]
    [[2, 4], [0, 1, 3]]
    """
    drawn = np.random.default_rng(seed).permutation(images)
    return np.sort(drawn[:training]), np.sort(drawn[training:])


def described(home: Path, recipe: Recipe) -> tuple[NDArray[np.float32], NDArray[np.intp], str]:
    """Return the features of images, the places of their classes, and in words how the features came about.

    Parameters
    ----------
    home
        The folder with the images.
    recipe
        How.
    """
    train = read_images(home, "train")
    seen, rest = split(len(train), recipe.training, recipe.seed)
    others = {"train": Images(train.pixels[rest], train.labels[rest])}
    others |= {part: read_images(home, part) for part in recipe.described if part not in others}
    pixels = np.concatenate([others[part].pixels for part in recipe.described])
    labels = np.concatenate([others[part].labels for part in recipe.described])
    describe = _by_network if recipe.by == "network" else _by_components
    X, how = describe(Images(train.pixels[seen], train.labels[seen]), Images(pixels, labels), recipe)
    return X, labels, f"{len(labels):,} images of Fashion-MNIST by {how}"


def _by_network(seen: Images, others: Images, recipe: Recipe) -> tuple[NDArray[np.float32], str]:
    from steelyard_papers.experiments.spread import network  # noqa: PLC0415 - which needs PyTorch

    with one_thread():
        learned = network.trained(
            seen.pixels,
            seen.labels,
            width=recipe.width,
            epochs=recipe.epochs,
            batch=recipe.batch,
            rate=recipe.rate,
            seed=recipe.seed,
        )
        X, answers = network.read(learned, others.pixels)
    right = (answers == others.labels).mean()
    return X, (
        f"the {recipe.width} activations of the last hidden layer of a small convolutional network (PyTorch "
        f"{version('torch')}), trained for {recipe.epochs} epochs on {len(seen):,} other images; of these "
        f"{len(others):,} it puts {right:.1%} into the right one of the {len(CLASSES)} classes"
    )


def _by_components(seen: Images, others: Images, recipe: Recipe) -> tuple[NDArray[np.float32], str]:
    components = Components.of(seen.pixels, recipe.width)
    return components.read(others.pixels), (
        f"the first {len(components.directions)} principal components of the pixels of {len(seen):,} other images, "
        f"which hold {components.share:.1%} of their variance"
    )
