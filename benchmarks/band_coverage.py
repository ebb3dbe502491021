"""How often bands of decision, cost and Brier curves hold at all places together, and how often models seem to differ.

Two classes; the evidence for each item is normal, or has heavy tails, and probabilities are right, or too sure. The
true curve is that of a large sample. Two models that are equally good, each with noise of its own, are compared over
all thresholds: any place at which one is shown to be better is a false alarm. So is a place at which a model of no use
is shown to be better than always and never answering the class.

`python benchmarks/band_coverage.py --runs 400 --out TABLE.md` needs a quarter of an hour of core time.
"""

from __future__ import annotations

import argparse
import multiprocessing
from pathlib import Path

import numpy as np

import steelyard as sy

KINDS = ("decision", "cost", "brier")
ENDS = (0.01, 0.8)
CELLS = ((300, 0.5), (1_000, 0.1), (5_000, 0.02))
POPULATIONS = {"normal, right": (False, 2.0), "normal, too sure": (False, 4.0), "heavy tails, too sure": (True, 4.0)}
LARGE = 500_000


def sample(rng, n, share, name, noise=0.0):
    """Return the truth, and probabilities of two models that differ by noise alone."""
    heavy, slope = POPULATIONS[name]
    y = rng.random(n) < share
    evidence = (rng.standard_t(3, n) if heavy else rng.normal(0, 1, n)) + 2.0 * y - 1.0
    odds = np.log(share / (1 - share))
    both = (evidence + noise * rng.normal(0, 1, n) for _ in range(2))
    return y, *(1 / (1 + np.exp(-np.clip(slope * each + odds, -500, 500))) for each in both)


def cell(job):
    """Return how often the bands hold, and the false alarms of equal models and of a useless one."""
    name, n, share, runs = job
    y, p, _ = sample(np.random.default_rng(0), LARGE, share, name)
    true = {kind: np.array(sy.scores.curve(y, p, kind, positive=True, thresholds=ENDS)["model"].y) for kind in KINDS}
    held, alarms = dict.fromkeys(KINDS, 0), {"useless": 0, "better": 0, "somewhere": 0}
    used = 0
    for seed in range(1, runs + 1):
        rng = np.random.default_rng([seed, n])
        y, p, _ = sample(rng, n, share, name)
        if not 2 <= y.sum() <= n - 2:
            continue
        used += 1
        for kind in KINDS:
            one = sy.scores.curve(y, p, kind, positive=True, thresholds=ENDS)["model"]
            held[kind] += bool(((np.array(one.low) <= true[kind]) & (true[kind] <= np.array(one.high))).all())
        y, a, b = sample(rng, n, share, name, noise=0.5)
        (pair,) = sy.scores.regret(y, {"a": a, "b": b}, thresholds=ENDS, positive=True).differences
        alarms["better"] += pair.better is not None
        alarms["somewhere"] += bool(pair.stretches)
        useless = sy.scores.curve(y, rng.permutation(a), "decision", positive=True, thresholds=ENDS)["model"]
        alarms["useless"] += bool(useless.worth)
    return [
        name,
        f"{n:,}",
        f"{100 * share:g} %",
        *(f"{100 * v / used:.1f} %" for v in (*held.values(), *alarms.values())),
    ]


def main():
    options = argparse.ArgumentParser()
    options.add_argument("--runs", type=int, default=400)
    options.add_argument("--out", default="")
    given = options.parse_args()
    jobs = [(name, n, share, given.runs) for name in POPULATIONS for n, share in CELLS]
    with multiprocessing.Pool() as pool:
        rows = pool.map(cell, jobs, chunksize=1)
    heads = ["probabilities", "items", "positive", *(f"{kind} held" for kind in KINDS)]
    heads += ["useless shown better", "equal told apart on average", "equal told apart somewhere"]
    lines = [_row(heads), "|" + "---|" * len(heads), *map(_row, rows)]
    text = "\n".join(lines) + "\n"
    print(text)
    if given.out:
        Path(given.out).write_text(text, encoding="utf-8")


def _row(cells):
    return "| " + " | ".join(cells) + " |"


if __name__ == "__main__":
    main()
