"""All metrics of the 16,016,000 confusion matrices with class sizes 2, 3, 9 and 11: on one GPU, and on two CPU cores.

python benchmarks/replay.py gpu|agreement|cpu [--write]

`gpu` and `agreement` need a CUDA device. Each part is a section of results/replay.md; --write replaces that section.
"""

from __future__ import annotations

import argparse
import multiprocessing
import resource
import statistics
import time
from collections.abc import Callable
from typing import Any

import numpy as np

import steelyard as sy
from steelyard.lab.enumeration import how_many, matrices, matrices_at
from steelyard.measuring.registry import chosen
from timing import RESULTS, table, write

SUPPORTS = (2, 3, 9, 11)
TARGET = 2.0
COMPARED = 1 << 20
"""Matrices that are compared at a time."""

CPU_BLOCK = 1 << 16
"""Matrices that a CPU process makes at a time; `sy.measure` cuts them into its own blocks."""


# On the GPU.


def gpu() -> str:
    """Make the matrices on the device, replay, and keep every value there."""
    import torch

    device = torch.device("cuda")
    counts = torch.cat([block for _, block in _generated(device)], dim=-1).movedim(-1, 0).to(torch.int32)
    counts = counts.contiguous()
    on_host = counts.cpu().numpy()
    runs: dict[str, Callable[[], Any]] = {
        "matrices made on the device, all metrics, every value kept": lambda: _replayed(torch, device),
        "the same, only making the matrices": lambda: [block for _, block in _generated(device)][-1],
        "`measure` of an int32 tensor on the device, checked and pooled": lambda: sy.measure(counts),
        "the same by rarity, whole-matrix metrics at those shares": lambda: sy.measure(counts, importance="rarity"),
        "`measure` of a NumPy array, sent to the device": lambda: sy.measure(on_host, device="cuda"),
    }
    rows = []
    for name, run in runs.items():
        torch.cuda.empty_cache()
        torch.cuda.reset_peak_memory_stats()
        first, *others = [_seconds(torch, run) for _ in range(6)]
        target = f"< {TARGET:.0f} s" if not rows else ""
        peak = f"{torch.cuda.max_memory_allocated() / 1e9:.1f} GB"
        rows.append([name, f"{statistics.median(others):.3f} s", f"{first:.3f} s", target, peak])
    headings = ["what", "median of 5", "first time", "target", "most device memory"]
    title = f"{len(chosen(None))} metrics of {how_many(SUPPORTS):,} matrices on one {torch.cuda.get_device_name()}"
    return table(title, headings, rows, ["numpy", "torch"]) + GPU_NOTE


GPU_NOTE = """
Timed until the device has finished: recording the metrics, making the matrices, all operations in float64, and writing
one float64 per metric and matrix to device memory. Not timed: starting Python, importing, CUDA's own start. The memory
includes 1 GB for the int32 tensor of the later rows.
"""


def _generated(device: Any, size: int = 1 << 21) -> Any:
    from steelyard.integrations.torch.enumeration import Matrices

    every = Matrices(SUPPORTS, device)
    for start in range(0, len(every), size):
        yield start, every.block(start, min(start + size, len(every)))


def _replayed(torch: Any, device: Any) -> dict[str, Any]:
    from steelyard.measuring.program import record
    from steelyard.measuring.program.torch_replay import TorchReplay

    replay = TorchReplay(record(classes=len(SUPPORTS)), np.ones(len(SUPPORTS)), device)
    size = how_many(SUPPORTS)
    values = {metric.name: torch.empty(size, dtype=torch.float64, device=device) for metric in chosen(None)}
    for start, block in _generated(device):
        for name, result in replay(block).items():
            values[name][start : start + block.shape[-1]] = result.value
    return values


def _seconds(torch: Any, run: Callable[[], Any]) -> float:
    torch.cuda.synchronize()
    start = time.perf_counter()
    kept = run()
    torch.cuda.synchronize()
    taken = time.perf_counter() - start
    del kept
    return taken


# GPU and NumPy beside each other.


def agreement() -> str:
    """Compare every value of all the matrices, and of a random sample of them as weights, under an importance."""
    import torch

    from steelyard.integrations.torch.enumeration import Matrices

    device = torch.device("cuda")
    every = Matrices(SUPPORTS, device)
    counts = Comparison("counts")
    for start in range(0, len(every), COMPARED):
        stop = min(start + COMPARED, len(every))
        counts.add(matrices(SUPPORTS, start, stop), every.block(start, stop).movedim(-1, 0))
    weights = Comparison("weights, by importance", importance=[4, 3, 2, 1])
    random = np.random.default_rng(3)
    index = random.integers(0, len(every), COMPARED)
    factors = random.random((len(index), 4, 4)) + 0.5
    weighed = every.at(torch.from_numpy(index).to(device)).movedim(-1, 0) * torch.from_numpy(factors).to(device)
    weights.add(matrices_at(SUPPORTS, index) * factors, weighed)
    headings = ["numbers", "matrices", "metric", "values with the same bits", "most ulp apart", "most apart, in 2⁻⁵²"]
    title = f"One {torch.cuda.get_device_name()} and NumPy beside each other"
    return table(title, headings, [*counts.rows(), *weights.rows()], ["numpy", "torch"]) + AGREEMENT_NOTE


