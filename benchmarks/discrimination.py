"""How long it takes to count the distinct scores of Branco et al.'s section 5.2, and in how much memory.

Beside it a naive way: all scores as doubles, rounded to some decimals, and np.unique of all of them, metric by metric.
Counts of 2-3-9-11 are checked once by an independent method: clusters of doubles.
`--figure` also counts all problems and writes docs/results/branco2017/discrimination.csv.
"""

from __future__ import annotations

import multiprocessing
import os
import resource
import sys
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import numpy as np

import steelyard as sy
from steelyard.lab.discrimination.discriminate import THREADS
from steelyard.lab.enumeration import how_many, matrices
from steelyard_papers.reproductions.branco2017 import discrimination as figure
from steelyard_papers.reproductions.branco2017 import inputs
from timing import table, write

LARGEST = ("complete", (2, 3, 9, 11))
STORED = Path(__file__).parents[1] / "docs" / "results" / "branco2017" / "discrimination.csv"
BLOCK = 1 << 20
APART = 1e-14
"""Doubles of one score are nearer to each other than this."""

Counts = dict[tuple[str, str, str], int]


def exact_largest() -> Counts:
    """Count the scores of the largest problem exactly."""
    return {(r.problem, r.metric, r.mechanism): r.distinct for r in figure.problem_records(*LARGEST)}


def exact_all() -> Counts:
    """Count the scores of all problems exactly."""
    records = figure.figure_2()
    if "--figure" in sys.argv:
        figure.write_csv(STORED, records)
    return {(r.problem, r.metric, r.mechanism): r.distinct for r in records}


def naive_largest() -> Counts:
    """Count the scores of the largest problem as doubles rounded to 9 decimals, all at once."""
    return _naive(*LARGEST)


def naive_three_classes() -> Counts:
    """Count the scores of all problems of three classes as doubles rounded to 9 decimals."""
    counts: Counts = {}
    for scenario, listed in inputs.PROBLEMS.items():
        for sizes in listed:
            if len(sizes) == 3:
                counts |= _naive(scenario, sizes)
    return counts


def _naive(scenario: str, sizes: tuple[int, ...]) -> Counts:
    counts: Counts = {}
    for mechanism, blocks in _measured(scenario, sizes):
        scores: dict[str, list[np.ndarray[Any, Any]]] = {metric: [] for metric in figure.METRICS}
        for block in blocks:
            for metric, values in block.items():
                scores[metric].append(values.round(9))
        for metric in figure.METRICS:
            counts["-".join(map(str, sizes)), metric, mechanism] = len(np.unique(np.concatenate(scores.pop(metric))))
    return counts


def checking_largest() -> tuple[Counts, float, float]:
    """Count the scores of the largest problem as clusters of doubles that lie further apart than `APART`.

    Also return the widest gap within a cluster and the narrowest between two: if nothing lies near `APART`, no pair of
    scores was torn apart by rounding and, as far as doubles can say, none was taken together.
    """
    counts: Counts = {}
    within, between = 0.0, 1.0
    for mechanism, blocks in _measured(*LARGEST):
        doubles: dict[str, np.ndarray[Any, Any]] = {metric: np.empty(0) for metric in figure.METRICS}
        for block in blocks:
            for metric, values in block.items():
                doubles[metric] = np.union1d(doubles[metric], values)
        for metric, result in doubles.items():
            gaps = np.diff(result)
            counts["-".join(map(str, LARGEST[1])), metric, mechanism] = 1 + int((gaps > APART).sum())
            within = max(within, float(gaps[gaps <= APART].max(initial=0.0)))
            between = min(between, float(gaps[gaps > APART].min()))
    return counts, within, between


def _measured(scenario: str, sizes: tuple[int, ...]) -> Iterator[tuple[str, Iterator[dict[str, Any]]]]:
    """Yield for each mechanism the doubles of all metrics, in blocks of matrices."""
    labels = [f"c{i}" for i in range(1, len(sizes) + 1)]

    def blocks(given: Any) -> Iterator[dict[str, Any]]:
        for start in range(0, how_many(sizes), BLOCK):
            cm = sy.Confusion(matrices(sizes, start, min(start + BLOCK, how_many(sizes))), labels=labels)
            values = sy.measure(cm, list(figure.METRICS.values()), given, "zero" if given is None else "exclude")
            yield {metric: values[name] for metric, name in figure.METRICS.items()}

    for mechanism, given in {figure.EXISTING: None, **figure.mechanisms(scenario)}.items():
        yield mechanism, blocks(given)


def distinct_doubles() -> dict[str, tuple[int, int]]:
    """Return for recall and CBA how many of the 72 differences are zero and below, if distinct doubles are counted.

    Sums run in the order of the authors' code: recalls one by one in doubles, CBA's terms in extended precision.
    """
    result = {"Rec": [0, 0], "CBA": [0, 0]}
    for scenario, listed in inputs.PROBLEMS.items():
        for sizes in listed:
            counts = _doubles(scenario, sizes)
            for metric, (zero, below) in result.items():
                differences = [counts[metric, m] - counts[metric, figure.EXISTING] for m in figure.MECHANISMS]
                result[metric] = [zero + differences.count(0), below + sum(d < 0 for d in differences)]
    return {metric: (zero, below) for metric, (zero, below) in result.items()}


