"""The losses on a CUDA device: whether they make the host wait, how far they are from the CPU's, how long a step takes.

PYTHONPATH=src python benchmarks/device_losses.py [--write]
"""

from __future__ import annotations

import sys

from device_score import CALLS, calls, missing
from timing import alternate, table, write

CASES = [(1024, 10), (65_536, 10), (1024, 1000), (65_536, 1000)]
"""Items and classes of a batch."""

COMPARED = 64, 4
"""Items and classes where every metric is compared with the CPU's."""

NOTES = """
A step is forward and backward. All of them ran under `torch.cuda.set_sync_debug_mode("error")`: none waits for the
device after its first step, in which `MetricLoss` takes its constants there. It starts about a hundred small
operations, whatever the size of the batch.
"""


def main() -> str:
    import torch

    rows = []
    for items, classes in CASES:
        logits, target = batch(items, classes)
        steps = [step(loss.to("cuda"), logits, target) for loss in losses(classes)]
        never_waiting(steps)
        taken = alternate(*map(calls, steps), times=5)
        rows.append([f"{items:,} items of {classes:,} classes", *(f"{each / CALLS * 1e3:.2f} ms" for each in taken)])
        print(*rows[-1], sep=" | ", flush=True)
    headings = ["one step", "torch.nn.CrossEntropyLoss", "CrossEntropy", "FocalLoss", "LogitAdjustedLoss"]
    headings += ["MetricLoss of mean F", "with memory"]
    title = f"Losses on {torch.cuda.get_device_name()}"
    return table(title, headings, rows, ["steelyard", "torch"]) + NOTES + beside_the_cpu()


def batch(items: int, classes: int):
    """Return logits and true classes, of which the first has half of the items and none is missing."""
    import torch

    generator = torch.Generator(device="cuda").manual_seed(0)
    logits = torch.randn(items, classes, device="cuda", generator=generator, requires_grad=True)
    target = torch.arange(items, device="cuda") % classes
    target[torch.rand(items, device="cuda", generator=generator) < 0.5] = 0
    target[:classes] = torch.arange(classes, device="cuda")
    return logits, target


def losses(classes: int):
    """Return the losses in the order of the headings."""
    from torch import nn

    from steelyard.integrations.torch import CrossEntropy, FocalLoss, LogitAdjustedLoss, MetricLoss

    counts = list(range(1, classes + 1))
    return [
        nn.CrossEntropyLoss(),
        *(loss("rarity", counts) for loss in (CrossEntropy, FocalLoss, LogitAdjustedLoss)),
        *(MetricLoss("mean_f", "rarity", counts=counts, memory=memory) for memory in (0.0, 0.9)),
    ]


def step(loss, logits, target):
    def run():
        logits.grad = None
        loss(logits, target).backward()

    return run


def never_waiting(steps) -> None:
    """Run each step where whatever waits for the device is an error, after a first one, which takes constants there."""
    import torch

    for each in steps:
        each()
        torch.cuda.set_sync_debug_mode("error")
        try:
            each()
            each()
        finally:
            torch.cuda.set_sync_debug_mode("default")


def beside_the_cpu() -> str:
    """Return how far values and slopes of every metric are from the CPU's, as a sentence."""
    import torch

    import steelyard as sy
    from steelyard.integrations.torch import MetricLoss

    items, classes = COMPARED
    logits, target = batch(items, classes)
    metrics = [metric for metric in sy.metrics.values() if metric.kind != "rate"]
    far = 0.0
    for metric in metrics:
        for importance in (None, "rarity"):
            loss = MetricLoss(metric, importance, counts=list(range(1, classes + 1)))
            result = []
            for device in ("cuda", "cpu"):
                given = logits.detach().to(device, torch.float64).requires_grad_()
                value = loss(given, target.to(device))
                value.backward()
                result.append(torch.cat([value.detach().cpu().reshape(1), given.grad.cpu().reshape(-1)]))
            far = max(far, float((result[0] - result[1]).abs().max()))
    which = f"For all {len(metrics)} metrics, with and without rarity, value and gradients of `MetricLoss`"
    where = f"({items} items of {classes} classes, logits in float64)"
    return f"{which}\ndiffer from the CPU's by at most {far:.1e} {where}.\n"


if __name__ == "__main__":
    if lacking := missing():
        sys.exit(lacking)
    text = main()
    print(text)
    if "--write" in sys.argv:
        write("device_losses", text)
