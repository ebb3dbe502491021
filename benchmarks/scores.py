"""AUROC and average precision beside scikit-learn; how sure they are; and scores in bins beside the bare group-by.

python benchmarks/scores.py [--write]
"""

from __future__ import annotations

import subprocess
import sys
import tempfile
from pathlib import Path

import duckdb
import numpy as np
from sklearn.metrics import average_precision_score, roc_auc_score

import steelyard as sy
from timing import alternate, table, write

ITEMS, CLASSES, ROWS = 10**6, 10, 10**8
TIMES = 3
LEAST, MOST_DELONG, MOST_BARE, MOST_MEMORY = 5, 3, 2, 500
"""Targets: times as fast as scikit-learn; times one AUROC; times the bare group-by; megabytes at the peak."""

NOTE = f"""
Probabilities of random logits in float64. "Values" is `sy.scores.evaluate(…, intervals="none")` with all checks at the
door, from labels and a matrix as scikit-learn takes them; "with intervals" the same without that, whose variances are
by DeLong et al. (1988), or by the slopes of each item, and whose averages over classes allow for how classes go
together. The area of one class is of {ITEMS:,} items, one column; the comparison is of two such models. Targets:
{LEAST} times scikit-learn; interval and comparison in {MOST_DELONG} times one area.
"""

FILE_NOTE = """
Two classes, one column of float64, in no order; 10,000 bins. "Bare" is DuckDB's group-by over the same bins on an open
connection; ours looks at the schema, counts the classes first, checks every score, and returns values with intervals
and what bins can have moved. With log loss and Brier score, sums of each class are made of every row, too. Memory
is the peak of a process that does nothing else, with Python, NumPy and DuckDB in it.
"""


def problem():
    """Return labels and probabilities of many classes."""
    rng = np.random.default_rng(0)
    truth = rng.integers(0, CLASSES, ITEMS)
    logits = rng.normal(size=(ITEMS, CLASSES))
    logits[np.arange(ITEMS), truth] += 1.5
    above = np.exp(logits)
    return truth, above / above.sum(axis=1, keepdims=True)


def many_classes() -> str:
    truth, scores = problem()
    binary = np.eye(CLASSES)[truth]
    peers = {
        "roc_auc": lambda: roc_auc_score(truth, scores, multi_class="ovr"),
        "average_precision": lambda: average_precision_score(binary, scores),
    }
    rows = []
    for metrics in (["roc_auc"], ["average_precision"], ["roc_auc", "average_precision"]):
        asked = {"metrics": metrics}

        def theirs(metrics=metrics):
            return [peers[metric]() for metric in metrics]

        def values(asked=asked):
            return sy.scores.evaluate(truth, scores, **asked, intervals="none")

        def sure(asked=asked):
            return sy.scores.evaluate(truth, scores, **asked)

        np.testing.assert_allclose([each.value for each in values().values], theirs(), rtol=1e-12)
        peer, ours, with_intervals = alternate(theirs, values, sure, times=TIMES)
        rows.append(
            [
                " and ".join(metrics), f"{peer:.2f} s", f"{ours:.3f} s ({peer / ours:.1f}× as fast)",
                f"{with_intervals:.2f} s ({peer / with_intervals:.1f}×)",
            ]
        )  # fmt: skip
        print(*rows[-1], sep=" | ", flush=True)
    headings = ["metrics", "scikit-learn", "values", "with intervals"]
    title = f"{CLASSES} classes, {ITEMS:,} items (target: {LEAST}×)"
    return table(title, headings, rows, ["steelyard", "numpy", "scikit-learn"])


