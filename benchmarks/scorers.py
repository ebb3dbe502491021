"""A scorer beside scikit-learn's own "f1_macro": the score alone, of a model that answers at once."""

from __future__ import annotations

import sys
import time

import numpy as np
from sklearn.base import BaseEstimator, ClassifierMixin
from sklearn.metrics import get_scorer

from steelyard.integrations.sklearn import scorer
from timing import alternate, table, write

PACKAGES = ["steelyard", "numpy", "scikit-learn"]
TARGETS = {10**4: "< 2 ×", 10**5: "", 10**6: "< 1 ×"}


class Stored(ClassifierMixin, BaseEstimator):
    """A fitted model whose predict returns a stored array, so that only the scoring is timed."""

    def __init__(self, answers=None):
        self.answers = answers

    def fit(self, X, y):  # noqa: ARG002 - scikit-learn's signature
        self.classes_ = np.unique(y)
        return self

    def predict(self, X):  # noqa: ARG002
        return self.answers


def main() -> str:
    _wake()
    rows = [_row(n, C, kind) for n in TARGETS for C in (3, 10, 100) for kind in ("int", "str")]
    headings = [
        "items",
        "classes",
        "labels",
        "f1_macro",
        "f_of_averages under rarity",
        "ratio",
        "mean_f as found",
        "ratio",
    ]
    title = "One score, beside scikit-learn's f1_macro"
    return table(title, [*headings, "target"], rows, PACKAGES)


def _row(n: int, C: int, kind: str) -> list[str]:
    rng = np.random.default_rng(7)
    y = rng.integers(0, C, n)
    guess = np.where(rng.random(n) < 0.7, y, rng.integers(0, C, n))
    if kind == "str":
        names = np.array([f"class {i}" for i in range(C)])
        y, guess = names[y], names[guess]
    model, X = Stored(guess).fit(None, y), np.zeros((n, 1))
    theirs = get_scorer("f1_macro")
    frozen, result = scorer("f_of_averages", "rarity", y=y), scorer("mean_f")
    assert np.isclose(result(model, X, y), theirs(model, X, y))  # the same number
    runs = [lambda each=each: each(model, X, y) for each in (theirs, frozen, result)]
    peer, ours, plain = alternate(*runs, times=31 if n == 10**4 else 9 if n == 10**5 else 5)
    times = [f"{1e3 * peer:.2f} ms", f"{1e3 * ours:.2f} ms", f"{ours / peer:.2f} ×"]
    return [f"{n:,}", str(C), kind, *times, f"{1e3 * plain:.2f} ms", f"{plain / peer:.2f} ×", TARGETS[n]]


def _wake() -> None:
    """Let the first calls load what they need."""
    y = np.array([0, 1, 1])
    model = Stored(y).fit(None, y)
    until = time.perf_counter() + 0.5
    while time.perf_counter() < until:
        for each in (get_scorer("f1_macro"), scorer("f_of_averages", "rarity", y=y), scorer("mean_f")):
            each(model, np.zeros((3, 1)), y)


if __name__ == "__main__":
    text = main()
    print(text)
    if "--write" in sys.argv:
        write("scorers", text)
