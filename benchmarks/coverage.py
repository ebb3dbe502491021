"""Do 95 % intervals cover 95 %? Draw data from known classifiers, and count how often the intervals hold the truth.

`python benchmarks/coverage.py OUT.json [--datasets N] [--only C …] [--seed S]` runs all cases on all cores, with NumPy
alone. `… OUT.json --peer` runs the analytic intervals of confidenceinterval beside ours, on the first of the same data
sets. `… OUT.json [PEER.json] --table` writes benchmarks/results/coverage.md from what they stored.

The estimand is the metric of the whole population at the weights that were resolved on the sample: that is what an
interval is about.
"""

from __future__ import annotations

import argparse
import json
import os
import platform
import statistics
from collections import Counter
from concurrent.futures import ProcessPoolExecutor
from datetime import UTC, datetime
from itertools import groupby
from math import nan, sqrt
from pathlib import Path

import numpy as np

import steelyard as sy
from steelyard.intervals import bayes, bootstrap, delta, replicates
from steelyard.intervals.interval import Draws
from steelyard.intervals.replicates import replicate
from steelyard.intervals.sample import Sample
from steelyard.intervals.units import items_of
from steelyard.measuring import apply, chosen, resolved
from timing import write

CLASSES = (2, 3, 10, 30)
SKEWS = (1, 10, 100, 1000)
SIZES = (200, 2000, 20000)
IMPORTANCES = ("uniform", "rarity", "stated")
METHODS = ("bootstrap", "percentile", "bca", "delta", "bayes")
DRAWS = 1000
DATASETS = {2: 1000, 3: 1000, 10: 1000, 30: 400}
PEER_DATASETS = 300
PEER = "confidenceinterval"
PEER_METRICS = {"accuracy": "micro", "mean_f": "macro"}
"""Its F1 scores, by the names that ours have: micro F1 is accuracy, macro F1 the mean F."""

BAND = 0.93, 0.97
ENOUGH = 50
"""Data sets, at least, whose intervals have no note, for their coverage to be told apart."""

KINDS = {
    "has fewer than": "small class",
    "has no items": "class without items",
    "the draws are off": "bias",
    "undefined in": "undefined in draws",
    "nothing varies": "nothing varies",
    "decide": "few items decide",
    "there are only": "few groups",
    "rests on": "small denominator",
    "draws are too few": "few draws",
    "never found": "never found",
    "always found": "always found",
    "left out": "class left out",
}
"""Kinds of notes, by what their sentences say."""


# The data, and one run.


RECALLS = {"usual": (0.5, 0.95), "good": (0.95, 0.999)}
"""How often the classes are found, from the least to the greatest."""

of_population = "usual"
"""Which population the data are drawn from, for all of a process."""


def prepared(name):
    """Choose the population in a process, and leave the cores to the other processes."""
    global of_population  # noqa: PLW0603 - set once, when the process begins
    of_population = name
    replicates.THREADS = 1


def population(classes, skew, seed=0):
    """Return the shares of all cells: class sizes fall geometrically, some classes are found more often than others."""
    rng = np.random.default_rng([seed, classes, skew, *([] if of_population == "usual" else [1])])
    shares = np.geomspace(1, 1 / skew, classes)
    found = rng.uniform(*RECALLS[of_population], classes)
    errors = rng.dirichlet(np.ones(classes), classes)
    np.fill_diagonal(errors, 0)
    cells = errors / errors.sum(axis=1, keepdims=True) * (1 - found)[:, None]
    np.fill_diagonal(cells, found)
    return (shares / shares.sum())[:, None] * cells


def drawn(classes, skew, n, seed):
    """Return the counts of one data set."""
    rng = np.random.default_rng([seed, classes, skew, n])
    return sy.Confusion(rng.multinomial(n, population(classes, skew).ravel()).reshape(classes, classes))


def importance(name, classes):
    """Return an importance by the name it has in the table; the stated one rises with the class's rarity."""
    return np.arange(1.0, classes + 1) if name == "stated" else name


