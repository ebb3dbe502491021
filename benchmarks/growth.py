"""How time and memory grow with rows and with classes, as a table and as two plots.

python benchmarks/growth.py [--write]

Each point runs in a process of its own, so that its peak memory is its own; data are made before the clock starts.
"""

from __future__ import annotations

import argparse
import json
import resource
import subprocess
import sys
import tempfile
import time
from pathlib import Path

import numpy as np

from timing import RESULTS, table, write

IMAGES = Path(__file__).parents[1] / "docs" / "images"
EXAMPLE = Path(__file__).parents[1] / "examples" / "wine_quality_red.csv"
ROWS = [10**5, 10**6, 10**7, 10**8]
CLASSES = [10, 100, 1_000, 10_000, 100_000, 1_000_000]
MANY_ROWS = 10**7
FEW_CLASSES = 10
SKLEARN_ROWS = 10**7
"""scikit-learn is not asked for more: its time is linear from here on, and its memory runs out."""
SKLEARN_CLASSES = 10_000
"""Its dense matrix of more classes does not fit."""


def labels(rows: int, classes: int) -> tuple[np.ndarray, np.ndarray]:
    """Return truth and predictions, of which 70 % are right."""
    random = np.random.default_rng(0)
    truth = random.integers(0, classes, rows, dtype=np.int64)
    prediction = random.integers(0, classes, rows, dtype=np.int64)
    np.copyto(prediction, truth, where=random.random(rows, dtype=np.float32) < 0.7)
    return truth, prediction


def parquet(folder: Path, rows: int) -> str:
    import duckdb

    path = folder / f"{rows}.parquet"
    duckdb.sql(
        f"COPY (SELECT 'class ' || (hash(i) % {FEW_CLASSES}) AS y, "  # noqa: S608 - our own numbers
        f"'class ' || (CASE WHEN hash(i + 7) % 10 < 7 THEN hash(i) ELSE hash(i + 3) END % {FEW_CLASSES}) AS p "
        f"FROM range({rows}) t(i)) TO '{path}' (FORMAT parquet)"
    )
    return str(path)


def warmed():
    """Return the library with all that it loads on first use."""
    import steelyard as sy

    sy.evaluate([0, 1], [0, 1])
    sy.Confusion.from_files(EXAMPLE, "quality", "tree")
    return sy


def ours(rows: int, classes: int) -> float:
    sy = warmed()
    pair = labels(rows, classes)
    start = time.perf_counter()
    sy.Confusion.from_labels(*pair)
    return time.perf_counter() - start


def evaluated(rows: int, classes: int) -> float:
    sy = warmed()
    cm = sy.Confusion.from_labels(*labels(rows, classes))
    start = time.perf_counter()
    sy.evaluate(cm)
    return time.perf_counter() - start


def peer(rows: int, classes: int) -> float:
    from sklearn.metrics import confusion_matrix

    pair = labels(rows, classes)
    start = time.perf_counter()
    confusion_matrix(*pair)
    return time.perf_counter() - start


def files(path: str) -> float:
    sy = warmed()
    start = time.perf_counter()
    sy.Confusion.from_files(path, "y", "p")
    return time.perf_counter() - start


def alone(what: str, *arguments: object) -> tuple[float, float]:
    """Return the seconds and the peak megabytes of one measurement in a process of its own."""
    done = subprocess.run(
        [sys.executable, __file__, "--point", json.dumps([what, *arguments])],
        capture_output=True,
        text=True,
        check=True,
    )
    seconds, peak = json.loads(done.stdout)
    return seconds, peak


def measure() -> dict[str, list[tuple[int, float, float]]]:
    """Return (size, seconds, megabytes) of each curve."""
    curves: dict[str, list[tuple[int, float, float]]] = {}
    for rows in ROWS:
        curves.setdefault("rows: int64 arrays", []).append((rows, *alone("ours", rows, FEW_CLASSES)))
        if rows <= SKLEARN_ROWS:
            curves.setdefault("rows: scikit-learn", []).append((rows, *alone("peer", rows, FEW_CLASSES)))
        with tempfile.TemporaryDirectory() as folder:
            path = parquet(Path(folder), rows)
            curves.setdefault("rows: Parquet of texts", []).append((rows, *alone("files", path)))
    for classes in CLASSES:
        curves.setdefault("classes: counting", []).append((classes, *alone("ours", MANY_ROWS, classes)))
        curves.setdefault("classes: all metrics", []).append((classes, *alone("evaluated", MANY_ROWS, classes)))
        if classes <= SKLEARN_CLASSES:
            curves.setdefault("classes: scikit-learn", []).append((classes, *alone("peer", MANY_ROWS, classes)))
    return curves


def plot(curves: dict[str, list[tuple[int, float, float]]]) -> None:
    """Draw seconds over rows and over classes."""
    import matplotlib as mpl

    mpl.use("svg")
    mpl.rcParams["svg.hashsalt"] = "steelyard"  # the same file from the same numbers
    from matplotlib import pyplot as plt

    IMAGES.mkdir(exist_ok=True)
    for axis, title in (
        ("rows", f"{FEW_CLASSES} classes, growing rows"),
        ("classes", f"{MANY_ROWS:,} rows of int64, growing classes"),
    ):
        figure, ax = plt.subplots(figsize=(6.4, 3.8), layout="constrained")
        for name, points in curves.items():
            if name.startswith(axis):
                sizes, seconds, _ = zip(*points, strict=True)
                peer_style = {"color": "0.55", "linestyle": "--"} if "scikit" in name else {}
                line = ax.plot(sizes, seconds, marker="o", **peer_style)[0]
                ax.annotate(
                    name.split(": ")[1], (sizes[-1], seconds[-1]), color=line.get_color(),
                    xytext=(6, 0), textcoords="offset points", va="center",
                )  # fmt: skip
        ax.set(xscale="log", yscale="log", xlabel=axis, ylabel="seconds", title=title)
        low, high = ax.get_xlim()
        ax.set_xlim(low, high * 6)
        ax.grid(alpha=0.3)
        ax.spines[["top", "right"]].set_visible(False)
        figure.savefig(IMAGES / f"growth_{axis}.svg", metadata={"Date": None})
        plt.close(figure)


def main() -> str:
    """Measure, draw, and return the table."""
    curves = measure()
    (RESULTS / "growth.json").write_text(json.dumps(curves, indent=1) + "\n", encoding="utf-8")
    plot(curves)
    rows = [
        [name, f"{size:,}", f"{seconds * 1000:,.1f} ms", f"{peak:,.0f} MB"]
        for name, points in curves.items()
        for size, seconds, peak in points
    ]
    packages = ["steelyard", "numpy", "duckdb", "scikit-learn"]
    headings = ["curve", "size", "time", "peak memory of the process, data included"]
    return table("Growth with rows and with classes", headings, rows, packages)


if __name__ == "__main__":
    parser = argparse.ArgumentParser()
    parser.add_argument("--write", action="store_true")
    parser.add_argument("--point")
    chosen = parser.parse_args()
    if chosen.point:
        what, *arguments = json.loads(chosen.point)
        seconds = {"ours": ours, "evaluated": evaluated, "peer": peer, "files": files}[what](*arguments)
        print(json.dumps([seconds, resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1000]))
    else:
        text = main()
        print(text)
        if chosen.write:
            write("growth", text)
