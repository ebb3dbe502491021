from __future__ import annotations

import random
import time
import tracemalloc
from fractions import Fraction
from itertools import combinations, pairwise, permutations, product

import pytest
from hypothesis import given
from hypothesis import strategies as st

from searching import examples
from steelyard.importance import ranks as module
from steelyard.importance.ranks import Poset, exact_ranks, us_ranks


def poset(size, pairs):
    return Poset.of(range(size), pairs)


def chain(*elements):
    return list(pairwise(elements))


def fence(size):
    """0 < 1 > 2 < 3 > …"""
    return [(i, i + 1) if i % 2 == 0 else (i + 1, i) for i in range(size - 1)]


def over_all_linear_extensions(size, pairs):
    """Return the mean rank of each element by listing every permutation."""
    sums, count = [0] * size, 0
    for rank in permutations(range(1, size + 1)):
        if all(rank[low] < rank[high] for low, high in pairs):
            count += 1
            sums = [total + r for total, r in zip(sums, rank, strict=True)]
    return [Fraction(total, count) for total in sums]


@st.composite
def relations(draw, largest=7):
    """A random acyclic relation: pairs that go up in a random arrangement of the elements."""
    size = draw(st.integers(1, largest))
    arranged = draw(st.permutations(range(size)))
    pairs = draw(st.sets(st.sampled_from(list(combinations(arranged, 2))))) if size > 1 else set()
    return size, sorted(pairs)


@st.composite
def trees(draw, largest=10):
    """A random tree of comparisons, each up or down."""
    size = draw(st.integers(2, largest))
    ups = draw(st.lists(st.booleans(), min_size=size - 1, max_size=size - 1))
    joins = [draw(st.integers(0, i)) for i in range(size - 1)]
    return size, [(j, i + 1) if up else (i + 1, j) for i, (j, up) in enumerate(zip(joins, ups, strict=True))]


def test_figure_1_of_branco():
    # Class E has 2 successors (A, C), 1 predecessor (D) and 3 incomparable classes (B, F, G).
    A, B, C, D, E, F, G = range(7)
    assert us_ranks(poset(7, [(A, E), (C, E), (E, D), (B, F), (F, G)]))[E] == Fraction(9, 2)


def test_case_3_of_branco():
    relation = poset(4, [(2, 0), (3, 0), (3, 1)])
    assert us_ranks(relation) == [Fraction(7, 2), 3, 2, Fraction(3, 2)]
    assert exact_ranks(relation) == [Fraction(18, 5), Fraction(16, 5), Fraction(9, 5), Fraction(7, 5)]


@examples(1.5)
@given(relations())
def test_exact_ranks_are_the_mean_over_all_linear_extensions(relation):
    assert exact_ranks(poset(*relation)) == over_all_linear_extensions(*relation)


@pytest.mark.parametrize("size", [3, 4])
def test_every_relation_among_a_few_elements(size):
    upwards = list(combinations(range(size), 2))
    for chosen in product([False, True], repeat=len(upwards)):
        pairs = [pair for pair, taken in zip(upwards, chosen, strict=True) if taken]
        assert exact_ranks(poset(size, pairs)) == over_all_linear_extensions(size, pairs)


@pytest.mark.parametrize(
    ("size", "pairs"),
    [
        (4, [(0, 2), (1, 2), (1, 3)]),  # N, the smallest core, a tree
        (
            6,
            [(0, 4), (0, 5), (1, 3), (1, 5), (2, 3), (2, 4)],
        ),  # the crown, the smallest core with a cycle in its diagram
        (7, [(0, 4), (0, 5), (1, 3), (1, 5), (2, 3), (2, 4), (3, 6)]),
        (7, fence(7)),
    ],
)
def test_cores(size, pairs):
    assert exact_ranks(poset(size, pairs)) == over_all_linear_extensions(size, pairs)


@given(trees())
def test_integrating_a_tree_agrees_with_counting_its_down_sets(tree):
    size, pairs = tree
    lower = [[low for low, high in pairs if high == x] for x in range(size)]
    assert module._tree_ranks(lower) == module._down_set_ranks(lower)  # noqa: SLF001
    assert exact_ranks(poset(size, pairs)) == module._tree_ranks(lower)  # noqa: SLF001


