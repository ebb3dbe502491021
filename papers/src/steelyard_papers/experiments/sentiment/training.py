"""Train one network on reviews, with what matters in its loss, and ask it about others."""

from __future__ import annotations

import math
from dataclasses import dataclass

import numpy as np
import torch
from numpy.typing import NDArray
from torch import Tensor

from steelyard.integrations.torch import CrossEntropy
from steelyard_papers.experiments.sentiment.batches import batches
from steelyard_papers.experiments.sentiment.criteria import Way
from steelyard_papers.experiments.sentiment.network import Network
from steelyard_papers.experiments.sentiment.reviews import STARS

READ_AT_ONCE = 256


@dataclass(frozen=True, slots=True)
class Texts:
    """Reviews as numbers.

    Attributes
    ----------
    words
        A row of numbers per review, filled up behind.
    lengths
        How many there are in each.
    stars
        1 to 5, of each.
    """

    words: NDArray[np.int64]
    lengths: NDArray[np.int64]
    stars: NDArray[np.int64]

    def batch(self, places: NDArray[np.intp], device: torch.device) -> tuple[Tensor, Tensor]:
        """Return the words of some reviews, as far as the longest goes, and their lengths."""
        longest = int(self.lengths[places].max())
        read, lengths = self.words[places, :longest], self.lengths[places]
        return torch.from_numpy(read).to(device), torch.from_numpy(lengths).to(device)


def best_device() -> torch.device:
    """Return a GPU where there is one."""
    return torch.device("cuda" if torch.cuda.is_available() else "cpu")


def built(
    architecture: str, vocabulary: int, width: int, hidden: int, vectors: NDArray[np.float32] | None, seed: int
) -> Network:
    """Return a network whose first weights are those of a seed, on every device the same."""
    with torch.random.fork_rng(devices=[]):
        torch.manual_seed(seed)
        table = None if vectors is None else torch.from_numpy(vectors)
        return Network(architecture, vocabulary, width, hidden, table)


def train(network: Network, texts: Texts, way: Way, *, epochs: int, batch: int, rate: float, seed: int) -> list[float]:
    """Train a network, and return the mean loss of the batches in each epoch.

    Parameters
    ----------
    network
        On the device on which to compute.
    texts
        To train on; their class sizes are those of rarity, and of weights per class.
    way
        What weighs in the loss.
    epochs, batch, rate
        How often each review is read, how many at once, and Adam's learning rate.
    seed
        Of the order of the batches.
    """
    device = next(network.parameters()).device
    rng = np.random.default_rng(seed)
    importance, per = way.importance
    sizes = np.bincount(texts.stars - STARS[0], minlength=len(STARS))
    loss_of = CrossEntropy(importance, sizes, labels=STARS, per=per).to(device)
    learned = [each for each in network.parameters() if each.requires_grad]
    optimiser = torch.optim.Adam(learned, lr=rate)
    targets = torch.from_numpy(texts.stars - STARS[0]).to(device)
    network.train()
    losses = []
    for epoch in range(epochs):
        result = []
        for places in batches(texts.lengths, batch, rng):
            optimiser.zero_grad()
            loss = loss_of(network(*texts.batch(places, device)), targets[torch.from_numpy(places).to(device)])
            loss.backward()
            optimiser.step()
            result.append(loss.detach())
        losses.append(float(torch.stack(result).mean()))
        if not math.isfinite(losses[-1]):
            raise ValueError(f"the loss is {losses[-1]} after epoch {epoch + 1}, so that nothing can be learned.")
    return losses


def answers(network: Network, texts: Texts) -> NDArray[np.int64]:
    """Return the stars that a network gives to reviews."""
    device = next(network.parameters()).device
    order = np.argsort(texts.lengths, kind="stable")
    given = np.empty(len(order), dtype=np.int64)
    network.eval()
    with torch.no_grad():
        for start in range(0, len(order), READ_AT_ONCE):
            places = order[start : start + READ_AT_ONCE]
            given[places] = network(*texts.batch(places, device)).argmax(1).cpu().numpy() + STARS[0]
    return given
