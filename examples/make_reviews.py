"""Make the first shipped example: how many stars three learners read out of food reviews.

The data are 5,000 reviews of the Amazon Fine Food Reviews (McAuley & Leskovec 2013; CC0): 63 % have five stars, 15 %
one or two. Sixteen texts that occur twice are taken once, so that no review is tested by a learner that has seen it;
tenfold cross-validation. Only the stars, the predictions and the fold are written, no text.

    STEELYARD_DATA=…/data python examples/make_reviews.py

needs scikit-learn; the shipped file was made with scikit-learn 1.9.1, NumPy 2.4.6 and SciPy 1.17.1.
"""

from __future__ import annotations

import csv
import os
import sys
from pathlib import Path

import numpy as np
from sklearn.feature_extraction.text import TfidfVectorizer
from sklearn.linear_model import LogisticRegression
from sklearn.model_selection import StratifiedKFold
from sklearn.naive_bayes import MultinomialNB
from sklearn.pipeline import Pipeline, make_pipeline
from sklearn.svm import LinearSVC

SEED = 0
TARGET = Path(__file__).parent / "reviews.csv"


def learners() -> dict[str, Pipeline]:
    """Return the learners: two trained plainly, and one for which all classes weigh the same in training."""
    return {
        "bayes": _of_words(MultinomialNB(alpha=0.1)),
        "svm": _of_words(LinearSVC(random_state=SEED)),
        "even": _of_words(LogisticRegression(C=0.3, class_weight="balanced", max_iter=1000)),
    }


def _of_words(learner: object) -> Pipeline:
    """Return a learner that sees how often words and pairs of words occur."""
    return make_pipeline(TfidfVectorizer(ngram_range=(1, 2), min_df=2, sublinear_tf=True), learner)


def read(folder: Path) -> tuple[list[str], np.ndarray]:
    """Return the texts, each once, and their stars."""
    with (folder / "amazon_fine_food_5k" / "fine_food_5k.csv").open(encoding="utf-8", newline="") as file:
        stars: dict[str, int] = {}
        for row in csv.DictReader(file):
            stars.setdefault(row["Text"], int(row["Score"]))
    return list(stars), np.array(list(stars.values()))


def main() -> None:
    """Cross-validate and write the predictions."""
    folder = os.environ.get("STEELYARD_DATA")
    if not folder:
        sys.exit("Set STEELYARD_DATA to the folder that holds amazon_fine_food_5k/ (5,000 reviews with 1 to 5 stars).")
    texts, stars = read(Path(folder))
    fold = np.zeros_like(stars)
    predictions = {name: np.zeros_like(stars) for name in learners()}
    folds = StratifiedKFold(10, shuffle=True, random_state=SEED).split(texts, stars)
    for number, (train, test) in enumerate(folds, 1):
        fold[test] = number
        for name, learner in learners().items():
            learner.fit([texts[i] for i in train], stars[train])
            predictions[name][test] = learner.predict([texts[i] for i in test])
    with TARGET.open("w", encoding="utf-8", newline="") as file:
        writer = csv.writer(file, lineterminator="\n")
        writer.writerow(["stars", *predictions, "fold"])
        writer.writerows(zip(stars, *predictions.values(), fold, strict=True))


if __name__ == "__main__":
    main()
