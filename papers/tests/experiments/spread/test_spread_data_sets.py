"""The drawn sets: planned ratios, room for all test sets, other classes each time, and less where there is less."""

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from steelyard_papers.experiments.spread.closeness import close_pairs
from steelyard_papers.experiments.spread.data_sets import (
    FOLDS,
    LEAST,
    PLAN,
    QUICK_FOLDS,
    QUICK_PLAN,
    DataSet,
    data_sets,
)
from steelyard_papers.experiments.spread.features import Features
from steelyard_papers.experiments.spread.mixes import mixes


def made_up(counts, seed=0):
    """Return features in the plane, of so many items of each class, in no order."""
    rng = np.random.default_rng(seed)
    y = rng.permutation(np.repeat(np.arange(len(counts)), counts))
    X = rng.normal(size=(len(y), 2)) + np.stack([y, y**1.5], axis=1)
    return Features(X.astype(np.float32), y, tuple(f"class {i}" for i in range(len(counts))), "made up", "")


@pytest.fixture(scope="module")
def many():
    return made_up([5_000] * 10)


@pytest.fixture(scope="module")
def sets(many):
    return data_sets(many, quick=False)


def test_there_are_twelve_sets_of_two_classes_and_ten_of_several(sets):
    assert [one.name for one in sets] == [
        *(f"two {i:02d}" for i in range(1, 13)),
        *(f"{word} {i}" for word, number in (("three", 4), ("five", 3), ("ten", 3)) for i in range(1, number + 1)),
    ]
    words = {"two": 2, "three": 3, "five": 5, "ten": 10}
    assert all(len(one.classes) == len(one.sizes) == words[one.name.split()[0]] for one in sets)
    assert len({one.seed for one in sets}) == len(sets)


def test_ratios_are_5_to_40_with_two_classes_and_20_to_30_with_several(sets):
    two = [one.ratio for one in sets if len(one.classes) == 2]
    assert (two[0], two[-1]) == (5, 40)
    steps = np.diff(np.log(two))
    np.testing.assert_allclose(steps, np.log(8) / 11, rtol=0.1)
    for number in (3, 5, 10):
        several = [one.ratio for one in sets if len(one.classes) == number]
        assert (several[0], several[-1]) == (20, 30)
        np.testing.assert_allclose(np.diff(several), 10 / (len(several) - 1), rtol=0.12)


def test_the_smallest_class_comes_first_and_has_ten_items_in_each_test_fold(sets):
    for one in sets:
        assert list(one.sizes) == sorted(set(one.sizes))
        assert one.sizes[0] >= 10 * FOLDS
        steps = np.diff(np.log(one.sizes))
        np.testing.assert_allclose(steps, np.log(one.ratio) / len(steps), atol=0.02)  # sizes are whole


def test_no_two_sets_of_a_group_have_the_same_classes(sets):
    for number in (2, 3, 5):
        group = [frozenset(one.classes) for one in sets if len(one.classes) == number]
        assert len(set(group)) == len(group)
    smallest = [one.classes[0] for one in sets if len(one.classes) == 10]
    assert len(set(smallest)) == 3


