from __future__ import annotations

from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from steelyard.importance.ranks import Poset, bits


def test_bits_are_positions_from_the_lowest():
    assert list(bits(0b101001)) == [0, 3, 5]
    assert list(bits(1 << 10_000)) == [10_000]
    assert list(bits(0)) == []


def test_the_closure_of_a_chain():
    poset = Poset.of("abc", [(0, 1), (1, 2)])
    assert poset.below == (0b000, 0b001, 0b011)
    assert poset.above == (0b110, 0b100, 0b000)
    assert len(poset) == 3


@given(st.integers(1, 9).flatmap(lambda n: st.tuples(st.just(n), st.sets(st.tuples(*[st.integers(0, n - 1)] * 2)))))
def test_the_closure_is_reachability_and_cycles_are_refused(given_relation):
    n, pairs = given_relation
    reached = {(low, high) for low, high in pairs}
    for middle in range(n):  # Warshall
        reached |= {(a, d) for a, b in reached if b == middle for c, d in reached if c == middle}
    if any(low == high for low, high in reached):
        with pytest.raises(ValueError, match="cycle") as caught:
            Poset.of(range(n), pairs)
        named = [int(name) for name in str(caught.value).removesuffix(".").split(": ")[1].split(" < ") if name != "…"]
        assert named[0] == named[-1]
        if "…" not in str(caught.value):
            assert set(pairwise(named)) <= pairs
    else:
        poset = Poset.of(range(n), pairs)
        assert {(j, i) for i, below in enumerate(poset.below) for j in bits(below)} == reached
        assert {(i, j) for i, above in enumerate(poset.above) for j in bits(above)} == reached
