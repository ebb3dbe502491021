"""How long comparing two models takes, with all usual metrics: 2 to 300 classes, errors anywhere, up to 10⁹ items.

The ratio is to 10,000 draws of the bootstrap, which were the default before, where they do not take too long.
"""

from __future__ import annotations

import numpy as np

import steelyard as sy
from timing import alternate, table

CLASSES, SIZES = (2, 10, 100, 300), (10**5, 10**9)
DRAWN = 100_000
MOST_OF_BOOTSTRAP = 10
"""Classes up to which the bootstrap runs beside."""


def two_models(classes, n):
    """Return the joint table of two models that agree on most items; a class's errors go anywhere."""
    rng = np.random.default_rng(classes)
    rows = 0.3 * rng.dirichlet(np.full(classes, 0.3), classes) + 0.7 * np.eye(classes)
    truth = rng.integers(0, classes, DRAWN)
    first, second = ((rng.random(DRAWN)[:, None] > rows.cumsum(axis=1)[truth]).sum(axis=1) for _ in range(2))
    second = np.where(rng.random(DRAWN) < 0.6, first, second)
    first, second = (np.minimum(each, classes - 1) for each in (first, second))
    joint = sy.Joint.from_labels(truth, {"a": first, "b": second})
    return sy.Joint(joint.codes, joint.counts * (n // DRAWN), joint.labels, joint.models)


def main():
    """Return the table."""
    rows = []
    for classes in CLASSES:
        for n in SIZES:
            joint = two_models(classes, n)
            runs = [lambda joint=joint: sy.compare(joint)]
            if classes <= MOST_OF_BOOTSTRAP:
                runs.append(lambda joint=joint: sy.compare(joint, intervals="bootstrap"))
            seconds, *drawn = alternate(*runs, times=2)
            beside = f"{seconds / drawn[0]:.2f} ×" if drawn else "–"
            rows.append([str(classes), f"{n:,}", f"{len(joint.counts):,}", f"{seconds:.2f} s", beside])
    headings = ["classes", "items", "combinations", "class by class", "beside the bootstrap"]
    return table("Comparing two models", headings, rows, ["steelyard", "numpy"])


if __name__ == "__main__":
    print(main())