@given(relations(largest=9))
def test_the_mean_of_ranks_is_that_of_1_to_n(relation):
    for ranks in (us_ranks, exact_ranks):
        found = ranks(poset(*relation))
        assert sum(found) == Fraction(relation[0] * (relation[0] + 1), 2)


@given(relations(largest=9))
def test_reversing_the_order_mirrors_the_ranks(relation):
    size, pairs = relation
    for ranks in (us_ranks, exact_ranks):
        mirrored = ranks(poset(size, [(high, low) for low, high in pairs]))
        assert mirrored == [size + 1 - rank for rank in ranks(poset(size, pairs))]


@given(relations(largest=9), st.randoms(use_true_random=False))
def test_renaming_the_elements_renames_the_ranks(relation, rng):
    size, pairs = relation
    new = rng.sample(range(size), size)
    renamed = exact_ranks(poset(size, [(new[low], new[high]) for low, high in pairs]))
    assert [renamed[new[x]] for x in range(size)] == exact_ranks(poset(size, pairs))


@given(relations(largest=9))
def test_ranks_grow_along_the_order(relation):
    size, pairs = relation
    for ranks in (us_ranks, exact_ranks):
        found = ranks(poset(size, pairs))
        assert all(1 <= rank <= size for rank in found)
        assert all(found[low] < found[high] for low, high in pairs)


@given(st.permutations(range(12)))
def test_both_methods_agree_on_a_total_order(elements):
    relation = poset(12, chain(*elements))
    expected = [elements.index(x) + 1 for x in range(12)]
    assert us_ranks(relation) == exact_ranks(relation) == expected


@given(st.lists(st.integers(1, 8), min_size=1, max_size=6))
def test_disjoint_chains(lengths):
    # The r-th of a chain of k among N: r·(N + 1)/(k + 1).
    pairs, expected, size = [], [], sum(lengths)
    for k in lengths:
        start = len(expected)
        pairs += chain(*range(start, start + k))
        expected += [Fraction(r * (size + 1), k + 1) for r in range(1, k + 1)]
    assert exact_ranks(poset(size, pairs)) == expected


def test_antichains():
    for size in (1, 2, 30):
        assert exact_ranks(poset(size, [])) == us_ranks(poset(size, [])) == [Fraction(size + 1, 2)] * size


@given(st.lists(st.integers(-1, 28), min_size=1, max_size=29))
def test_rooted_forests(parents):
    # Every element has at most one above it. With s elements at or under x (x included), the mean rank of x is
    # s(x)/(s(x) + 1)·(N + 1)·Π s(a)/(s(a) + 1) over the elements a above x.
    parent = {i: p for i, p in enumerate(parents) if 0 <= p < i}
    size = len(parents)
    under = [1] * size
    for x in range(size - 1, -1, -1):
        if x in parent:
            under[parent[x]] += under[x]
    expected = []
    for x in range(size):
        rank, a = Fraction(size + 1), x
        while True:
            rank *= Fraction(under[a], under[a] + 1)
            if a not in parent:
                break
            a = parent[a]
        expected.append(rank)
    assert exact_ranks(poset(size, list(parent.items()))) == expected


