"""The matrices of the parts, gathered by data set: nothing is lost, moved or made up."""

import numpy as np

from experiments.spread.made_up_spread import CLASSIFIERS, part, results
from steelyard_papers.experiments.spread.facts import facts, mix_rows
from steelyard_papers.experiments.spread.matrices import matrices


def test_every_matrix_is_found_by_its_classifier_run_fold_and_test_set():
    parts = results({"two 01": 2, "five 1": 5}, runs=(8, 1))
    found = {one.name: one for one in matrices(parts.values())}
    assert list(found) == ["two 01", "five 1"]
    for given in parts.values():
        one = found[given["dataset"]]
        for mix, of_mix in given["matrices"].items():
            for fold, counts in enumerate(of_mix, 1):
                stack = one.stack[given["classifier"]][f"run {given['run']}, fold {fold}"][mix]
                assert stack.counts.tolist() == counts
    one = found["five 1"]
    assert one.classifiers == tuple(CLASSIFIERS)
    assert one.test_sets == ("balanced", "reversed", "halved", "original", "doubled")
    assert one.stack.axes["fold"] == ("run 1, fold 1", "run 1, fold 2", "run 8, fold 1", "run 8, fold 2")
    assert one.labels == tuple(f"class {i}" for i in range(5))
    assert one.done.all()


def test_a_part_that_failed_leaves_its_folds_undone():
    parts = results({"two 01": 2})
    del parts["two 01, NBSVM, run 2"]
    (one,) = matrices(parts.values())
    assert one.done.tolist() == [[True] * 4, [True, True, False, False], [True] * 4, [True] * 4]
    assert one.stack["NBSVM"]["run 2, fold 1"]["IR"].total == 0


def test_a_classifier_that_never_finished_is_not_there():
    (one,) = matrices([part("two 01", "NBSVM", 1), part("two 01", "RUSBoost", 3)])
    assert one.classifiers == ("NBSVM", "RUSBoost")
    assert one.done.tolist() == [[True, True, False, False], [False, False, True, True]]


def test_facts_tell_the_classes_and_their_sizes():
    (row,) = facts(matrices(results({"three 1": 3}).values()))
    assert (row["dataset"], row["classes"], row["names"]) == ("three 1", 3, "class 0; class 1; class 2")
    assert (row["sizes"], row["ratio"], row["seed"], row["folds"]) == ("20; 60; 100", 5.0, 7, 4)


def test_sizes_of_test_sets_are_those_of_the_folds_that_were_done():
    parts = results({"two 01": 2})
    del parts["two 01, NBSVM, run 2"]
    of_mix = parts["two 01, RUSBoost, run 1"]["matrices"]["2 IR"]
    of_mix[0] = np.add(of_mix[0], [[0, 0], [0, 14]]).tolist()  # one of 14 folds has 14 items more
    rows = {row["test_set"]: row["sizes"] for row in mix_rows(matrices(parts.values()))}
    assert rows == {"1": "10; 10", "1/2": "20; 10", "IR/2": "10; 50", "IR": "10; 100", "2 IR": "10; 201"}
