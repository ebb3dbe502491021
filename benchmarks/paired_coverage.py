"""How often 95 % intervals of the difference between two models hold it, and a difference is seen where none is.

`python benchmarks/paired_coverage.py OUT.json [--datasets N]` draws joint tables of two models from known populations:
in half of the cases both models are equally good, so that every p-value below 0.05 is a false alarm. `--table` writes
the table from what was stored.
"""

from __future__ import annotations

import argparse
import json
import os
from concurrent.futures import ProcessPoolExecutor
from datetime import UTC, datetime
from pathlib import Path

import numpy as np

import steelyard as sy
from coverage import markdown, population, prepared
from steelyard.intervals import bootstrap
from steelyard.measuring import apply, chosen
from timing import write

CASES = [(2, 1, 200), (2, 10, 2000), (3, 10, 500), (3, 10, 2000), (10, 10, 2000), (10, 100, 20000)]
DRAWS = 1000
KINDS = ("paired", "unpaired")
AGREE = 0.6
"""Share of the items on which the second model copies the first."""


def joint_population(classes, skew, *, equal):
    """Return the shares of all combinations, of shape (truth, a, b)."""
    cells = population(classes, skew)
    shares = cells.sum(axis=1)
    a = cells / shares[:, None]
    b = a if equal else population(classes, skew, seed=1) / population(classes, skew, seed=1).sum(axis=1)[:, None]
    both = AGREE * a[:, :, None] * np.eye(classes) + (1 - AGREE) * a[:, :, None] * b[:, None, :]
    return shares[:, None, None] * both


def one(job):
    """Return, for one data set, whether the intervals cover, whether p < 0.05, and their widths, paired and not."""
    classes, skew, n, equal, seed = job
    truth = joint_population(classes, skew, equal=equal)
    rng = np.random.default_rng([seed, classes, skew, n])
    counts = rng.multinomial(n, truth.ravel()).reshape(truth.shape)
    places = np.argwhere(counts)
    joint = sy.Joint(places, counts[tuple(places.T)], range(classes), ["a", "b"])
    if (joint.support == 0).any():
        return []
    stack = sy.Confusion(np.stack([truth.sum(axis=2), truth.sum(axis=1)]) * 1e6)
    weights = np.arange(1.0, classes + 1)
    true = {r.metric.name: float(r.value[0] - r.value[1]) for r in apply(chosen(None), stack, importance=weights)}
    way = bootstrap(draws=DRAWS, seed=seed)
    rows = []
    paired = sy.compare(joint, importance=weights, intervals=way)
    apart = sy.compare(joint, importance=weights, intervals=way, paired=False)
    for kind, found in (("paired", paired), ("unpaired", apart)):
        for d in found.differences:
            low, high = d.interval.low, d.interval.high
            if np.isfinite(low):
                right = true[d.metric.name]
                rows.append((kind, d.metric.name, low - 1e-12 <= right <= high + 1e-12, d.p_value < 0.05, high - low))
    return rows


def page(rows):
    """Return a line per case: what paired intervals cover, false alarms, and how much wider unpaired ones are."""
    lines = []
    for classes, skew, n in CASES:
        here = [row for row in rows if (row["classes"], row["skew"], row["n"]) == (classes, skew, n)]
        kinds = {kind: {(r["equal"], r["metric"]): r for r in here if r["kind"] == kind} for kind in KINDS}
        paired = list(kinds["paired"].values())
        covered = [row["covered"] / row["datasets"] for row in paired]
        alarms = [row["alarms"] / row["datasets"] for row in paired if row["equal"]]
        wider = [kinds["unpaired"][key]["width"] / row["width"] for key, row in kinds["paired"].items() if row["width"]]
        lines.append([
            classes, f"1:{skew}", f"{n:,}", f"{min(covered):.1%}", f"{np.mean(covered):.1%}",
            f"{np.mean(alarms):.1%}", f"{max(alarms):.1%}", f"{np.median(wider):.2f} ×",
        ])  # fmt: skip
    count = max(row["datasets"] for row in rows)
    headings = ["C", "skew", "n", "lowest coverage", "mean", "false alarms at 5 %", "most", "unpaired is wider"]
    how = (
        f"{datetime.now(tz=UTC).date()}; {count} data sets per case, {DRAWS:,} draws each, all metrics, with weights "
        f"that rise with rarity. The second model copies the first on {AGREE:.0%} of the items. A share of 95 % is "
        f"known up to a standard error of {np.sqrt(0.95 * 0.05 / count):.1%}. False alarms: p below 0.05 where both "
        "models are equally good, by swapping predictions (accuracy: McNemar); the mean over the metrics, and the most."
    )
    return f"## Differences of two models on the same items\n\n{how}\n\n{markdown(headings, lines)}\n"


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("out", type=Path)
    parser.add_argument("--datasets", type=int, default=1000)
    parser.add_argument("--table", action="store_true", help="write the table from what was stored")
    arguments = parser.parse_args()
    if arguments.table:
        write("paired_coverage", page(json.loads(arguments.out.read_text(encoding="utf-8"))))
        return
    found = []
    with ProcessPoolExecutor(os.cpu_count(), initializer=prepared, initargs=("usual",)) as pool:
        for classes, skew, n in CASES:
            for equal in (True, False):
                counts = {}
                jobs = [(classes, skew, n, equal, seed) for seed in range(arguments.datasets)]
                for rows in pool.map(one, jobs, chunksize=8):
                    for kind, metric, covers, alarm, width in rows:
                        count = counts.setdefault((kind, metric), [0, 0, 0, 0.0])
                        for i, value in enumerate((1, covers, alarm, width)):
                            count[i] += value
                for (kind, metric), (total, covered, alarms, width) in counts.items():
                    found.append({
                        "classes": classes, "skew": skew, "n": n, "equal": equal, "kind": kind, "metric": metric,
                        "datasets": total, "covered": covered, "alarms": alarms, "width": width / total,
                    })  # fmt: skip
                mine = [row for row in found[-len(counts) :] if row["kind"] == "paired"]
                shares = [row["covered"] / row["datasets"] for row in mine]
                alarms = [row["alarms"] / row["datasets"] for row in mine]
                print(
                    classes,
                    skew,
                    n,
                    equal,
                    f"{min(shares):.3f} {np.mean(shares):.3f} {max(shares):.3f}",
                    f"alarms {np.mean(alarms):.3f} {max(alarms):.3f}",
                    flush=True,
                )
                arguments.out.write_text(json.dumps(found))


if __name__ == "__main__":
    main()
