"""Does a metric as a loss raise that metric on data the model never saw? Five skewed sets, a small network, five seeds.

`python benchmarks/metric_loss.py [--write]` trains with cross-entropy, with cross-entropy weighed by rarity, and with
`MetricLoss` of each metric under rarity, and compares held-out values. STEELYARD_DATA is the folder with branco16/.
"""

from __future__ import annotations

import csv
import os
import sys
import time
from pathlib import Path

import numpy as np
import torch
from scipy import stats
from torch import nn

from steelyard.class_sizes import sizes_of
from steelyard.goal import goal
from steelyard.integrations.torch import CrossEntropy, MetricLoss
from timing import table, write

DATA = Path(os.environ.get("STEELYARD_DATA", Path(__file__).parents[2] / "shared" / "data")) / "branco16" / "csv"
SETS = {
    "blocks": "02_blocks.csv",
    "car": "03_car.csv",
    "balance scale": "01_balanceScale.csv",
    "yeast": "15_yeast.csv",
    "wine (red)": "13_wineQualityRed.csv",
}
METRICS = ["balanced_accuracy", "mean_f", "g_mean"]
SEEDS = 5
STEPS = 800
BATCH = 128
HELD_OUT = 0.3
MEMORY = 0.98
"""Fifty batches: the rarest class of blocks, 20 of 3,831 training items, is in two of three of them."""


def read(file):
    """Return features, texts as one column per word, and class numbers; the class is the first column."""
    with (DATA / file).open(encoding="utf-8", newline="") as lines:
        first, *others = zip(*list(csv.reader(lines))[1:], strict=True)
    columns = []
    for column in map(np.array, others):
        try:
            columns.append(column.astype(np.float64)[:, None])
        except ValueError:
            columns.append((column[:, None] == np.unique(column)).astype(np.float64))
    return np.hstack(columns), np.unique(first, return_inverse=True)[1]


def split(X, y, seed):
    """Return standardised training and held-out tensors; of each class the same share, at least one item."""
    rng = np.random.default_rng(seed)
    held = np.zeros(len(y), dtype=bool)
    for label in range(y.max() + 1):
        places = rng.permutation(np.flatnonzero(y == label))
        held[places[: max(1, round(HELD_OUT * len(places)))]] = True
    scaled = (X - X[~held].mean(axis=0)) / (X[~held].std(axis=0) + 1e-9)
    parts = [(scaled[chosen].astype(np.float32), y[chosen]) for chosen in (~held, held)]
    return [tuple(map(torch.from_numpy, part)) for part in parts]


def trained(X, y, loss, classes, seed):
    """Train, and return the network before and after."""
    torch.manual_seed(seed)
    model = nn.Sequential(nn.Linear(X.shape[1], 32), nn.ReLU(), nn.Linear(32, classes))
    start = nn.Sequential(nn.Linear(X.shape[1], 32), nn.ReLU(), nn.Linear(32, classes))
    start.load_state_dict(model.state_dict())
    steps = torch.optim.Adam(model.parameters(), lr=0.01)
    order = torch.randperm(len(y))
    for step in range(STEPS):
        places = order.roll(-step * BATCH)[:BATCH]
        steps.zero_grad()
        loss(model(X[places]), y[places]).backward()
        steps.step()
    return start, model


def one(X, y, seed):
    """Return {(loss, metric): (held-out value before, after, loss of all training items before, after)}."""
    (train_X, train_y), (test_X, test_y) = split(X, y, seed)
    classes = int(y.max()) + 1
    counts = torch.bincount(train_y, minlength=classes)
    sizes = sizes_of(counts=counts)
    losses = {"cross-entropy": nn.CrossEntropyLoss(), "weighted": CrossEntropy("rarity", counts)}
    losses |= {metric: MetricLoss(metric, "rarity", counts=counts, memory=MEMORY) for metric in METRICS}
    found = {}
    for name, loss in losses.items():
        models = trained(train_X, train_y, loss, classes, seed)
        with torch.no_grad():
            fit = [loss(model(train_X), train_y).item() for model in models]
            chosen = [model(test_X).argmax(dim=1).numpy() for model in models]
        for metric in [name] if name in METRICS else METRICS:
            rare = goal(metric, "rarity", sizes=sizes)
            found[name, metric] = [rare.of_labels(test_y.numpy(), each) for each in chosen] + fit
    return found


def mean_and_interval(values):
    """Return a mean with its 95 % t interval over the seeds, as text."""
    values = np.asarray(values)
    half = stats.t.ppf(0.975, len(values) - 1) * values.std(ddof=1) / np.sqrt(len(values))
    return f"{values.mean():+.3f} [{values.mean() - half:+.3f}, {values.mean() + half:+.3f}]"


def main() -> str:
    torch.set_num_threads(1)
    began = time.perf_counter()
    rows = []
    for name, file in SETS.items():
        X, y = read(file)
        sizes = np.bincount(y)
        shown = f"{name} ({len(y):,}, {sizes.max()}:{sizes.min()})"
        seeds = [one(X, y, seed) for seed in range(SEEDS)]
        for metric in METRICS:
            plain, weighted, ours = (
                np.array([found[way, metric] for found in seeds]) for way in ("cross-entropy", "weighted", metric)
            )
            rows.append([
                shown, metric,
                *(f"{way[:, 1].mean():.3f}" for way in (plain, weighted, ours)),
                mean_and_interval(ours[:, 1] - plain[:, 1]),
                mean_and_interval(ours[:, 1] - weighted[:, 1]),
                mean_and_interval(ours[:, 1] - ours[:, 0]),
                f"{ours[:, 2].mean():.3f} → {ours[:, 3].mean():.3f}",
            ])  # fmt: skip
            print(*rows[-1], sep=" | ", flush=True)
    print(f"{time.perf_counter() - began:.0f} s")
    headings = [
        "set (items, largest:smallest class)",
        "metric, under rarity",
        "cross-entropy",
        "weighted",
        "MetricLoss",
        "− cross-entropy",
        "− weighted",
    ]
    headings += ["end − start", "its loss in training"]
    return table("A metric as a loss", headings, rows, ["steelyard", "torch"])


if __name__ == "__main__":
    text = main()
    if "--write" in sys.argv:
        write("metric_loss", text)
