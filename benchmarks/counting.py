"""How fast pairs of labels are counted, beside scikit-learn and PyCM.

python benchmarks/counting.py [--write]
"""

from __future__ import annotations

import argparse
from collections.abc import Callable
from typing import Any, NamedTuple

import numpy as np
import pycm
from sklearn.metrics import confusion_matrix

from steelyard import Confusion
from timing import alternate, table, write

TIMES = 7
PYCM_MOST_ROWS = 10**5
"""PyCM takes minutes for more."""


LISTS = """
Lists of texts miss the target that arrays of Python objects meet: looking the texts up in a dict takes most of our
time, and scikit-learn is much faster on lists, which it turns into fixed-width arrays, than on arrays of objects.
"""


class Case(NamedTuple):
    """Labels to count, and how many times faster than scikit-learn we mean to be."""

    name: str
    rows: int
    classes: int
    kind: str
    target: int | None


CASES = [
    Case("int64", 10**7, 10, "int64", 30),
    Case("int64", 10**7, 1000, "int64", 30),
    Case("int64, sorted truth", 10**7, 1000, "sorted", None),
    Case("int64 identifiers", 10**6, 1000, "identifiers", None),
    Case("whole float64", 10**6, 10, "float64", None),
    Case("texts, object array", 10**6, 100, "object", 20),
    Case("texts, object array of 100 objects", 10**6, 100, "shared", 20),
    Case("texts, list", 10**6, 100, "list", 20),
    Case("texts, fixed width", 10**6, 100, "fixed", 10),
    Case("int64", 10**5, 10, "int64", None),
    Case("texts, list", 10**5, 100, "list", None),
]


def data(case: Case) -> tuple[Any, Any]:
    """Return truth and predictions, of which 70 % are right."""
    random = np.random.default_rng(0)
    truth = random.integers(0, case.classes, case.rows)
    if case.kind == "sorted":
        truth.sort()
    guess = random.integers(0, case.classes, case.rows)
    prediction = np.where(random.random(case.rows) < 0.7, truth, guess)
    return column(truth, case.kind), column(prediction, case.kind)


def column(codes: np.ndarray, kind: str) -> Any:
    names = np.array([f"class {code:03d}" for code in range(1000)])
    make: dict[str, Callable[[], Any]] = {
        "float64": lambda: codes.astype(np.float64),
        "identifiers": lambda: codes * 1_000_000_007,
        "object": lambda: names[codes].astype(object),  # each text an object of its own, as a reader would make them
        "shared": lambda: names.astype(object)[codes],
        "list": names[codes].tolist,
        "fixed": lambda: names[codes],
    }
    return make[kind]() if kind in make else codes


def row(case: Case) -> list[str]:
    truth, prediction = data(case)
    runs: list[Callable[[], Any]] = [
        lambda: Confusion.from_labels(truth, prediction).counts,
        lambda: confusion_matrix(truth, prediction),
    ]
    if case.rows <= PYCM_MOST_ROWS:
        runs.append(lambda: pycm.ConfusionMatrix(actual_vector=truth, predict_vector=prediction).to_array())
    results = [run() for run in runs]  # once unmeasured: imports, page faults
    assert all(np.array_equal(result, results[0]) for result in results)
    taken = alternate(*runs, times=TIMES)
    ours, others = taken[0], [f"{milliseconds(t)} ({t / taken[0]:.0f}×)" for t in taken[1:]]
    target = "" if case.target is None else f"≥ {case.target}×"
    return [case.name, f"{case.rows:,}", str(case.classes), milliseconds(ours), others[0], target, *others[1:]]


def milliseconds(seconds: float) -> str:
    return f"{seconds * 1e3:.1f} ms" if seconds < 0.1 else f"{seconds * 1e3:.0f} ms"


def main() -> str:
    rows = []
    for case in CASES:
        rows.append([*row(case), ""][:7])
        print(*rows[-1], sep=" | ", flush=True)
    headings = ["labels", "rows", "classes", "ours", "scikit-learn (ratio)", "target", "PyCM (ratio)"]
    title = "Counting pairs of labels, which are discovered"
    return table(title, headings, rows, ["steelyard", "numpy", "scikit-learn", "pycm"]) + LISTS


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--write", action="store_true", help="write results/counting.md as well")
    arguments = parser.parse_args()
    text = main()
    print(text)
    if arguments.write:
        write("counting", text)
