"""Made-up reviews and answers: nothing of the data is in the repository."""

import csv

import numpy as np

from steelyard import Confusion
from steelyard_papers.experiments.sentiment.reviews import FILE, SOURCE, STARS
from steelyard_papers.experiments.sentiment.splitting import split

SIZES = (18, 10, 16, 28, 128)
"""Reviews by stars, as skewed as the real ones."""

SIGNS = ("awful", "poor", "fair", "nice", "superb")


def made_up(sizes=SIZES, seed=0):
    """Return texts that say their stars in one word among others, and the stars."""
    rng = np.random.default_rng(seed)
    stars = rng.permutation(np.repeat(STARS, sizes))
    others = [f"word{letter}" for letter in "abcdefgh"]
    texts = []
    for star in stars:
        said = list(rng.choice(others, size=rng.integers(3, 7)))
        said.insert(int(rng.integers(len(said))), SIGNS[star - 1])
        texts.append(" ".join(said))
    return texts, stars


def write_reviews(home, rows=None, columns=("Id", "Score", "Text")):
    """Write a file of reviews where the experiment looks for it; 5,000 made-up ones if none are given."""
    if rows is None:
        texts, stars = made_up([25 * size for size in SIZES])
        rows = [(i, star, text) for i, (star, text) in enumerate(zip(stars, texts, strict=True), 1)]
    file = home / SOURCE.folder / FILE
    file.parent.mkdir(parents=True, exist_ok=True)
    with file.open("w", encoding="utf-8", newline="") as opened:
        writer = csv.writer(opened)
        writer.writerow(columns)
        writer.writerows(rows)
    return file


def answers(architecture, way, seed, right=0.5):
    """Return what a part might give: the truth for some reviews, else 5 stars, or 1 if it was trained with weights."""
    _, stars = made_up()
    seen, tested = split(stars.tolist(), range(len(stars)), 0.2, seed)
    rng = np.random.default_rng([seed, len(architecture), len(str(way))])
    other = 5 if way.training == "plain" else 1
    answer, fitted = (np.where(rng.random(len(at)) < right, stars[at], other) for at in (tested, seen))
    return {
        "architecture": architecture,
        "training": way.training,
        "per": way.per,
        "seed": seed,
        "test_share": 0.2,
        "item": tested.tolist(),
        "truth": stars[tested].tolist(),
        "answer": answer.tolist(),
        "training_counts": Confusion.from_labels(stars[seen], fitted, labels=STARS).counts.tolist(),
        "losses": [1.5, 0.5],
        "sizes": list(SIZES),
        "vocabulary": 13,
        "with_vectors": None,
        "whole": 1.0,
        "torch": "2.13.0",
        "device": "cpu",
    }
