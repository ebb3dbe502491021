"""The networks of the paper: word vectors, one recurrent layer, and its last state to five classes."""

from __future__ import annotations

from collections.abc import Callable

import torch
from torch import Tensor, nn

from steelyard_papers.experiments.sentiment.reviews import STARS
from steelyard_papers.experiments.sentiment.words import PADDING

LAYERS: dict[str, tuple[Callable[..., nn.Module], int]] = {
    "LSTM": (nn.LSTM, 1),
    "RNN": (nn.RNN, 1),
    "GRU": (nn.GRU, 1),
    "BiLSTM": (nn.LSTM, 2),
}
"""The kind of layer of each architecture, and in how many directions it reads."""


class Network(nn.Module):
    """A recurrent network that reads a review word by word and answers with its stars.

    Parameters
    ----------
    architecture
        "LSTM", "RNN", "GRU" or "BiLSTM"; the last reads in both directions and adds the two last states.
    vocabulary
        How many numbers words have, padding and unknown words included.
    width, hidden
        Of the word vectors, and of the state.
    vectors
        Word vectors that stay as they are; if not given, they are trained.
    """

    def __init__(
        self, architecture: str, vocabulary: int, width: int, hidden: int, vectors: Tensor | None = None
    ) -> None:
        super().__init__()
        layer, directions = LAYERS[architecture]
        width = width if vectors is None else vectors.shape[1]
        self.embedding = nn.Embedding(vocabulary, width, padding_idx=PADDING)
        if vectors is not None:
            self.embedding.weight = nn.Parameter(vectors, requires_grad=False)
        self.readers = nn.ModuleList(layer(width, hidden, batch_first=True) for _ in range(directions))
        self.answer = nn.Linear(hidden, len(STARS))

    def forward(self, tokens: Tensor, lengths: Tensor) -> Tensor:
        """Return the logits of reviews: numbers of words (N, T), filled up behind, and how many there are (N)."""
        orders = (tokens, backwards(tokens, lengths))
        states = [self._last(reader, order, lengths) for reader, order in zip(self.readers, orders, strict=False)]
        logits: Tensor = self.answer(torch.stack(states).sum(0))
        return logits

    def _last(self, reader: nn.Module, tokens: Tensor, lengths: Tensor) -> Tensor:
        """Return the state after the last word; what fills up comes behind it and changes nothing.

        PyTorch's packed sequences give the same, but more than twice as slowly on a CPU.
        """
        states, _ = reader(self.embedding(tokens))
        result: Tensor = states[torch.arange(len(tokens), device=tokens.device), lengths - 1]
        return result


def backwards(tokens: Tensor, lengths: Tensor) -> Tensor:
    """Return reviews from their last word to their first, still filled up behind.

    Examples
    --------
    >>> backwards(torch.tensor([[2, 3, 4], [5, 6, 0]]), torch.tensor([3, 2])).tolist()
    [[4, 3, 2], [6, 5, 0]]
    """
    places = torch.arange(tokens.shape[1], device=tokens.device).expand_as(tokens)
    ends = lengths[:, None]
    return tokens.gather(1, torch.where(places < ends, ends - 1 - places, places))
