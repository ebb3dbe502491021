"""Score metrics of tensors on a CUDA device, beside the host: values, and the variance of DeLong et al.

PYTHONPATH=src python benchmarks/device_scores.py [--write]
"""

from __future__ import annotations

import sys

import numpy as np

import steelyard as sy
from steelyard.scores.arrays import device_scores
from steelyard.scores.measured import measured
from steelyard.scores.table import Scores
from timing import alternate, table, write

CASES = [(2, 10**6), (2, 10**7), (10, 10**6)]
METRICS = ["roc_auc", "average_precision"]
LEAST = 10
"""Target: times as fast as the host."""

NOTE = """
Probabilities in float64, of two classes one column. "Values" are `sy.scores.evaluate(…, intervals="none")` of AUROC and
average precision, with all checks at the door; "variance" is that of the AUROC by its slopes, item by item (DeLong et
al. 1988), from scores that have passed the door. The host sorts with NumPy; values are equal to 10⁻¹². "Copied" is the
same values if the tensors are first copied to the host, as any library of the CPU would need it.
"""


def data(classes: int, items: int):
    """Return the truth and the scores on the device."""
    import torch

    generator = torch.Generator(device="cuda").manual_seed(0)
    options = {"device": "cuda", "generator": generator}
    truth = torch.randint(classes, (items,), **options)
    if classes == 2:
        return truth, torch.sigmoid(torch.randn(items, dtype=torch.float64, **options) + 1.5 * truth)
    logits = torch.randn(items, classes, dtype=torch.float64, **options)
    logits[torch.arange(items, device="cuda"), truth] += 1.5
    return truth, torch.softmax(logits, 1)


def row(classes: int, items: int) -> list[str]:
    """Measure on the device, the same scores in host memory, and with the copy there."""
    import torch

    truth, scores = data(classes, items)
    host = truth.cpu().numpy(), scores.cpu().numpy()
    positive = 1 if classes == 2 else None

    def values(y, p):
        return sy.scores.evaluate(y, p, metrics=METRICS, positive=positive, intervals="none")

    def there():
        result = values(truth, scores)
        torch.cuda.synchronize()
        return result

    def copied():
        return values(truth.cpu().numpy(), scores.cpu().numpy())

    result, wanted = there(), values(*host)
    for ours, theirs in zip(result.values, wanted.values, strict=True):
        np.testing.assert_allclose(ours.value, theirs.value, rtol=1e-12)
    taken = alternate(there, lambda: values(*host), copied, times=3)
    cells = [f"{classes}", f"{items:,}", f"{taken[0] * 1e3:.1f} ms"]
    cells += [f"{t * 1e3:,.0f} ms ({t / taken[0]:.0f}×)" for t in taken[1:]]
    return [*cells, *variances(device_scores(truth, scores, positive=positive), host, positive)]


def variances(given, host, positive) -> list[str]:
    """Measure the variance of the AUROC of one class, or of the average over classes."""
    import torch

    here = Scores.of(*host, positive=positive)
    metric = sy.scores.metrics["roc_auc"]
    weights = np.array([0.0, 1.0]) if positive is not None else np.full(len(here.labels), 1 / len(here.labels))

    def variance(scores):
        scores.kept.clear()
        (model,) = scores.columns
        result = measured(metric, scores, model, weights, None)
        return result.sample.covariance(result.slopes, result.slopes)

    def there():
        found = variance(given)
        torch.cuda.synchronize()
        return found

    np.testing.assert_allclose(there(), variance(here), rtol=1e-9)
    ours, theirs = alternate(there, lambda: variance(here), times=3)
    return [f"{ours * 1e3:.1f} ms", f"{theirs * 1e3:,.0f} ms ({theirs / ours:.0f}×)"]


def main() -> str:
    import torch

    rows = []
    for classes, items in CASES:
        rows.append(row(classes, items))
        print(*rows[-1], sep=" | ", flush=True)
    headings = ["classes", "items", "values", "on the host", "copied", "variance", "on the host"]
    title = f"Score metrics on {torch.cuda.get_device_name()} (target: {LEAST}× the host)"
    return table(title, headings, rows, ["steelyard", "numpy", "torch"]) + NOTE


if __name__ == "__main__":
    text = main()
    print(text)
    if "--write" in sys.argv:
        write("device_scores", text)
