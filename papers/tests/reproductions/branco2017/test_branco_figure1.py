"""Figure 1: "node E has 2 successors (nodes A and C), 1 predecessor (node D) and 3 incomparable nodes (B, F and G)"."""

from __future__ import annotations

from fractions import Fraction
from itertools import permutations

from steelyard_papers.reproductions.branco2017.figure1 import EXAMPLE


def test_the_seven_classes():
    assert EXAMPLE.classes == tuple("ABCDEFG")
    assert (EXAMPLE.rank, EXAMPLE.middle, EXAMPLE.lpom) == (Fraction(9, 2), 4, Fraction(24, 5))


def test_ranks_are_those_in_all_orders_that_agree():
    agree = [
        order
        for order in permutations("ABCDEFG")
        if max(order.index("A"), order.index("C")) < order.index("E") < order.index("D")
    ]
    ranks = [order.index("E") + 1 for order in agree]
    assert EXAMPLE.chances == {rank: Fraction(ranks.count(rank), len(ranks)) for rank in sorted(set(ranks))}
    assert Fraction(sum(ranks), len(ranks)) == EXAMPLE.lpom
