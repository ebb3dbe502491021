"""Counting when there are many classes: beside SciPy's sparse matrices, which are given the codes; time and memory.

python benchmarks/many_classes.py [--write]
"""

from __future__ import annotations

import re
import resource
import subprocess
import sys
from pathlib import Path
from typing import Any

import numpy as np

from timing import alternate, table, write

ROWS = 10**7
PACKAGES = ["steelyard", "numpy", "scipy", "scikit-learn"]
CASES = [(10**3, "even"), (10**5, "even"), (10**5, "skewed"), (10**6, "even"), (10**6, "skewed")]


def main() -> str:
    rows = []
    for classes, spread in CASES:
        rows.append(row(classes, spread))
        print(*rows[-1], sep=" | ", flush=True)
    headings = ["classes", "spread", "pairs", "ours", "peak memory", "target", "SciPy (ratio)", "scikit-learn (ratio)"]
    note = (
        "\nEven: all classes equally often, predictions at random, so nearly each pair occurs once. Skewed: by Zipf's "
        "law, half of the predictions right. Peak memory is that of a process which makes the columns (160 MB) and "
        "counts them once. SciPy is the floor: `coo_array((ones, (y, p))).tocsr()` with duplicates summed, from "
        "classes that are 0…C−1 already, while we find the labels.\n"
    )
    return table(f"{ROWS:,} rows of int64 with many classes", headings, rows, PACKAGES) + note


def data(classes: int, spread: str) -> tuple[np.ndarray, np.ndarray]:
    random = np.random.default_rng(0)
    if spread == "even":
        return random.integers(0, classes, ROWS), random.integers(0, classes, ROWS)
    truth, guess = (np.minimum(random.zipf(1.2, ROWS), classes) - 1 for _ in range(2))
    return truth, np.where(random.random(ROWS) < 0.5, truth, guess)


def row(classes: int, spread: str) -> list[str]:
    from scipy.sparse import coo_array

    import steelyard as sy

    truth, prediction = data(classes, spread)
    ones = np.ones(ROWS, dtype=np.int64)

    def scipy_sum() -> Any:
        result = coo_array((ones, (truth, prediction)), shape=(classes, classes)).tocsr()
        result.sum_duplicates()
        return result

    result, theirs = sy.Confusion.from_labels(truth, prediction), scipy_sum()
    assert result.total == theirs.sum() == ROWS
    pairs = len(result.cells.coordinates().values)
    assert pairs == theirs.nnz
    del result, theirs
    runs = [lambda: sy.Confusion.from_labels(truth, prediction), scipy_sum]
    if classes <= 10**3:
        from sklearn.metrics import confusion_matrix

        runs.append(lambda: confusion_matrix(truth, prediction))
    taken = alternate(*runs, times=3)
    others = [f"{t:.2f} s ({t / taken[0]:.1f}×)" for t in taken[1:]]
    target = "< 3 s, < 2,000 MB" if classes == 10**5 else ""
    peak = peak_megabytes(classes, spread)
    ours = [f"{taken[0]:.2f} s", f"{peak:,.0f} MB", target]
    return [f"{classes:,}", spread, f"{pairs:,}", *ours, *others, *[""] * (2 - len(others))]


def peak_megabytes(classes: int, spread: str) -> float:
    """Return the peak of a process of its own that counts once."""
    command = [sys.executable, __file__, "--once", str(classes), spread]
    return float(subprocess.run(command, check=True, capture_output=True, text=True).stdout)


def once(classes: int, spread: str) -> float:
    import steelyard as sy

    sy.Confusion.from_labels(*data(classes, spread))
    status = Path("/proc/self/status")
    if status.exists():  # getrusage would tell the parent's peak, if that was higher
        return int(re.search(r"VmHWM:\s*(\d+)", status.read_text())[1]) / 1024
    return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 2**20


if __name__ == "__main__":
    if "--once" in sys.argv:
        print(once(int(sys.argv[2]), sys.argv[3]))
    else:
        text = main()
        print(text)
        if "--write" in sys.argv:
            write("many_classes", text)
