"""Do 95 % intervals cover 95 %? Draw data from known classifiers, and count how often the intervals hold the truth.

`python benchmarks/coverage.py OUT.json.gz [--datasets N] [--draws D] [--only tuning|judging]` runs all cases, in
a batch on a GPU if there is one. `--check` only compares tables of this file with the library's values and intervals.
`python benchmarks/coverage.py OUT.json.gz --table` writes benchmarks/results/coverage.md from what was stored.

The estimand is the metric of the whole population, with the weights of the sample held fixed, over the classes that
have items in the sample; beside it, over all classes.
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

from populations import (
    CURVED,
    DEVICE,
    JUDGING,
    KINDS,
    LEAST,
    NUMBERS,
    RATES,
    TUNING,
    beforehand,
    classes_of,
    gamma,
    has_value,
    metrics_of,
    one_class_drawn,
    percentile,
    population,
    tables_of,
)

CLASSES, SKEWS, SIZES = (2, 3, 5, 20), (10, 100, 1000), (100, 500, 2000, 20000)
SMALLEST_OF_MANY = 2000
"""With 20 classes, from so many items on."""
IMPORTANCES = ("uniform", "ranks")
TAIL = 0.025
FEW, DECIDES = 3, 0.5
"""When a note stands beside an interval: a class with fewer items carries so much of its squared width."""


def seeds_of(kind):
    """Populations for tuning and for judging have nothing in common."""
    return (0, 1) if kind in TUNING else (501, 502)


def within(name, low, high, value):
    """Return ends that hold the value and are possible."""
    return torch.minimum(low, value).clamp_min(LEAST.get(name, 0.0)), torch.maximum(high, value).clamp_max(
        CEN_MOST if name == "cen" else 1.0
    )


CEN_MOST = 1.0615
"""What confusion entropy can be with two classes."""


def class_by_class(m, weights, draws, value):
    """Return the library's default, `sy.intervals.classwise`: ends by metric, and whether a note stands beside."""
    added, classes, (there, named) = beforehand(m), m.shape[-1], classes_of(m)
    rows = gamma(m + added, draws)
    mean = (m + added) * there[..., None]
    reach = {name: [[], []] for name in value if name not in RATES}
    for c in range(classes):
        here, heard = there.clone(), named.clone()
        here[:, c] = heard[:, c] = 1
        moved = metrics_of(one_class_drawn(m, rows, c), weights, here[:, None], heard[:, None])
        bent = metrics_of(one_class_drawn(mean, rows, c), weights, here[:, None], heard[:, None])
        as_seen = mean.clone()
        as_seen[:, c] = m[:, c]
        start = metrics_of(as_seen, weights, there, named)
        for name, (below, above) in reach.items():
            values, at = (bent[name], start[name]) if name in CURVED else (moved[name], value[name])
            below.append((at - percentile(values, TAIL)).clamp_min(0))
            above.append((percentile(values, 1 - TAIL) - at).clamp_min(0))
    together = metrics_of(rows * there[:, None, :, None], weights, there[:, None], named[:, None])
    anew = metrics_of(gamma(m, draws), weights, there[:, None], named[:, None])
    at_mean = metrics_of(mean, weights, there, named)
    ends, notes = {}, {}
    few = m.sum(-1) < FEW
    for name, sides in reach.items():
        down, up = (torch.stack(side, 1) ** 2 for side in sides)
        below, above = down.sum(1).sqrt(), up.sum(1).sqrt()
        if name in CURVED:
            off = CURVED[name] * (together[name].mean(1) - at_mean[name])
            below, above = below + off.clamp_min(0), above - off.clamp_max(0)
        else:  # no less far than if items are drawn anew, unless all classes at their ends would not
            centred = anew[name] - anew[name].mean(1, keepdim=True)
            ends_of_classes = down.sqrt().sum(1), up.sqrt().sum(1)
            below = torch.maximum(below, torch.minimum(-percentile(centred, TAIL), ends_of_classes[0]))
            above = torch.maximum(above, torch.minimum(percentile(centred, 1 - TAIL), ends_of_classes[1]))
        low, high = value[name] - below, value[name] + above
        ends[name] = within(name, low, high, value[name])
        most = (down + up).argmax(1, keepdim=True)
        share = (down + up).gather(1, most)[:, 0] / (down + up).sum(1).clamp_min(1e-300)
        notes[name] = (share >= DECIDES) & few.gather(1, most)[:, 0]
    alone = metrics_of(rows, weights, *[torch.ones_like(there)[:, None]] * 2)
    for name in RATES:
        ends[name] = within(name, percentile(alone[name], TAIL), percentile(alone[name], 1 - TAIL), value[name])
        notes[name] = torch.zeros(len(m), dtype=torch.bool, device=m.device)
    return ends, notes


