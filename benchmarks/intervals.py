"""How long intervals and comparisons take, beside a loop that resamples rows with scikit-learn."""

from __future__ import annotations

import time

import numpy as np

import steelyard as sy
from steelyard.intervals import bootstrap
from steelyard.intervals.draws import Redraw, replicate
from steelyard.intervals.sample import Sample
from steelyard.intervals.units import items_of
from steelyard.measuring.apply import resolved
from steelyard.measuring.registry import chosen
from timing import alternate, table

DRAWS = 10_000
ROWS = 100_000


def joint(classes, n, seed=0, confused=5):
    """Return the joint table of two models that are right on 80 %, and on 60 % together; n may be 10⁹.

    The errors of a class fall on some other classes, as they do in practice.
    """
    rng = np.random.default_rng(seed)
    codes, chances = [], []
    for c in range(classes):
        near = rng.choice(np.delete(np.arange(classes), c), min(confused, classes - 1), replace=False)
        shares = rng.dirichlet(np.ones(len(near)))
        codes += [(c, c, c)] + [(c, c, j) for j in near] + [(c, j, c) for j in near]
        chances += [0.7, *(0.1 * shares), *(0.1 * shares)]
        codes += [(c, i, j) for i in near for j in near]
        chances += (0.1 * np.outer(shares, shares)).ravel().tolist()
    counts = rng.multinomial(n, np.array(chances) / classes)
    return sy.Joint(codes, counts, range(classes), ["a", "b"])


def random_joint(classes, n, seed=0):
    """Return the joint table of two models whose errors fall on any class alike: as many combinations as can be."""
    rng = np.random.default_rng(seed)
    truth = rng.integers(0, classes, n)
    said = [np.where(rng.random(n) < 0.8, truth, rng.integers(0, classes, n)) for _ in range(2)]
    return sy.Joint.from_labels(truth, dict(zip("ab", said, strict=True)), labels=range(classes))


def seconds(run):
    start = time.perf_counter()
    run()
    return time.perf_counter() - start


def comparing():
    rows = []
    for classes, limit in ((10, 1), (100, 10)):
        for n in (10**3, 10**5, 10**7, 10**9):
            result = joint(classes, n)
            taken = min(seconds(lambda result=result: sy.compare(result)) for _ in range(3 if classes == 10 else 1))
            rows.append(
                [f"{classes}", f"10^{round(np.log10(n))}", f"{len(result.counts):,}", f"{taken:.2f} s", f"< {limit} s"]
            )
        result = random_joint(classes, ROWS)
        taken = seconds(lambda result=result: sy.compare(result))
        rows.append(
            [f"{classes}, errors anywhere", "10^5", f"{len(result.counts):,}", f"{taken:.2f} s", f"< {limit} s"]
        )
    return rows


def beside_rows():
    from sklearn.metrics import f1_score

    rng = np.random.default_rng(0)
    truth = rng.integers(0, 10, ROWS)
    said = np.where(rng.random(ROWS) < 0.8, truth, rng.integers(0, 10, ROWS))
    cm = sy.Confusion.from_labels(truth, said)
    sample = Sample(items_of(cm), chosen("mean_f"), resolved(None, cm), "exclude")

    def cells():
        replicate(sample.metrics, [Redraw(sample.units)], sample.observed, 1000, 0)

    def all_metrics():
        everything = Sample(items_of(cm), chosen(None), resolved(None, cm), "exclude")
        bootstrap(draws=1000).of(everything, 0.95)

    def rows():
        for _ in range(3):
            picked = rng.integers(0, ROWS, ROWS)
            f1_score(truth[picked], said[picked], average="macro")

    ours, everything, theirs = alternate(cells, all_metrics, rows, times=5)
    theirs *= 1000 / 3
    return [
        ["steelyard, macro F1", f"{ours * 1000:.1f} ms", "1 ×", ""],
        ["steelyard, all metrics with intervals", f"{everything * 1000:.0f} ms", f"{everything / ours:.1f} ×", ""],
        ["rows drawn and `f1_score`, 3 draws × 333", f"{theirs:.1f} s", f"{theirs / ours:,.0f} ×", "≥ 1,000 ×"],
    ]


def main():
    packages = ["steelyard", "numpy", "scipy", "scikit-learn"]
    return "\n".join(
        [
            table(
                f"`sy.compare` of two models: {DRAWS:,} draws × all metrics, intervals, p-values, ranks",
                ["classes", "items", "combinations", "measured", "target"],
                comparing(),
                packages,
            ),
            table(
                "1,000 draws of 10⁵ rows, 10 classes",
                ["what", "measured", "ratio", "target"],
                beside_rows(),
                packages,
            ),
        ]
    )


if __name__ == "__main__":
    print(main())