def _doubles(scenario: str, sizes: tuple[int, ...]) -> dict[tuple[str, str], int]:
    C, labels = len(sizes), [f"c{i}" for i in range(1, len(sizes) + 1)]
    cm = sy.Confusion(np.diag(sizes), labels=labels)
    weights = {name: given.relevance(cm) for name, given in figure.mechanisms(scenario).items()}
    weights[figure.EXISTING] = np.ones(C)
    scores: dict[tuple[str, str], set[float]] = {(m, name): set() for m in ("Rec", "CBA") for name in weights}
    for start in range(0, how_many(sizes), BLOCK):
        m = matrices(sizes, start, min(start + BLOCK, how_many(sizes))).astype(np.float64)
        t, p, tp = m.sum(axis=2), m.sum(axis=1), np.einsum("nii->ni", m)
        balance = tp / np.maximum(t, p)
        for name, w in weights.items():
            total = 1.0 if name == "PREV" else float(w.astype(np.longdouble).sum())
            recall, terms = np.zeros(len(m)), np.zeros(len(m), dtype=np.longdouble)
            for i in range(C):
                recall = recall + w[i] * tp[:, i] / t[:, i]
                terms = terms + w[i] * balance[:, i]
            mean = terms / C if name == figure.EXISTING else terms.astype(np.float64) / total
            scores["Rec", name].update(np.unique(recall / total).tolist())
            scores["CBA", name].update(np.unique(mean.astype(np.float64)).tolist())
    return {key: len(each) for key, each in scores.items()}


def alone(run: Callable[[], Any]) -> tuple[Any, float, float]:
    """Return what a function returns in a process of its own, its seconds, and the most memory in MB."""
    with multiprocessing.get_context("spawn").Pool(1) as pool:
        result: tuple[Any, float, float] = pool.apply(_watched, (run.__name__,))
        pool.close()
        pool.join()
    return result


def _watched(name: str) -> tuple[Any, float, float]:
    start = time.perf_counter()
    result = globals()[name]()
    taken = time.perf_counter() - start
    return result, taken, resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1e3


def main() -> str:
    """Return the tables."""
    exact, seconds, memory = alone(exact_largest)
    naive, naive_seconds, naive_memory = alone(naive_largest)
    (checked, within, between), _, _ = alone(checking_largest)
    every, all_seconds, all_memory = alone(exact_all)
    three, _, _ = alone(naive_three_classes)
    doubles, _, _ = alone(distinct_doubles)
    matched = (
        f"{sum(exact[key] == checked[key] for key in exact)} of {len(exact)} counts the same; gaps within clusters to "
        f"{within:.0e}, between them from {between:.0e}"
    )
    short = [exact[key] - naive[key] for key in exact]
    short += [every[key] - three[key] for key in three]
    threads = min(THREADS, os.cpu_count() or 1)  # each needs memory for a chunk of its own
    rows = [
        [f"2-3-9-11, exactly, {threads} threads", f"{seconds:.0f} s", f"{memory:.0f} MB", "1 ×", "< 600 s, < 2,000 MB"],
        ["the same, doubles rounded to 9 decimals, `np.unique`", f"{naive_seconds:.0f} s", f"{naive_memory:.0f} MB",
         f"{naive_seconds / seconds:.1f} ×", ""],
        [f"all 18 problems, exactly, {threads} threads", f"{all_seconds:.0f} s", f"{all_memory:.0f} MB", "", "minutes"],
    ]  # fmt: skip
    checks = [
        [f"2-3-9-11, exact beside clusters of doubles more than {APART:.0e} apart", matched],
        [
            "2-3-9-11 and all problems of three classes, exact beside doubles rounded to 9 decimals",
            f"{short.count(0)} of {len(short)} counts the same; rounded, scores are missing (up to {max(short):,})",
        ],
        *(
            [
                f"{metric}: differences of zero or below, of 72",
                f"{_not_above(every, metric)} exactly; {sum(doubles[metric])} if distinct doubles are counted",
            ]
            for metric in doubles
        ),
    ]
    packages = ["steelyard", "numpy"]
    title = "Distinct scores of 5 metrics × 5 weightings over all confusion matrices (Branco et al. 2017, section 5.2)"
    timed = table(title, ["what", "measured", "most memory of the process", "ratio", "target"], rows, packages)
    return timed + "\n" + table("The same counts by other ways", ["what", "found"], checks, packages)


def _not_above(counts: Counts, metric: str) -> int:
    return sum(
        result <= counts[problem, metric, figure.EXISTING]
        for (problem, of, mechanism), result in counts.items()
        if of == metric and mechanism != figure.EXISTING
    )


if __name__ == "__main__":
    text = main()
    print(text)
    if "--write" in sys.argv:
        write("discrimination", text)
