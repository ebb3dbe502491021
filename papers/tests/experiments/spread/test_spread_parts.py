"""The parts: nothing that was trained on is tested, all classifiers meet the same items, and matrices count them."""

import json
import sys
from collections import Counter
from dataclasses import replace
from importlib import import_module

import numpy as np
import pytest

from steelyard_papers.experiments.experiment import Experiment, Request
from steelyard_papers.experiments.findings import Findings
from steelyard_papers.experiments.running import run
from steelyard_papers.experiments.spread import variants
from steelyard_papers.experiments.spread.classifiers import CLASSIFIERS, in_words
from steelyard_papers.experiments.spread.data_sets import FOLDS, DataSet
from steelyard_papers.experiments.spread.features import Features
from steelyard_papers.experiments.spread.mixes import mixes
from steelyard_papers.experiments.spread.parts import RUNS, SEED, counted, needs, parts, work

module = import_module("steelyard_papers.experiments.spread.parts")  # the package has its function under this name

CLASSES = ("ankle boot", "bag", "coat")
ITEMS = 120
TWO = DataSet(name="two 01", classes=("bag", "coat"), sizes=(11, 52), seed=3)
THREE = DataSet(name="three 1", classes=("coat", "ankle boot", "bag"), sizes=(10, 23, 50), seed=4)


def made_up():
    """Return features of which the first is the row, the second the class, and the others say a little of it."""
    rng = np.random.default_rng(0)
    y = rng.permutation(np.repeat(np.arange(len(CLASSES)), ITEMS))
    X = np.column_stack([np.arange(len(y)), y, np.eye(len(CLASSES))[y] + rng.normal(size=(len(y), len(CLASSES)))])
    return Features(X.astype(np.float32), y, CLASSES, "made up", "a digest")


class Spy:
    """A classifier that remembers what it was shown, and answers by the rows: each true class, or one further."""

    shown: list

    def __init__(self, name, seed, *, defaults=False):
        self.name, self.seed, self.defaults = name, seed, defaults

    def fit(self, X, y):
        self.classes = {int(own): int(place) for own, place in zip(X[:, 1], y, strict=True)}
        self.train = X[:, 0].astype(int).tolist()
        Spy.shown.append(self)

    def predict(self, X):
        self.tested = X[:, 0].astype(int).tolist()
        return answer(self.tested, [self.classes[int(own)] for own in X[:, 1]], len(self.classes))


def answer(rows, places, classes):
    """Return the class of each row, but for every third row the next class."""
    return np.array([(place + (row % 3 == 0)) % classes for row, place in zip(rows, places, strict=True)])


@pytest.fixture
def asked(monkeypatch, tmp_path):
    """A request, on made-up features and two data sets."""
    monkeypatch.setattr(module, "features", lambda _: made_up())
    monkeypatch.setattr(module, "data_sets", lambda _, quick: [TWO] if quick else [TWO, THREE])
    monkeypatch.setattr(variants, "way", lambda _: "pca")  # then components are no variant
    return Request(cache=tmp_path)


@pytest.fixture
def spied(monkeypatch):
    """Let spies be trained instead of the classifiers, and return those that were."""
    monkeypatch.setattr(Spy, "shown", [], raising=False)
    monkeypatch.setattr(module, "classifier", Spy)
    return Spy.shown


def settings_of(asked, key):
    return next(part.settings for part in parts(asked) if part.key == key)


def test_there_is_a_part_for_each_data_set_classifier_and_run(asked):
    found = parts(asked)
    assert len(found) == len({part.key for part in found}) == 2 * 2 * 4 * RUNS
    assert found[0].key == "two 01, Dual-LexiBoost, run 1"
    assert found[2 * 4 * RUNS - 1].key == "three 1, MLP + SMOTE, run 5"
    assert found[-1].key == "three 1, MLP + SMOTE, run 5, defaults"
    quick = parts(replace(asked, quick=True))
    assert [part.key for part in quick] == [f"two 01, {name}, run 1" for name in CLASSIFIERS]
    assert {part.settings["folds"] for part in quick} == {2}


