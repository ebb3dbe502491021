"""How often intervals hold the truth if items belong together in groups, and how often a winner is named where none is.

`python benchmarks/grouped_coverage.py OUT.json [--trials N] [--ways default bootstrap]` draws groups, such as patients,
from populations whose recalls differ from group to group (beta-binomial), asks for intervals and differences, and
writes how often they are right; `--table OUT.json …` prints the table. On one core, 300 trials take some minutes.
"""

from __future__ import annotations

import argparse
import itertools
import json
import platform
from datetime import UTC, datetime
from pathlib import Path

import numpy as np
import scipy
from scipy.special import betaincinv

import steelyard as sy
from steelyard.comparison.by_class import ByClass, Field
from steelyard.comparison.contestants import contestants
from steelyard.intervals import bootstrap, classwise
from steelyard.intervals.sample import Sample
from steelyard.intervals.units import groups_of

METRICS = ("balanced_accuracy", "accuracy", "mean_f")
SIZES, GROUPS = {20: 10, 100: 50}, (30, 100, 300)
"""Items of a group, in the mean, by how many items of the common class there are for each of the rare one."""
RECALLS = {"usual": (0.9, 0.7), "nearly perfect": (0.99, 0.97)}
KINDS = ((0.05, "usual"), (0.4, "usual"), (0.4, "nearly perfect"))
"""The correlation of two items of one class in one group, and how much of the common and the rare class is found."""
TOGETHER = 0.2
"""How far items of the rare class come together in some groups: the correlation of the truths in a group."""
STEP = 0.05
"""By which the second model is bolder: more of the rare class is found, and as much less of the common one."""
LEVEL = 0.05
AGREEING = 0.8
"""Share of the items on which both models hang on the same chance."""


def betas(rng, mean, correlation, groups):
    """Return shares of groups with this mean, by uniform places that several models may share."""
    a = (1 - correlation) / correlation
    place = rng.random(groups)
    return lambda shift=0.0: betaincinv((mean + shift) * a, (1 - mean - shift) * a, place)


def drawn(rng, skew, groups, size, correlation, recalls):
    """Return the truth, the predictions of two models and the group of each item."""
    sizes = 1 + rng.negative_binomial(2, 2 / (size + 1), groups)
    group = np.repeat(np.arange(groups), sizes)
    rare = betas(rng, 1 / (1 + skew), TOGETHER, groups)()
    truth = (rng.random(len(group)) < rare[group]).astype(int)
    u = rng.random(len(group))
    v = np.where(rng.random(len(group)) < AGREEING, u, rng.random(len(group)))
    shares = [betas(rng, recall, correlation, groups) for recall in recalls]
    first = np.stack([share() for share in shares])
    step = min(STEP, (1 - max(recalls)) / 2)
    second = np.stack([shares[0](-step), shares[1](step)])
    predictions = [np.where(chance < p[truth, group], truth, 1 - truth) for chance, p in ((u, first), (v, second))]
    return truth, predictions, group


def true_values(skew, recalls):
    """Return the metrics in the population."""
    share = np.array([skew, 1]) / (1 + skew)
    table = np.array([[recalls[0], 1 - recalls[0]], [1 - recalls[1], recalls[1]]]) * share[:, None]
    result = sy.measure(table, list(METRICS))
    return [float(result[metric]) for metric in METRICS]


WAYS = {"default": None, "bootstrap": bootstrap(draws=1000)}
"""The default, and what it was before."""


def p_value(counts, method):
    """Return that of no difference in balanced accuracy, as `sy.compare` does; of the default without the rest."""
    if method is not None:
        return sy.compare(counts, group="group", metrics=METRICS[0], intervals=method)[METRICS[0]].p_value
    sides = contestants(counts, group="group")
    field = Field.of(sides, [sy.metrics[METRICS[0]]], None, "worst")
    below = ByClass(sides, field, classwise()).pair(0, 0, 1).below(0.0)
    return 2 * min(below, 1 - below)


