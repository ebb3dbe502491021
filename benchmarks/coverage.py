"""Do 95 % intervals cover 95 %? Draw data from known classifiers, and count how often the intervals hold the truth.

`python benchmarks/coverage.py OUT.json [--datasets N] [--only C] [--seed S]` runs all cases on all cores; with the name
of a stored result and `--table`, it writes the table. The estimand is the metric of the whole population at the weights
that were resolved on the sample: that is what an interval is about.
"""

from __future__ import annotations

import argparse
import json
import os
import platform
from concurrent.futures import ProcessPoolExecutor
from datetime import UTC, datetime
from pathlib import Path

import numpy as np

import steelyard as sy
from steelyard.intervals import bayes, bootstrap, delta
from steelyard.intervals.interval import Draws
from steelyard.intervals.method import Sample
from steelyard.intervals.replicates import replicate
from steelyard.intervals.units import items_of
from steelyard.measuring import apply, chosen, resolved

CLASSES = (2, 3, 10, 30)
SKEWS = (1, 10, 100, 1000)
SIZES = (200, 2000, 20000)
IMPORTANCES = ("uniform", "rarity", "stated")
METHODS = ("bootstrap", "percentile", "bca", "delta", "bayes")
DRAWS = 1000
DATASETS = {2: 1000, 3: 1000, 10: 1000, 30: 400}


def population(classes, skew, seed=0):
    """Return the shares of all cells: class sizes fall geometrically, classes are found at 50 to 95 %."""
    rng = np.random.default_rng([seed, classes, skew])
    shares = np.geomspace(1, 1 / skew, classes)
    found = rng.uniform(0.5, 0.95, classes)
    errors = rng.dirichlet(np.ones(classes), classes)
    np.fill_diagonal(errors, 0)
    cells = errors / errors.sum(axis=1, keepdims=True) * (1 - found)[:, None]
    np.fill_diagonal(cells, found)
    return (shares / shares.sum())[:, None] * cells


def importance(name, classes):
    """Return an importance by the name it has in the table; the stated one rises with the class's rarity."""
    return np.arange(1.0, classes + 1) if name == "stated" else name


def one(job):
    """Return, for one data set, whether each interval covers, whether it warns, and how wide it is."""
    classes, skew, n, seed = job
    rng = np.random.default_rng([seed, classes, skew, n])
    truth = population(classes, skew)
    cm = sy.Confusion(rng.multinomial(n, truth.ravel()).reshape(classes, classes))
    rows = []
    for name in IMPORTANCES:
        try:
            relevance = resolved(importance(name, classes), cm)
        except ValueError:  # rarity of a class without items is refused
            continue
        sample = Sample(items_of(cm), chosen(None), relevance, "exclude")
        true = apply(sample.metrics, sy.Confusion(truth * 1e6), importance=relevance)
        for method, found in intervals(sample, seed).items():
            for metric, right, observed, interval in zip(sample.metrics, true, sample.observed, found, strict=True):
                if not np.isfinite(observed.value[0]):
                    continue
                left = observed.undefined is not None and bool(observed.out((0,)).any())
                low, high, note = interval
                covers = low - 1e-12 <= float(right.value) <= high + 1e-12
                rows.append((name, metric.name, method, covers, bool(note) or left, high - low))
    return rows


def intervals(sample, seed):
    """Return all kinds of intervals; the three bootstraps share their draws."""
    way = bootstrap(draws=DRAWS, seed=seed)
    found = way.of(sample, 0.95)
    drawn = replicate(sample.metrics, [way.drawing(sample.units)], sample.observed, DRAWS, seed)
    accelerations = [each.acceleration[0] for each in sample.influences(stratified=False)]
    draws = [
        Draws.of(each.values[:, 0], float(seen.value[0]), float(a))
        for each, seen, a in zip(drawn, sample.observed, accelerations, strict=True)
    ]
    notes = [each[0].note for each in found]
    return {
        "bootstrap": [(each[0].low, each[0].high, each[0].note) for each in found],
        **{
            kind: [(*each.ends(kind, 0.95), note) for each, note in zip(draws, notes, strict=True)]
            for kind in ("percentile", "bca")
        },
        "delta": [(each[0].low, each[0].high, each[0].note) for each in delta().of(sample, 0.95)],
        "bayes": [
            (*(lambda i: (i.low, i.high))(each[0]), note)
            for each, note in zip(bayes(DRAWS, seed).of(sample, 0.95), notes, strict=True)
        ],
    }


def case(pool, classes, skew, n, datasets):
    """Return the counts of one case, by importance, metric and method."""
    counts = {}
    jobs = [(classes, skew, n, seed) for seed in range(datasets)]
    for rows in pool.map(one, jobs, chunksize=max(1, datasets // 128)):
        for name, metric, method, covers, warned, width in rows:
            count = counts.setdefault((name, metric, method), [0, 0, 0, 0, 0.0])
            count[0] += 1
            count[1] += covers
            count[2] += warned
            count[3] += covers and not warned
            count[4] += width
    return [
        {
            "classes": classes, "skew": skew, "n": n, "importance": name, "metric": metric, "method": method,
            "datasets": total, "covered": covered, "warned": warned, "covered_without_warning": quiet,
            "width": width / total,
        }
        for (name, metric, method), (total, covered, warned, quiet, width) in counts.items()
    ]  # fmt: skip


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("out", type=Path)
    parser.add_argument("--datasets", type=int)
    parser.add_argument("--only", type=int, nargs="*", default=CLASSES)
    arguments = parser.parse_args()
    found = {
        "date": datetime.now(tz=UTC).date().isoformat(),
        "numpy": np.__version__,
        "python": platform.python_version(),
    }
    found |= {"steelyard": sy.__version__, "draws": DRAWS, "cases": []}
    with ProcessPoolExecutor(os.cpu_count()) as pool:
        for classes in arguments.only:
            for skew in SKEWS:
                for n in SIZES:
                    rows = case(pool, classes, skew, n, arguments.datasets or DATASETS[classes])
                    found["cases"] += rows
                    print(classes, skew, n, summary(rows), flush=True)
                    arguments.out.write_text(json.dumps(found))


def summary(rows):
    """Return the mean coverage of each method, and that of intervals without a warning."""
    told = []
    for method in METHODS:
        mine = [row for row in rows if row["method"] == method]
        covered, total = sum(row["covered"] for row in mine), sum(row["datasets"] for row in mine)
        quiet = sum(row["datasets"] - row["warned"] for row in mine)
        without = sum(row["covered_without_warning"] for row in mine)
        told.append(
            f"{method} {covered / total:.3f} ({without / quiet if quiet else float('nan'):.3f} of {quiet / total:.0%})"
        )
    return ", ".join(told)


if __name__ == "__main__":
    os.environ.setdefault("OMP_NUM_THREADS", "1")
    main()
