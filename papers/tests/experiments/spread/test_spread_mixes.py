"""The five test sets: their sizes by hand and by rule, and which items they take."""

from fractions import Fraction

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from steelyard_papers.experiments.spread.mixes import OF_SEVERAL, OF_TWO, items_in_order, mixes

FOLDS = st.lists(st.integers(1, 500), min_size=2, max_size=10)


def test_two_classes_by_hand():
    assert mixes([10, 400]) == {
        "1": (10, 10),
        "1/2": (20, 10),
        "IR/2": (10, 200),
        "IR": (10, 400),
        "2 IR": (10, 800),
    }


def test_several_classes_by_hand():
    assert mixes([8, 15, 20, 200]) == {
        "balanced": (8, 8, 8, 8),
        "reversed": (200, 20, 15, 8),
        "halved": (8, 8, 10, 100),
        "original": (8, 15, 20, 200),
        "doubled": (8, 30, 40, 400),
    }


@given(FOLDS)
def test_every_class_has_items_in_five_test_sets(fold):
    found = mixes(fold)
    assert tuple(found) == (OF_TWO if len(fold) == 2 else OF_SEVERAL)
    assert all(len(sizes) == len(fold) and min(sizes) >= 1 for sizes in found.values())


@given(st.integers(1, 500), st.integers(1, 5000))
def test_ratios_of_two_classes_are_those_that_name_them(minority, majority):
    found = {name: Fraction(sizes[1], sizes[0]) for name, sizes in mixes([minority, majority]).items()}
    ratio = Fraction(majority, minority)
    half = found.pop("IR/2")
    assert found == {"1": 1, "1/2": Fraction(1, 2), "IR": ratio, "2 IR": 2 * ratio}
    assert 0 <= half - ratio / 2 <= Fraction(1, 2 * minority)  # an odd majority cannot be halved
    assert majority % 2 or half == ratio / 2


@given(st.lists(st.integers(1, 500), min_size=3, max_size=10))
def test_ratios_of_several_classes_change_as_the_paper_says(fold):
    found = mixes(fold)
    assert set(found["balanced"]) == {fold[0]}
    assert found["reversed"][::-1] == found["original"] == tuple(fold)
    assert found["halved"][0] == found["doubled"][0] == fold[0]
    for n, halved, doubled in zip(fold[1:], found["halved"][1:], found["doubled"][1:], strict=True):
        assert doubled == 2 * n
        assert halved == n // 2 + n % 2


@pytest.mark.parametrize("fold", [[], [5], [0, 5], [5, 0, 5]])
def test_a_fold_without_items_of_a_class_is_refused(fold):
    with pytest.raises(ValueError, match=r"must have an item of each of at least two classes, but the sizes are \["):
        mixes(fold)


def in_order(own, reserve, wanted, seed=0):
    rng = np.random.default_rng(seed)
    return items_in_order(np.array(own, int), np.array(reserve, int), wanted, "shirt", rng).tolist()


@given(st.integers(0, 30), st.integers(0, 30), st.data())
def test_items_of_the_fold_come_first_and_none_comes_twice(own, reserve, data):
    wanted = data.draw(st.integers(0, own + reserve))
    found = in_order(range(own), range(100, 100 + reserve), wanted)
    assert len(set(found)) == len(found) == wanted
    assert set(found[:own]) <= set(range(own))
    assert set(found[own:]) <= set(range(100, 100 + reserve))


def test_a_larger_test_set_has_the_items_of_a_smaller_one():
    whole = in_order(range(8), range(10, 20), 18)
    assert all(in_order(range(8), range(10, 20), wanted) == whole[:wanted] for wanted in range(18))


def test_the_seed_decides_the_order_of_both():
    first, again, other = (in_order(range(20), range(100, 120), 40, seed) for seed in (0, 0, 1))
    assert first == again
    assert first[:20] != other[:20]
    assert first[20:] != other[20:]
    assert sorted(first) == sorted(other)


def test_a_reserve_that_does_not_suffice_is_told_in_one_sentence():
    message = (
        r"a test set needs 1,200 items of class 'shirt', but its test fold has 10 and the reserve 30; draw a smaller "
        r"data set, or give more items of the class\."
    )
    with pytest.raises(ValueError, match=message):
        in_order(range(10), range(100, 130), 1200)
    assert len(in_order(range(10), range(100, 130), 40)) == 40
