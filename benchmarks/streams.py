"""How fast a stream is counted: one by one beside river and a bare dict, in batches beside scikit-learn."""

from __future__ import annotations

import sys
import tempfile
from collections import defaultdict
from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np
from sklearn.metrics import confusion_matrix

from steelyard.stream import Counter
from timing import alternate, table, write

PACKAGES = ["steelyard", "numpy", "scikit-learn", "river"]
ITEMS = 100_000
BATCH = 1000
NAMES = np.array([f"class {number}" for number in range(10)])
MEMORIES: dict[str, dict[str, Any]] = {
    "all items": {},
    "window=1000": {"window": 1000},
    "fading=0.999": {"fading": 0.999},
}
Run = Callable[[], object]


def main() -> str:
    return f"{one_by_one()}\n{batches()}\n{upkeep()}"


def codes() -> tuple[np.ndarray, np.ndarray]:
    """Return truth and predictions of 10 classes, of which 70 % are right."""
    random = np.random.default_rng(0)
    truth, guess = random.integers(0, len(NAMES), (2, ITEMS))
    return truth, np.where(random.random(ITEMS) < 0.7, truth, guess)


def one_by_one() -> str:
    """A call per item, beside the increment of a dict, which no call can undercut, and beside river."""
    truth, prediction = (NAMES[column].tolist() for column in codes())

    def counted(**memory: Any) -> None:
        update = Counter(**memory).update_one
        for y, y_hat in zip(truth, prediction, strict=True):
            update(y, y_hat)

    def weighed() -> None:
        update = Counter().update_one
        for y, y_hat in zip(truth, prediction, strict=True):
            update(y, y_hat, 0.3)

    def bare() -> None:
        counts: dict[tuple[str, str], int] = defaultdict(int)
        for y, y_hat in zip(truth, prediction, strict=True):
            counts[y, y_hat] += 1

    runs: dict[str, Run] = {"a bare `counts[y, y_hat] += 1`": bare}
    runs |= {f"ours, {name}": lambda memory=memory: counted(**memory) for name, memory in MEMORIES.items()}
    runs |= {"ours, all items, weighted": weighed, **_river(truth, prediction)}
    rows = _rates(runs, {name: "≥ 3·10⁵" for name in runs if name.startswith("ours")})
    return table("A stream, one by one: texts, 10 classes", ["what", "items/s", "ratio", "target"], rows, PACKAGES)


def _river(truth: list[str], prediction: list[str]) -> dict[str, Run]:
    try:
        from river import metrics, utils
    except ImportError:
        return {}

    def counted(matrix: Any) -> None:
        update = matrix.update
        for y, y_hat in zip(truth, prediction, strict=True):
            update(y, y_hat)

    return {
        "river ConfusionMatrix": lambda: counted(metrics.ConfusionMatrix()),
        "river Rolling(ConfusionMatrix, 1000)": lambda: counted(
            utils.Rolling(metrics.ConfusionMatrix, window_size=1000)
        ),
    }


def batches() -> str:
    """Batches of 1,000, beside scikit-learn's matrix of each batch, summed."""
    truth, prediction = codes()
    weights = np.random.default_rng(1).random(ITEMS)
    texts = NAMES[truth].tolist(), NAMES[prediction].tolist()

    def counted(y: Any, y_hat: Any, w: Any = None, **memory: Any) -> None:
        counter = Counter(**memory)
        for start in range(0, ITEMS, BATCH):
            part = slice(start, start + BATCH)
            counter.update(y[part], y_hat[part], None if w is None else w[part])

    def peer(y: Any, y_hat: Any, labels: Any) -> None:
        sum(
            confusion_matrix(y[start : start + BATCH], y_hat[start : start + BATCH], labels=labels)
            for start in range(0, ITEMS, BATCH)
        )

    rows = []
    for kind, columns, labels in (
        ("int64", (truth, prediction), np.arange(len(NAMES))),
        ("lists of texts", texts, NAMES.tolist()),
    ):
        runs: dict[str, Run] = {f"{kind}: sklearn confusion_matrix": lambda c=columns, k=labels: peer(*c, k)}
        for name, memory in MEMORIES.items():
            runs[f"{kind}: ours, {name}"] = lambda c=columns, m=memory: counted(*c, **m)
            runs[f"{kind}: ours, {name}, weighted"] = lambda c=columns, m=memory: counted(*c, weights, **m)
        rows += _rates(runs, dict.fromkeys(list(runs)[1:], "≥ 10⁶"))
    title = f"A stream, in batches of {BATCH:,}: 10 classes"
    return table(title, ["what", "items/s", "ratio", "target"], rows, PACKAGES[:3])


def upkeep() -> str:
    """What reading, saving and restoring takes."""
    truth, prediction = codes()
    rows = []
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "x"
        for name, memory in {**MEMORIES, "window=100000": {"window": ITEMS}}.items():
            counter = Counter(**memory)
            counter.update(truth, prediction)
            counter.save(path)
            taken = alternate(
                lambda c=counter: c.confusion, lambda c=counter: c.save(path), lambda: Counter.restore(path), times=11
            )
            rows.append([name, *(f"{1e3 * t:.2f} ms" for t in taken), f"{path.stat().st_size / 1e3:.1f} kB"])
    return table("A counter of 100 pairs", ["memory", "`confusion`", "`save`", "`restore`", "file"], rows, PACKAGES[:2])


def _rates(runs: dict[str, Run], targets: dict[str, str]) -> list[list[str]]:
    """Return rows with items per second, and as multiples of the first run's."""
    for run in runs.values():
        run()
    taken = alternate(*runs.values(), times=7)
    return [
        [name, f"{ITEMS / t:,.0f}", f"{taken[0] / t:.2f} ×", targets.get(name, "")]
        for name, t in zip(runs, taken, strict=True)
    ]


if __name__ == "__main__":
    text = main()
    print(text)
    if "--write" in sys.argv:
        write("streams", text)
