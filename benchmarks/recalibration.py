"""What recalibrating probabilities before deciding is worth on unseen items, by classifier, way and method.

Each data set is split in halves at random; rules are found on probabilities out of fold of the one half, and judged by
the answers to the other. Data: drawn ones, scikit-learn's, and, where `STEELYARD_DATA` is set, sets of Branco et al.

`python benchmarks/recalibration.py --runs 4 --jobs 2 --out benchmarks/results/recalibration.md` needs about an hour of
core time.
"""

from __future__ import annotations

import argparse
import csv
import multiprocessing
import os
import warnings
from collections.abc import Iterator
from itertools import pairwise, product
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np
from sklearn.datasets import load_breast_cancer, load_digits, make_classification
from sklearn.ensemble import RandomForestClassifier
from sklearn.linear_model import LogisticRegression
from sklearn.model_selection import StratifiedKFold, cross_val_predict, train_test_split
from sklearn.naive_bayes import GaussianNB
from sklearn.neighbors import KNeighborsClassifier
from sklearn.pipeline import make_pipeline
from sklearn.preprocessing import StandardScaler

from steelyard.counts.confusion import Confusion
from steelyard.decisions.tuning import tuned
from steelyard.decisions.validation import FEWEST, recalibrator
from steelyard.integrations.sklearn.folds import isotonic
from steelyard.measuring.goal import goal
from timing import table

PACKAGES = ["steelyard", "numpy", "scikit-learn"]
WAYS = ("auto", "temperature", "vector", "isotonic")
BRANCO = ("03_car", "04_contraceptive", "08_newThyroid", "13_wineQualityRed", "15_yeast")
LEAST = 24
"""Items that a class must have, half of which are unseen."""

MUCH = 0.02

MODELS = {
    "logistic regression": make_pipeline(StandardScaler(), LogisticRegression()),
    "the same, class_weight": make_pipeline(StandardScaler(), LogisticRegression(class_weight="balanced")),
    "naive Bayes": GaussianNB(),
    "random forest": RandomForestClassifier(40, random_state=0),
    "random forest, leaves of 5": RandomForestClassifier(40, min_samples_leaf=5, random_state=0),
    "15 neighbours": make_pipeline(StandardScaler(), KNeighborsClassifier(15)),
}


class Gain(NamedTuple):
    """What one way gained on one half of one data set: the metric with it less the metric without it."""

    model: str
    goal: str
    method: str
    way: str
    rarest: int
    gain: float
    chosen: str


def data_sets() -> Iterator[tuple[np.ndarray, np.ndarray]]:
    """Yield features and classes by number."""
    for items, shares in (
        (2_000, [0.8, 0.15, 0.05]),
        (3_000, [0.75, 0.15, 0.06, 0.04]),
        (4_000, [0.6, 0.2, 0.1, 0.07, 0.03]),
        (4_000, [0.9, 0.07, 0.03]),
    ):
        yield make_classification(
            items, 12, n_informative=6, n_redundant=4, n_classes=len(shares), weights=shares, class_sep=0.8,
            flip_y=0.05, random_state=3, n_clusters_per_class=1,
        )  # fmt: skip
    rng = np.random.default_rng(0)
    X, y = load_digits(return_X_y=True)
    keep = np.concatenate([np.flatnonzero(y == digit)[:size] for digit, size in ((8, 170), (1, 120), (9, 60), (3, 30))])
    yield X[keep] + rng.normal(0, 6, (len(keep), 64)), np.unique(y[keep], return_inverse=True)[1]
    X, y = load_breast_cancer(return_X_y=True)
    keep = np.concatenate([np.flatnonzero(y == 1), np.flatnonzero(y == 0)[:100]])
    yield X[keep][:, [1, 4, 8]], y[keep]
    for name in BRANCO if "STEELYARD_DATA" in os.environ else ():
        yield _from_file(Path(os.environ["STEELYARD_DATA"]) / "branco16" / "csv" / f"{name}.csv")


def _from_file(path: Path) -> tuple[np.ndarray, np.ndarray]:
    with path.open(encoding="utf-8") as file:
        _, *rows = csv.reader(file)
    columns: list[Any] = []
    for column in zip(*(row[1:] for row in rows), strict=True):
        try:
            columns.append(np.array(column, dtype=np.float64))
        except ValueError:
            columns += [np.array(column) == value for value in sorted(set(column))[:-1]]
    y = np.array([row[0] for row in rows])
    classes, sizes = np.unique(y, return_counts=True)
    keep = np.isin(y, classes[sizes >= LEAST])
    return np.stack(columns, axis=1).astype(np.float64)[keep], np.unique(y[keep], return_inverse=True)[1]


