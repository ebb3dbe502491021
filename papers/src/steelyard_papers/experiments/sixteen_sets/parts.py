"""The parts: one data set learned by one learner, with the predicted class of each item in each repeat."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import numpy as np

from steelyard_papers.experiments.data_place import digest
from steelyard_papers.experiments.experiment import Part, Request, Result
from steelyard_papers.experiments.sixteen_sets.data_sets import DATA_SETS, QUICK, WITH_ID, plain_name
from steelyard_papers.experiments.sixteen_sets.folds import FOLDS, REPEATS, SEED, fold_of_each
from steelyard_papers.experiments.sixteen_sets.learners import LEARNERS, Encoded
from steelyard_papers.experiments.sixteen_sets.reading import read_items, source_file
from steelyard_papers.experiments.versions import versions

LIBRARIES = ("numpy", "scipy", "scikit-learn")


def parts(request: Request) -> list[Part]:
    """Check the data and name the parts: each set with each learner, glass also with its Id."""
    names = [name for name in DATA_SETS if not request.quick or name in QUICK]
    names.insert(names.index("glass") + 1, WITH_ID)
    result = []
    for name in names:
        read_items(name, request.data)
        content = digest([source_file(name, request.data)])
        result += [Part(f"{name}, {learner}", _settings(name, learner, content)) for learner in LEARNERS]
    return result


def _settings(name: str, learner: str, content: str) -> dict[str, Any]:
    made_with = versions(LIBRARIES)
    return {
        "dataset": name,
        "learner": learner,
        "as": LEARNERS[learner],
        "repeats": REPEATS,
        "folds": FOLDS,
        "seed": SEED,
        "data": content,
        "versions": {library: made_with[library] for library in LIBRARIES if library in made_with},
    }


def work(request: Request, settings: Mapping[str, Any]) -> Result:
    """Train on nine folds and predict the tenth, for all folds of all repeats; classes are given by their places."""
    items = read_items(settings["dataset"], request.data)
    classes = DATA_SETS[plain_name(settings["dataset"])].classes
    y = np.array([classes.index(label) for label in items.truth])
    encoded = Encoded(items.features)
    folds = fold_of_each(items.truth, settings["repeats"], settings["folds"], settings["seed"])
    predicted = []
    for fold_of in map(np.array, folds):
        answers = np.zeros(len(y), dtype=int)
        for fold in range(settings["folds"]):
            test = np.flatnonzero(fold_of == fold)
            answers[test] = encoded.predicted(settings["learner"], y, np.flatnonzero(fold_of != fold), test)
        predicted.append(answers.tolist())
    return {
        "dataset": settings["dataset"],
        "learner": settings["learner"],
        "truth": y.tolist(),
        "folds": folds,
        "predicted": predicted,
        "features": len(items.features),
        "repeated_rows": items.repeated(),
    }