def test_pairs_are_drawn_by_turns_from_four_sixths_of_the_pairs_closest_first(many, sets):
    ranks = {frozenset(many.classes[i] for i in pair): rank for rank, pair in enumerate(close_pairs(many))}
    two = [ranks[frozenset(one.classes)] // 8 for one in sets if len(one.classes) == 2]
    assert two == [0, 1, 2, 3] * 3
    three = [one.classes for one in sets if len(one.classes) == 3]
    for turn, classes in enumerate(three):
        assert turn in {rank // 8 for pair, rank in ranks.items() if pair <= set(classes)}


def test_the_same_features_give_the_same_sets_and_items(many, sets):
    again = data_sets(made_up([5_000] * 10), quick=False)
    assert again == sets
    np.testing.assert_array_equal(again[3].drawn(many).items, sets[3].drawn(many).items)


def test_items_and_reserve_are_all_items_of_the_classes_once_each(many, sets):
    for one in sets:
        drawn = one.drawn(many)
        assert np.bincount(drawn.y).tolist() == list(one.sizes)
        names = np.array(many.classes)
        np.testing.assert_array_equal(names[many.y[drawn.items]], np.array(one.classes)[drawn.y])
        for name, reserve in zip(one.classes, drawn.reserve, strict=True):
            assert set(names[many.y[reserve]]) == {name}
        every = np.concatenate([drawn.items, *drawn.reserve])
        np.testing.assert_array_equal(np.sort(every), np.flatnonzero(np.isin(names[many.y], one.classes)))


def test_items_and_reserve_are_in_random_order(many, sets):
    drawn = sets[0].drawn(many)
    for rows in (drawn.items[drawn.y == 1], *drawn.reserve):
        assert 0.4 < (np.diff(rows) > 0).mean() < 0.6
    other = DataSet(sets[0].name, sets[0].classes, sets[0].sizes, seed=1).drawn(many)
    assert not np.array_equal(other.items, drawn.items)


def has_room(one, features, folds):
    """Return whether all test sets can be filled, whichever way the items fall into folds."""
    drawn = one.drawn(features)
    for extra in np.ndindex(*[2] * min(3, len(one.sizes))):  # larger and smaller folds, for three of the classes
        more = [*extra, *[1] * (len(one.sizes) - len(extra))]
        fold = [size // folds + (size % folds > 0) * up for size, up in zip(one.sizes, more, strict=True)]
        for wanted in mixes(fold).values():
            there = [own + len(reserve) for own, reserve in zip(fold, drawn.reserve, strict=True)]
            if any(need > have for need, have in zip(wanted, there, strict=True)):
                return False
    return True


@pytest.mark.parametrize("quick", [False, True])
def test_there_is_room_for_all_test_sets(many, quick):
    assert all(has_room(one, many, QUICK_FOLDS if quick else FOLDS) for one in data_sets(many, quick=quick))


def test_a_quick_run_has_few_and_small_sets():
    sets = data_sets(made_up([950] * 10), quick=True)  # the 10,000 test images have 1,000 of each
    assert [one.name for one in sets] == ["two 01", "two 02", "three 1", "five 1", "ten 1"]
    assert [one.ratio for one in sets] == [5, 20, 20, 20, 20]
    assert {one.sizes[-1] for one in sets} == {400}
    assert min(one.sizes[0] for one in sets) == LEAST


def test_sets_are_as_large_as_the_features_allow():
    # Two classes: of 600 items, 500 are cross-validated, and test folds of 100 are doubled by the other 100.
    sets = {one.name: one for one in data_sets(made_up([600] * 4), quick=False)}
    assert sets["two 01"].sizes == (100, 500)
    assert sets["three 1"].sizes == (25, 112, 500)  # √(25 · 500) = 111.8
    assert list(sets) == [f"two {i:02d}" for i in range(1, 10)] + ["three 1", "three 2"]  # 24 · ratio ≤ 600
    assert all(one.sizes[0] >= LEAST for one in sets.values())


def test_a_set_takes_only_classes_that_could_have_any_size_in_it():
    features = made_up([3_000, 100, 3_000, 200, 3_000])
    sets = data_sets(features, quick=False)
    large = {"class 0", "class 2", "class 4"}
    assert {one.name.split()[0] for one in sets} == {"two", "three"}
    assert {name for one in sets for name in one.classes} <= large | {"class 3"}
    assert all(set(one.classes) <= large for one in sets if one.ratio > 9)


def test_two_classes_change_places_and_then_other_items_are_drawn():
    features = made_up([3_000, 3_000])
    sets = data_sets(features, quick=False)
    assert len(sets) == 12
    assert {one.classes[0] for one in sets[:2]} == set(features.classes)
    assert len({tuple(one.drawn(features).reserve[0][:3]) for one in sets}) == 12


@pytest.mark.parametrize(
    ("counts", "said"),
    [
        ([119, 4_000], "at least two classes of 120 items are needed, but the largest have 4000 and 119"),
        ([30, 20, 10], "but the largest have 30 and 20"),
    ],
)
def test_where_no_set_is_possible_one_sentence_says_what_is_needed(counts, said):
    with pytest.raises(ValueError, match=f"no data set can be drawn from these features: .*{said}"):
        data_sets(made_up(counts), quick=False)


def test_with_as_many_items_as_are_needed_a_set_is_possible():
    assert [one.name for one in data_sets(made_up([120, 120]), quick=False)] == ["two 01"]


@settings(max_examples=30)
@given(st.lists(st.integers(1, 1_500), min_size=2, max_size=12), st.booleans())
def test_whatever_there_is_test_sets_have_room_and_ratios_are_those_of_the_plan(counts, quick):
    features = made_up(counts)
    try:
        sets = data_sets(features, quick=quick)
    except ValueError as problem:
        assert "no data set can be drawn" in str(problem)  # noqa: PT017 - it need not be raised
        return
    planned = {
        f"{group.word} {number:0{group.digits}d}": ratio
        for group in (QUICK_PLAN if quick else PLAN)
        for number, ratio in enumerate(group.ratios, 1)
    }
    for one in sets:
        assert has_room(one, features, QUICK_FOLDS if quick else FOLDS)
        assert one.sizes[0] >= LEAST
        assert one.sizes[-1] / planned[one.name] == pytest.approx(one.sizes[0], abs=0.5)


def test_a_set_of_other_features_is_refused(many, sets):
    with pytest.raises(
        ValueError, match=r"'two 01' has 400 items of the class 'class \d', but these features have only 3"
    ):
        sets[0].drawn(made_up([3] * 10))
    with pytest.raises(ValueError, match="but these features have only 0"):
        DataSet("two 01", ("unknown", "class 1"), (1, 2), 0).drawn(many)
