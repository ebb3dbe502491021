"""How long audits take: one metric, all properties; the whole atlas; bounds for many classes. No peer does this."""

from __future__ import annotations

import time

import steelyard as sy
from steelyard.lab.atlas import make
from steelyard.lab.exact import exact_values
from timing import alternate, table

FEW = ((3, 1, 2), (0, 4, 1), (2, 2, 5))


def seconds(run):
    started = time.perf_counter()
    run()
    return time.perf_counter() - started


def main():
    rows = []
    for name in ("f1", "cba", "kappa", "cen"):
        taken = seconds(lambda name=name: sy.audit(name))
        rows.append([f"`audit({name!r})`, all properties, 2 and 3 classes", f"{taken:.1f} s", "", "< 20 s"])

    def hits(y_true, y_pred):
        return (y_true == y_pred).mean()

    rows.append(["a function of labels, the same", f"{seconds(lambda: sy.audit(hits)):.1f} s", "", "< 20 s"])
    taken = seconds(make)
    verdicts = len(sy.lab.atlas.verdicts())
    rows.append([f"the atlas: {verdicts:,} verdicts", f"{taken:.0f} s", "", "< 900 s"])
    for name in ("balanced_accuracy", "cen", "mcc"):
        taken = seconds(lambda name=name: sy.lab.bounds(name, classes=20))
        rows.append([f"`bounds({name!r}, classes=20)`", f"{taken:.1f} s", "", ""])
    for name in ("cba", "cen"):
        metric = sy.metrics[name]
        exact_values(metric, FEW)
        exact, rounded = alternate(lambda m=metric: exact_values(m, FEW), lambda m=metric: m(FEW), times=50)
        ratio = f"{exact / rounded:.1f} × the float"
        rows.append([f"exact value of {name}, 3 classes", f"{exact * 1e3:.2f} ms", ratio, ""])
    return table("Audits", ["what", "measured", "ratio", "target"], rows, ["steelyard", "numpy"])


if __name__ == "__main__":
    print(main())
