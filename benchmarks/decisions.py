"""How long a decision rule takes to find: for two classes beside scikit-learn's thresholds, for more by itself."""

from __future__ import annotations

import sys
import time
from collections.abc import Callable
from typing import Any

import numpy as np

from steelyard.decisions import decide, tune
from timing import alternate, table, write

PACKAGES = ["steelyard", "numpy", "scikit-learn"]
THRESHOLDS = 100
"""What scikit-learn tries unless told otherwise."""


def items(n: int, classes: int, seed: int = 0) -> tuple[np.ndarray, np.ndarray]:
    """Return true classes, the largest about 100 times the smallest, and probabilities of a model."""
    rng = np.random.default_rng(seed)
    shares = np.exp(-4.5 * np.arange(classes) / classes)
    shares /= shares.sum()
    y = rng.choice(classes, n, p=shares)
    y[:classes] = np.arange(classes)
    x = rng.normal(size=(n, classes))
    x[np.arange(n), y] += 1.5
    logits = 1.5 * x + np.log(shares)
    p = np.exp(logits - logits.max(axis=1, keepdims=True))
    return y, p / p.sum(axis=1, keepdims=True)


def two_classes() -> list[list[str]]:
    """The same probabilities and metric, no training and no folds: scikit-learn's model answers what it is given."""
    rows = []
    for n in (1_000, 10_000, 100_000):
        y, p = items(n, 2)
        runs: dict[str, Callable[[], Any]] = {
            "ours, all thresholds": lambda y=y, p=p: tune(y, p, "mean_f", method="search"),
            f"scikit-learn, {THRESHOLDS} thresholds": lambda y=y, p=p: _swept(y, p, THRESHOLDS),
        }
        if n == 1_000:
            runs["scikit-learn, as many as items"] = lambda y=y, p=p: _swept(y, p, np.unique(p[:, 1]))
        result = [run() for run in runs.values()]
        seconds = alternate(*runs.values(), times=3)
        for name, value, taken in zip(runs, result, seconds, strict=True):
            best = value.score if hasattr(value, "score") and not callable(value.score) else value.best_score_
            rows.append([f"{n:,}", name, f"{taken * 1000:.1f} ms", f"{taken / seconds[0]:.1f} ×", f"{best:.5f}"])
    return rows


def _swept(y: np.ndarray, p: np.ndarray, thresholds: Any) -> Any:
    from sklearn.base import BaseEstimator, ClassifierMixin
    from sklearn.model_selection import TunedThresholdClassifierCV

    class Given(ClassifierMixin, BaseEstimator):
        """Answers with the probabilities that it is given, so that nothing but the sweep is timed."""

        def fit(self, X: Any, y: Any) -> Any:  # noqa: ARG002 - scikit-learn's signature
            self.classes_ = np.unique(y)
            return self

        def predict_proba(self, X: Any) -> Any:
            return X

    model = Given().fit(p, y)
    return TunedThresholdClassifierCV(model, scoring="f1_macro", thresholds=thresholds, cv="prefit", refit=False).fit(
        p, y
    )


def many_classes() -> list[list[str]]:
    """CPU seconds, of one thread; several metrics at the size of the target."""
    cases = [
        (3, 10_000, "mean_f", "search", ""),
        (10, 100_000, "balanced_accuracy", "auto", ""),
        (10, 100_000, "mean_f", "search", "< 10 s, aim 3 s"),
        (10, 100_000, "mcc", "search", "< 10 s"),
        (10, 100_000, "g_mean", "search", "< 10 s"),
        (10, 100_000, "mean_f", "linearised", "< 10 s"),
        (50, 10_000, "mean_f", "search", ""),
    ]
    rows = []
    for classes, n, metric, method, target in cases:
        y, p = items(n, classes)
        start = time.process_time()
        rule = tune(y, p, metric, "rarity", method=method)
        taken = time.process_time() - start
        scores = f"{rule.untuned:.4f} → {rule.score:.4f}"
        rows.append([f"{classes}", f"{n:,}", metric, rule.method, f"{taken:.2f} s", target, scores])
    return rows


def deciding() -> list[list[str]]:
    y, p = items(100_000, 10)
    gains = tune(y, p).gains
    runs = {"decide, gains by class": lambda: decide(p, gains), "np.argmax(p * gains)": lambda: np.argmax(p * gains, 1)}
    seconds = alternate(*runs.values(), times=15)
    return [[name, f"{t * 1000:.1f} ms", f"{t / seconds[0]:.1f} ×"] for name, t in zip(runs, seconds, strict=True)]


def main() -> str:
    return "\n".join(
        [
            table(
                "Two classes: the best threshold for macro F1, beside TunedThresholdClassifierCV, models for free",
                ["items", "what", "measured", "ratio", "macro F1 found"],
                two_classes(),
                PACKAGES,
            ),
            table(
                "More classes, importance rarity, one thread",
                ["classes", "items", "metric", "found by", "CPU", "target", "most probable class → rule"],
                many_classes(),
                PACKAGES,
            ),
            table(
                "Deciding 10⁵ items of 10 classes, checks included", ["what", "measured", "ratio"], deciding(), PACKAGES
            ),
        ]
    )


if __name__ == "__main__":
    text = main()
    print(text)
    if "--write" in sys.argv:
        write("decisions", text)
