"""Properties of true probabilities: whether no other scores have a better value, and whether others are as good.

A population is a few groups of items that look alike. Its true probabilities are the class shares within each group;
a model gives a group any scores, and may tell groups apart whose probabilities are the same.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from fractions import Fraction
from functools import cache
from itertools import combinations_with_replacement, product
from math import lcm
from typing import ClassVar

from steelyard.lab.audits.verdict import Verdict, Witness
from steelyard.scores.audits.finding import Kind, ScoreFinding
from steelyard.scores.audits.lists import QUARTERS, Items, Vector, grid, listed, mixed, unit
from steelyard.scores.audits.property import ScoreProperty, ScoreVerdict
from steelyard.scores.audits.subject import ScoreSubject

Population = tuple[Vector, ...]
"""The class shares in each group."""


@cache
def populations(classes: int) -> tuple[tuple[Items, tuple[Items, ...]], ...]:
    """Return small populations with their true probabilities, the smallest first, each with the scores to be tried."""
    if classes == 2:
        rough = [(p, 1 - p) for p in (Fraction(1), Fraction(1, 2), Fraction(0))]
        groups = [*_groups(grid(2), 1), *_groups(grid(2), 2), *_groups(rough, 3)]
        every = [(group, tuple(product(grid(2), repeat=len(group)))) for group in dict.fromkeys(groups)]
    else:
        units = [unit(k, classes) for k in range(classes)]
        quarters = [mixed(a, b, share) for a in units for b in units if a != b for share in QUARTERS[1:2]]
        vectors = [*grid(classes), *quarters]
        every = []
        for group in (*_groups(vectors, 1), *_groups(vectors, 2)):
            some = tuple(dict.fromkeys((*group, *grid(classes))))
            every.append((group, tuple(product(some, repeat=len(group)))))
    held = [one for one in every if all(sum(group[k] for group in one[0]) for k in range(classes))]
    held.sort(key=lambda one: sum(map(_many, one[0])))
    return tuple(
        (_given(group, group), tuple(_given(group, scores) for scores in tried if scores != group))
        for group, tried in held
    )


def _groups(vectors: Sequence[Vector], many: int) -> Iterator[Population]:
    return combinations_with_replacement(vectors, many)


def _many(group: Vector) -> int:
    """Return how many items a group needs, so that its class shares are whole numbers of them."""
    return lcm(*(share.denominator for share in group))


def _given(population: Population, scores: Population) -> Items:
    """Return the items of a population with some scores for each group."""
    return listed(
        (k, own, int(share * _many(group)))
        for group, own in zip(population, scores, strict=True)
        for k, share in enumerate(group)
    )


class Proper(ScoreProperty):
    """No scores have a better value than the true probabilities."""

    id = "proper"
    title = "nothing is better than the true probabilities"
    definition = (
        "On a population of groups of items, no scores have a better value than the true probabilities, the class "
        "shares of each group."
    )
    otherwise = "a model that knows the true probabilities loses to one that tells others."
    source = "proper scoring rules: Gneiting & Raftery 2007"
    worse_than_best: ClassVar[tuple[int, ...]] = (-1,)
    shows: ClassVar[Kind] = "others_better"

    def examine(self, subject: ScoreSubject) -> Verdict:
        tried = 0
        for true, others in populations(subject.classes):
            tried += len(others)
            found = [other for other in others if subject.better(true, other) in self.worse_than_best]
            if found:
                furthest = max(found, key=lambda other: (round(subject.apart(true, other), 9), -len(other)))
                return self._refuted(subject, true, furthest, tried)
        none = ScoreFinding("populations_tried", tried=tried, populations=len(populations(subject.classes)))
        return ScoreVerdict(self.id, subject.classes, "tried", (none,), tried=tried)

    def _refuted(self, subject: ScoreSubject, true: Items, other: Items, tried: int) -> Verdict:
        scenes = (
            subject.scene(ScoreFinding("true_probabilities"), true),
            subject.scene(ScoreFinding("other_probabilities"), other),
        )
        shown = ScoreFinding(self.shows, true=scenes[0].exact, other=scenes[1].exact)
        found = ScoreFinding("counterexample", items=scenes[0].size)
        return ScoreVerdict(self.id, subject.classes, "refuted", (found,), Witness(scenes, (shown,)), tried)


class StrictlyProper(Proper):
    """Only the true probabilities have the best value."""

    id = "strictly_proper"
    title = "nothing is as good as the true probabilities"
    definition = (
        "On a population of groups of items, all other scores have a worse value than the true probabilities, the "
        "class shares of each group."
    )
    matters = "It says that the value tells whether probabilities can be believed, not only how items are ordered."
    expected = False
    worse_than_best = (-1, 0)
    shows = "others_as_good"
