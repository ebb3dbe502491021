"""Make the two-class example: which of 1,000 loans three learners take for bad risks.

The data are the German credit set (Hofmann 1994, UCI Statlog; CC BY 4.0): 700 good and 300 bad risks. Its own
documentation says what errors cost: 5 for a bad risk that was taken for good, 1 for a good one that was turned down.
Tenfold cross-validation; only the truth, the predictions and the fold are written, no attribute of a person.

    python examples/make_credit.py [credit-g.arff]

fetches the set from OpenML (number 31), or reads its file, as Weka ships it (Debian's package `weka`). It needs
scikit-learn; the shipped file was made with scikit-learn 1.9.1, NumPy 2.4.6 and SciPy 1.17.1.
"""

from __future__ import annotations

import csv
import sys
from pathlib import Path

import numpy as np
from sklearn.compose import make_column_selector, make_column_transformer
from sklearn.datasets import fetch_openml
from sklearn.ensemble import RandomForestClassifier
from sklearn.linear_model import LogisticRegression
from sklearn.model_selection import StratifiedKFold
from sklearn.pipeline import Pipeline, make_pipeline
from sklearn.preprocessing import OneHotEncoder, StandardScaler

SEED = 0
COSTS = {"bad": 5, "good": 1}
"""Of an error, by the true class: as the documentation of the data has them."""
TARGET = Path(__file__).parent / "credit.csv"


def learners() -> dict[str, Pipeline]:
    """Return the learners: two trained plainly, and one to which errors cost what they cost the bank."""
    return {
        "logistic": _of_columns(LogisticRegression(max_iter=1000)),
        "forest": _of_columns(RandomForestClassifier(500, random_state=SEED)),
        "careful": _of_columns(LogisticRegression(C=0.1, class_weight=COSTS, max_iter=1000)),
    }


def _of_columns(learner: object) -> Pipeline:
    """Return a learner that sees numbers scaled, and a column for each category."""
    numbers, categories = make_column_selector(dtype_include="number"), make_column_selector(dtype_exclude="number")
    seen = make_column_transformer(
        (StandardScaler(), numbers), (OneHotEncoder(handle_unknown="ignore", sparse_output=False), categories)
    )
    return make_pipeline(seen, learner)


def read(file: str | None) -> tuple[object, np.ndarray]:
    """Return the attributes, as a data frame, and the risks."""
    if file is None:
        fetched = fetch_openml(data_id=31, as_frame=True)
        return fetched.data, fetched.target.to_numpy(dtype=str)
    import pandas as pd  # noqa: PLC0415 - of the file alone
    from scipy.io import arff  # noqa: PLC0415

    rows, _ = arff.loadarff(file)
    frame = pd.DataFrame(rows)
    texts = frame.select_dtypes(object).columns
    frame[texts] = frame[texts].apply(lambda column: column.str.decode("utf-8"))
    return frame.drop(columns="class"), frame["class"].to_numpy(dtype=str)


def main() -> None:
    """Cross-validate and write the predictions."""
    X, risk = read(sys.argv[1] if len(sys.argv) > 1 else None)
    fold = np.zeros(len(risk), dtype=int)
    predictions = {name: np.empty_like(risk) for name in learners()}
    for number, (train, test) in enumerate(StratifiedKFold(10, shuffle=True, random_state=SEED).split(X, risk), 1):
        fold[test] = number
        for name, learner in learners().items():
            predictions[name][test] = learner.fit(X.iloc[train], risk[train]).predict(X.iloc[test])
    with TARGET.open("w", encoding="utf-8", newline="") as file:
        writer = csv.writer(file, lineterminator="\n")
        writer.writerow(["risk", *predictions, "fold"])
        writer.writerows(zip(risk, *predictions.values(), fold, strict=True))


if __name__ == "__main__":
    main()
