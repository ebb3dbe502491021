"""Counting labels on a CUDA device, beside the host.

PYTHONPATH=src python benchmarks/device_counting.py [--write]
"""

from __future__ import annotations

import sys

import numpy as np

from steelyard import Confusion
from timing import alternate, table, write

ROWS = 10**8
CLASSES = [10, 1000, 100_000]


def main() -> str:
    import torch

    rows = []
    for classes in CLASSES:
        size = ROWS if classes <= 1000 else ROWS // 10
        generator = torch.Generator(device="cuda").manual_seed(0)
        truth, guess = (torch.randint(classes, (size,), device="cuda", generator=generator) for _ in range(2))
        prediction = torch.where(torch.rand(size, device="cuda", generator=generator) < 0.7, truth, guess)
        for name, weights in (("", None), (", weights", torch.rand(size, device="cuda", generator=generator))):
            rows.append([f"{classes:,}{name}", f"{size:,}", *row(truth, prediction, weights)])
            print(*rows[-1], sep=" | ", flush=True)
    headings = ["classes", "rows", "on the device", "of NumPy arrays", "copied to the host first"]
    title = f"Labels on {torch.cuda.get_device_name()}, int64"
    return table(title, headings, rows, ["steelyard", "numpy", "torch"])


def row(truth, prediction, weights) -> list[str]:
    """Count on the device, the same labels in host memory, and with the copy there."""
    import torch

    host = [None if part is None else part.cpu().numpy() for part in (truth, prediction, weights)]

    def there():
        result = Confusion.from_labels(truth, prediction, weights=weights)
        torch.cuda.synchronize()
        return result

    def here():
        return Confusion.from_labels(host[0], host[1], weights=host[2])

    def copied():
        parts = [None if part is None else part.cpu().numpy() for part in (truth, prediction, weights)]
        return Confusion.from_labels(parts[0], parts[1], weights=parts[2])

    result, wanted = there(), here()
    assert result.labels == wanted.labels
    for ours, theirs in zip(result.cells.coordinates(), wanted.cells.coordinates(), strict=True):
        np.testing.assert_allclose(ours, theirs, rtol=0 if weights is None else 1e-9)
    taken = alternate(there, here, copied, times=3)
    return [f"{taken[0] * 1e3:.1f} ms", *(f"{t * 1e3:.0f} ms ({t / taken[0]:.0f}×)" for t in taken[1:])]


if __name__ == "__main__":
    text = main()
    print(text)
    if "--write" in sys.argv:
        write("device_counting", text)
