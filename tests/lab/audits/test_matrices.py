"""The matrices that are tried."""

from itertools import product

import numpy as np
import pytest

from steelyard.lab.audits import matrices


def in_domain(stack):
    return stack.min() >= 0 and stack.sum(axis=-1).min() > 0 and stack.dtype == np.int64


@pytest.mark.parametrize(("classes", "items"), [(2, 2), (2, 5), (3, 3), (3, 4)])
def test_all_matrices_of_a_size_are_listed_once(classes, items):
    cells = product(range(items + 1), repeat=classes**2)
    every = {m for m in cells if sum(m) == items and all(sum(m[i : i + classes]) for i in range(0, len(m), classes))}
    found = matrices.of_size(classes, items)
    assert len(found) == len(every)
    assert {tuple(m.ravel().tolist()) for m in found} == every


def test_small_ones_come_by_size_and_are_about_as_many_as_wanted():
    for classes in (2, 3, 4, 5):
        blocks = list(matrices.small(classes))
        assert [int(block[0].sum()) for block in blocks] == list(matrices.small_sizes(classes))
        assert sum(map(len, blocks)) <= matrices.SMALL.get(classes, matrices.SMALL_OF_MANY)
        assert sum(map(len, matrices.small(classes, few=True))) <= 4 * matrices.FEW


def test_where_all_would_be_too_many_some_are_chosen():
    assert not matrices.small_sizes(8)
    (block,) = matrices.small(8)
    assert len(np.unique(block.reshape(len(block), -1), axis=0)) == len(block) == matrices.CHOSEN
    assert (block.sum(axis=-1) == 1).all()


@pytest.mark.parametrize("classes", [2, 3, 5, 8])
def test_extreme_and_random_ones_are_in_the_domain_and_always_the_same(classes):
    for made in (matrices.extreme, lambda C: matrices.random(C, 3)):
        stack = made(classes)
        assert in_domain(stack)
        matrices.extreme.cache_clear()
        matrices.random.cache_clear()
        np.testing.assert_array_equal(stack, made(classes))
        assert not stack.flags.writeable


@pytest.mark.parametrize("classes", [2, 3, 5])
def test_extreme_ones_reach_great_skews_and_every_number_of_items(classes):
    stack = matrices.extreme(classes)
    sizes = stack.sum(axis=-1)
    assert (sizes.max(axis=-1) / sizes.min(axis=-1)).max() >= 10**6
    assert set(range(classes, matrices.LADDER + 1)) <= set(stack.sum(axis=(1, 2)).tolist())


def test_extreme_ones_of_three_classes_stand_among_more_that_hardly_count():
    few, many = matrices.extreme(3), matrices.extreme(5)
    rare = many[(many[:, 3:].sum(axis=-1) == 1).all(axis=1) & (many[:, :3, :3].sum(axis=(1, 2)) >= 3_000)]
    assert {str(m) for m in (few * 1_000).tolist()} <= {str(m) for m in rare[:, :3, :3].tolist()}


def test_seeds_give_other_random_ones():
    assert (matrices.random(3, 0) != matrices.random(3, 1)).any()


def test_skewed_class_sizes_go_beyond_the_small_ones():
    for sizes in matrices.skewed_supports(3, 20_000):
        assert sum(sizes) not in matrices.small_sizes(3)
        assert min(sizes) > 0
    assert any(sum(sizes) > 60 for sizes in matrices.skewed_supports(3, 20_000))
