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

from steelyard.importance.mechanisms import sizes_of
from steelyard.integrations.torch import CrossEntropy, MetricLoss
from steelyard.measuring.goal import goal
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
"""The counts of about fifty batches; how it was chosen is told in NOTES."""

NOTES = """
Held-out values, means over five seeds; each seed draws a split (30 % held out, of every class) and a network (32 hidden
units, Adam at 0.01, 800 batches of 128), the same for all losses; MetricLoss has memory 0.98. Importance is rarity in
the training part. Intervals are 95 % t intervals of differences within seeds. The splits share items,
so they are somewhat too narrow, and of 45 some exclude 0 by chance.

- The loss fell in training everywhere, and the held-out metric rose from start to end on every set, with an interval
  above 0 in 13 of 15 cases. The other two are red wine's mean F and G-mean: its rarest class has 10 items, 3 held out.
- Beside plain cross-entropy: better in 4 of 15 cases (blocks and red wine by balanced accuracy, blocks and yeast by
  G-mean), worse in 1 (balance scale by balanced accuracy), open in 10.
- Beside cross-entropy weighed by the same importance: better in 2 (blocks by mean F, red wine by balanced accuracy),
  worse in 1 (balance scale by balanced accuracy), open in 12. For balanced accuracy and G-mean the weighted loss is
  the simpler choice; for F, where weighing costs precision, it can be far off, and plain cross-entropy is hard to beat.
- On balance scale the loss stays at 0.13 in training: one of the two large classes is lost whole (training recall 0 in
  the three seeds looked at), its items given 1e-11 or so to their own class. A surely wrong item has hardly a slope on
  soft counts, so nothing brings it back. Cross-entropy does: with it for the first 400 of the 800 steps, held-out
  balanced accuracy is 0.98 instead of 0.85 (means over five seeds, tried after the table, on the same held-out data).
- On blocks, cross-entropy weighed by rarity finds the three rarest classes with a precision of 0.03 to 0.25 (one seed
  looked at), which balanced accuracy does not mind and F does.

How the settings came about: a first run had blocks, red wine and yeast with memory 0.9, and gave the same picture (mean
F on blocks 0.10 below cross-entropy, interval below 0). Then, for mean F on blocks and yeast with three of these seeds,
memory 0, 0.9 and 0.98, and 0.9, 0.98 and whole batches after 400 steps of cross-entropy were tried, looking at held-out
values. They differed without order; whole batches after cross-entropy were highest (blocks 0.76, yeast 0.77), memory
0.98 highest of those without it (0.75, 0.72), and was taken. So mean F on these two sets is a little flattered. Car and
balance scale were added then, unseen, because red wine's rarest class is too small to tell anything. Nothing was
tuned for cross-entropy, and nothing else for MetricLoss.
"""


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
    result = {}
    for name, loss in losses.items():
        models = trained(train_X, train_y, loss, classes, seed)
        with torch.no_grad():
            fit = [loss(model(train_X), train_y).item() for model in models]
            chosen = [model(test_X).argmax(dim=1).numpy() for model in models]
        for metric in [name] if name in METRICS else METRICS:
            rare = goal(metric, "rarity", sizes=sizes)
            result[name, metric] = [rare.of_labels(test_y.numpy(), each) for each in chosen] + fit
    return result


def mean_and_interval(values):
    """Return a mean with its 95 % t interval over the seeds, as text."""
    values = np.asarray(values)
    half = stats.t.ppf(0.975, len(values) - 1) * values.std(ddof=1) / np.sqrt(len(values))
    return f"{values.mean():+.3f} [{values.mean() - half:+.3f}, {values.mean() + half:+.3f}]"


def main() -> str:
    torch.set_num_threads(1)
    began = time.process_time()
    rows = []
    for name, file in SETS.items():
        X, y = read(file)
        sizes = np.bincount(y)
        shown = f"{name} ({len(y):,}, {sizes.max()}:{sizes.min()})"
        seeds = [one(X, y, seed) for seed in range(SEEDS)]
        for metric in METRICS:
            plain, weighted, ours = (
                np.array([result[way, metric] for result in seeds]) for way in ("cross-entropy", "weighted", metric)
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
    print(f"{time.process_time() - began:.0f} s of one core")
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
    return table("A metric as a loss", headings, rows, ["steelyard", "torch"]) + NOTES


if __name__ == "__main__":
    text = main()
    if "--write" in sys.argv:
        write("metric_loss", text)
