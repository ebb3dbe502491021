"""A small network learns, the same seed gives the same answers, and what matters reaches the loss."""

import numpy as np
import pytest

from experiments.sentiment.made_up_reviews import SIZES, made_up
from steelyard.integrations.sklearn import class_weight
from steelyard_papers.experiments.one_thread import one_thread
from steelyard_papers.experiments.sentiment.criteria import CRITERIA, WAYS, Way
from steelyard_papers.experiments.sentiment.reviews import STARS
from steelyard_papers.experiments.sentiment.words import FIRST, numbered, vocabulary, words

torch = pytest.importorskip("torch", reason="PyTorch is not installed")

from steelyard_papers.experiments.sentiment import training  # noqa: E402 - needs PyTorch

PLAIN = Way("plain", "")


@pytest.fixture(scope="module")
def texts():
    said, stars = made_up()
    read = [words(text) for text in said]
    return training.Texts(*numbered(read, vocabulary(read, 3), 10), stars)


def trained(texts, architecture="GRU", way=PLAIN, seed=0, epochs=6):
    with one_thread():
        network = training.built(architecture, int(texts.words.max()) + 1, 16, 16, None, seed)
        losses = training.train(network, texts, way, epochs=epochs, batch=20, rate=0.02, seed=seed)
        return losses, training.answers(network, texts)


@pytest.mark.parametrize("architecture", ["LSTM", "RNN", "GRU", "BiLSTM"])
def test_a_small_network_learns_what_one_word_says(texts, architecture):
    losses, answers = trained(texts, architecture)
    assert losses[-1] < losses[0] / 2
    assert (answers == texts.stars).mean() > 0.9 > max(SIZES) / sum(SIZES)


def test_the_same_seed_gives_the_same_answers_and_losses(texts):
    before = torch.get_rng_state()
    first, again, other = (trained(texts, seed=seed, epochs=1) for seed in (4, 4, 5))
    assert first[0] == again[0] != other[0]
    np.testing.assert_array_equal(first[1], again[1])
    assert torch.equal(torch.get_rng_state(), before), "the user's random state must stay"


def of_classes(importance, per):
    """Return what all items of each class weigh together."""
    return np.array([*class_weight(importance, np.repeat(STARS, SIZES), per=per).values()]) * SIZES


@pytest.mark.parametrize("way", WAYS, ids=str)
def test_if_reviews_say_nothing_the_answer_is_the_class_that_weighs_most(way):
    said, stars = made_up()
    nothing = training.Texts(*numbered([["same"]] * len(said), {"same": FIRST}, 5), stars)
    importance, per = way.importance
    weigh = of_classes(importance, per)
    with one_thread():
        network = training.built("RNN", FIRST + 1, 4, 4, None, 0)
        training.train(network, nothing, way, epochs=60, batch=len(said), rate=0.05, seed=0)
        answers = training.answers(network, nothing)
        with torch.no_grad():
            logits = network(*nothing.batch(np.arange(1), torch.device("cpu")))[0]
    if way == Way("rarity", "item"):  # all classes together weigh the same, so only the probabilities tell
        np.testing.assert_allclose(torch.softmax(logits, 0).numpy(), 0.2, atol=0.03)
    else:
        assert set(answers.tolist()) == {STARS[int(np.argmax(weigh))]}


def test_the_weights_per_item_and_per_class_ask_for_different_answers():
    weigh = {per: of_classes(CRITERIA["user"], per) for per in ("item", "class")}
    assert (np.argmax(weigh["item"]), np.argmax(weigh["class"])) == (4, 0)


def test_each_epoch_reads_the_batches_in_another_order(texts, monkeypatch):
    drawn, real = [], training.batches

    def noted(*how):
        drawn.append(list(real(*how)))
        return drawn[-1]

    monkeypatch.setattr(training, "batches", noted)
    trained(texts, epochs=2)
    first, second = (np.concatenate(each).tolist() for each in drawn)
    assert first != second


def test_a_loss_that_is_not_finite_is_told(texts):
    network = training.built("RNN", int(texts.words.max()) + 1, 4, 4, None, 0)
    with torch.no_grad():
        network.answer.bias.fill_(float("nan"))
    with pytest.raises(ValueError, match="the loss is nan after epoch 1"):
        training.train(network, texts, PLAIN, epochs=2, batch=64, rate=0.01, seed=0)