def test_settings_hold_all_that_a_result_depends_on(asked, monkeypatch):
    settings = settings_of(asked, "two 01, NBSVM, run 2")
    assert json.loads(json.dumps(settings)) == {
        "variant": "main",
        "dataset": {"name": "two 01", "classes": ["bag", "coat"], "sizes": [11, 52], "seed": 3},
        "classifier": "NBSVM",
        "as": in_words("NBSVM"),
        "run": 2,
        "folds": FOLDS,
        "seed": SEED,
        "features": "a digest",
        "versions": settings["versions"],
        "recipe": module.RECIPE,
    }
    assert set(settings["versions"]) == {"numpy", "scipy", "scikit-learn", "imbalanced-learn"}
    monkeypatch.setattr(module, "features", lambda _: replace(made_up(), digest="another"))
    assert settings_of(asked, "two 01, NBSVM, run 2")["features"] == "another"


def test_variants_differ_in_features_and_settings_and_in_nothing_else(asked, spied, monkeypatch):
    monkeypatch.setattr(variants, "way", lambda _: "network")
    seen = []
    monkeypatch.setattr(module, "features", lambda request: seen.append(request.options.get("features")) or made_up())
    found = {part.key: part.settings for part in parts(asked)}
    assert (len(found), seen) == (3 * 2 * 4 * RUNS, [None, "pca", None])
    main, pca, defaults = (found[f"two 01, NBSVM, run 1{more}"] for more in ("", ", pca", ", defaults"))
    assert {key for key in main if main[key] != pca[key]} == {"variant"}  # and the digest, were they not made up
    assert {key for key in main if main[key] != defaults[key]} == {"variant", "as"}
    del seen[:]
    answers = [work(asked, settings) for settings in (main, pca, defaults)]
    assert seen == [None, "pca", None]
    assert [each["variant"] for each in answers] == ["main", "pca", "defaults"]
    assert [spy.defaults for spy in spied] == [False] * 2 * FOLDS + [True] * FOLDS
    assert len({tuple(spy.train) for spy in spied}) == FOLDS


@pytest.mark.parametrize("dataset", [TWO, THREE], ids=["two", "three"])
def test_no_item_is_tested_that_was_trained_on_and_each_is_tested_once_in_its_fold(asked, spied, dataset):
    work(asked, settings_of(asked, f"{dataset.name}, NBSVM, run 1"))
    drawn, truth = dataset.drawn(made_up()), made_up().y
    reserve = set(np.concatenate(drawn.reserve).tolist())
    own = Counter()
    assert len(spied) == FOLDS
    for spy in spied:
        assert len(spy.train) == len(set(spy.train))
        assert len(spy.tested) == len(set(spy.tested))
        assert not set(spy.train) & set(spy.tested)
        assert not set(spy.train) & reserve
        assert set(spy.tested) - reserve == set(drawn.items.tolist()) - set(spy.train)
        assert {CLASSES[truth[row]] for row in spy.tested} == set(dataset.classes)
        own.update(set(spy.tested) - reserve)
    assert own == Counter(drawn.items.tolist())


def test_all_classifiers_meet_the_same_items_from_the_same_seed(asked, spied):
    for name in CLASSIFIERS:
        work(asked, settings_of(asked, f"three 1, {name}, run 1"))
    by_name = {name: [spy for spy in spied if spy.name == name] for name in CLASSIFIERS}
    met = [[(spy.train, spy.tested, spy.seed) for spy in spies] for spies in by_name.values()]
    assert len(met[0]) == FOLDS
    assert all(others == met[0] for others in met)


def test_runs_and_data_sets_have_folds_and_seeds_of_their_own(asked, spied, monkeypatch):
    again = replace(TWO, name="two 02")
    monkeypatch.setattr(module, "data_sets", lambda _, quick: [TWO, again])  # noqa: ARG005
    for key in ("two 01, NBSVM, run 1", "two 01, NBSVM, run 2", "two 02, NBSVM, run 1"):
        work(asked, settings_of(asked, key))
    assert len({tuple(spy.train) for spy in spied}) == len({spy.seed for spy in spied}) == 3 * FOLDS