def trial(seed, cell, ways):
    """Return, for each way, which intervals hold the truth, how wide they are, and whether a difference is told."""
    rng = np.random.default_rng(seed)
    truth, (first, second), group = drawn(rng, *cell[:4], RECALLS[cell[4]])
    if len(set(truth)) < 2:
        return None
    values = true_values(cell[0], RECALLS[cell[4]])
    counts = sy.Joint.from_labels(truth, {"a": first, "b": second}, labels=[0, 1], by={"group": group})
    holders = len(np.unique(group[truth == 1]))
    result = {}
    units = groups_of(counts.confusion()["a"], "group")
    for name in ways:
        method = classwise() if WAYS[name] is None else WAYS[name]
        sample = Sample(units, [sy.metrics[metric] for metric in METRICS], [0.5, 0.5], "worst")
        intervals = [each[0] for each in method.of(sample, 0.95)]
        held = [bool(i.low - 1e-12 <= value <= i.high + 1e-12) for i, value in zip(intervals, values, strict=True)]
        result[name] = {
            "held": held,
            "width": [i.high - i.low for i in intervals],
            "alarm": p_value(counts, WAYS[name]) < LEVEL,
        }
    return holders, result


def run(out, trials, ways):
    every = itertools.product(SIZES.items(), GROUPS, KINDS)
    cells = [(skew, groups, size, *kind) for (skew, size), groups, kind in every]
    rows = []
    for number, cell in enumerate(cells):
        done = [each for i in range(trials) if (each := trial([number, i], cell, ways)) is not None]
        row = {"cell": cell, "trials": len(done), "holders": float(np.median([h for h, _ in done]))}
        for name in ways:
            for what in ("held", "width", "alarm"):
                row[f"{name} {what}"] = np.mean([result[name][what] for _, result in done], axis=0).tolist()
        rows.append(row)
        print(row, flush=True)
    versions = {"steelyard": sy.__version__, "numpy": np.__version__, "scipy": scipy.__version__}
    machine = {"python": platform.python_version(), **versions}
    Path(out).write_text(json.dumps({"date": f"{datetime.now(UTC):%Y-%m-%d}", "machine": machine, "rows": rows}))


HEADING = """## Intervals and differences of groups

{date}, Python {python}, NumPy {numpy}, SciPy {scipy}; {default} data sets per cell with the default, {bootstrap} with
the bootstrap of groups, the default before, so that a cell is sure to some 5 %. Two classes; the groups differ in size,
in how many items of the rare class they have, and in how much of each class is found (beta-binomial, with this
correlation of two items of a class in a group). *Held*: 95 % intervals that hold the truth, in %, default / before.
*False alarms*: how often a second model, equally good by balanced accuracy but bolder with the rare class, is told
apart at 5 %.

| sizes | groups | with the rare class | items each | correlation | classifier | balanced accuracy held \
| accuracy held | mean F held | false alarms |
| --- | --- | --- | --- | --- | --- | --- | --- | --- | --- |"""


def table(paths):
    """Return the results of both ways, from one file or two of which the first counts, as Markdown."""
    runs = [json.loads(Path(path).read_text()) for path in paths]
    rows, trials = {}, {}
    for result in runs:
        for row in result["rows"]:
            rows[tuple(row["cell"])] = row | rows.get(tuple(row["cell"]), {})
            trials = {name: row["trials"] for name in WAYS if f"{name} held" in row} | trials
    lines = [HEADING.format(date=runs[0]["date"], **runs[0]["machine"], **trials)]
    for (skew, *cell), row in rows.items():
        held = zip(*(row[f"{name} held"] for name in WAYS), strict=True)
        numbers = [" / ".join(f"{100 * each:.0f}" for each in pair) for pair in held]
        numbers.append(" / ".join(f"{100 * row[f'{name} alarm']:.1f}" for name in WAYS))
        first = [f"1 : {skew}", cell[0], f"{row['holders']:g}", *cell[1:]]
        lines.append(f"| {' | '.join(map(str, [*first, *numbers]))} |")
    return "\n".join(lines)


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("out", nargs="+")
    parser.add_argument("--trials", type=int, default=300)
    parser.add_argument("--ways", nargs="+", default=list(WAYS), choices=list(WAYS))
    parser.add_argument("--table", action="store_true")
    given = parser.parse_args()
    if given.table:
        print(table(given.out))
    else:
        run(given.out[0], given.trials, given.ways)
