"""A small network that learns to tell images apart, and whose last hidden layer describes them."""

from __future__ import annotations

import math

import numpy as np
import torch
from numpy.typing import NDArray
from torch import Tensor, nn

from steelyard_papers.experiments.spread.images import CLASSES, SIDE

CHANNELS = (16, 32)
"""Of the two convolutional layers, each of which halves the side of the image."""

READ_AT_ONCE = 1_000


class Network(nn.Module):
    """Two convolutional layers, a hidden layer, and its answer.

    Parameters
    ----------
    width
        Of the hidden layer.
    """

    def __init__(self, width: int) -> None:
        super().__init__()
        first, second = CHANNELS
        self.hidden = nn.Sequential(
            nn.Conv2d(1, first, 5, stride=2, padding=2),
            nn.ReLU(),
            nn.Conv2d(first, second, 3, stride=2, padding=1),
            nn.ReLU(),
            nn.Flatten(),
            nn.Linear(second * (SIDE // 4) ** 2, width),
            # Without it, what the layer reads is never negative, and half of its units are 0 for all images for ever.
            nn.BatchNorm1d(width),
            nn.ReLU(),
        )
        self.answer = nn.Linear(width, len(CLASSES))

    def forward(self, images: Tensor) -> Tensor:
        """Return the logits of images (N, 1, 28, 28)."""
        logits: Tensor = self.answer(self.hidden(images))
        return logits


def trained(
    pixels: NDArray[np.uint8],
    labels: NDArray[np.intp],
    *,
    width: int,
    epochs: int,
    batch: int,
    rate: float,
    seed: int,
) -> Network:
    """Return a network that was trained on images, on the CPU; the user's random state stays as it is.

    Parameters
    ----------
    pixels, labels
        The images, and the places of their classes.
    width
        Of the hidden layer.
    epochs, batch, rate
        How often each image is read, how many at once, and Adam's learning rate.
    seed
        Of the first weights and of the order of the images.
    """
    with torch.random.fork_rng(devices=[]):
        torch.manual_seed(seed)
        network = Network(width)
    rng = np.random.default_rng(seed)
    loss_of = nn.CrossEntropyLoss()
    targets = torch.from_numpy(labels.astype(np.int64))
    optimiser = torch.optim.Adam(network.parameters(), lr=rate)
    network.train()
    for epoch in range(epochs):
        order = rng.permutation(len(labels))
        for start in range(0, len(order), batch):
            places = order[start : start + batch]
            optimiser.zero_grad()
            loss = loss_of(network(_as_input(pixels[places])), targets[places])
            loss.backward()
            optimiser.step()
        last = loss.item()
        if not math.isfinite(last):
            raise ValueError(f"the loss is {last} after epoch {epoch + 1}, so that nothing can be learned.")
    return network.eval()


def read(network: Network, pixels: NDArray[np.uint8]) -> tuple[NDArray[np.float32], NDArray[np.intp]]:
    """Return the hidden layer's activations for images, and the places of the classes that the network answers."""
    hidden, answers = [], []
    with torch.no_grad():
        for start in range(0, len(pixels), READ_AT_ONCE):
            state = network.hidden(_as_input(pixels[start : start + READ_AT_ONCE]))
            hidden.append(state.numpy())
            answers.append(network.answer(state).argmax(1).numpy())
    return np.concatenate(hidden), np.concatenate(answers).astype(np.intp)


def _as_input(pixels: NDArray[np.uint8]) -> Tensor:
    return torch.from_numpy(pixels.astype(np.float32) / 255)[:, None]
