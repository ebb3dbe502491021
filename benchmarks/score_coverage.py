"""How often the intervals of score metrics hold the truth, and how often equal models are told apart.

Two classes at shares from 1 : 1 to 1 : 1000, with scores of several kinds. Kinds "for tuning" were looked at while
the way was chosen, those "for judging" were not; those "for judging again" and "for judging losses" were added for what
was changed after these had been looked at. Each sample has as many items of the rare class as chance gives it; samples
with none have no value and do not count. Cells with fewer than ten rare items on average carry a note in the library,
and are shown apart. An interval that is not given does not count either.

`python benchmarks/score_coverage.py --runs 2000 --out TABLE.md` needs an hour of core time and uses all cores.
"""

from __future__ import annotations

import argparse
import math
import multiprocessing
from collections.abc import Callable
from itertools import product
from pathlib import Path
from typing import NamedTuple

import numpy as np

import steelyard as sy
from steelyard.scores.comparison import compare
from steelyard.scores.evaluation import FEW
from steelyard.scores.measured import measured

METRICS = (
    *("roc_auc", "average_precision", "log_loss", "brier"),
    *("roc_auc to fpr 0.1", "pr_auc", "lift at 10 %"),
)
USES = ("tuning", "judging", "judging again", "judging losses")
LARGE = 4_000_000
"""Items from which the truth is computed."""


def logistic(x):
    return 1 / (1 + np.exp(-x))


def posterior(x, ratio, share):
    """Return the probability of the rare class from the ratio of its density to that of the other."""
    odds = ratio(x) * share / (1 - share)
    return odds / (1 + odds)


class Kind(NamedTuple):
    """How scores come about: draws of evidence for each class, and what the model makes of them."""

    use: str
    draw: Callable
    probability: Callable


def _normal(apart, spread=1.0):
    def draw(rng, rare):
        return rng.normal(apart * rare, np.where(rare, spread, 1.0))

    return draw


def _logits(of_rare, of_others):
    return lambda rng, rare: np.where(rare, of_rare(rng, len(rare)), of_others(rng, len(rare)))


def _t(degrees, middle):
    return lambda rng, n: middle + rng.standard_t(degrees, n)


def _given(times=1.0):
    """Return what makes probabilities of logits, whatever the shares."""
    return lambda z, _: logistic(times * z)


KINDS = {
    "normal, calibrated": Kind("tuning", _normal(1.5), lambda x, s: logistic(1.5 * x - 1.125 + math.log(s / (1 - s)))),
    "normal, overconfident": Kind(
        "tuning", _normal(1.0), lambda x, s: logistic(2.5 * (x - 0.5) + math.log(s / (1 - s)))
    ),
    "five levels": Kind(
        "tuning",
        lambda rng, rare: np.clip(np.round(rng.normal(2 + 1.2 * rare, 1.0)), 0, 4),
        lambda x, s: logistic(1.2 * (x - 2.6) + math.log(s / (1 - s))),
    ),
    "exponential": Kind(
        "judging",
        lambda rng, rare: rng.exponential(np.where(rare, 4.0, 1.0)),
        lambda x, s: posterior(np.minimum(x, 40.0), lambda v: 0.25 * np.exp(0.75 * v), s),
    ),
    "two kinds of rare items": Kind(
        "judging",
        lambda rng, rare: rng.normal(np.where(rare, np.where(rng.random(len(rare)) < 0.4, 0.0, 3.0), 0.0), 1.0),
        lambda x, s: logistic(1.5 * x - 2.5 + math.log(s / (1 - s))),
    ),
    "nearly separate": Kind("judging", _normal(3.5), lambda x, s: logistic(3.5 * x - 6.125 + math.log(s / (1 - s)))),
    "uneven spread, timid": Kind("judging", _normal(1.0, 2.0), lambda x, s: logistic(0.5 * x + math.log(s / (1 - s)))),
    "seven levels": Kind(
        "judging",
        lambda rng, rare: np.minimum(rng.poisson(np.where(rare, 3.0, 1.0)), 6).astype(float),
        lambda x, s: logistic(math.log(3.0) * x - 2 + math.log(s / (1 - s))),
    ),
    "heavy tails": Kind(
        "judging again",
        lambda rng, rare: rng.standard_t(3, len(rare)) + 3 * rare,
        lambda x, s: logistic(2 * x - 3 + math.log(s / (1 - s))),
    ),
    "beta": Kind(
        "judging again",
        lambda rng, rare: rng.beta(np.where(rare, 5.0, 1.0), np.where(rare, 1.0, 5.0)),
        lambda x, s: posterior(x, lambda v: (v / np.maximum(1 - v, 1e-300)) ** 4, s),
    ),
    "a tenth mistaken": Kind(
        "judging again",
        lambda rng, rare: rng.normal(np.where(rare & (rng.random(len(rare)) < 0.9), 4.0, 0.0), 1.0),
        lambda x, s: logistic(2 * x - 4 + math.log(s / (1 - s))),
    ),
    # Logits of classes that hardly overlap: most of a loss is made by items that few samples have.
    "far apart, heavy tails": Kind("tuning", _logits(_t(4, 4.0), _t(4, -5.0)), _given()),
    "far apart, uneven spread": Kind(
        "tuning",
        _logits(lambda rng, n: rng.normal(4, 2, n), lambda rng, n: rng.normal(-4, 1, n)),
        _given(),
    ),
    "far apart, heavier tails": Kind("judging losses", _logits(_t(3, 3.5), _t(5, -4.0)), _given(1.2)),
    "far apart, skewed": Kind(
        "judging losses",
        _logits(lambda rng, n: 5 - rng.gamma(2.0, 1.3, n), lambda rng, n: rng.gamma(1.5, 1.2, n) - 6),
        _given(),
    ),
    "far apart, calibrated": Kind(
        "judging losses", _normal(4.5), lambda x, s: logistic(4.5 * x - 10.125 + math.log(s / (1 - s)))
    ),
    "far apart, timid": Kind(
        "judging losses",
        _logits(lambda rng, n: rng.laplace(2.5, 0.8, n), lambda rng, n: rng.laplace(-3.0, 0.6, n)),
        _given(0.7),
    ),
    "a hundredth mistaken": Kind(
        "judging losses",
        _logits(
            lambda rng, n: rng.normal(np.where(rng.random(n) < 0.03, -3.0, 5.0), 1.5, n),
            lambda rng, n: rng.normal(np.where(rng.random(n) < 0.01, 2.0, -5.0), 1.2, n),
        ),
        _given(),
    ),
}
CELLS = [(n, r) for n in (200, 1000, 10_000, 100_000) for r in (1, 10, 100, 1000) if n / (r + 1) >= 1.5]


