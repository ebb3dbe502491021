"""Do 95 % intervals at stated class shares cover 95 %? Draw items from known classifiers, and see what holds the truth.

`python benchmarks/shares_coverage.py --samples 1000` prints the table of docs/other_class_shares.md.

The truth is the metric of the population with the stated shares, in which the classifier treats each class as it does
in the one that the items are from. A sample without items of a class is drawn again: shares cannot be stated for it.
One in which the rare class is never predicted has no MCC, and is left out of its column.
"""

from __future__ import annotations

import argparse
from collections import defaultdict

import numpy as np

import steelyard as sy

CLASSIFIERS = {"finds 80 %, 5 % false alarms": (0.8, 0.05), "finds 95 %, 1 % false alarms": (0.95, 0.01)}
"""Recall of the rare class, and share of the other class that is taken for it."""
SIZES, COUNTED, STATED = (200, 1000), (10, 100), (1, 1000)
"""Items; how many times as frequent the other class is among them, and in the population at which is measured."""
METRICS = ("precision", "f1", "accuracy", "mcc", "macro_f1")
CONFIDENCE = 0.95


def rows_of(recall, false_alarms):
    """Return how each class is answered."""
    return np.array([[recall, 1 - recall], [false_alarms, 1 - false_alarms]])


def shares_of(times):
    """Return the shares of two classes of which the second is so many times as frequent."""
    return np.array([1, times]) / (1 + times)


def sample(rng, rows, items, times):
    """Return the counts of some items of both classes."""
    while True:
        sizes = rng.multinomial(items, shares_of(times))
        if sizes.all():
            return np.stack([rng.multinomial(size, row) for size, row in zip(sizes, rows, strict=True)])


def coverage(rows, items, counted, stated, samples, seed):
    """Return, by metric, how often the interval holds the truth, and how often it is above it and below it."""
    rng, shares = np.random.default_rng(seed), shares_of(stated)
    asked = {"positive": "rare", "metrics": list(METRICS), "shares": shares, "confidence": CONFIDENCE}
    population = sy.Confusion(rows * shares[:, None], ["rare", "other"])
    truth = [score.value for score in sy.evaluate(population, **{**asked, "confidence": None}).scores]
    found, known = defaultdict(list), {}
    for _ in range(samples):
        cm = sample(rng, rows, items, counted)
        if cm.tobytes() not in known:
            result = sy.evaluate(sy.Confusion(cm, ["rare", "other"]), **asked)
            known[cm.tobytes()] = [(score.low, score.high) for score in result.scores]
        for metric, ends in zip(METRICS, known[cm.tobytes()], strict=True):
            found[metric].append(ends)
    table = {}
    for metric, value in zip(METRICS, truth, strict=True):
        ends = np.array(found[metric], dtype=np.float64)
        low, high = ends[~np.isnan(ends).any(axis=1)].T
        table[metric] = np.mean((low <= value) & (value <= high)), np.mean(low > value), np.mean(high < value)
    return table


def main():
    """Print the table."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--samples", type=int, default=500)
    samples = parser.parse_args().samples
    print("| classifier | items | classes | measured at | " + " | ".join(METRICS) + " |")
    print("|---|---:|---:|---:|" + "---:|" * len(METRICS))
    cases = [
        (name, n, counted, stated) for name in CLASSIFIERS for n in SIZES for counted in COUNTED for stated in STATED
    ]
    for seed, (name, n, counted, stated) in enumerate(cases):
        table = coverage(rows_of(*CLASSIFIERS[name]), n, counted, stated, samples, seed)
        cells = [f"{100 * held:.1f} ({100 * above:.1f}, {100 * below:.1f})" for held, above, below in table.values()]
        print(f"| {name} | {n:,} | 1 : {counted} | 1 : {stated:,} | {' | '.join(cells)} |", flush=True)


if __name__ == "__main__":
    main()
