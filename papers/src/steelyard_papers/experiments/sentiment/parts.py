"""The parts: one network each, trained in one way from one seed; what is kept of it is what it answers."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import asdict, dataclass, replace
from pathlib import Path
from typing import Any

import numpy as np

from steelyard import Confusion
from steelyard_papers.experiments.data_place import digest, found
from steelyard_papers.experiments.experiment import Part, Request, Result
from steelyard_papers.experiments.one_thread import one_thread
from steelyard_papers.experiments.sentiment.criteria import ARCHITECTURES, PLAIN, WAYS, Way
from steelyard_papers.experiments.sentiment.reviews import FILE, SOURCE, STARS, read_reviews
from steelyard_papers.experiments.sentiment.splitting import split
from steelyard_papers.experiments.sentiment.vectors import read_vectors
from steelyard_papers.experiments.sentiment.words import FIRST, numbered, vocabulary, words

SEEDS = (0, 1, 2, 3, 4)
RECIPE = 1
"""Raised where the code changes what comes out of the same settings, so that what was kept is not taken."""


@dataclass(frozen=True, slots=True)
class Recipe:
    """How a network is trained; what the paper or the authors' script says, where they do.

    Attributes
    ----------
    epochs, batch, rate
        As theirs: 10 epochs of batches of 64, Adam at 0.001. That is their LSTM's rate; their script trains the other
        three with AMSGrad at 0.0001, ours are all trained alike.
    width, hidden
        As theirs: word vectors of 300 numbers, a state of 256.
    fewest
        As theirs: words that occur three times in the training reviews are known.
    most
        Of a review, the first so many words are read; 98 % of the reviews have no more.
    test_share
        Ours: they test on what they trained on.
    """

    epochs: int = 10
    batch: int = 64
    rate: float = 1e-3
    width: int = 300
    hidden: int = 256
    fewest: int = 3
    most: int = 300
    test_share: float = 0.2


QUICK = replace(Recipe(), epochs=2, most=40)
"""A small version: it learns little, but passes through everything."""

QUICK_ARCHITECTURES = ("LSTM", "RNN")
QUICK_WAYS = (Way(PLAIN, ""), Way("user", "item"))


def needs() -> None:
    """Say how to get PyTorch, if it is not there."""
    try:
        import torch  # noqa: F401, PLC0415 - loaded when it is used
    except ImportError:
        raise ValueError("the sentiment experiment needs PyTorch; pip install torch.") from None


def parts(request: Request) -> list[Part]:
    """Read and check the reviews, and the word vectors if there are any; return the parts."""
    file = found(SOURCE, request.data) / FILE
    reviews = read_reviews(file)
    vectors = vectors_file(request)
    if vectors is not None:
        read_vectors(vectors, vocabulary(map(words, reviews.texts), Recipe().fewest))
    recipe = QUICK if request.quick else Recipe()
    shared = {
        **asdict(recipe),
        "vectors": "trained" if vectors is None else digest([vectors]),
        "data": digest([file]),
        "recipe": RECIPE,
    }
    return [
        Part(
            f"{architecture}, {way}, seed {seed}",
            {"architecture": architecture, "training": way.training, "per": way.per, "seed": seed, **shared},
        )
        for seed in (SEEDS[:1] if request.quick else SEEDS)
        for architecture in (QUICK_ARCHITECTURES if request.quick else ARCHITECTURES)
        for way in (QUICK_WAYS if request.quick else WAYS)
    ]


def vectors_file(request: Request) -> Path | None:
    """Return the file of word vectors that the user names."""
    named = request.options.get("vectors")
    return None if named is None else Path(named)


def work(request: Request, settings: Mapping[str, Any]) -> Result:
    """Train one network and return what it answers.

    The seed decides which reviews are tested, the first weights and the order of the batches: all networks of a seed
    are tested on the same reviews, and those of an architecture start from the same weights. On a CPU the same
    settings give the same answers, bit by bit, with the same version of PyTorch; on a GPU, sums are taken in an order
    that changes, and only the distribution is the same. So the device and the version are told with the result; they
    are no settings.
    """
    import torch  # noqa: PLC0415 - loaded when it is used

    from steelyard_papers.experiments.sentiment import training  # noqa: PLC0415

    reviews = read_reviews(found(SOURCE, request.data) / FILE)
    read, stars, seed = [words(text) for text in reviews.texts], np.array(reviews.stars), int(settings["seed"])
    seen, tested = split(reviews.stars, [" ".join(review) for review in read], settings["test_share"], seed)
    known = vocabulary((read[i] for i in seen), settings["fewest"])
    file = vectors_file(request)
    vectors, there = (None, len(known)) if file is None else read_vectors(file, known)
    seen_texts, tested_texts = (
        training.Texts(*numbered([read[i] for i in places], known, settings["most"]), stars[places])
        for places in (seen, tested)
    )
    with one_thread():
        device = training.best_device()
        network = training.built(
            settings["architecture"], FIRST + len(known), settings["width"], settings["hidden"], vectors, seed
        ).to(device)
        losses = training.train(
            network,
            seen_texts,
            Way(settings["training"], settings["per"]),
            **{name: settings[name] for name in ("epochs", "batch", "rate")},
            seed=seed,
        )
        answers, seen_answers = (training.answers(network, texts) for texts in (tested_texts, seen_texts))
    fitted = Confusion.from_labels(seen_texts.stars, seen_answers, labels=STARS)
    return {
        **{name: settings[name] for name in ("architecture", "training", "per", "seed", "test_share")},
        "item": tested.tolist(),
        "truth": tested_texts.stars.tolist(),
        "answer": answers.tolist(),
        "training_counts": np.asarray(fitted.counts, dtype=int).tolist(),
        "losses": losses,
        "sizes": list(reviews.sizes.values()),
        "vocabulary": len(known),
        "with_vectors": None if vectors is None else there,
        "whole": float(np.mean([len(review) <= settings["most"] for review in read])),
        "torch": torch.__version__,
        "device": device.type,
    }