THIRTY = {
    "a few chains": [*chain(*range(10)), *chain(*range(10, 18)), *chain(20, 21, 22)],
    "isolated": [],
    "one pair": [(0, 1)],
    "total": chain(*range(30)),
    "stars": [(i, 0) for i in range(1, 12)] + [(13, i) for i in range(14, 28)],
    "star both ways": [(i, 0) if i % 2 else (0, i) for i in range(1, 30)],
    "zigzag of 12": fence(12),
    "zigzag of 15": fence(15),
    "zigzag of 30": fence(30),
    "zigzag and chains": [*fence(13), *chain(*range(13, 20)), *chain(*range(20, 25))],
    "layers": [(low, high) for low in range(30) for high in range(30) if low // 6 < high // 6],
    "caterpillar": [*fence(15), *[(i, i + 15) if i % 3 else (i + 15, i) for i in range(15)]],
    "two chains with bridges": [*chain(*range(15)), *chain(*range(15, 30)), (3, 20), (17, 8), (10, 28)],
    "a crown and tails": [(0, 4), (0, 5), (1, 3), (1, 5), (2, 3), (2, 4), *chain(5, *range(6, 20)), *chain(21, 22, 0)],
}


@pytest.mark.parametrize("family", THIRTY)
def test_thirty_classes_with_a_sparse_order_take_no_time(family):
    relation = poset(30, THIRTY[family])
    before = time.process_time()
    found = exact_ranks(relation)
    assert time.process_time() - before < 0.2
    assert sum(found) == 465
    assert all(found[low] < found[high] for low, high in THIRTY[family])


def test_a_zigzag_of_even_length_is_symmetric():
    found = exact_ranks(poset(20, fence(20)))
    assert [21 - rank for rank in reversed(found)] == found


def test_nesting_of_any_depth():
    # Alternately a new top and a new bystander: stacked and disjoint in turn, 400 deep.
    pairs = [(low, top) for top in range(2, 800, 2) for low in range(top)]
    found = exact_ranks(poset(800, pairs))
    assert sum(found) == 800 * 801 // 2


def loose(layers, width, share, seed):
    """Random comparisons between neighbouring layers."""
    rng = random.Random(seed)  # noqa: S311
    size = layers * width
    return size, [
        (low, high)
        for low in range(size)
        for high in range(size)
        if high // width == low // width + 1 and rng.random() < share
    ]


@pytest.mark.parametrize(
    ("layers", "width", "share"),
    [(2, 30, 0.08), (2, 30, 0.2), (2, 30, 0.5), (2, 500, 0.01), (3, 15, 0.2), (4, 15, 0.2)],
)
def test_what_would_take_too_long_is_refused_soon(layers, width, share):
    relation = poset(*loose(layers, width, share, seed=1))
    before = time.process_time()
    with pytest.raises(
        ValueError,
        match=r"^the exact average rank of this order would need more than [\d,]+ steps \(\d+ classes hang together "
        r"loosely\); use ranks='us', the approximation, or state more comparisons\.$",
    ):
        exact_ranks(relation)
    assert time.process_time() - before < 6  # 0.7 s where this was written


def test_memory_is_bounded_by_the_number_of_down_sets(monkeypatch):
    monkeypatch.setattr(module, "MOST_DOWN_SETS", 1 << 14)
    relation = poset(*loose(4, 15, 0.2, seed=1))
    tracemalloc.start()
    try:
        with pytest.raises(ValueError, match=r"more than 16,384 steps"):
            exact_ranks(relation)
        assert tracemalloc.get_traced_memory()[1] < 400 * (1 << 14)  # bytes: 100 MB at the true limit
    finally:
        tracemalloc.stop()


def test_the_limit_is_on_down_sets_and_exact(monkeypatch):
    crown = [(0, 4), (0, 5), (1, 3), (1, 5), (2, 3), (2, 4)]
    down_sets = sum(all(chosen[low] >= chosen[high] for low, high in crown) for chosen in product([0, 1], repeat=6))
    monkeypatch.setattr(module, "MOST_DOWN_SETS", down_sets)
    assert exact_ranks(poset(6, crown))[0] == Fraction(25, 12)
    monkeypatch.setattr(module, "MOST_DOWN_SETS", down_sets - 1)
    with pytest.raises(ValueError, match="exact average rank"):
        exact_ranks(poset(6, crown))


def test_a_huge_core_is_refused_soon():
    before = time.process_time()
    with pytest.raises(ValueError, match=r"\(3000 classes hang together loosely\)"):
        exact_ranks(poset(3000, fence(3000)))
    assert time.process_time() - before < 2


def test_the_largest_zigzag():
    before = time.process_time()
    found = exact_ranks(poset(module.MOST_IN_A_CORE, fence(module.MOST_IN_A_CORE)))
    assert time.process_time() - before < 6
    assert sum(found) == module.MOST_IN_A_CORE * (module.MOST_IN_A_CORE + 1) // 2
