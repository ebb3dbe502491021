"""How often intervals of the difference between two models hold it, and how often a difference is told where none is.

`python benchmarks/paired_coverage.py OUT.json.gz [--datasets N] [--draws D]` draws joint tables of two models from
known populations, in a batch on a GPU if there is one: copies of each other, models of equal balanced accuracy but
another temper (bolder or shier with the rare class), nearly perfect ones, and better ones. `--table` writes the table.
"""

from __future__ import annotations

import argparse
import gzip
import json
import platform
import time
from datetime import UTC, datetime
from pathlib import Path

import numpy as np
import torch

from coverage import prose, shown, table
from populations import DEVICE, NUMBERS, RATES, errors_beforehand, gamma, metrics_of, percentile

KINDS = ("same", "bolder", "shier", "nearly perfect", "better", "hardly predicted", "gave up")
CASES = [
    (2, 10, 100),
    (2, 10, 500),
    (2, 100, 500),
    (2, 100, 2000),
    (2, 1000, 20000),
    (3, 10, 500),
    (3, 100, 2000),
    (5, 10, 500),
    (5, 100, 2000),
    (20, 10, 2000),
    (20, 100, 20000),
]
AGREEING = (0.9, 0.5)
"""Share of the items on which the models are coupled as closely as can be; on the others they err apart."""
SEEDS = 601, 602
"""Of populations that nobody looked at before the way was fixed; it was chosen on those of 301 and 311."""
UNSEEN = 0.5
LEVEL = 0.05
AT_ONCE = 1 << 31
"""Cells that are drawn at once."""


def two_models(kind, classes, skew, agreeing, seed):
    """Return the shares of all combinations, (truth, first, second)."""
    rng = np.random.default_rng([seed, classes, skew, KINDS.index(kind)])
    shares = np.geomspace(1, 1 / skew, classes)
    result = rng.uniform(*((0.95, 0.995) if kind == "nearly perfect" else (0.6, 0.85)), classes)
    errors = rng.dirichlet(np.ones(classes), classes) + 1e-9
    other = result.copy()
    if kind in ("bolder", "shier"):  # equal balanced accuracy
        step = 0.1 if kind == "bolder" else -0.1
        other[-1] += step
        other[:-1] -= step / (classes - 1)
    if kind == "better":
        other += 0.06
    errors_of_other = errors.copy()
    if kind == "hardly predicted":  # the rarest class, by both
        result[-1] = other[-1] = 0.05
        errors[:, -1] *= 0.02
        errors_of_other = errors
    if kind == "gave up":  # the second never answers the rarest class
        other[-1], errors_of_other[:, -1] = 0.0, 0.0
    first, second = _rows(result, errors), _rows(other, errors_of_other)
    cells = np.zeros((classes,) * 3)
    for c in range(classes):
        both = np.minimum(first[c], second[c])
        left = 1 - both.sum()
        coupled = np.diag(both) + (np.outer(first[c] - both, second[c] - both) / left if left > 1e-12 else 0.0)
        cells[c] = agreeing * coupled + (1 - agreeing) * np.outer(first[c], second[c])
    return cells * (shares / shares.sum())[:, None, None]


def _rows(result, errors):
    off = errors * (1 - np.eye(len(result)))
    wrong = off.sum(axis=1, keepdims=True)
    rows = off / np.where(wrong > 0, wrong, 1.0) * (1 - result)[:, None]
    np.fill_diagonal(rows, np.where(wrong[:, 0] > 0, result, 1.0))  # with nothing to take it for, a class is found
    return rows


def beforehand(joint):
    """Return half an item for each of the four outcomes of a class: both right, either alone, both wrong alike."""
    classes, (_, named) = joint.shape[-1], classes_there(joint)
    errors, added = errors_beforehand(named), torch.zeros_like(joint)
    for c in range(classes):
        added[:, c, c, c] = UNSEEN
        for j in range(classes):
            if j != c:
                added[:, c, c, j] = added[:, c, j, c] = added[:, c, j, j] = errors[:, c, j]
    return added


