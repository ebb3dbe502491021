"""Time the exact average ranks over families of orders and their sizes: `python benchmarks/ranks.py`."""

from __future__ import annotations

import random
import time

from steelyard.importance.ranks import Poset, exact_ranks


def total(n):
    return [(i, i + 1) for i in range(n - 1)]


def chains(n):
    return [(i, i + 4) for i in range(n - 4)]


def stars(n):
    return [(i, i // 10 * 10) if i < n // 2 else (i // 10 * 10, i) for i in range(n) if i % 10]


def zigzag(n):
    return [(i, i + 1) if i % 2 else (i + 1, i) for i in range(n - 1)]


def tree(n):
    rng = random.Random(n)  # noqa: S311
    return [rng.choice([(i, j), (j, i)]) for i in range(1, n) for j in [rng.randrange(i)]]


def bridged_chains(n):
    return chains(n) + [(i, i + 5) for i in range(0, n - 5, 7)]


def grid(n):
    return [(i, i + step) for i in range(n) for step in (1, 5) if i + step < n and (step == 5 or i % 5 < 4)]


def two_layers(n):
    rng = random.Random(n)  # noqa: S311
    return [(i, j) for i in range(n // 2) for j in range(n // 2, n) if rng.random() < 4 / n]


FAMILIES = [total, chains, stars, zigzag, tree, bridged_chains, grid, two_layers]
SIZES = [10, 20, 30, 60, 100, 200]


def seconds(family, n):
    poset = Poset.of(range(n), family(n))
    before = time.perf_counter()
    try:
        exact_ranks(poset)
    except ValueError:
        return f"no ({time.perf_counter() - before:.2f})"
    return f"{time.perf_counter() - before:.4f}"


def main():
    print("Seconds for exact ranks; 'no' was refused, after the seconds in brackets.")
    print(f"{'classes':<16}", *(f"{n:>10}" for n in SIZES))
    for family in FAMILIES:
        print(f"{family.__name__.replace('_', ' '):<16}", *(f"{seconds(family, n):>10}" for n in SIZES))


if __name__ == "__main__":
    main()
