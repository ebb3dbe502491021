"""The floor of chance under a comparison: what it costs to count items by how much they move the metric.

Of d items that tell two models apart, all may speak for the same one by chance. `d` may count them alike, or as many
alike as would tell as much (Kish 1965), which is what the library does. Prints, for both, in how many data sets the
95 % interval of the difference leaves out 0: a false alarm of equal models, the power of a better one.

PYTHONPATH=src python benchmarks/chance_floor.py [RUNS]
"""

from __future__ import annotations

import os

os.environ["OMP_NUM_THREADS"] = "1"

import sys
from multiprocessing import Pool

import numpy as np

import steelyard as sy
from steelyard.intervals.class_moves import NO_MOVE, ClassMoves

METRICS = ["balanced_accuracy", "macro_f1", "mcc"]
CELLS = [(2, 10, 100), (2, 10, 500), (2, 100, 500), (2, 100, 2000), (3, 10, 500), (5, 10, 500), (5, 100, 2000)]
"""Classes, how many times the largest is the smallest, items."""
KINDS = ["same", "better everywhere", "better at the rarest"]

by_moves = ClassMoves.telling


def alike(moves, place):
    """Return how many items tell two models apart, each as one."""
    items, slopes = 0.0, np.nan_to_num(moves._slopes[place]).mean(axis=0)  # noqa: SLF001 - a rule of before
    for row, of_class in zip(moves.rows, slopes, strict=True):
        one, other = of_class[row.predictions]
        items += float(row.items[np.abs(one - other) > NO_MOVE * np.abs(of_class).max()].sum())
    return items


def told(job):
    classes, skew, n, kind, agreeing, importance, seed = job
    rng = np.random.default_rng([classes, skew, n, KINDS.index(kind), int(agreeing * 10), seed])
    shares = skew ** -np.linspace(0, 1, classes)
    truth = rng.choice(classes, n, p=shares / shares.sum())
    if len(np.unique(truth)) < classes:
        return None
    second = rng.uniform(0.5, 0.85, classes)
    first = second + (0.1 if kind == "better everywhere" else 0)
    if kind == "better at the rarest":
        first[-1] = min(first[-1] + 0.25, 0.98)
    u, apart = rng.random(n), rng.random(n)
    v = np.where(rng.random(n) < agreeing, u, apart)
    error = (truth + rng.integers(1, classes, n)) % classes
    models = {"a": np.where(u < first[truth], truth, error), "b": np.where(v < second[truth], truth, error)}
    result = []
    for rule in (alike, by_moves):
        ClassMoves.telling = rule
        found = sy.compare(truth, models, metrics=METRICS, importance=importance)
        ends = [found[m].interval for m in METRICS]
        result.append([each.low > 0 or each.high < 0 for each in ends])
    return result


def main(runs):
    print("| second model | importance | classes | sizes | items | agree | told, alike | told, by what they move |")
    print("| --- | --- | --- | --- | --- | --- | --- | --- |")
    with Pool() as pool:
        for kind in KINDS:
            for importance in ("uniform", "rarity"):
                for classes, skew, n in CELLS:
                    for agreeing in (0.9, 0.5):
                        jobs = [(classes, skew, n, kind, agreeing, importance, seed) for seed in range(runs)]
                        shares = np.mean([each for each in pool.map(told, jobs, chunksize=4) if each], axis=0) * 100
                        cells = [" / ".join(f"{share:.1f}" for share in of_rule) for of_rule in shares]
                        print(
                            "|",
                            " | ".join(
                                [kind, importance, f"{classes}", f"1 : {skew}", f"{n:,}", f"{agreeing}", *cells]
                            ),
                            "|",
                        )


if __name__ == "__main__":
    main(int(sys.argv[1]) if len(sys.argv) > 1 else 150)