def _less(first, second):
    return {name: first[name] - second[name] for name in first if name not in RATES}


def classes_there(joint):
    """Return which classes have items, and which have items or were predicted by one of the models."""
    there = joint.sum((2, 3)) > 0
    named = there | (joint.sum((1, 3)) > 0) | (joint.sum((1, 2)) > 0)
    return there.to(joint.dtype), named.to(joint.dtype)


def differences(joint, there, named):
    """Return how much the first model has more of each metric, of tables (..., truth, first, second)."""
    weights = torch.ones(joint.shape[-1], **NUMBERS)
    return _less(*(metrics_of(joint.sum(axis), weights, there, named) for axis in (-1, -2)))


def drawn_differences(joint, there, named, draws):
    """Return draws of the differences, (data sets, draws), at least and at most: the library's default.

    All classes are drawn together. Classes that a model never predicted may be predicted, or still never be.
    """
    shapes = joint + beforehand(joint) * there[..., None, None]
    some = max(1, AT_ONCE // (draws * shapes[0].numel()))
    weights = torch.ones(joint.shape[-1], **NUMBERS)
    result = []
    parts = (each.split(some) for each in (shapes, joint, there, named))
    for each, seen, here, heard in zip(*parts, strict=True):
        rows = gamma(each, draws)
        ways = []
        for axis in (-1, -2):
            table, never = rows.sum(axis), (seen.sum(axis).sum(1) == 0) & (here > 0)
            tables = table, table * ~never[:, None, None, :]
            values = [metrics_of(one, weights, here[:, None], heard[:, None]) for one in tables]
            both = {name: [v[name] for v in values] for name in values[0]}
            ways.append([{name: of(*each) for name, each in both.items()} for of in EXTREMES])
        (least, most), (least_other, most_other) = ways
        result.append((_less(least, most_other), _less(most, least_other)))
    return [{name: torch.cat([each[side][name] for each in result]) for name in result[0][side]} for side in (0, 1)]


EXTREMES = torch.minimum, torch.maximum


def ends(value, least, most, level):
    """Return the interval of a difference, which holds the difference itself."""
    low, high = percentile(least, level / 2), percentile(most, 1 - level / 2)
    return torch.minimum(low, value), torch.maximum(high, value)


def case(kind, classes, skew, n, agreeing, seed, settings):
    """Yield, for one population, how often the difference is held, told where none is, and told at all."""
    cells = two_models(kind, classes, skew, agreeing, seed)
    rng = np.random.default_rng([seed, classes, skew, n])
    joint = torch.tensor(rng.multinomial(n, cells.ravel(), size=settings.datasets).reshape(-1, *cells.shape), **NUMBERS)
    there, named = classes_there(joint)
    truth = differences(torch.tensor(cells, **NUMBERS).expand(len(joint), *cells.shape), there, named)
    value, draws = differences(joint, there, named), settings.draws if classes <= 5 else settings.draws // 3
    least, most = drawn_differences(joint, there, named, draws)
    for name, right in truth.items():
        low, high = ends(value[name], least[name], most[name], LEVEL)
        surely = ends(value[name], least[name], most[name], 2 * LEVEL)  # 95 % sure: one side of a 90 % interval
        said, sure = (((lo > 0) & (right < 1e-9), (hi < 0) & (right > -1e-9)) for lo, hi in ((low, high), surely))
        yield {
            "kind": kind,
            "classes": classes,
            "skew": skew,
            "n": n,
            "agreeing": agreeing,
            "metric": name,
            "equal": bool((right.abs() < 1e-9).all()),
            "covers": ((low - 1e-9 <= right) & (right <= high + 1e-9)).double().mean().item(),
            "alarms": (said[0] | said[1]).double().mean().item(),
            "said": max(each.double().mean().item() for each in said),
            "sure": max(each.double().mean().item() for each in sure),
            "told": ((low > 0) | (high < 0)).double().mean().item(),
        }


def page(stored):
    rows, settings = stored["rows"], stored["settings"]
    slack = np.sqrt(0.05 * 0.95 / settings["datasets"])
    lines = []
    for kind in KINDS:
        for classes, skew, n in CASES:
            here = [r for r in rows if (r["kind"], r["classes"], r["skew"], r["n"]) == (kind, classes, skew, n)]
            equal = [r for r in here if r["equal"]]
            balanced = [r for r in here if r["metric"] == "balanced_accuracy"]
            lines.append(
                [
                    kind,
                    classes,
                    f"1 : {skew}",
                    f"{n:,}",
                    shown(np.mean([r["covers"] for r in here])),
                    shown(min(r["covers"] for r in here)),
                    shown(max(r["alarms"] for r in equal)) if equal else "–",
                    shown(max(r["said"] for r in here)),
                    shown(max(r["sure"] for r in here)),
                    " / ".join(shown(np.mean([r["told"] for r in balanced if r["agreeing"] == a])) for a in AGREEING),
                ]
            )
    headings = [
        "second model",
        "C",
        "sizes",
        "n",
        "covers",
        "worst metric",
        "false alarms, most",
        "called better, most",
        "95 % sure, most",
        "told by balanced accuracy",
    ]
    alarms = [r["alarms"] for r in rows if r["equal"]]
    over = [a for a in alarms if a > 0.065]
    sure = [r["sure"] for r in rows]
    how = prose(f"""
        {stored["date"]}, {stored["device"]}, Python {stored["python"]}, PyTorch {stored["torch"]};
        {settings["datasets"]} data sets per cell, {settings["draws"]} draws, a third for 20 classes. Each line: 14
        metrics, {len(SEEDS)} populations that nobody looked at before the way was fixed, and models that are coupled on
        90 % and on 50 % of the items. *False alarms*: 95 % intervals that leave out 0 where both models are equally
        good by the metric; of {len(alarms)} cells {len(over)} are above 6.5 %, the most is {shown(max(alarms))}, the
        mean {shown(np.mean(alarms))} (5 % is known up to a standard error of {shown(slack)}, so that the most of as
        many cells lies about three of these above its truth). *Called better*: a model is, and wrongly; of the two the
        one of which that is said more often. *95 % sure*: the same with a probability of 95 % or more instead of
        97.5 %, which no sentence says; {sum(s > 0.06 for s in sure)} of {len(sure)} cells are above 6 %. *Told*: 95 %
        intervals that leave out 0, at 90 % and 50 % coupling; for the second model `better` that is the power, for
        those of equal balanced accuracy a false alarm.
    """)
    return f"## Differences of two models on the same items\n\n{how}\n{table(headings, lines)}"


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("out", type=Path)
    parser.add_argument("--datasets", type=int, default=1000)
    parser.add_argument("--draws", type=int, default=2000)
    parser.add_argument("--table", action="store_true", help="write the table from what was stored")
    settings = parser.parse_args()
    if settings.table:
        from timing import write

        write("paired_coverage", page(json.loads(gzip.decompress(settings.out.read_bytes()))))
        return
    torch.manual_seed(2)
    rows, begun = [], time.perf_counter()
    for kind in KINDS:
        for each in CASES:
            for agreeing in AGREEING:
                for seed in SEEDS:
                    rows += case(kind, *each, agreeing, seed, settings)
        print(f"{kind}: {time.perf_counter() - begun:.0f} s", flush=True)
    stored = {
        "date": str(datetime.now(tz=UTC).date()),
        "python": platform.python_version(),
        "torch": torch.__version__.split("+")[0],
        "device": torch.cuda.get_device_name() if DEVICE.type == "cuda" else "CPU",
        "settings": {"datasets": settings.datasets, "draws": settings.draws},
        "rows": rows,
    }
    settings.out.write_bytes(gzip.compress(json.dumps(stored).encode()))


if __name__ == "__main__":
    main()
