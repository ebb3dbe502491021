"""What is lost from one labelling to another obeys the triangle inequality."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache
from itertools import combinations_with_replacement
from typing import Any, NamedTuple

import numpy as np

from steelyard.lab.audits import matrices
from steelyard.lab.audits.pairs import CONFIRMED_AT_MOST
from steelyard.lab.audits.subject import CLEAR, Effort, Property, Subject, scaled
from steelyard.lab.audits.verdict import Finding, Verdict, Witness
from steelyard.lab.bounding.objective import as_matrix
from steelyard.lab.bounding.result import Matrix
from steelyard.lab.exact import algebra, compare
from steelyard.measuring.program.program import NotRecordable
from steelyard.type_names import Floats, Integers

MOST_ITEMS = {2: 7, 3: 5}
"""All tables of up to so many items are tried, by the number of classes: with three, 59,373."""

FREE_ITEMS = {3: (3,), 4: (1, 2), 5: (1, 2)}
"""With more, all tables with an item per class on which all agree and so many free items, by the number of classes."""

EXTREME, RANDOM = 3_000, 1_500
"""How many tables with cells of all orders of magnitude are tried, and how many random ones."""

SOME = 25
"""Of a metric whose values take long, about so many tables of each size are tried."""


class Sides(NamedTuple):
    """The matrices of three labellings a, b, c of the same items: the first of each pair is the truth."""

    ab: Integers
    bc: Integers
    ac: Integers
    b: Integers
    """The perfect matrix of b."""


class Triangle(Property):
    """The way from a over b to c is not shorter than the direct one."""

    id = "triangle"
    title = "triangle inequality"
    definition = (
        "With d(a, b) = best possible score − score of the labels b if a is the truth, d(a, c) ≤ d(a, b) + d(b, c) for "
        "any three labellings of the same items."
    )
    otherwise = "two labellings that are both close to a third one can be far from each other."
    source = "Gösgens et al. 2021, distance"
    expected = False

    def examine(self, subject: Subject, classes: int, effort: Effort) -> Verdict:
        tried = skipped = 0
        for tables, smallest in _tables(subject, classes, effort):
            sides = _sides(tables)
            excess = _excess(subject, sides)
            out = int(np.isnan(excess).sum())
            tried, skipped = tried + len(excess) - out, skipped + out
            longer = np.flatnonzero(excess > CLEAR)
            sizes = tables[longer].sum(axis=(1, 2, 3))
            order = longer[np.lexsort([-excess[longer].round(9), sizes])][:CONFIRMED_AT_MOST]
            for k in order:
                table = tables[k] if smallest else _shrunk(subject, tables[k])
                witness = self._witness(subject, table)
                if witness is not None:
                    return self._refuted(witness, classes, tried)
        if not tried:
            return Verdict(self.id, classes, "untried", (Finding("undefined_in_all_triples", cases=skipped),))
        searched = Finding(
            "triples_tried",
            tried=tried,
            every=not subject.labelled,
            items=MOST_ITEMS.get(classes),
            free=_free(classes),
            undefined=skipped,
        )
        return Verdict(self.id, classes, "tried", (searched,), tried=tried)

    def _witness(self, subject: Subject, table: Integers) -> Witness | None:
        ab, bc, ac, b = (as_matrix(side[0]) for side in _sides(table[None]))
        confirmed = _confirmed(subject, (ab, bc, ac, b))
        if confirmed is False:
            return None
        beside = {("a", "b"): ab, ("b", "c"): bc, ("a", "c"): ac}
        scenes = tuple(
            subject.scene(Finding("labels_beside", truth=truth, labels=labels), m)
            for (truth, labels), m in beside.items()
        )
        sign = subject.metric.sign
        perfect = [np.diag(np.sum(m, axis=1)) for m in (ab, bc, ac)]
        best = subject.values(np.stack(perfect))
        short, second, direct = (
            sign * (float(at_best) - (scene.value or 0.0)) for at_best, scene in zip(best, scenes, strict=True)
        )
        shorter = Finding("detour_shorter", first=short, second=second, direct=direct)
        return Witness(scenes, (shorter,), confirmed=confirmed is True)

    def _refuted(self, witness: Witness, classes: int, tried: int) -> Verdict:
        refuting = Finding("counterexample_of_three", items=witness.items // 3, exact=witness.confirmed)
        return Verdict(self.id, classes, "refuted", (refuting,), witness, tried)


# The tables (a, b, c) to try.


def _tables(subject: Subject, classes: int, effort: Effort) -> Iterator[tuple[Integers, bool]]:
    """Yield tables of counts by the three labels, and whether all smaller ones have been tried."""
    all_of_size = [_small(classes, items) for items in range(classes, MOST_ITEMS.get(classes, 0) + 1)]
    agreed = [_small(classes, free, agreed=1) for free in _free(classes)]
    for tables in all_of_size + agreed:
        # The smallest tables are made of few matrices, whose values are known from elsewhere.
        some = subject.labelled and tables[0].sum() not in matrices.small_sizes(classes, few=True)
        every = classes in MOST_ITEMS and not subject.labelled
        yield tables[:: 1 + len(tables) // SOME] if some else tables, every
    for tables in (_extreme(classes), _random(classes, effort.seed)):
        kept = tables[: SOME if subject.labelled else None]
        yield kept[_in_domain(kept)], False


def _free(classes: int) -> tuple[int, ...]:
    return () if classes == 2 else FREE_ITEMS.get(classes, (1,))


@cache
def _small(classes: int, free: int, agreed: int = 0) -> Integers:
    """Return all tables of so many free items, beside so many of each class on which all three agree."""
    cells = classes**3
    chosen = np.array(list(combinations_with_replacement(range(cells), free)))
    counts = np.zeros((len(chosen), cells), dtype=np.int64)
    np.add.at(counts, (np.arange(len(chosen))[:, None], chosen), 1)
    counts[:, np.arange(classes) * (classes**2 + classes + 1)] += agreed
    every = counts.reshape(-1, classes, classes, classes)
    tables = every[_in_domain(every)]
    tables.flags.writeable = False
    return tables


@cache
def _extreme(classes: int) -> Integers:
    """Return tables with cells of all orders of magnitude; which are tried is fixed, not a matter of the seed."""
    generator = np.random.default_rng([classes, 4])
    filled = generator.random((EXTREME, classes**3)) < 3 / classes**2
    cells = generator.choice([1, 1, 1, 2, 5, 20, 100], filled.shape)
    return (filled * cells).reshape(-1, classes, classes, classes)


def _random(classes: int, seed: int) -> Integers:
    """Return tables of labellings that agree more or less, a few items or many, evenly spread or not."""
    generator = np.random.default_rng([seed, classes, 3])
    items = np.exp(generator.uniform(np.log(2 * classes), np.log(300), RANDOM)).astype(np.int64)
    agreed = np.zeros((classes,) * 3)
    agreed[(np.arange(classes),) * 3] = 1 / classes
    spread = generator.dirichlet(np.full(classes**3, 0.2), RANDOM)
    share = generator.random((RANDOM, 1))
    chances = share * agreed.reshape(-1) + (1 - share) * spread
    chances /= chances.sum(axis=1, keepdims=True)
    return generator.multinomial(items, chances).reshape(-1, classes, classes, classes).astype(np.int64)


def _in_domain(tables: Integers) -> np.ndarray[Any, np.dtype[np.bool_]]:
    """Return where every class has items in both labellings that serve as the truth."""
    a, b = tables.sum(axis=(2, 3)), tables.sum(axis=(1, 3))
    kept: np.ndarray[Any, np.dtype[np.bool_]] = np.minimum(a, b).min(axis=-1) > 0
    return kept


def _sides(tables: Integers) -> Sides:
    b = tables.sum(axis=(1, 3))
    perfect = b[:, :, None] * np.eye(tables.shape[-1], dtype=np.int64)
    return Sides(tables.sum(axis=3), tables.sum(axis=1), tables.sum(axis=2), perfect)


# By how much the direct way is longer: d(a, c) − d(a, b) − d(b, c), in which the best score of a cancels.


def _excess(subject: Subject, sides: Sides) -> Floats:
    ab, bc, ac, b = np.split(subject.scores(np.concatenate(sides)), 4)
    return scaled(subject, sides.b.shape[-1], ab + bc - ac - b, ab, bc, ac, b)


def _confirmed(subject: Subject, sides: tuple[Matrix, Matrix, Matrix, Matrix]) -> bool | None:
    """Return whether exact values break the inequality; None if the metric has no exact values."""
    if not subject.recordable:
        return None
    try:
        ab, bc, ac, b = (subject.exact(m) for m in sides)
    except NotRecordable:
        return None
    if ab is None or bc is None or ac is None or b is None:
        return False
    if any(isinstance(x, float) for x in (ab, bc, ac, b)):  # infinite
        return False
    order = compare(algebra.total(ab, bc), algebra.total(ac, b))  # type: ignore[arg-type]
    return order is not None and order * subject.metric.sign > 0


def _shrunk(subject: Subject, table: Integers) -> Integers:
    """Return the smallest table found by taking items away while the inequality stays broken."""
    cells = np.eye(table.size, dtype=np.int64).reshape(-1, *table.shape)
    while True:
        fewer = [table - cells * 2**k for k in range(int(table.max()).bit_length())]
        ways = np.concatenate([table[None] // 2, table - cells * table, *fewer])
        ways = ways[(ways.min(axis=(1, 2, 3)) >= 0) & (ways.sum(axis=(1, 2, 3)) < table.sum()) & _in_domain(ways)]
        if not len(ways):
            return table
        still = ways[_excess(subject, _sides(ways)) > CLEAR]
        if not len(still):
            return table
        table = still[np.argmin(still.sum(axis=(1, 2, 3)))]