@pytest.mark.parametrize("dataset", [TWO, THREE], ids=["two", "three"])
def test_matrices_count_the_test_sets(asked, spied, dataset):
    result = work(asked, settings_of(asked, f"{dataset.name}, NBSVM, run 1"))
    assert {name: result[name] for name in ("dataset", "classifier", "run", "classes", "sizes", "seed")} == {
        "dataset": dataset.name,
        "classifier": "NBSVM",
        "run": 1,
        "classes": list(dataset.classes),
        "sizes": list(dataset.sizes),
        "seed": dataset.seed,
    }
    drawn, truth = dataset.drawn(made_up()), made_up().y
    for fold, spy in enumerate(spied):
        places = np.array([dataset.classes.index(CLASSES[truth[row]]) for row in spy.tested])
        rows = [np.array(spy.tested)[places == place] for place in range(len(dataset.classes))]
        own = [np.isin(of_class, drawn.items).sum() for of_class in rows]
        assert {mix: tuple(sizes[fold]) for mix, sizes in result["test_sets"].items()} == mixes(own)
        for mix, sizes in mixes(own).items():
            matrix = np.array(result["matrices"][mix][fold])
            np.testing.assert_array_equal(matrix.sum(axis=1), sizes)
            expected = np.zeros_like(matrix)
            for place, size in enumerate(sizes):
                for given in answer(rows[place][:size], [place] * size, len(sizes)):
                    expected[place, given] += 1
            np.testing.assert_array_equal(matrix, expected)
    assert all(len(of_mix) == FOLDS for of_mix in [*result["matrices"].values(), *result["test_sets"].values()])


def test_a_class_that_is_never_predicted_keeps_its_column():
    np.testing.assert_array_equal(
        counted([np.array([0, 0]), np.array([0]), np.array([1])], (2, 1, 1)).sum(0), [3, 1, 0]
    )


@pytest.mark.parametrize("name", ["RUSBoost", "MLP + SMOTE"])
def test_the_same_settings_give_the_same_result(asked, monkeypatch, name):
    hidden = replace(made_up(), X=made_up().X[:, 2:])
    monkeypatch.setattr(module, "features", lambda _: hidden)
    settings = {**settings_of(asked, f"three 1, {name}, run 1"), "folds": 2}
    result = work(asked, settings)
    assert json.loads(json.dumps(result)) == result
    assert work(asked, json.loads(json.dumps(settings))) == result
    assert work(asked, {**settings, "seed": SEED + 1})["matrices"] != result["matrices"]
    right = np.trace(result["matrices"]["balanced"][0]) / np.sum(result["matrices"]["balanced"][0])
    assert right > 0.5


def test_kept_parts_are_not_done_again(asked, spied):
    one = Experiment(
        "mullick2020",
        "spread",
        "",
        "",
        lambda: None,
        parts,
        work,
        lambda _, results, __: Findings({"kept": [results]}),
        dict,
    )
    first = run(one, replace(asked, quick=True))
    trained = len(spied)
    assert trained == 4 * 2
    assert run(one, replace(asked, quick=True)).tables == first.tables
    assert len(spied) == trained


def test_a_class_with_fewer_items_than_folds_is_told_in_one_sentence(asked, spied):
    settings = settings_of(asked, "two 01, NBSVM, run 1")
    few = {**settings, "dataset": {**settings["dataset"], "sizes": (4, 52)}}
    with pytest.raises(ValueError, match="smallest class of the data set 'two 01' has 4 items, too few for 5 folds"):
        work(asked, few)
    assert not spied


def test_a_reserve_that_does_not_suffice_is_told_before_anything_is_trained(asked, spied):
    settings = settings_of(asked, "two 01, NBSVM, run 1")
    large = {**settings, "dataset": {**settings["dataset"], "sizes": (11, 115)}}
    with pytest.raises(ValueError, match="needs 46 items of class 'coat', but its test fold has 23 and the reserve 5"):
        work(asked, large)
    assert not spied


@pytest.mark.parametrize(("library", "name"), [("sklearn", "scikit-learn"), ("imblearn", "imbalanced-learn")])
def test_without_a_library_one_sentence_says_how_to_get_it(monkeypatch, library, name):
    needs()
    monkeypatch.setitem(sys.modules, library, None)
    with pytest.raises(ValueError, match=f"needs? {name}; pip install {name}\\."):
        needs()
