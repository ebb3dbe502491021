"""Properties of two lists: how their values must stand to each other, and the search for the shortest that do not."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Iterator
from dataclasses import dataclass
from fractions import Fraction
from functools import cache
from typing import ClassVar, Literal, NamedTuple

from steelyard.lab.audits.subject import Definition
from steelyard.lab.audits.verdict import MULLICK, Verdict, Witness
from steelyard.scores.audits.lists import (
    MOST,
    Items,
    Vector,
    exchanged,
    grid,
    listed,
    mixed,
    order,
    raised,
    repeated,
    short,
    unit,
)
from steelyard.scores.audits.subject import ScoreFinding, ScoreSubject

# What a property of a score metric is.


@dataclass(frozen=True, slots=True)
class ScoreVerdict(Verdict):
    """The verdict on one property of a score metric for one number of classes; its witness holds lists of items."""


class ScoreProperty(Definition, ABC):
    """A property that a score metric may have."""

    @abstractmethod
    def examine(self, subject: ScoreSubject) -> Verdict:
        """Look for the shortest lists that refute it, and say what came out."""


# Properties of two lists, and the search for a pair that breaks one.


class Pair(NamedTuple):
    """Two lists, and how the second comes from the first."""

    before: Items
    after: Items
    move: ScoreFinding

    @property
    def rank(self) -> tuple[int, int, int]:
        """Sorts the shortest and plainest first."""
        both = (*self.before, *self.after)
        plain = sum(score.denominator for item in both for score in item.scores)
        return sum(item.times for item in both), len(both), plain


class ScorePair(ScoreProperty):
    """A property that says how the values on two lists stand to each other."""

    relation: ClassVar[Literal["same", "not worse"]] = "same"

    @abstractmethod
    def pairs(self, classes: int) -> Iterator[Iterator[Pair]]:
        """Yield all pairs, the shorter ones first: one iterator for each size."""

    def examine(self, subject: ScoreSubject) -> Verdict:
        tried = 0
        for some in _made(self, subject.classes):
            broken = []
            for pair in some:
                tried += 1
                if self._breaks(subject, pair):
                    broken.append(pair)
            if broken:
                worst = min(broken, key=lambda pair: (pair.rank, -round(subject.apart(pair.before, pair.after), 9)))
                witness = _witness(subject, worst)
                found = ScoreFinding("counterexample", items=worst.rank[0])
                return ScoreVerdict(self.id, subject.classes, "refuted", (found,), witness, tried)
        none = ScoreFinding("lists_tried", tried=tried, items=MOST, classes=subject.classes)
        return ScoreVerdict(self.id, subject.classes, "tried", (none,), tried=tried)

    def _breaks(self, subject: ScoreSubject, pair: Pair) -> bool:
        better = subject.better(pair.after, pair.before)
        return better == -1 or (better == 1 and self.relation == "same")


@cache
def _made(examined: ScorePair, classes: int) -> list[list[Pair]]:
    """Return all pairs: they are the same for every metric."""
    return [list(some) for some in examined.pairs(classes)]


def _witness(subject: ScoreSubject, pair: Pair) -> Witness:
    scenes = (subject.scene(ScoreFinding("one_list"), pair.before), subject.scene(pair.move, pair.after))
    before, after = (scene.exact for scene in scenes)
    return Witness(scenes, (ScoreFinding("value_goes", move=pair.move, before=before, after=after),))


# Each of them.


FACTORS = (2,)
"""How many times over items are there: twice refutes what does not hold, and what holds is proved for any number."""


class ClassSizes(ScorePair):
    """Items of a class that are there several times change nothing."""

    id = "condition_1"
    title = "class sizes do not matter"
    definition = "If each item of a class is there several times, whichever the class, the value stays."
    otherwise = "the same scores have another value on test sets with other class shares."
    source = f"{MULLICK}, Condition 1, for lists of scores"

    def pairs(self, classes: int) -> Iterator[Iterator[Pair]]:
        moves = [(place, factor) for place in (*range(classes), None) for factor in FACTORS]
        for some in short(classes):
            yield (
                Pair(items, repeated(items, place, factor), _repeated(place, factor))
                for items in some
                for place, factor in moves
            )


def _repeated(place: int | None, factor: int) -> ScoreFinding:
    return ScoreFinding("items_repeated", place=place, factor=factor)


class Monotone(ScorePair):
    """Better scores of an item never make the value worse."""

    id = "monotone"
    title = "better scores of an item never make it worse"
    definition = "If an item gets a higher score for its true class, and no higher one for others, it gets no worse."
    otherwise = "a model that is better on an item, and the same on all others, may have a worse value."
    source = "by definition; for labels, the corrected error"
    relation = "not worse"

    def pairs(self, classes: int) -> Iterator[Iterator[Pair]]:
        for some in short(classes):
            yield (
                Pair(items, after, ScoreFinding("better_scores", truth=item.truth, scores=scores, before=item.scores))
                for items in some
                for item, scores, after in raised(items, classes)
            )


class ConstantScores(ScorePair):
    """The same scores for all items have the same value at any class shares."""

    id = "constant_scores"
    title = "constant scores do not depend on class shares"
    definition = "If all items have the same scores, the value is the same whatever the class sizes."
    otherwise = "a model that knows nothing looks better where class shares are other ones."
    source = "for labels, the constant classifier"

    def pairs(self, classes: int) -> Iterator[Iterator[Pair]]:
        C = classes
        for many in range(C + 1, C + 5):
            yield (
                Pair(_constant(scores, (1,) * C), _constant(scores, sizes), ScoreFinding("same_scores"))
                for scores in (*grid(C), mixed(unit(0, C), (Fraction(1, C),) * C, Fraction(1, 4)))
                for sizes in _sizes(many, C)
            )


def _constant(scores: Vector, sizes: tuple[int, ...]) -> Items:
    return listed((k, scores, size) for k, size in enumerate(sizes))


def _sizes(many: int, classes: int) -> Iterator[tuple[int, ...]]:
    if classes == 1:
        yield (many,)
        return
    for first in range(1, many - classes + 2):
        yield from ((first, *rest) for rest in _sizes(many - first, classes - 1))


class OrderOnly(ScorePair):
    """Scores in the same order have the same value."""

    id = "order_only"
    title = "only the order of scores matters"
    definition = "If each class's scores are transformed so that their order stays, whichever way, the value stays."
    matters = "It says that the value tells nothing of probabilities. If probabilities are used, it should not hold."
    source = "invariance under strictly increasing transforms"
    expected = False

    def pairs(self, classes: int) -> Iterator[Iterator[Pair]]:
        same = ScoreFinding("same_order")
        for some in short(classes):
            first: dict[object, Items] = {}
            yield (
                Pair(first[key], items, same)
                for items in some
                if first.setdefault(key := order(items), items) is not items
            )


class ClassSymmetric(ScorePair):
    """It does not matter which class is which."""

    id = "class_symmetric"
    title = "class names do not matter"
    definition = "If two classes exchange their names, in the truth and in the scores, the value stays."
    matters = "It says that classes are treated alike. Where one class is what is looked for, it should not hold."
    source = "for labels, Sokolova & Lapalme 2009, I1"
    expected = False

    def pairs(self, classes: int) -> Iterator[Iterator[Pair]]:
        C = classes
        for some in short(C):
            yield (
                Pair(items, exchanged(items, i, j), ScoreFinding("exchanged_names", first=i, second=j))
                for items in some
                for i in range(C)
                for j in range(i + 1, C)
            )
