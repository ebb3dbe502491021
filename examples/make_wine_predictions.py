"""Make the shipped example: out-of-fold predictions of three learners for the quality of red wines.

The data are UCI's red wine set as in Branco, Torgo & Ribeiro 2017 (13_wineQualityRed): 1,599 wines of quality 3 to 8,
of which ten are a 3 and eighteen an 8. Only the truth and the predictions are written, not the features.

    STEELYARD_DATA=…/data python examples/make_wine_predictions.py

needs scikit-learn (`pip install scikit-learn==1.9.1`).
"""

from __future__ import annotations

import csv
import os
import sys
from pathlib import Path

import numpy as np
from sklearn.model_selection import StratifiedKFold
from sklearn.naive_bayes import GaussianNB
from sklearn.pipeline import make_pipeline
from sklearn.preprocessing import StandardScaler
from sklearn.svm import SVC
from sklearn.tree import DecisionTreeClassifier

SEED = 1234  # as in the authors' protocol
TARGET = Path(__file__).parent / "wine_quality_red.csv"
LEARNERS = {
    "tree": DecisionTreeClassifier(min_samples_leaf=5, random_state=SEED),
    "svm": make_pipeline(StandardScaler(), SVC()),
    "naive_bayes": make_pipeline(StandardScaler(), GaussianNB()),
}


def read(folder: Path) -> tuple[np.ndarray, np.ndarray]:
    """Return the features and the quality, which is the first column."""
    with (folder / "branco16" / "csv" / "13_wineQualityRed.csv").open(encoding="utf-8", newline="") as file:
        rows = list(csv.reader(file))[1:]
    return np.array([row[1:] for row in rows], dtype=float), np.array([int(row[0]) for row in rows])


def main() -> None:
    """Cross-validate and write the predictions."""
    folder = os.environ.get("STEELYARD_DATA")
    if not folder:
        sys.exit("Set STEELYARD_DATA to the folder that holds branco16/ (UCI's wine quality data, red wines).")
    X, y = read(Path(folder))
    fold = np.zeros(len(y), dtype=int)
    predictions = {name: np.zeros_like(y) for name in LEARNERS}
    for number, (train, test) in enumerate(StratifiedKFold(10, shuffle=True, random_state=SEED).split(X, y), 1):
        fold[test] = number
        for name, learner in LEARNERS.items():
            predictions[name][test] = learner.fit(X[train], y[train]).predict(X[test])
    with TARGET.open("w", encoding="utf-8", newline="") as file:
        writer = csv.writer(file, lineterminator="\n")
        writer.writerow(["quality", *predictions, "fold"])
        writer.writerows(zip(y, *predictions.values(), fold, strict=True))


if __name__ == "__main__":
    main()
