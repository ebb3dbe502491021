"""Folds: every item is tested once in a repeat, classes are spread evenly, small ones over some folds."""

from collections import Counter

from steelyard_papers.experiments.sixteen_sets.folds import FOLDS, REPEATS, fold_of_each

TRUTH = ["a"] * 57 + ["b"] * 30 + ["c"] * 4


def test_every_item_is_tested_once_in_each_repeat():
    folds = fold_of_each(TRUTH)
    assert len(folds) == REPEATS
    for fold_of in folds:
        assert len(fold_of) == len(TRUTH)
        assert set(fold_of) == set(range(FOLDS))
    assert folds[0] != folds[1]


def test_a_class_is_spread_evenly_and_a_small_one_is_in_as_many_folds_as_it_has_items():
    for fold_of in fold_of_each(TRUTH):
        by_class = {
            label: Counter(fold for fold, one in zip(fold_of, TRUTH, strict=True) if one == label) for label in "abc"
        }
        assert set(by_class["a"].values()) == {5, 6}
        assert set(by_class["b"].values()) == {3}
        assert list(by_class["c"].values()) == [1, 1, 1, 1]


def test_the_seed_decides():
    assert fold_of_each(TRUTH) == fold_of_each(TRUTH)
    assert fold_of_each(TRUTH, seed=1) != fold_of_each(TRUTH)