def posterior(m, weights, draws, value):
    """Return percentiles of all classes drawn together, with the same little beforehand."""
    there, named = classes_of(m)
    rows = gamma(m + beforehand(m), draws) * there[:, None, :, None]
    values = metrics_of(rows, weights, there[:, None], named[:, None])
    return {name: (percentile(values[name], TAIL), percentile(values[name], 1 - TAIL)) for name in value}, {}


def bootstrap(shifted):
    """Return the (Poisson) bootstrap: plain percentiles, or moved by twice their bias, as the default was before."""

    def ends(m, weights, draws, value):
        drawn = torch.poisson(m[:, None].expand(-1, draws, -1, -1))
        values = metrics_of(drawn, weights, *classes_of(drawn))
        result = {}
        for name in value:
            move = 2 * (values[name].median(1).values - value[name]) if shifted else 0.0
            low, high = percentile(values[name], TAIL) - move, percentile(values[name], 1 - TAIL) - move
            result[name] = within(name, low, high, value[name])
        return result, {}

    return ends


METHODS = {
    "class by class": class_by_class,
    "posterior": posterior,
    "percentile bootstrap": bootstrap(shifted=False),
    "shifted bootstrap": bootstrap(shifted=True),
}


FEWEST = 100
"""Data sets, at least, in which a metric has a value, for its coverage to be told."""


def case(kind, classes, skew, n, seed, importance, settings):
    """Yield, for one population, how often each method covers each metric."""
    cells = population(kind, classes, skew, seed)
    datasets = settings.datasets if kind in JUDGING else settings.datasets * 2 // 5
    m = tables_of(cells, n, datasets, seed)
    there, named = classes_of(m)
    weights = torch.ones(classes, **NUMBERS) if importance == "uniform" else torch.arange(1, classes + 1, **NUMBERS)
    whole = torch.tensor(cells, **NUMBERS).expand(datasets, classes, classes)
    truths = metrics_of(whole, weights, there, named), metrics_of(whole, weights, *[torch.ones_like(there)] * 2)
    value = metrics_of(m, weights, there, named)
    for method, way in METHODS.items():
        if classes > 5 and "bootstrap" in method and seed != seeds_of(kind)[0]:
            continue
        ends, notes = way(m, weights, settings.draws, value)
        for name, (low, high) in ends.items():
            known = has_value(name, m)
            if int(known.sum()) < FEWEST:
                continue
            covers = [
                ((low - 1e-9 <= truth[name]) & (truth[name] <= high + 1e-9))[known].double().mean().item()
                for truth in truths
            ]
            yield {
                "kind": kind,
                "classes": classes,
                "skew": skew,
                "n": n,
                "seed": seed,
                "importance": importance,
                "method": method,
                "metric": name,
                "covers": round(covers[0], 4),
                "covers_all": round(covers[1], 4),
                "width": float(f"{(high - low)[known].median().item():.4g}"),
                "noted": round(notes[name][known].double().mean().item(), 4) if name in notes else None,
            }


def run(settings):
    """Return the rows of all cases."""
    rows, begun = [], time.perf_counter()
    kinds = {"tuning": TUNING, "judging": JUDGING}.get(settings.only, KINDS)
    for classes in CLASSES:
        for kind in kinds:
            for skew in SKEWS:
                for n in SIZES:
                    if classes == 20 and n < SMALLEST_OF_MANY:
                        continue
                    for place, seed in enumerate(seeds_of(kind)):
                        rows += case(kind, classes, skew, n, seed, IMPORTANCES[place], settings)
        print(f"{classes} classes: {time.perf_counter() - begun:.0f} s", flush=True)
    return rows


