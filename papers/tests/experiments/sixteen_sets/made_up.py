"""Made-up files in the shape of the real ones: nothing of the data is in the repository."""

import csv

import numpy as np

from steelyard_papers.experiments.sixteen_sets.data_sets import DATA_SETS, ID_COLUMN, QUICK, SOURCE

RARE = {"ecoli": {"imL": 2, "imS": 2, "omL": 5}, "glass": {"6": 9}, "zoo": {"3": 5, "5": 4, "6": 8}}
"""Sizes of classes that are not in every fold."""


def write_data(home, only=QUICK):
    """Write the files of some sets, random but for their shape, and empty files of the others."""
    folder = home / SOURCE.folder
    for one in DATA_SETS.values():
        file = folder / one.file
        file.parent.mkdir(parents=True, exist_ok=True)
        if one.name in only:
            write_rows(file, one)
        else:
            file.touch()
    return home


def write_rows(file, one, seed=0):
    rng = np.random.default_rng(seed)
    small = RARE.get(one.name, {})
    rest = [label for label in one.classes if label not in small]
    truth = [label for label, size in small.items() for _ in range(size)]
    truth += [rest[i % len(rest)] for i in range(one.rows - len(truth))]
    truth.sort()  # as UCI sorted glass
    names = [f"x{i}" for i in range(one.nominal + one.numeric)]
    if one.name == "glass":
        names[0] = ID_COLUMN
    with file.open("w", encoding="utf-8", newline="") as opened:
        writer = csv.writer(opened)
        writer.writerow([one.target, *names])
        for number, label in enumerate(truth):
            middle = one.classes.index(label)
            values = (rng.normal(size=len(names)) + 0.5 * middle).round(3).tolist()
            if one.name == "glass":
                values[0] = number + 1
            writer.writerow([label, *values])
