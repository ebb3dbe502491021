"""Made-up results in the shape of the real parts': classifiers of known recalls on test sets of known sizes."""

import numpy as np

CLASSIFIERS = {"Dual-LexiBoost": 0.80, "NBSVM": 0.85, "RUSBoost": 0.75, "MLP + SMOTE": 0.9}
"""What share of each class they get right."""

MIXES = {
    True: {"1": (10, 10), "1/2": (20, 10), "IR/2": (10, 50), "IR": (10, 100), "2 IR": (10, 200)},
    False: ("balanced", "reversed", "halved", "original", "doubled"),
}


def sizes_of(mix, C):
    """Return how many items of each class a test set has."""
    if C == 2:
        return MIXES[True][mix]
    fold = [10 + 20 * i for i in range(C)]
    return {
        "balanced": [10] * C,
        "reversed": fold[::-1],
        "halved": [10, *(size // 2 for size in fold[1:])],
        "original": fold,
        "doubled": [10, *(2 * size for size in fold[1:])],
    }[mix]


def matrix(sizes, right, rng):
    """Return the counts of a classifier that is right in that share of each class, and else takes any other."""
    C = len(sizes)
    rows = []
    for i, size in enumerate(sizes):
        shares = np.full(C, (1 - right) / (C - 1))
        shares[i] = right
        rows.append(rng.multinomial(size, shares).tolist())
    return rows


def part(dataset, classifier, run, C=2, *, right=None, folds=2, ruined=False, variant="main"):
    """Return what a part gives; a ruined one never predicts the first class."""
    rng = np.random.default_rng([len(dataset), *dataset.encode(), run, list(CLASSIFIERS).index(classifier)])
    right = CLASSIFIERS[classifier] if right is None else right
    mixes = list(MIXES[True] if C == 2 else MIXES[False])
    matrices = {mix: [matrix(sizes_of(mix, C), right, rng) for _ in range(folds)] for mix in mixes}
    if ruined:
        for each in (one for of_mix in matrices.values() for one in of_mix):
            for row in each:
                row[1], row[0] = row[0] + row[1], 0
    fold = sizes_of("IR" if C == 2 else "original", C)
    return {
        "variant": variant,
        "dataset": dataset,
        "classifier": classifier,
        "run": run,
        "classes": [f"class {i}" for i in range(C)],
        "sizes": [folds * size for size in fold],
        "seed": 7,
        "test_sets": {mix: [list(sizes_of(mix, C))] * folds for mix in mixes},
        "matrices": matrices,
    }


def results(sets, runs=(1, 2), **how):
    """Return the results of all classifiers on data sets, given as {name: number of classes}, by key."""
    return {
        f"{dataset}, {classifier}, run {run}": part(dataset, classifier, run, C, **how)
        for dataset, C in sets.items()
        for classifier in CLASSIFIERS
        for run in runs
    }


TWO = {"two 01": 2, "two 02": 2, "two 03": 2}
SEVERAL = {f"{word} {number}": C for word, C in (("three", 3), ("five", 5), ("ten", 10)) for number in (1, 2, 3)}
