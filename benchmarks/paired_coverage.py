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

from coverage import shown, table
from populations import CURVED, DEVICE, NUMBERS, RATES, gamma, metrics_of, percentile

KINDS = ("same", "bolder", "shier", "nearly perfect", "better")
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
]
AGREEING = (0.9, 0.5)
"""Share of the items on which the models are coupled as closely as can be; on the others they err apart."""
SEED = 301
UNSEEN = 0.5
LEVEL = 0.05


def two_models(kind, classes, skew, agreeing):
    """Return the shares of all combinations, (truth, first, second)."""
    rng = np.random.default_rng([SEED, classes, skew, KINDS.index(kind)])
    shares = np.geomspace(1, 1 / skew, classes)
    found = rng.uniform(*((0.95, 0.995) if kind == "nearly perfect" else (0.6, 0.85)), classes)
    errors = rng.dirichlet(np.ones(classes), classes) + 1e-9
    other = found.copy()
    if kind in ("bolder", "shier"):  # equal balanced accuracy
        step = 0.1 if kind == "bolder" else -0.1
        other[-1] += step
        other[:-1] -= step / (classes - 1)
    if kind == "better":
        other += 0.06
    first, second = (_rows(each, errors) for each in (found, other))
    cells = np.zeros((classes,) * 3)
    for c in range(classes):
        both = np.minimum(first[c], second[c])
        left = 1 - both.sum()
        coupled = np.diag(both) + (np.outer(first[c] - both, second[c] - both) / left if left > 1e-12 else 0.0)
        cells[c] = agreeing * coupled + (1 - agreeing) * np.outer(first[c], second[c])
    return cells * (shares / shares.sum())[:, None, None]


def _rows(found, errors):
    off = errors * (1 - np.eye(len(found)))
    rows = off / off.sum(axis=1, keepdims=True) * (1 - found)[:, None]
    np.fill_diagonal(rows, found)
    return rows


def beforehand(classes):
    """Return half an item for each of the four outcomes of a class: both right, either alone, both wrong alike."""
    added = torch.zeros((classes,) * 3, **NUMBERS)
    each = UNSEEN / (classes - 1)
    for c in range(classes):
        added[c, c, c] = UNSEEN
        for j in range(classes):
            if j != c:
                added[c, c, j] = added[c, j, c] = added[c, j, j] = each
    return added


def moves(joint, there, draws):
    """Return the differences as they are, and how far each class alone moves them, (data sets, classes, draws)."""
    classes = joint.shape[1]
    shapes = joint + beforehand(classes)
    drawn = gamma(shapes.clamp_min(1e-9), draws)
    weights = torch.ones(classes, **NUMBERS)
    seen = there[..., None, None]
    tables = {False: (joint.sum(3), joint.sum(2)), True: ((shapes * seen).sum(3), (shapes * seen).sum(2))}
    rows = drawn.sum(4), drawn.sum(3)
    value = _less(*(metrics_of(one, weights, there) for one in tables[False]))
    found = {name: [] for name in value if name not in RATES}
    for c in range(classes):
        here = there.clone()
        here[:, c] = 1
        for curved, base in tables.items():
            moved, start = [], []
            for one, of_rows, raw in zip(base, rows, tables[False], strict=True):
                stack = one[:, None].expand(-1, draws, -1, -1).clone()
                stack[:, :, c] = of_rows[:, :, c]
                moved.append(metrics_of(stack, weights, here[:, None]))
                as_seen = one.clone()
                as_seen[:, c] = raw[:, c]
                start.append(metrics_of(as_seen, weights, there))
            difference, at = _less(*moved), _less(*start)
            for name, parts in found.items():
                if (name in CURVED) == curved:
                    parts.append(difference[name] - at[name][:, None])
    return value, {name: torch.stack(parts, 1) for name, parts in found.items()}


def _less(first, second):
    return {name: first[name] - second[name] for name in first}


def ends(value, parts, level):
    """Return the interval of a difference: what single classes reach, added by the squares."""
    data, classes, draws = parts.shape
    flat = parts.reshape(data * classes, draws)
    low, high = (percentile(flat, at).reshape(data, classes) for at in (level / 2, 1 - level / 2))
    return value - (low.clamp_max(0) ** 2).sum(1).sqrt(), value + (high.clamp_min(0) ** 2).sum(1).sqrt()


def case(kind, classes, skew, n, agreeing, settings):
    """Yield, for one population, how often the difference is held, told where none is, and told at all."""
    cells = two_models(kind, classes, skew, agreeing)
    rng = np.random.default_rng([SEED, classes, skew, n])
    joint = torch.tensor(rng.multinomial(n, cells.ravel(), size=settings.datasets).reshape(-1, *cells.shape), **NUMBERS)
    there = (joint.sum((2, 3)) > 0).to(joint.dtype)
    whole = torch.tensor(cells, **NUMBERS).expand(len(joint), *cells.shape)
    weights = torch.ones(classes, **NUMBERS)
    truth = _less(metrics_of(whole.sum(3), weights, there), metrics_of(whole.sum(2), weights, there))
    value, parts = moves(joint, there, settings.draws)
    for name, of_classes in parts.items():
        right = truth[name]
        low, high = ends(value[name], of_classes, LEVEL)
        surely = ends(value[name], of_classes, 2 * LEVEL)  # better with probability 95 %: one side of a 90 % interval
        first, second = (
            ((lo > 0) & (right < 1e-9) for lo in (low, surely[0])),
            ((hi < 0) & (right > -1e-9) for hi in (high, surely[1])),
        )
        (alarm_first, sure_first), (alarm_second, sure_second) = first, second
        yield {
            "kind": kind,
            "classes": classes,
            "skew": skew,
            "n": n,
            "agreeing": agreeing,
            "metric": name,
            "equal": bool((right.abs() < 1e-9).all()),
            "covers": ((low - 1e-9 <= right) & (right <= high + 1e-9)).double().mean().item(),
            "alarms": (alarm_first | alarm_second).double().mean().item(),
            "wrong": max(each.double().mean().item() for each in (sure_first, sure_second)),
            "told": ((low > 0) | (high < 0)).double().mean().item(),
            "width": (high - low).median().item(),
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
                    shown(max(r["wrong"] for r in here)),
                    " / ".join(shown(r["told"]) for r in balanced),
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
        "surely wrong, most",
        "told by balanced accuracy",
    ]
    alarms = [r["alarms"] for r in rows if r["equal"]]
    over = [a for a in alarms if a > 0.065]
    how = (
        f"{stored['date']}, {stored['device']}, Python {stored['python']}, PyTorch {stored['torch']}; "
        f"{settings['datasets']} data sets per cell, {settings['draws']} draws. Each line: 14 metrics, and models that "
        "are coupled on 90 % and on 50 % of the items. *False alarms*: 95 % intervals that leave out 0 where both "
        f"models are equally good by the metric; of {len(alarms)} cells {len(over)} are above 6.5 %, the most is "
        f"{shown(max(alarms))}, the mean {shown(np.mean(alarms))} (5 % is known up to a standard error of "
        f"{shown(slack)}). "
        "*Surely wrong*: a model that is not better is called better with probability 95 % or more, of the two models "
        "the one of which that is said more often. *Told*: 95 % intervals that leave out 0, at 90 % and 50 % coupling; "
        "for the second model `better` that is the power, for the others, which have equal balanced accuracy, a false "
        "alarm.\n"
    )
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
                rows += case(kind, *each, agreeing, settings)
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