def gains(task: tuple[int, str, int]) -> list[Gain]:
    """Return what each way gains on the unseen half of one data set, by one classifier, for each goal and method."""
    place, name, seed = task
    warnings.simplefilter("ignore")
    X, y = list(data_sets())[place]
    X_fit, X_new, fit, new = train_test_split(X, y, test_size=0.5, stratify=y, random_state=seed)
    p = cross_val_predict(MODELS[name], X_fit, fit, cv=StratifiedKFold(5), method="predict_proba")
    unseen = MODELS[name].fit(X_fit, fit).predict_proba(X_new)
    return list(_of_probabilities(name, fit, p, new, unseen))


def _of_probabilities(name: str, fit: Any, p: Any, new: Any, unseen: Any) -> Iterator[Gain]:
    sizes = np.bincount(fit)
    costs = np.sqrt(sizes.max() / sizes)[:, None] * (1 - np.eye(len(sizes)))  # the rarer, the dearer to miss
    goals = (("balanced_accuracy", "uniform", {}), ("balanced_accuracy", "rarity", {}),
             ("expected_cost", None, {"costs": costs}))  # fmt: skip
    for metric, importance, parameters in goals:
        sought = goal(metric, importance, sizes=Confusion(np.diag(sizes)), undefined="worst", **parameters)
        for method in ("closed_form", "auto") if importance != "rarity" else ("closed_form",):
            reached, chosen = {}, {}
            for way in (None, *WAYS) if method == "closed_form" else (None, "auto"):
                rule = tuned(sought, fit, p, method=method, restarts=0,
                             recalibration=recalibrator(way, {"isotonic": isotonic}))  # fmt: skip
                reached[way] = sought.sign * sought.of_labels(new, rule.decide(unseen))
                chosen[way] = "none" if rule.recalibration is None else rule.recalibration.way
            unit = abs(reached[None]) if parameters else 1.0  # costs: a share of them
            for way in [way for way in reached if way is not None]:
                gain = (reached[way] - reached[None]) / unit
                what = "cost saved" if parameters else f"balanced accuracy, {importance}"
                yield Gain(name, what, method, way, int(sizes.min()), gain, chosen[way])


def _row(some: list[Gain]) -> list[str]:
    values = np.array([each.gain for each in some])
    error = values.std(ddof=1) / np.sqrt(len(values))
    return [f"{values.mean():+.3f} ± {error:.3f}", f"{(values < -MUCH).mean():.0%}", f"{len(values)}"]


def _rows(every: list[Gain], *names: str) -> list[list[str]]:
    keys = list(dict.fromkeys(tuple(getattr(each, name) for name in names) for each in every))
    rows = []
    for key in keys:
        own = [each for each in every if tuple(getattr(each, name) for name in names) == key]
        rows.append([*map(str, key), *_row(own)])
    return rows


def main(runs: int, jobs: int) -> str:
    """Measure, and return the tables."""
    tasks = list(product(range(len(list(data_sets()))), MODELS, range(runs)))
    with multiprocessing.get_context("spawn").Pool(jobs) as pool:
        return tables([gain for some in pool.imap_unordered(gains, tasks) for gain in some])


def tables(every: list[Gain]) -> str:
    """Return what came out, by method, classifier and size of the rarest class."""
    every = sorted(every)
    told = ["gain on unseen items", f"worse by over {MUCH}", "cases"]
    auto = [each for each in every if each.way == "auto" and each.method == "closed_form"]
    bounds = [0, FEWEST, 2 * FEWEST, 4 * FEWEST, 8 * FEWEST, 10**9]
    by_size = []
    for low, high in pairwise(bounds):
        for way in WAYS:
            own = [e for e in every if e.method == "closed_form" and e.way == way and low <= e.rarest < high]
            if own:
                by_size.append([f"{low} to {high - 1}" if high < 10**9 else f"{low} or more", way, *_row(own)])
    picked = [
        [model, *(f"{np.mean([e.chosen == way for e in auto if e.model == model]):.0%}" for way in ("none", *WAYS[1:]))]
        for model in MODELS
    ]
    return "\n".join(
        [
            table("By how gains are found", ["method", "goal", "recalibrate", *told],
                  _rows(every, "method", "goal", "way"), PACKAGES),
            table("By classifier: recalibrate='auto', gains in closed form", ["classifier", "goal", *told],
                  _rows(auto, "model", "goal"), PACKAGES),
            table("By the items of the rarest class, gains in closed form", ["items", "recalibrate", *told],
                  by_size, PACKAGES),
            table("What 'auto' takes", ["classifier", "none", *WAYS[1:]], picked, PACKAGES),
        ]
    )  # fmt: skip


if __name__ == "__main__":
    asked = argparse.ArgumentParser(description=__doc__)
    asked.add_argument("--runs", type=int, default=4)
    asked.add_argument("--jobs", type=int, default=1)
    asked.add_argument("--out", type=Path)
    options = asked.parse_args()
    text = main(options.runs, options.jobs)
    print(text)
    if options.out:
        options.out.write_text(text, encoding="utf-8")
