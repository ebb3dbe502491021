"""`Score.update` on a CUDA device, beside torchmetrics and torch.bincount: who waits for the device, and how long.

PYTHONPATH=src python benchmarks/device_score.py [--write]
"""

from __future__ import annotations

import sys
import time

from timing import alternate, table, write

CASES = [  # classes, shape of the labels, whether logits are given
    (2, (256,), True),
    (10, (256,), True),
    (1000, (256,), True),
    (20, (8, 512, 512), True),
    (2, (1_000_000,), False),
    (10, (1_000_000,), False),
    (1000, (1_000_000,), False),
]
CALLS = 50
"""Updates between two looks at the clock."""

NOTES = """
All ways count the same. `Score.update` ran under `torch.cuda.set_sync_debug_mode("error")`: it never waits. The last
three columns are how long the host is held by one call while the device still has 20 ms of work before it:
torchmetrics (its check of values off) and `bincount` wait for all of it, `Score` queues its work and goes on. Where
nothing else is to do, a small batch costs `Score` twice as long, since it also tallies on the device what it cannot
count.
"""


def main() -> str:
    import torch

    rows = []
    for classes, shape, logits in CASES:
        size = "×".join(f"{axis:,}" for axis in shape)
        given = f"{size} {'logits' if logits else 'labels'} of {classes:,} classes"
        rows.append([given, *row(*batch(classes, shape, logits), classes)])
        print(*rows[-1], sep=" | ", flush=True)
    headings = ["one batch", "Score", "torchmetrics", "its check of values off", "torch.bincount", *WAITED]
    title = f"Counting a batch on {torch.cuda.get_device_name()}"
    return table(title, headings, rows, ["steelyard", "torch", "torchmetrics"]) + NOTES


WAITED = ["host busy behind 20 ms of work: Score", "torchmetrics", "torch.bincount"]


def batch(classes: int, shape: tuple[int, ...], logits: bool):
    """Return predictions, of which 0.7 are right, and true labels, of which the first class has half."""
    import torch

    generator = torch.Generator(device="cuda").manual_seed(0)
    truth = torch.randint(classes, shape, device="cuda", generator=generator)
    truth[torch.rand(shape, device="cuda", generator=generator) < 0.5] = 0
    right = torch.rand(shape, device="cuda", generator=generator) < 0.7
    prediction = torch.where(right, truth, torch.randint(classes, shape, device="cuda", generator=generator))
    if logits:
        scores = torch.randn((shape[0], classes, *shape[1:]), device="cuda", generator=generator)
        prediction = scores.scatter_(1, prediction.unsqueeze(1), 9.0)
    return prediction, truth


def row(preds, target, classes: int) -> list[str]:
    """Time all ways, after a look at whether they count the same and whether ours makes the host wait."""
    import torch
    from torchmetrics.classification import MulticlassConfusionMatrix

    from steelyard.integrations.torch import Score

    score = Score(classes=classes).to("cuda")
    theirs = [MulticlassConfusionMatrix(classes, validate_args=check).to("cuda") for check in (True, False)]

    def by_bincount():
        labels = preds.argmax(dim=1) if preds.is_floating_point() else preds
        return torch.bincount((target * classes + labels).reshape(-1), minlength=classes**2)

    torch.cuda.set_sync_debug_mode("error")  # whatever waits for the device is an error now
    try:
        score.update(preds, target)
        score.update(preds, target)
    finally:
        torch.cuda.set_sync_debug_mode("default")
    for other in theirs:
        other.update(preds, target)
        assert torch.equal(score.counted, 2 * other.confmat)
    assert torch.equal(score.counted.reshape(-1), 2 * by_bincount())
    updates = [
        lambda: score.update(preds, target),
        *(lambda other=other: other.update(preds, target) for other in theirs),
    ]
    ways = [*updates, by_bincount]
    taken = alternate(*(calls(way) for way in ways), times=5)
    waited = [behind_work(way) for way in (ways[0], ways[2], ways[3])]
    shown = [f"{seconds / CALLS * 1e6:.0f} µs" for seconds in taken]
    return [*shown, *(f"{seconds * 1e3:.2f} ms" for seconds in waited)]


def calls(way):
    import torch

    def run():
        for _ in range(CALLS):
            way()
        torch.cuda.synchronize()

    return run


def behind_work(way) -> float:
    """Return how long the host is busy with one call while the device has work for about 20 ms."""
    import torch

    big = torch.randn(8192, 8192, device="cuda", dtype=torch.bfloat16)
    out = torch.mm(big, big)
    taken = []
    for _ in range(5):
        torch.cuda.synchronize()
        for _ in range(14):
            torch.mm(big, big, out=out)
        start = time.perf_counter()
        way()
        taken.append(time.perf_counter() - start)
    torch.cuda.synchronize()
    return sorted(taken)[2]


def missing() -> str:
    """Return what this machine lacks, as a sentence; nothing if it lacks nothing."""
    try:
        import torch
        import torchmetrics  # noqa: F401 - whether it is there
    except ImportError as error:
        return f"This benchmark needs PyTorch and torchmetrics: {error}."
    return "" if torch.cuda.is_available() else "This benchmark needs a CUDA device, and PyTorch sees none."


if __name__ == "__main__":
    if lacking := missing():
        sys.exit(lacking)
    text = main()
    print(text)
    if "--write" in sys.argv:
        write("device_score", text)
