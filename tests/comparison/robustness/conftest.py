"""Regions at random, and their vertices by brute force in exact rationals."""

from fractions import Fraction
from itertools import combinations

import numpy as np
import pytest

import steelyard as sy


def _solved(rows, right):
    """Solve a square system of fractions; None if it has no single solution."""
    size = len(rows)
    table = [[*row, value] for row, value in zip(rows, right, strict=True)]
    for i in range(size):
        pivot = next((k for k in range(i, size) if table[k][i]), None)
        if pivot is None:
            return None
        table[i], table[pivot] = table[pivot], table[i]
        table[i] = [x / table[i][i] for x in table[i]]
        for k in range(size):
            if k != i and table[k][i]:
                table[k] = [x - table[k][i] * y for x, y in zip(table[k], table[i], strict=True)]
    return tuple(row[-1] for row in table)


def _vertices(C, pairs, ranges):
    """Return the vertices of {low ≤ w ≤ high, w_a ≤ w_b, Σw = 1} by trying every set of walls."""
    one = [[Fraction(int(i == j)) for j in range(C)] for i in range(C)]
    walls = []  # (row, value) of row·w ≥ value
    for i in range(C):
        low, high = ranges.get(i, (0, 1))
        walls.append((one[i], Fraction(low)))
        walls.append(([-x for x in one[i]], -Fraction(high)))
    walls += [([y - x for x, y in zip(one[a], one[b], strict=True)], Fraction(0)) for a, b in pairs]
    found = set()
    for chosen in combinations(walls, C - 1):
        rows = [[Fraction(1)] * C, *(row for row, _ in chosen)]
        w = _solved(rows, [Fraction(1), *(value for _, value in chosen)])
        if w is not None and all(sum(x * y for x, y in zip(row, w, strict=True)) >= value for row, value in walls):
            found.add(w)
    return sorted(found)


@pytest.fixture(scope="session")
def exact_vertices():
    return _vertices


@pytest.fixture(scope="session")
def stack_of():
    """Make a stack along "model" from counts of shape (K, C, C)."""

    def make(counts, labels=None):
        counts = np.asarray(counts)
        return sy.Confusion(counts, labels, axes={"model": [f"m{k}" for k in range(len(counts))]})

    return make


@pytest.fixture(scope="session")
def logs():
    """Two models that find log templates, on three kinds of messages."""
    labels = ["fatal", "minor", "ok"]
    spell = sy.Confusion([[9, 1, 0], [9, 55, 6], [3, 40, 257]], labels=labels)
    drain = sy.Confusion([[6, 4, 0], [2, 60, 8], [0, 30, 270]], labels=labels)
    return sy.Confusion.of_models({"Spell": spell, "Drain": drain})