def one_class() -> str:
    truth, scores = problem()
    positive, first = (truth == 0).astype(int), scores[:, 0].copy()
    second = np.clip(first + np.random.default_rng(1).normal(0, 0.05, ITEMS), 0, 1)
    asked = {"positive": 1, "metrics": "roc_auc"}
    runs = {
        "scikit-learn's `roc_auc_score`": lambda: roc_auc_score(positive, first),
        "one area": lambda: sy.scores.evaluate(positive, first, **asked, intervals="none"),
        "one area with its interval": lambda: sy.scores.evaluate(positive, first, **asked),
        "two models compared": lambda: sy.scores.compare(positive, {"a": first, "b": second}, **asked),
    }
    taken = dict(zip(runs, alternate(*runs.values(), times=2 * TIMES), strict=True))
    area, sure = taken["one area"], taken["one area with its interval"]
    rows = [[name, f"{1e3 * t:.0f} ms", f"{t / area:.2f}×", f"{t / sure:.2f}×"] for name, t in taken.items()]
    for row in rows:
        print(*row, sep=" | ", flush=True)
    headings = ["area under the ROC curve of one class", "time", "to one area", "to one with its interval"]
    title = f"How sure: {ITEMS:,} items (target: {MOST_DELONG}× one area)"
    return table(title, headings, rows, ["steelyard", "numpy", "scikit-learn"])


def in_bins() -> str:
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "scores.parquet"
        connection = duckdb.connect()
        fraud, noise = "hash(i) % 100 < 5", "(hash(i + 7) % 1000003) / 1000003.0"
        query = (
            f"SELECT CASE WHEN {fraud} THEN 'fraud' ELSE 'ok' END AS y, "  # noqa: S608
            f"CASE WHEN {fraud} THEN sqrt({noise}) ELSE {noise} * {noise} END AS p FROM range({ROWS}) t(i)"
        )
        connection.execute(f"COPY ({query}) TO '{path}'")
        share = "CASE WHEN p < 0.5 THEN sqrt(p / 2) ELSE 1 - sqrt((1 - p) / 2) END"
        bare_query = (
            f"SELECT y, least(floor(({share}) * 10000), 9999)::INTEGER AS bin, count(*) FROM '{path}' GROUP BY ALL"  # noqa: S608
        )

        def bare():
            return connection.execute(bare_query).fetchnumpy()

        named = {"truth": "y", "scores": "p", "positive": "fraud", "bins": 10_000}

        def rankings():
            return sy.scores.evaluate(path, **named, metrics=["roc_auc", "average_precision"])

        def losses():
            return sy.scores.evaluate(path, **named)

        result = rankings()
        assert result.items == ROWS
        assert result["roc_auc"].binning < 0.001
        engine, ours, more = alternate(bare, rankings, losses, times=3)
        size = path.stat().st_size / 1e6
        rows = []
        for name, taken, metrics in (
            ("AUROC and average precision", ours, ["roc_auc", "average_precision"]),
            ("log loss and Brier score as well", more, None),
        ):
            memory = f"{peak(path, named | {'metrics': metrics}):,.0f} MB"
            rows.append(
                [
                    name,
                    f"{ROWS:,}",
                    f"{size:,.0f} MB",
                    f"{engine:.2f} s",
                    f"{taken:.2f} s",
                    f"{taken / engine:.2f}×",
                    memory,
                ]
            )
            print(*rows[-1], sep=" | ", flush=True)
        connection.close()
    headings = ["what", "rows", "size", "bare", "ours", "ratio", "peak memory"]
    title = f"Scores in bins, of Parquet (targets: {MOST_BARE}× the bare group-by, {MOST_MEMORY} MB)"
    return table(title, headings, rows, ["steelyard", "numpy", "duckdb"])


def peak(path: Path, asked: dict) -> float:
    """Return the megabytes that a process needs at most to measure the file (on Linux)."""
    code = (
        f"import steelyard as sy; sy.scores.evaluate({str(path)!r}, **{asked!r}); "
        "print(*(line.split()[1] for line in open('/proc/self/status') if line.startswith('VmHWM')))"
    )
    run = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    return int(run.stdout) * 1024 / 1e6


def main() -> str:
    return "\n".join([many_classes(), one_class() + NOTE, in_bins() + FILE_NOTE])


if __name__ == "__main__":
    text = main()
    print(text)
    if "--write" in sys.argv:
        write("scores", text)
