"""How fast data frames are counted, beside scikit-learn on the same columns and the engines' own group-by.

python benchmarks/frames.py [--write]
"""

from __future__ import annotations

import argparse
import time
from collections.abc import Callable

import duckdb
import numpy as np
import pandas as pd
import polars as pl
from sklearn.metrics import confusion_matrix

import steelyard as sy
from timing import alternate, table, write

ROWS = 10**7
CLASSES = 10
TARGET = "≥ 10×"


def data() -> dict[str, np.ndarray]:
    """Return texts as Python objects, of which 70 % of the predictions are right."""
    random = np.random.default_rng(0)
    names = np.array([f"class {i}" for i in range(CLASSES)], dtype=object)
    truth = random.integers(0, CLASSES, ROWS)
    guess = np.where(random.random(ROWS) < 0.7, truth, random.integers(0, CLASSES, ROWS))
    return {"y": names[truth], "p": names[guess]}


def once(run: Callable[[], object]) -> float:
    start = time.perf_counter()
    run()
    return time.perf_counter() - start


def main() -> str:
    """Return the table."""
    columns = data()
    objects = pd.DataFrame(columns, dtype=object)
    categories = objects.astype("category")
    peer = once(lambda: confusion_matrix(columns["y"], columns["p"]))  # arrays: Series take it several times as long
    polars = pl.DataFrame(columns, schema={"y": pl.String, "p": pl.String})
    connection = duckdb.connect()
    connection.execute("CREATE TABLE t AS SELECT * FROM polars")
    relation = connection.table("t")
    cases = {
        "pandas, Python objects": (objects, lambda: objects.groupby(["y", "p"], sort=False).size(), TARGET),
        "pandas, categories": (
            categories,
            lambda: categories.groupby(["y", "p"], sort=False, observed=True).size(),
            "",
        ),
        "Polars, texts": (polars, lambda: polars.group_by("y", "p").len(), ""),
        "DuckDB, texts": (
            relation,
            lambda: connection.sql("SELECT y, p, count(*) FROM t GROUP BY ALL").fetchall(),
            "",
        ),
    }
    rows = []
    for name, (frame, bare, target) in cases.items():
        seconds, alone = alternate(lambda f=frame: sy.Confusion.from_frame(f, "y", "p"), bare, times=3)
        rows.append([
            name, f"{ROWS:,}", f"{seconds:.2f} s", f"{alone:.2f} s ({seconds / alone:.1f}×)",
            f"{peer:.1f} s ({peer / seconds:.0f}×)", target,
        ])  # fmt: skip
    headings = ["frame", "rows", "ours", "its own group-by (ratio)", "scikit-learn on object arrays (ratio)", "target"]
    packages = ["steelyard", "pandas", "polars", "duckdb", "scikit-learn"]
    return table(f"Counting data frames, {CLASSES} classes", headings, rows, packages)


if __name__ == "__main__":
    parser = argparse.ArgumentParser()
    parser.add_argument("--write", action="store_true")
    text = main()
    print(text)
    if parser.parse_args().write:
        write("frames", text)