def one(job):
    """Return, for one data set, a row per interval: whether it covers, what its note says, and how wide it is."""
    classes, skew, _, seed = job
    cm, truth = drawn(*job), sy.Confusion(population(classes, skew) * 1e6)
    rows = []
    for name in IMPORTANCES:
        try:
            relevance = resolved(importance(name, classes), cm)
        except ValueError:  # rarity of a class without items is refused
            continue
        sample = Sample(items_of(cm), chosen(None), relevance, "exclude")
        true = [float(result.value) for result in apply(sample.metrics, truth, importance=relevance)]
        for method, found in intervals(sample, seed).items():
            rows += [(name, *row) for row in judged(method, sample, true, found)]
    return rows


def judged(method, sample, true, intervals):
    """Yield what became of each interval, unless the data do not define the value."""
    for right, observed, (low, high, note) in zip(true, sample.observed, intervals, strict=True):
        if not np.isfinite(observed.value[0]):
            continue
        notes = note + ("; a class is left out" if observed.out((0,)).any() else "")
        kinds = tuple(kind for said, kind in KINDS.items() if said in notes) or (("other",) if notes else ())
        covers = low - 1e-12 <= right <= high + 1e-12
        yield observed.metric.name, method, bool(covers), kinds, float(high - low)


def intervals(sample, seed):
    """Return all kinds of intervals; the three bootstraps share their draws, and the others their notes."""
    way = bootstrap(draws=DRAWS, seed=seed)
    shifted = ends(way, sample)
    notes = [note for _, _, note in shifted]
    drawn = replicate(sample.metrics, [way.drawing(sample.units)], sample.observed, DRAWS, seed)
    plain = [
        Draws.of(each.values[:, 0], float(seen.value[0]), float(known.acceleration[0]))
        for each, seen, known in zip(drawn, sample.observed, sample.unstratified, strict=True)
    ]
    return {
        "bootstrap": shifted,
        "percentile": [(*draws.ends("percentile", 0.95), note) for draws, note in zip(plain, notes, strict=True)],
        "bca": [(*draws.ends("bca", 0.95), note) for draws, note in zip(plain, notes, strict=True)],
        "delta": ends(delta(), sample),
        "bayes": [
            (low, high, note) for (low, high, _), note in zip(ends(bayes(DRAWS, seed), sample), notes, strict=True)
        ],
    }


def ends(method, sample):
    """Return the two ends and the note of each metric."""
    return [(each[0].low, each[0].high, each[0].note) for each in method.of(sample, 0.95)]


def one_of_peer(job):
    """Return the same for the analytic intervals of confidenceinterval, and ours of the same metrics."""
    from confidenceinterval import f1_score

    classes, skew, *_ = job
    cm, truth = drawn(*job), sy.Confusion(population(classes, skew) * 1e6)
    sample = Sample(items_of(cm), chosen(PEER_METRICS), np.ones(classes), "exclude")
    true = [float(result.value) for result in apply(sample.metrics, truth)]
    rows, columns = np.nonzero(cm.counts)
    times = cm.counts[rows, columns]
    y_true, y_pred = np.repeat(rows, times), np.repeat(columns, times)
    theirs = [(*f1_score(y_true, y_pred, average=average)[1], "") for average in PEER_METRICS.values()]
    ours = {"bootstrap": ends(bootstrap(DRAWS, job[3]), sample), "delta": ends(delta(), sample)}
    every = {**ours, PEER: theirs}
    return [("uniform", *row) for method, found in every.items() for row in judged(method, sample, true, found)]


# All runs.


class Tally:
    """What became of the intervals of one metric by one method in one case."""

    def __init__(self):
        self.datasets = self.covered = self.noted = self.covered_without_note = self.none = 0
        self.width = 0.0
        self.notes = Counter()

    def add(self, covers, kinds, width):
        self.datasets += 1
        self.notes.update(kinds)
        self.noted += bool(kinds)
        self.covered += covers
        self.covered_without_note += covers and not kinds
        if np.isfinite(width):
            self.width += width
        else:
            self.none += 1

    def to_dict(self):
        """Return plain numbers; the width is the mean over the intervals that there are."""
        known = self.datasets - self.none
        width = self.width / known if known else None
        return {**vars(self), "width": width, "notes": dict(self.notes)}


