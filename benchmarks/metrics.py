"""All metrics over a stack of a million matrices and over one matrix; the cost of importing and of --help."""

from __future__ import annotations

import subprocess
import sys
import tracemalloc
from collections.abc import Callable

import numpy as np

import steelyard as sy
from timing import alternate, table, write

PACKAGES = ["steelyard", "numpy", "scikit-learn", "pycm"]
Run = Callable[[], object]


def main() -> str:
    return f"{stack()}\n{one()}\n{start()}"


def stack() -> str:
    """Per metric, as a multiple of summing the stack once over its last two axes."""
    counts = np.random.default_rng(1).integers(0, 50, (10**6, 4, 4))
    cm = sy.Confusion(counts)
    scalars = [metric for metric in sy.metrics.values() if metric.kind != "rate"]
    sum_once, together, weighed, blocks, *alone = alternate(
        lambda: counts.sum(axis=(-2, -1)),
        lambda: sy.measure(cm, scalars),
        lambda: sy.measure(cm, scalars, importance="rarity"),
        lambda: sy.measure(cm, []),
        *(lambda metric=metric: sy.measure(cm, [metric]) for metric in scalars),
        times=5,
    )
    rows = [
        ["all metrics together, per metric", f"{together / len(scalars) / sum_once:.1f} ×", "≤ 5 ×"],
        [
            "the same by rarity, whole-matrix metrics at those shares",
            f"{weighed / len(scalars) / sum_once:.1f} ×",
            "≤ 5 ×",
        ],
        ["laying out the blocks, once for all metrics", f"{blocks / sum_once:.1f} ×", ""],
    ]
    slowest = sorted(zip(alone, scalars, strict=True), key=lambda pair: -pair[0])[:5]
    for taken, metric in slowest:
        rows.append([f"{metric.id} alone, beyond the blocks", f"{(taken - blocks) / sum_once:.1f} ×", "≤ 5 ×"])
    tracemalloc.start()
    sy.measure(cm, scalars)
    peak = tracemalloc.get_traced_memory()[1]
    tracemalloc.stop()
    beyond = (peak - len(scalars) * 8 * len(counts)) / 1e6
    rows.append(["peak memory beyond the results", f"{beyond:.0f} MB", "bounded by blocks"])
    title = f"{len(scalars)} metrics over 10⁶ matrices of 4 × 4, in units of one `counts.sum((-2, -1))`"
    return table(title, ["what", "measured", "target"], rows, PACKAGES[:2])


def one() -> str:
    """All metrics of one matrix, beside PyCM from the same matrix and scikit-learn's report from labels."""
    counts = np.random.default_rng(2).integers(0, 50, (10, 10))
    cm = sy.Confusion(counts)
    rates = [metric for metric in sy.metrics.values() if metric.kind == "rate"]
    runs: dict[str, Run] = {
        f"steelyard, all {len(sy.metrics)} metrics": lambda: (sy.measure(cm), sy.measure(cm, rates)),
        "steelyard.evaluate(…).to_dict()": lambda: sy.evaluate(cm, importance="rarity").to_dict(),
        **_peers(counts),
    }
    for run in runs.values():
        run()
    taken = alternate(*runs.values(), times=25)
    rows = [[name, f"{1e3 * t:.2f} ms", f"{t / taken[0]:.1f} ×", ""] for name, t in zip(runs, taken, strict=True)]
    rows[0][-1] = "< 5 ms"
    return table("One matrix of 10 classes", ["what", "median", "ratio", "target"], rows, PACKAGES)


def _peers(counts: np.ndarray) -> dict[str, Run]:
    import pycm
    from sklearn.metrics import classification_report

    stored = {str(i): {str(j): int(x) for j, x in enumerate(row)} for i, row in enumerate(counts)}
    index = np.repeat(np.arange(counts.size), counts.ravel())
    y, p = index // len(counts), index % len(counts)
    return {
        "pycm.ConfusionMatrix(matrix=…)": lambda: pycm.ConfusionMatrix(matrix=stored),
        f"sklearn classification_report ({len(y):,} rows)": lambda: classification_report(y, p, output_dict=True),
    }


def start() -> str:
    """What it costs to begin."""

    def python(code: str) -> Run:
        return lambda: subprocess.run([sys.executable, "-c", code], check=True, capture_output=True)

    runs = {
        "import numpy": python("import numpy"),
        "import steelyard": python("import steelyard"),
        "import steelyard and every public name": python(
            "import steelyard as sy; [getattr(sy, n) for n in sy.__all__]"
        ),
        "steelyard --help": python("from steelyard.cli import main; main(['--help'])"),
    }
    taken = alternate(*runs.values(), times=11)
    targets = ["", "≤ 1.5 ×", "", "< 0.5 s"]
    rows = [[name, f"{t:.3f} s", f"{t / taken[0]:.2f} ×", to] for name, t, to in zip(runs, taken, targets, strict=True)]
    return table("Start", ["what", "median", "ratio to import numpy", "target"], rows, PACKAGES[:2])


if __name__ == "__main__":
    text = main()
    print(text)
    if "--write" in sys.argv:
        write("metrics", text)