def check():
    """Return how far tables of this file are from the library's: the largest difference of values and of ends."""
    import steelyard as sy
    from steelyard.intervals.sample import Sample
    from steelyard.intervals.units import items_of

    of_values, of_ends = 0.0, []
    cases = [(kind, classes, skew) for kind in KINDS for classes in (2, 3, 5) for skew in (10, 1000)]
    for place, (kind, classes, skew) in enumerate(cases):
        cells = population(kind, classes, skew, 200 + place)
        m = tables_of(cells, 300, 1, place)
        if classes_of(m)[1].sum() < 2:  # errors, if there were any, would be of a class that nobody named
            continue
        weights = torch.ones(classes, **NUMBERS)
        value = metrics_of(m, weights, *classes_of(m))
        ends, _ = class_by_class(m, weights, 4000, value)
        names = [name for name in value if name not in RATES]
        cm = sy.Confusion(m[0].cpu().numpy().astype(np.int64))
        sample = Sample(items_of(cm), [sy.metrics[name] for name in names], np.ones(classes), "worst")
        for name, observed, interval in zip(
            names, sample.observed, sy.intervals.classwise().of(sample, 0.95), strict=True
        ):
            if np.isfinite(observed.value[0]) != has_value(name, m).item():
                raise ValueError(f"{name} has a value here or in the library only: {m[0].tolist()}")
            if not np.isfinite(observed.value[0]):
                continue
            of_values = max(of_values, abs(float(observed.value[0]) - value[name].item()))
            low, high = (end.item() for end in ends[name])
            width = max(high - low, 1e-9)
            of_ends.append(max(abs(interval[0].low - low), abs(interval[0].high - high)) / width)
    return {
        "values": of_values,
        "ends": float(np.median(of_ends)),
        "most": float(np.max(of_ends)),
        "intervals": len(of_ends),
    }


# The table.


def shown(share):
    return f"{100 * share:.1f} %"


def table(headings, lines):
    rows = [headings, ["---"] * len(headings), *lines]
    return "\n".join("| " + " | ".join(map(str, row)) + " |" for row in rows) + "\n"


def by_metric(rows, n, which):
    """Return a line per metric: mean coverage and the worst cell of each method, and widths."""
    lines = []
    names = list(dict.fromkeys(row["metric"] for row in rows))
    for name in names:
        line = [name]
        widths = {}
        for method in METHODS:
            here = [
                r for r in rows if r["metric"] == name and r["n"] == n and r["method"] == method and r["kind"] in which
            ]
            covers = [r["covers"] for r in here]
            if not covers:
                line.append("–")
                continue
            line.append(f"{100 * np.mean(covers):.1f} / {100 * min(covers):.0f}")
            widths[method] = {(r["kind"], r["classes"], r["skew"], r["seed"]): r for r in here}
        line.append(beside_narrowest(widths))
        lines.append(line)
    return table(["metric", *METHODS, "width beside the narrowest that covers there"], lines)


COVERS = 0.93
"""From so much on a method is said to cover in a cell."""


def beside_narrowest(widths):
    """Return the median over the cells of the default's width beside that of the narrowest method that covers there."""
    ours, ratios = widths.get("class by class", {}), []
    for key, row in ours.items():
        others = [
            of[key]["width"]
            for of in widths.values()
            if key in of and of[key]["covers"] >= COVERS and of[key]["width"] > 0
        ]
        if others and row["width"] > 0:
            ratios.append(row["width"] / min(others))
    return f"{np.median(ratios):.2f} ×" if ratios else "–"


def prose(text):
    """Return a paragraph in one line."""
    return " ".join(text.split()) + "\n"


