"""The small network learns, the same seed gives the same bits, and it describes images by its last hidden layer."""

import numpy as np
import pytest

from experiments.spread.made_up_images import made_up

torch = pytest.importorskip("torch", reason="PyTorch is not installed")

from steelyard_papers.experiments.spread import network  # noqa: E402 - needs PyTorch

SEEN, TESTED = made_up(400, seed=0), made_up(100, seed=1)
HOW = {"width": 16, "epochs": 4, "batch": 20, "rate": 3e-3}


@pytest.fixture(scope="module")
def learned():
    return network.trained(*SEEN, **HOW, seed=0)


def test_it_learns_what_the_bright_rows_say(learned):
    pixels, labels = TESTED
    _, answers = network.read(learned, pixels)
    assert (answers == labels).mean() > 0.9


def test_features_are_what_the_answer_is_computed_from(learned, monkeypatch):
    monkeypatch.setattr(network, "READ_AT_ONCE", 30)  # some, and a rest
    pixels, _ = TESTED
    X, answers = network.read(learned, pixels)
    assert (X.shape, X.dtype) == ((100, 16), np.float32)
    weights, offsets = (each.detach().numpy() for each in learned.answer.parameters())
    np.testing.assert_array_equal((X @ weights.T + offsets).argmax(axis=1), answers)
    assert (X.min(), (X.std(axis=0) > 0).all()) == (0, True), "no unit is silent for all images"


def test_an_image_is_described_alike_whatever_is_read_with_it(learned):
    pixels, _ = TESTED
    np.testing.assert_allclose(network.read(learned, pixels[:3])[0], network.read(learned, pixels)[0][:3], atol=1e-5)


def test_the_same_seed_gives_the_same_bits_whatever_was_drawn_before():
    few = SEEN[0][:60], SEEN[1][:60]
    found = []
    with torch.random.fork_rng(devices=[]):
        for seed in (4, 4, 5):
            torch.rand(1)
            before = torch.get_rng_state()
            learned = network.trained(*few, **(HOW | {"epochs": 1}), seed=seed)
            assert torch.equal(torch.get_rng_state(), before), "the user's random state must stay"
            found.append(network.read(learned, TESTED[0])[0])
    np.testing.assert_array_equal(found[0], found[1])
    assert not np.array_equal(found[0], found[2])


def test_a_loss_that_is_not_finite_is_told():
    with pytest.raises(ValueError, match="the loss is nan after epoch 1"):
        network.trained(*SEEN, **(HOW | {"rate": float("inf")}), seed=0)
