"""How fast pairs of labels are counted, beside scikit-learn and PyCM, in one run on one machine.

    python benchmarks/counting.py [--write]

The competitors take turns, so that a busy machine slows them all; what counts is the ratio of the medians.
"""

from __future__ import annotations

import argparse
import datetime
import gc
import os
import platform
import statistics
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np
import pycm
import sklearn
from sklearn.metrics import confusion_matrix

from steelyard.counting import count_labels

RESULTS = Path(__file__).parent / "results" / "counting.md"
ROUNDS = 7
PYCM_MOST_ROWS = 10**5
"""PyCM takes minutes for more."""


class Case(NamedTuple):
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
    Case("texts, list", 10**6, 100, "list", 20),
    Case("texts, fixed width", 10**6, 100, "fixed", 10),
    Case("bytes, fixed width", 10**6, 100, "bytes", None),
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
    match kind:
        case "float64":
            return codes.astype(np.float64)
        case "identifiers":
            return codes * 1_000_000_007
        case "object":
            return names[codes].astype(object)  # each text an object of its own, as a reader would make them
        case "list":
            return names[codes].tolist()
        case "fixed":
            return names[codes]
        case "bytes":
            return names[codes].astype(bytes)
    return codes


def seconds(run: Callable[[], Any]) -> tuple[float, Any]:
    start = time.perf_counter()
    result = run()
    return time.perf_counter() - start, result


def row(case: Case) -> str:
    truth, prediction = data(case)
    runs: dict[str, Callable[[], Any]] = {
        "ours": lambda: count_labels(truth, prediction).counts,
        "sklearn": lambda: confusion_matrix(truth, prediction),
    }
    if case.rows <= PYCM_MOST_ROWS:
        runs["pycm"] = lambda: pycm.ConfusionMatrix(actual_vector=truth, predict_vector=prediction).to_array()
    times: dict[str, list[float]] = {name: [] for name in runs}
    results: dict[str, Any] = {}
    for name, run in runs.items():  # once unmeasured: imports, page faults
        results[name] = run()
        assert np.array_equal(results["ours"], results[name]), f"{name} counts otherwise"
    gc.disable()
    for _ in range(ROUNDS):
        for name, run in runs.items():
            took, _ = seconds(run)
            times[name].append(took)
    gc.enable()
    median = {name: statistics.median(found) for name, found in times.items()}
    pycm_text = "–"
    if "pycm" in median:
        pycm_text = f"{milliseconds(median['pycm'])} ({median['pycm'] / median['ours']:.0f}×)"
    target = "–" if case.target is None else f"≥ {case.target}×"
    ratio = median["sklearn"] / median["ours"]
    return (
        f"| {case.name} | {case.rows:.0e} | {case.classes} | {milliseconds(median['ours'])} | "
        f"{milliseconds(median['sklearn'])} | {ratio:.0f}× | {target} | {pycm_text} |"
    ).replace("e+0", "e")


def milliseconds(value: float) -> str:
    return f"{value * 1e3:.1f} ms" if value < 0.1 else f"{value * 1e3:.0f} ms"


def head() -> list[str]:
    return [
        "# Counting pairs of labels",
        "",
        f"Median of {ROUNDS} runs, competitors in turns; `python benchmarks/counting.py --write`.",
        f"{datetime.datetime.now(tz=datetime.UTC):%Y-%m-%d}, {processor()}, {os.cpu_count()} cores, "
        f"Python {platform.python_version()}, NumPy {np.__version__}, scikit-learn {sklearn.__version__}, "
        f"PyCM {pycm.__version__}.",
        "",
        "| labels | rows | classes | Steelyard | scikit-learn | ratio | target | PyCM (ratio) |",
        "|---|---|---|---|---|---|---|---|",
    ]


def processor() -> str:
    cpuinfo = Path("/proc/cpuinfo")
    names = [line.split(":")[1].strip() for line in cpuinfo.read_text().splitlines() if line.startswith("model name")]
    return names[0] if names else platform.processor()


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--write", action="store_true", help=f"write {RESULTS.name} as well")
    arguments = parser.parse_args()
    lines = head()
    print("\n".join(lines))
    for case in CASES:
        lines.append(row(case))
        print(lines[-1], flush=True)
    if arguments.write:
        RESULTS.parent.mkdir(exist_ok=True)
        RESULTS.write_text("\n".join([*lines, ""]), encoding="utf-8")


if __name__ == "__main__":
    main()