def page(stored):
    rows, settings = stored["rows"], stored["settings"]
    ours = [row for row in rows if row["method"] == "class by class"]
    error = np.sqrt(0.95 * 0.05 / settings["datasets"])
    checked = stored["check"]
    lines = [
        "## Do 95 % intervals cover 95 %?\n",
        prose(f"""
            {stored["date"]}, {stored["device"]}, Python {stored["python"]}, PyTorch {stored["torch"]};
            {settings["datasets"]} data sets per cell ({settings["datasets"] * 2 // 5} for tuning), {settings["draws"]}
            draws each; a coverage of 95 % is known up to a standard error of {shown(error)}, so that the least of
            hundreds of cells lies some of these below its truth. All intervals count, noted or not.
        """),
        prose("""
            A cell is a population and a number of items: C = 2, 3, 5 and 20 classes (20 from 2,000 items on), class
            sizes 1 : 10 to 1 : 1000. The way was chosen on the populations for tuning; those for judging are of other
            kinds, with other seeds, and were drawn after it was fixed. The estimand: the metric of the population with
            the weights of the sample, over the classes that have items in it. A metric is judged on the data sets in
            which it has a value: recall of a class that has items, precision of one that was predicted.
        """),
        prose(f"""
            Checked against the library: values differ by {checked["values"]:.1g} at most, ends of
            {checked["intervals"]} intervals by {shown(checked["ends"])} of the width (median;
            {shown(checked["most"])} at most), which is the noise of the draws.
        """),
    ]
    for title, which in (("judging", JUDGING), ("tuning", TUNING)):
        lines.append(f"### The default on the populations for {title}\n")
        lines.append(summary(ours, which))
    lines.append(
        "Of all numbers at n = 500, " + shown(np.mean([r["noted"] for r in ours if r["n"] == 500])) + " have a note.\n"
    )
    lines.append(worst(ours))
    for n in SIZES:
        lines.append(f"### n = {n:,}, populations for judging: mean coverage / worst cell, in %\n")
        lines.append(by_metric(rows, n, JUDGING))
    return "\n".join(lines)


def summary(ours, which):
    """Return a line per number of items and of classes: mean, worst metric's mean, cells below 90 %."""
    lines = []
    for n in SIZES:
        for few in (True, False):
            here = [r for r in ours if r["n"] == n and r["kind"] in which and (r["classes"] <= 5) == few]
            if not here:
                continue
            means = [
                np.mean([r["covers"] for r in here if r["metric"] == name]) for name in {r["metric"] for r in here}
            ]
            below = [r for r in here if r["covers"] < 0.9]
            lines.append(
                [
                    f"{n:,}",
                    "2 to 5" if few else "20",
                    shown(np.mean(means)),
                    f"{shown(min(means))} to {shown(max(means))}",
                    f"{len(below)} of {len(here)}",
                    shown(min(r["covers"] for r in here)),
                    shown(np.mean([r["covers_all"] for r in here])),
                ]
            )
    headings = [
        "n",
        "classes",
        "covers",
        "metrics, from the least to the most",
        "cells below 90 %",
        "worst cell",
        "over all classes",
    ]
    return table(headings, lines)


def worst(ours):
    """Return the cells below 90 %, if there are any."""
    below = sorted((r for r in ours if r["covers"] < 0.9), key=lambda r: r["covers"])[:20]
    if not below:
        return "No cell is below 90 %.\n"
    lines = [
        [r["metric"], r["kind"], r["classes"], f"1 : {r['skew']}", f"{r['n']:,}", r["importance"], shown(r["covers"])]
        for r in below
    ]
    return "The worst cells:\n\n" + table(["metric", "population", "C", "sizes", "n", "importance", "covers"], lines)


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("out", type=Path)
    parser.add_argument(
        "--datasets", type=int, default=1000, help="of each population for judging; for tuning 2/5 of it"
    )
    parser.add_argument("--draws", type=int, default=400)
    parser.add_argument("--only", choices=["tuning", "judging"])
    parser.add_argument("--check", action="store_true", help="compare with the library, and stop")
    parser.add_argument("--table", action="store_true", help="write the table from what was stored")
    settings = parser.parse_args()
    if settings.table:
        from timing import write

        write("coverage", page(json.loads(gzip.decompress(settings.out.read_bytes()))))
        return
    checked = check()
    print(checked, flush=True)
    if settings.check:
        return
    torch.manual_seed(1)
    stored = {
        "date": str(datetime.now(tz=UTC).date()),
        "python": platform.python_version(),
        "torch": torch.__version__.split("+")[0],
        "device": torch.cuda.get_device_name() if DEVICE.type == "cuda" else "CPU",
        "check": checked,
        "settings": {"datasets": settings.datasets, "draws": settings.draws},
        "rows": run(settings),
    }
    settings.out.write_bytes(gzip.compress(json.dumps(stored).encode()))


if __name__ == "__main__":
    main()