def truth_of(kind, share, metrics):
    """Return the values in the population: half the items of each class, at the stated share."""
    rng = np.random.default_rng(20261118)
    rare = np.arange(LARGE) % 2 == 0
    p = np.clip(kind.probability(kind.draw(rng, rare), share), 1e-12, 1 - 1e-12)
    result = sy.scores.Scores.of(rare, p, positive=True)
    shares = np.array([1 - share, share])
    return {m: measured(sy.scores.metrics[m], result, "model", np.array([0.0, 1.0]), shares).value for m in metrics}


def cell(job):
    name, n, ratio, runs, seed, metrics = job
    kind, share = KINDS[name], 1 / (1 + ratio)
    truth = truth_of(kind, share, metrics)
    rng = np.random.default_rng([seed, n, ratio, list(KINDS).index(name)])
    held, wide = {m: [] for m in metrics}, {m: [] for m in metrics}
    alarms = {m: [] for m in metrics}
    for _ in range(runs):
        rare = rng.random(n) < share
        if not rare.any() or rare.all():
            continue
        evidence = kind.draw(rng, rare)
        p = np.clip(kind.probability(evidence, share), 1e-12, 1 - 1e-12)
        for value in sy.scores.evaluate(rare, p, positive=True, metrics=metrics).values:
            if math.isnan(value.low):
                continue
            held[value.metric].append(value.low <= truth[value.metric] <= value.high)
            wide[value.metric].append(value.high - value.low)
        # A second model of the same quality, which shares half of what it sees with the first.
        other = np.where(rng.random(n) < 0.5, evidence, kind.draw(rng, rare))
        q = np.clip(kind.probability(other, share), 1e-12, 1 - 1e-12)
        for one in compare(rare, {"a": p, "b": q}, positive=True, metrics=metrics).differences:
            alarms[one.metric].append(one.p_value < 0.05)
    return [
        (m, name, kind.use, n, ratio, n * share, len(held[m]), np.mean(held[m]), np.mean(wide[m]), np.mean(alarms[m]))
        for m in metrics
        if held[m]
    ]


def main():
    options = argparse.ArgumentParser()
    options.add_argument("--runs", type=int, default=1000)
    options.add_argument("--most", type=int, default=100_000)
    options.add_argument("--use", default=",".join(USES))
    options.add_argument("--seed", type=int, default=1)
    options.add_argument("--metrics", default=",".join(METRICS))
    options.add_argument("--out", default="")
    given = options.parse_args()
    jobs = [
        (name, n, r, given.runs if n < 100_000 else max(given.runs // 4, 100), given.seed, given.metrics.split(","))
        for name, kind in KINDS.items()
        if kind.use in given.use.split(",")
        for n, r in CELLS
        if n <= given.most
    ]
    jobs.sort(key=lambda job: -job[1])
    with multiprocessing.Pool() as pool:
        rows = [row for part in pool.imap_unordered(cell, jobs, chunksize=1) for row in part]
    text = table(rows)
    print(text)
    if given.out:
        Path(given.out).write_text(text, encoding="utf-8")


def table(rows):
    """Return the tables of benchmarks/results/score_coverage.md, below its first lines."""
    heads = "populations", "rare items, on average", "metric", "cells", "held", "least", "below 93 %", "below 90 %"
    lines = [_row(*heads, "false alarms", "most"), "|" + "---|" * 10]
    for use, noted, m in product(USES, (False, True), METRICS):
        mine = [r for r in rows if r[0] == m and r[2] == use and (r[5] < FEW) == noted]
        if mine:
            held, alarms = np.array([r[7] for r in mine]), np.array([r[9] for r in mine])
            few = f"fewer than {FEW} (noted)" if noted else f"{FEW} or more"
            low = (held < 0.93).sum(), (held < 0.90).sum()
            ends = map(_percent, (held.mean(), held.min())), map(_percent, (alarms.mean(), alarms.max()))
            lines.append(_row(f"for {use}", few, f"`{m}`", len(mine), *ends[0], *low, *ends[1]))
    lines += ["", "The ten cells not for tuning in which intervals held least:", ""]
    lines += [_row("metric", "scores", "items", "shares", "held"), "|" + "---|" * 5]
    least = sorted((r for r in rows if r[2] != "tuning"), key=lambda r: r[7])[:10]
    lines += [_row(f"`{r[0]}`", r[1], f"{r[3]:,}", f"1 : {r[4]}", _percent(r[7])) for r in least]
    return "\n".join(lines) + "\n"


def _row(*cells):
    return "| " + " | ".join(map(str, cells)) + " |"


def _percent(share):
    return f"{100 * share:.1f} %"


if __name__ == "__main__":
    main()