AGREEMENT_NOTE = """
Values are NaN in the same places. What is made of + − × ÷ and roots has the same bits; logarithms and exponentials are
rounded differently by each library. RCI is 1 − a quotient, so that values near 0 keep the difference but few digits.
"""


class Comparison:
    """How far apart NumPy's and the device's values are, metric by metric."""

    def __init__(self, numbers: str, importance: Any = None) -> None:
        self.numbers = numbers
        self.importance = importance
        self.size = 0
        self.found: dict[str, tuple[int, int, float]] = {}

    def add(self, here: np.ndarray, there: Any) -> None:
        values = sy.measure(there, importance=self.importance)
        self.size += len(here)
        for metric, ours in sy.measure(here, importance=self.importance).items():
            theirs = values[metric].cpu().numpy()
            assert np.array_equal(np.isnan(ours), np.isnan(theirs)), metric
            other = ~np.isnan(ours) & (ours.view(np.int64) != theirs.view(np.int64))
            a, b = ours[other], theirs[other]
            same, ulp, apart = self.found.get(metric, (0, 0, 0.0))
            apart = max(apart, np.abs(a - b).max(initial=0.0) / 2**-52)
            self.found[metric] = same + len(here) - len(a), max(ulp, ulps(a, b).max(initial=0)), apart

    def rows(self) -> list[list[str]]:
        start = [self.numbers, f"{self.size:,}"]
        apart = {metric: result for metric, result in self.found.items() if result[0] < self.size}
        rows = [[*start, f"{len(self.found) - len(apart)} metrics", "all", "0", "0"]]
        for metric, (same, ulp, absolute) in apart.items():
            rows.append([*start, metric, f"{same:,}", f"{ulp:,}", f"{absolute:.2g}"])
        return rows


def ulps(a: np.ndarray, b: np.ndarray) -> np.ndarray:
    """Return how many floats lie between."""
    ordered = [np.where(x < 0, np.iinfo(np.int64).min - x, x) for x in (a.view(np.int64), b.view(np.int64))]
    return np.abs(ordered[0] - ordered[1])


# On two cores.


def cpu() -> str:
    """Make and measure the matrices in two processes; of each block only the sums of the values are kept."""
    size = how_many(SUPPORTS)
    ranges = [(start, min(start + CPU_BLOCK, size)) for start in range(0, size, CPU_BLOCK)]
    begun = time.perf_counter()
    with multiprocessing.get_context("spawn").Pool(2) as pool:
        parts = pool.map(_summed, ranges, chunksize=1)
        pool.close()
        pool.join()
    taken = time.perf_counter() - begun
    used = resource.getrusage(resource.RUSAGE_CHILDREN)
    most = max(peak for _, peak in parts)
    rows = [
        ["time, starting Python included", f"{taken:.1f} s", ""],
        ["processor time of both", f"{used.ru_utime + used.ru_stime:.1f} s", ""],
        ["most memory of a process, Python and NumPy included", f"{most / 1e6:.0f} MB", "bounded"],
    ]
    title = f"{len(chosen(None))} metrics of {size:,} matrices in two processes with NumPy"
    note = f"\nIn blocks of {CPU_BLOCK:,} matrices, made by number; of the values only the sums are kept.\n"
    return table(title, ["what", "measured", "target"], rows, ["steelyard", "numpy"]) + note


def _summed(ends: tuple[int, int]) -> tuple[dict[str, float], int]:
    values = sy.measure(matrices(SUPPORTS, *ends))
    sums = {name: float(np.nansum(of_metric)) for name, of_metric in values.items()}
    return sums, resource.getrusage(resource.RUSAGE_SELF).ru_maxrss * 1024


PARTS = {"gpu": gpu, "agreement": agreement, "cpu": cpu}


def keep(part: str, text: str) -> None:
    """Replace one section of the results, each of which begins with a comment that names it."""
    stored = RESULTS / "replay.md"
    old = stored.read_text(encoding="utf-8") if stored.exists() else ""
    sections = dict(section.split(" -->\n", 1) for section in old.split("<!-- ") if section)
    sections[part] = text
    write("replay", "\n".join(f"<!-- {name} -->\n{sections[name].strip()}\n" for name in PARTS if name in sections))


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("part", choices=PARTS)
    parser.add_argument("--write", action="store_true", help="keep it in results/replay.md")
    arguments = parser.parse_args()
    text = PARTS[arguments.part]()
    print(text)
    if arguments.write:
        keep(arguments.part, text)
