"""All metrics over a stack of a million matrices and over one matrix; the cost of importing and of --help."""

from __future__ import annotations

import subprocess
import sys
import tracemalloc
import warnings
from collections.abc import Callable

import numpy as np
from timing import alternate, table, write

import steelyard as sy

PACKAGES = ["steelyard", "numpy", "scikit-learn", "pycm"]


def main() -> str:
    return "\n".join([stack(), one(), start()])


def stack() -> str:
    """Per metric, as a multiple of summing the stack once over its last two axes."""
    counts = np.random.default_rng(1).integers(0, 50, (10**6, 4, 4))
    cm = sy.Confusion(counts)
    metrics = [metric for metric in sy.metrics.values() if metric.kind != "rate"]
    ids = [metric.id for metric in metrics]
    sum_once, everything = alternate(
        lambda: counts.sum(axis=(-2, -1)), lambda: sy.measure(cm, ids, importance="rarity"), times=3
    )
    base = everything / len(ids) / sum_once
    rows = [["all metrics together, per metric", f"{base:.1f} ×", "≤ 5 ×"]]
    nothing, *alone = alternate(
        lambda: sy.measure(cm, [], importance="rarity"),
        *(lambda metric=metric: sy.measure(cm, [metric], importance="rarity") for metric in metrics),
        times=3,
    )
    del nothing
    slowest = sorted(zip(alone, ids, strict=True), reverse=True)[:5]
    rows += [[f"{name} alone, blocks and sums included", f"{taken / sum_once:.1f} ×", ""] for taken, name in slowest]
    tracemalloc.start()
    sy.measure(cm, ids)
    peak = tracemalloc.get_traced_memory()[1]
    tracemalloc.stop()
    rows.append(["peak memory beyond the results", f"{(peak - len(ids) * 8e6) / 1e6:.0f} MB", "bounded by blocks"])
    title = f"{len(ids)} metrics over 10⁶ matrices of 4 × 4, as a multiple of one `counts.sum((-2, -1))` ({sum_once:.3f} s)"
    return table(title, ["what", "measured", "target"], rows, PACKAGES[:2])


def one() -> str:
    """All metrics of one matrix, beside PyCM from the same matrix and scikit-learn's report from labels."""
    rng = np.random.default_rng(2)
    counts = rng.integers(0, 50, (10, 10))
    cm = sy.Confusion(counts)
    ours: list[tuple[str, Callable[[], object]]] = [
        (f"steelyard, all {len(sy.metrics)} metrics", lambda: (sy.measure(cm), [m(cm) for m in sy.metrics.values() if m.kind == "rate"])),
        ("steelyard.evaluate, with records", lambda: sy.evaluate(cm, importance="rarity").to_dict()),
        *_peers(counts),
    ]
    for _, run in ours:
        run()
    taken = alternate(*(run for _, run in ours), times=15)
    rows = [[name, f"{1e3 * t:.2f} ms", f"{t / taken[0]:.1f} ×"] for (name, _), t in zip(ours, taken, strict=True)]
    rows[0].append("< 5 ms")
    return table("One matrix of 10 classes", ["what", "median", "ratio", "target"], [[*row, ""][:4] for row in rows], PACKAGES)


def _peers(counts: np.ndarray) -> list[tuple[str, Callable[[], object]]]:
    peers: list[tuple[str, Callable[[], object]]] = []
    try:
        import pycm

        as_dict = {str(i): {str(j): int(x) for j, x in enumerate(row)} for i, row in enumerate(counts)}
        peers.append(("pycm.ConfusionMatrix(matrix=…)", lambda: pycm.ConfusionMatrix(matrix=as_dict)))
    except ImportError:
        pass
    try:
        from sklearn.metrics import classification_report

        index = np.repeat(np.arange(counts.size), counts.ravel())
        y, p = index // len(counts), index % len(counts)
        peers.append((f"sklearn classification_report ({len(y)} rows)", lambda: classification_report(y, p, output_dict=True)))
    except ImportError:
        pass
    return peers


def start() -> str:
    """What it costs to begin."""

    def python(code: str) -> Callable[[], object]:
        return lambda: subprocess.run([sys.executable, "-c", code], check=True, capture_output=True)

    runs = {
        "import numpy": python("import numpy"),
        "import steelyard": python("import steelyard"),
        "import steelyard, all public names used": python("import steelyard as sy; [getattr(sy, n) for n in sy.__all__]"),
        "steelyard --help": python("from steelyard.cli import main; main(['--help'])"),
    }
    taken = alternate(*runs.values(), times=9)
    targets = ["", "≤ 1.5 ×", "", "< 0.5 s"]
    rows = [[name, f"{t:.3f} s", f"{t / taken[0]:.2f} ×", target] for name, t, target in zip(runs, taken, targets, strict=True)]
    return table("Start", ["what", "median", "ratio to import numpy", "target"], rows, PACKAGES[:2])


if __name__ == "__main__":
    warnings.filterwarnings("ignore")
    text = main()
    print(text)
    if "--write" in sys.argv:
        write("metrics", text)
