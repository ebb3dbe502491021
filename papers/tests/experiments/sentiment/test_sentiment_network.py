"""The networks, beside PyTorch's own packed sequences."""

import numpy as np
import pytest

torch = pytest.importorskip("torch", reason="PyTorch is not installed")

from steelyard_papers.experiments.sentiment.network import LAYERS, Network  # noqa: E402 - needs PyTorch

LENGTHS = torch.tensor([5, 2, 1])
TOKENS = torch.tensor([[2, 3, 4, 5, 6], [7, 8, 0, 0, 0], [9, 0, 0, 0, 0]])


def packed(network, architecture):
    """Return the logits by packed sequences and a bidirectional layer, with the same weights."""
    layer, directions = LAYERS[architecture]
    reader = layer(6, 4, batch_first=True, bidirectional=directions == 2)
    with torch.no_grad():
        for suffix, mine in zip(("", "_reverse"), network.readers, strict=False):
            for name, values in mine.named_parameters():
                getattr(reader, f"{name}{suffix}").copy_(values)
        sequences = torch.nn.utils.rnn.pack_padded_sequence(network.embedding(TOKENS), LENGTHS, batch_first=True)
        last = reader(sequences)[1]
        return network.answer((last[0] if isinstance(last, tuple) else last).sum(0))


@pytest.mark.parametrize("architecture", LAYERS)
def test_the_last_state_is_that_of_packed_sequences(architecture):
    torch.manual_seed(0)
    network = Network(architecture, vocabulary=10, width=6, hidden=4)
    with torch.no_grad():
        found = network(TOKENS, LENGTHS)
    torch.testing.assert_close(found, packed(network, architecture))
    assert found.shape == (3, 5)


def test_vectors_that_are_given_are_used_and_not_trained():
    vectors = torch.arange(20.0).reshape(10, 2)
    network = Network("RNN", vocabulary=10, width=300, hidden=4, vectors=vectors)
    assert not network.embedding.weight.requires_grad
    np.testing.assert_array_equal(network.embedding(torch.tensor([3])).numpy(), [[6, 7]])
    assert network(TOKENS, LENGTHS).shape == (3, 5)