def case(pool, run, classes, skew, n, seeds):
    """Return the tallies of one case, by importance, metric and method."""
    tallies = {}
    jobs = [(classes, skew, n, seed) for seed in seeds]
    for rows in pool.map(run, jobs, chunksize=max(1, len(jobs) // 128)):
        for name, metric, method, covers, kinds, width in rows:
            tallies.setdefault((name, metric, method), Tally()).add(covers, kinds, width)
    return [
        {"classes": classes, "skew": skew, "n": n, "importance": name, "metric": metric, "method": method}
        | tally.to_dict()
        for (name, metric, method), tally in tallies.items()
    ]


def run_all(arguments):
    """Run all cases, keeping what was found so far."""
    found = {
        "date": datetime.now(tz=UTC).date().isoformat(),
        "python": platform.python_version(),
        "numpy": np.__version__,
        "steelyard": sy.__version__,
        "draws": DRAWS,
        "cases": [],
    }
    run = one_of_peer if arguments.peer else one
    with ProcessPoolExecutor(os.cpu_count(), initializer=prepared, initargs=(arguments.population,)) as pool:
        for classes in arguments.only:
            datasets = arguments.datasets or (PEER_DATASETS if arguments.peer else DATASETS[classes])
            for skew in SKEWS:
                for n in SIZES:
                    rows = case(pool, run, classes, skew, n, range(arguments.seed, arguments.seed + datasets))
                    found["cases"] += rows
                    print(classes, skew, n, summary(rows), flush=True)
                    arguments.out.write_text(json.dumps(found), encoding="utf-8")


def summary(rows):
    """Return the mean coverage of each method, and that of intervals without a note."""
    told = []
    for method in dict.fromkeys(row["method"] for row in rows):
        mine = [row for row in rows if row["method"] == method]
        quiet = pooled(mine, noted=False)
        told.append(f"{method} {pooled(mine):.3f} ({quiet:.3f} of {1 - share_noted(mine):.0%})")
    return ", ".join(told)


# The table.


def coverage(row, *, noted=True):
    """Return the share of the intervals that cover; with `noted=False`, of those without a note, NaN if too few."""
    if noted:
        return row["covered"] / row["datasets"]
    quiet = row["datasets"] - row["noted"]
    return row["covered_without_note"] / quiet if quiet >= ENOUGH else nan


def error(row, *, noted=True):
    """Return the standard error of a coverage of 95 % that comes from the number of data sets."""
    total = row["datasets"] - (0 if noted else row["noted"])
    return sqrt(0.95 * 0.05 / total) if total else nan


def pooled(rows, *, noted=True):
    """Return the coverage over all intervals of several rows."""
    covered = sum(row["covered" if noted else "covered_without_note"] for row in rows)
    total = sum(row["datasets"] - (0 if noted else row["noted"]) for row in rows)
    return covered / total if total else nan


def share_noted(rows):
    return sum(row["noted"] for row in rows) / sum(row["datasets"] for row in rows)


def told(rows, *, noted):
    """Return how many metrics lie in the band, their mean, and the lowest with its name, as cells of a table."""
    known = {row["metric"]: coverage(row, noted=noted) for row in rows}
    known = {metric: share for metric, share in known.items() if share == share}  # noqa: PLR0124 - not NaN
    if not known:
        return ["–", "–", "–"]
    inside = sum(BAND[0] <= share <= BAND[1] for share in known.values())
    lowest = min(known, key=known.get)
    mean = statistics.fmean(known.values())
    return [f"{inside} of {len(known)}", f"{mean:.1%}", f"{known[lowest]:.1%} {lowest}"]


def missing(rows):
    """Return the metrics without a note that lie outside the band by more than two standard errors."""
    out = {}
    for row in rows:
        share, slack = coverage(row, noted=False), 2 * error(row, noted=False)
        if share < BAND[0] - slack or share > BAND[1] + slack:
            out[row["metric"]] = share
    named = [f"{metric} {out[metric]:.0%}" for metric in sorted(out, key=out.get)]
    return ", ".join(named[:3]) + (f" and {len(named) - 3} more" if len(named) > 3 else "")


def widths(rows, of_bootstrap):
    """Return the median over the metrics of how wide intervals are beside those of the bootstrap."""
    beside = {key(row): row["width"] for row in of_bootstrap}
    ratios = [row["width"] / beside[key(row)] for row in rows if row["width"] and beside.get(key(row))]
    return f"{statistics.median(ratios):.2f}" if ratios else "–"


def key(row):
    return tuple(row[name] for name in ("classes", "skew", "n", "importance", "metric"))


def markdown(headings, rows):
    return "\n".join("| " + " | ".join(map(str, row)) + " |" for row in [headings, ["---"] * len(headings), *rows])


def by_method(rows):
    """Return a line per method and number of items."""
    lines = []
    for n in SIZES:
        here = [row for row in rows if row["n"] == n]
        of_bootstrap = [row for row in here if row["method"] == "bootstrap"]
        for method in dict.fromkeys(row["method"] for row in here):
            mine = [row for row in here if row["method"] == method]
            every, quiet = ([coverage(row, noted=noted) for row in mine] for noted in (True, False))
            lines.append([
                f"{n:,}", method, f"{pooled(mine):.1%}", in_band(every), f"{share_noted(mine):.0%}",
                f"{pooled(mine, noted=False):.1%}", in_band(quiet), widths(mine, of_bootstrap),
            ])  # fmt: skip
    return markdown(
        ["n", "method", "covers", "in 93–97 %", "with a note", "without: covers", "in 93–97 %", "width"], lines
    )


def in_band(shares):
    known = [share for share in shares if np.isfinite(share)]
    return f"{sum(BAND[0] <= share <= BAND[1] for share in known) / len(known):.0%}" if known else "–"


def by_case(rows, method):
    """Return a line per case and importance for one method."""
    mine = [row for row in rows if row["method"] == method]
    lines = []
    for (classes, skew, n, name), group in groupby(mine, key=lambda row: key(row)[:4]):
        here = list(group)
        lines.append([
            classes, f"1:{skew}", f"{n:,}", name, *told(here, noted=True), f"{share_noted(here):.0%}",
            *told(here, noted=False), missing(here),
        ])  # fmt: skip
    every, quiet = ["in 93–97 %", "mean", "lowest"], ["in 93–97 %", "mean", "lowest", "misses"]
    return markdown(["C", "skew", "n", "importance", *every, "with a note", *quiet], lines)


def others_by_case(rows):
    """Return a line per case and importance for the other methods: each of them in one cell."""
    methods = [method for method in METHODS if method != "bootstrap"]
    lines = []
    for place, group in groupby(rows, key=lambda row: key(row)[:4]):
        here = {method: [] for method in METHODS}
        for row in group:
            here[row["method"]].append(row)
        classes, skew, n, name = place
        cells = [
            f"{pooled(here[method]):.1%}; {', '.join(told(here[method], noted=False))}; "
            f"× {widths(here[method], here['bootstrap'])}"
            for method in methods
        ]
        lines.append([classes, f"1:{skew}", f"{n:,}", name, *cells])
    return markdown(["C", "skew", "n", "importance", *methods], lines)


def note_kinds(rows):
    """Return how often each kind of note was given, in shares of all bootstrap intervals."""
    mine = [row for row in rows if row["method"] == "bootstrap"]
    counts = sum((Counter(row["notes"]) for row in mine), Counter())
    total = sum(row["datasets"] for row in mine)
    return ", ".join(f"{kind} {count / total:.1%}" for kind, count in counts.most_common())


def table(found, peer=None, good=None, remark=""):
    """Return the page: what was done, all methods together, the peer, and the default case by case."""
    rows = found["cases"]
    datasets = sorted({max(row["datasets"] for row in group) for group in _by_classes(rows)})
    ends_of = dict.fromkeys((datasets[-1], datasets[0]))
    errors = " to ".join(f"{sqrt(0.95 * 0.05 / count):.1%}" for count in ends_of)
    counts = " to ".join(f"{count:,}" for count in dict.fromkeys((datasets[0], datasets[-1])))
    made = f"{found['date']}, Python {found['python']}, NumPy {found['numpy']}, steelyard {found['steelyard']}"
    how = (
        f"{made}; {counts} data sets per case, {found['draws']:,} draws each. A coverage of 95 % is known up to a "
        f"standard error of {errors}, so that some of many metrics lie outside 93–97 % by chance; a metric *misses* if "
        "it does by more than two standard errors. Intervals without a note are judged from "
        f"{ENOUGH} data sets on. *Width*: the median over the metrics of the width beside the bootstrap's."
    )
    what = (
        "The population of a case has classes that shrink geometrically by the skew and are found at 50 to 95 %, with "
        "errors spread at random. The notes that split the intervals are the bootstrap's for the bootstraps and for "
        "Bayes, and its own for delta. Rarity is refused where a class has no items; those data sets are left out. The "
        "limits of the notes were chosen on the first 200 of these data sets; the good classifiers below had no part "
        "in it."
    )
    notes = f"Notes of the bootstrap, in shares of its intervals: {note_kinds(rows)}."
    parts = [
        "## Do 95 % intervals cover 95 %?",
        how,
        *filter(None, [what, remark]),
        notes,
        "### All cases and metrics, by method",
        by_method(rows),
    ]
    if peer is not None:
        uniform = "Micro F1 (accuracy) and macro F1, uniform importance, the first of the same data sets."
        parts += ["### Beside confidenceinterval", uniform, *by_peer(peer["cases"])]
    if good is not None:
        count = max(row["datasets"] for row in good["cases"])
        about = f"Classes are found at 95 to 99.9 %; {count} data sets per case, for fewer cases. Errors are few here."
        parts += ["### Good classifiers", about, by_method(good["cases"]), by_case(good["cases"], "bootstrap")]
    parts += ["### The default, case by case", by_case(rows, "bootstrap")]
    cells = "What all intervals cover; of those without a note, metrics in 93–97 %, mean and lowest; and the width."
    parts += ["### The other methods, case by case", cells, others_by_case(rows)]
    return "\n\n".join(parts) + "\n"


def _by_classes(rows):
    return [[row for row in rows if row["classes"] == classes] for classes in {row["classes"] for row in rows}]


def by_peer(rows):
    """Yield a table for the two metrics of the peer: a line per number of classes and items."""
    methods = ("bootstrap", "delta", PEER)
    lines = []
    for classes, n in dict.fromkeys((row["classes"], row["n"]) for row in rows):
        line = [classes, f"{n:,}"]
        for metric in PEER_METRICS:
            for method in methods:
                here = [row for row in rows if (row["classes"], row["n"]) == (classes, n)]
                line.append(
                    f"{pooled([row for row in here if (row['metric'], row['method']) == (metric, method)]):.1%}"
                )
        lines.append(line)
    yield markdown(["C", "n", *(f"{metric}, {method}" for metric in PEER_METRICS for method in methods)], lines)


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("out", type=Path, help="where to store what was found, or where it was stored")
    parser.add_argument("beside", type=Path, nargs="?", help="what --peer stored, for --table")
    parser.add_argument("--population", choices=RECALLS, default="usual", help="how good the classifiers are")
    parser.add_argument("--remark", default="", help="what else a reader of the table must know")
    parser.add_argument("--good", type=Path, help="what was stored of good classifiers, for --table")
    parser.add_argument("--datasets", type=int, help="data sets per case")
    parser.add_argument("--only", type=int, nargs="*", default=CLASSES, help="numbers of classes")
    parser.add_argument("--seed", type=int, default=0, help="of the first data set")
    parser.add_argument("--peer", action="store_true", help="run confidenceinterval beside ours")
    parser.add_argument("--table", action="store_true", help="write the table from what was stored")
    arguments = parser.parse_args()
    if not arguments.table:
        run_all(arguments)
        return
    stored = [path and json.loads(path.read_text(encoding="utf-8")) for path in (arguments.beside, arguments.good)]
    write("coverage", table(json.loads(arguments.out.read_text(encoding="utf-8")), *stored, remark=arguments.remark))


if __name__ == "__main__":
    os.environ.setdefault("OMP_NUM_THREADS", "1")
    main()
