"""Make the example of probabilities: how likely two learners hold each of 569 tumours for malignant.

The data are the Wisconsin diagnostic breast cancer set (Wolberg, Street & Mangasarian 1995, UCI; CC BY 4.0), as
scikit-learn has it: 212 malignant and 357 benign tumours. The learners see three of its thirty measurements, so that
they have something to get wrong. Tenfold cross-validation; only the truth and the probabilities are written.

    python examples/make_tumours.py

needs scikit-learn; the shipped file was made with scikit-learn 1.9.1 and NumPy 2.4.6.
"""

from __future__ import annotations

import csv
from pathlib import Path

import numpy as np
from sklearn.datasets import load_breast_cancer
from sklearn.linear_model import LogisticRegression
from sklearn.model_selection import StratifiedKFold, cross_val_predict
from sklearn.naive_bayes import GaussianNB
from sklearn.pipeline import make_pipeline
from sklearn.preprocessing import StandardScaler

SEED = 0
SEEN = ["mean texture", "mean smoothness", "mean compactness"]
TARGET = Path(__file__).parent / "tumours.csv"


def main() -> None:
    """Cross-validate and write the probabilities."""
    data = load_breast_cancer()
    X = data.data[:, [list(data.feature_names).index(name) for name in SEEN]]
    truth = np.where(data.target == 0, "malignant", "benign")
    learners = {"logistic": make_pipeline(StandardScaler(), LogisticRegression()), "naive_bayes": GaussianNB()}
    folds = StratifiedKFold(10, shuffle=True, random_state=SEED)
    columns = {
        name: cross_val_predict(learner, X, truth, cv=folds, method="predict_proba")[:, 1].round(6)
        for name, learner in learners.items()
    }
    with TARGET.open("w", encoding="utf-8", newline="") as file:
        writer = csv.writer(file, lineterminator="\n")
        writer.writerow(["tumour", *columns])
        writer.writerows(zip(truth, *columns.values(), strict=True))


if __name__ == "__main__":
    main()
