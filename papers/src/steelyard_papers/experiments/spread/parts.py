"""The parts: one data set, one classifier and one run of cross-validation, with the matrix of each test set."""

from __future__ import annotations

import warnings
from collections.abc import Iterator, Mapping
from dataclasses import asdict
from itertools import product
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from steelyard_papers.experiments.experiment import Part, Request, Result
from steelyard_papers.experiments.spread.classifiers import CLASSIFIERS, classifier, in_words
from steelyard_papers.experiments.spread.data_sets import FOLDS, QUICK_FOLDS, SEED, DataSet, Drawn, data_sets
from steelyard_papers.experiments.spread.features import features
from steelyard_papers.experiments.spread.mixes import Items, items_in_order, mixes
from steelyard_papers.experiments.spread.variants import MAIN, VARIANTS, Variant, variants
from steelyard_papers.experiments.versions import versions
from steelyard_papers.training.training_experiment import needs_scikit_learn

RUNS, QUICK_RUNS = 5, 1
"""How often the data sets are cross-validated; five times in the paper."""

RECIPE = 2
"""Raised where the code changes what comes out of the same settings, so that what was kept is not taken."""

LIBRARIES = ("numpy", "scipy", "scikit-learn", "imbalanced-learn")


def needs() -> None:
    """Say how to get scikit-learn or imbalanced-learn, if one is not there."""
    needs_scikit_learn()
    try:
        import imblearn  # noqa: F401, PLC0415 - loaded when it is used
    except ImportError:
        raise ValueError("two of the classifiers need imbalanced-learn; pip install imbalanced-learn.") from None


def parts(request: Request) -> list[Part]:
    """Make or read the features, draw up the data sets, and name the parts, those of the main variant first."""
    made_with = versions(LIBRARIES)
    shared = {
        "folds": QUICK_FOLDS if request.quick else FOLDS,
        "seed": SEED,
        "versions": {library: made_with[library] for library in LIBRARIES if library in made_with},
        "recipe": RECIPE,
    }
    runs = range(1, 1 + (QUICK_RUNS if request.quick else RUNS))
    return [part for variant in variants(request) for part in _of_variant(variant, request, runs, shared)]


def _of_variant(variant: Variant, request: Request, runs: range, shared: Mapping[str, Any]) -> Iterator[Part]:
    known = features(variant.request(request))
    for dataset, name, run in product(data_sets(known, quick=request.quick), CLASSIFIERS, runs):
        yield Part(
            f"{dataset.name}, {name}, run {run}" + ("" if variant is MAIN else f", {variant.name}"),
            {
                "variant": variant.name,
                "features": known.digest,
                "dataset": asdict(dataset),
                "classifier": name,
                "as": in_words(name, defaults=variant.defaults),
                "run": run,
                **shared,
            },
        )


def work(request: Request, settings: Mapping[str, Any]) -> Result:
    """Train a classifier on all folds but one, in turn, and count its answers on the five test sets of that one.

    The settings other than the classifier decide the folds, the test sets and the seed of what a classifier draws:
    all classifiers are trained on the same items and tested on the same.
    """
    variant, dataset = VARIANTS[settings["variant"]], DataSet(**settings["dataset"])
    known = features(variant.request(request))
    rng = np.random.default_rng([settings["seed"], settings["run"], *dataset.name.encode()])
    test_sets: dict[str, list[list[int]]] = {}
    matrices: dict[str, list[list[list[int]]]] = {}
    for fold in _folds(dataset, dataset.drawn(known), settings["folds"], rng):
        model = classifier(settings["classifier"], fold.seed, defaults=variant.defaults)
        answers = _answers(model, known.X, fold)
        for mix, sizes in fold.mixes.items():
            test_sets.setdefault(mix, []).append(list(sizes))
            matrices.setdefault(mix, []).append(counted(answers, sizes).tolist())
    return {
        "variant": variant.name,
        "dataset": dataset.name,
        "classifier": settings["classifier"],
        "run": settings["run"],
        "classes": list(dataset.classes),
        "sizes": list(dataset.sizes),
        "seed": dataset.seed,
        "test_sets": test_sets,
        "matrices": matrices,
    }


class Fold(NamedTuple):
    """What a classifier is trained and tested on.

    Attributes
    ----------
    train, y
        Rows of the features, and the places of their classes.
    tested
        By class, the rows of the test items, in the order in which test sets take them.
    mixes
        By test set, how many it takes of each class.
    seed
        Of the classifier.
    """

    train: Items
    y: Items
    tested: list[Items]
    mixes: dict[str, tuple[int, ...]]
    seed: int


def _folds(dataset: DataSet, drawn: Drawn, folds: int, rng: np.random.Generator) -> Iterator[Fold]:
    """Yield the folds of a run; nothing here knows the classifier."""
    from sklearn.model_selection import StratifiedKFold  # noqa: PLC0415 - loaded when it is used

    if min(dataset.sizes) < folds:
        raise ValueError(
            f"the smallest class of the data set {dataset.name!r} has {min(dataset.sizes)} items, too few for {folds} "
            "folds with an item of it in each."
        )
    splitter = StratifiedKFold(folds, shuffle=True, random_state=_seed(rng))
    for train, test in splitter.split(drawn.y, drawn.y):
        own = [drawn.items[test[drawn.y[test] == place]] for place in range(len(dataset.classes))]
        wanted = mixes([len(items) for items in own])
        most = np.max(list(wanted.values()), axis=0).tolist()
        tested = [
            items_in_order(*of_class, rng) for of_class in zip(own, drawn.reserve, most, dataset.classes, strict=True)
        ]
        yield Fold(drawn.items[train], drawn.y[train], tested, wanted, _seed(rng))


def _seed(rng: np.random.Generator) -> int:
    return int(rng.integers(2**31))


def _answers(model: Any, X: NDArray[np.float32], fold: Fold) -> list[Items]:
    """Train a classifier, and return by class the places of the classes that it gives to the test items."""
    from threadpoolctl import threadpool_limits  # noqa: PLC0415 - which comes with scikit-learn

    # One thread: sums are then in the same order, and several parts may run side by side.
    with threadpool_limits(1), warnings.catch_warnings():
        # The network's number of epochs is a setting, so that it is no news that it could learn on.
        warnings.filterwarnings("ignore", message="Stochastic Optimizer: Maximum iterations")
        model.fit(X[fold.train], fold.y)
        given = model.predict(X[np.concatenate(fold.tested)])
    return np.split(given, np.cumsum([len(items) for items in fold.tested])[:-1])


def counted(answers: list[Items], sizes: tuple[int, ...]) -> NDArray[np.intp]:
    """Return the matrix of a test set, which takes the first so many items of each class.

    Examples
    --------
    >>> counted([np.array([0, 1]), np.array([1, 1, 0])], (1, 3))
    array([[1, 0],
           [1, 2]])
    """
    rows = [np.bincount(given[:size], minlength=len(sizes)) for given, size in zip(answers, sizes, strict=True)]
    return np.array(rows)
