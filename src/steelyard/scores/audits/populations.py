"""Properties of made-up lists: true probabilities, which nothing may beat, and lists in which one class is ruined.

A population is a few groups of items that look alike. Its true probabilities are the class shares within each group;
a model gives a group any scores, and may tell groups apart whose probabilities are the same.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from fractions import Fraction
from functools import cache
from itertools import combinations_with_replacement, product
from math import lcm
from typing import ClassVar, NamedTuple

from steelyard.lab.audits.verdict import MULLICK, Verdict, Witness
from steelyard.scores.audits.lists import QUARTERS, RUINED, Items, Vector, grid, listed, mixed, told, unit
from steelyard.scores.audits.pairs import ScoreProperty, ScoreVerdict
from steelyard.scores.audits.subject import Kind, ScoreFinding, ScoreSubject, compared

# True probabilities, which nothing may beat.


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


# Lists in which one class is ruined.


OTHERS = (1, 9, 99, 999)
"""How many items each other class has for one of the ruined class."""

VANISHING = 10.0
"""A loss that is so many times smaller at the last of these sizes than at the first vanishes."""


class Ruin(NamedTuple):
    """A list in which one class is ruined."""

    ruined: int
    items: Items


def ruins(classes: int) -> Iterator[Ruin]:
    """Yield short lists with one ruined class, whose items go any way, and get 1/8 or 0 for their own class."""
    for ruined in range(classes):
        others = [k for k in range(classes) if k != ruined]
        for many in range(1, classes):
            for sizes in product((1, 2), repeat=classes - 1):
                base = [(i.truth, i.scores, i.times) for i in told([*sizes[:ruined], 0, *sizes[ruined:]], ruined)]
                for to in product(others, repeat=many):
                    for own in (RUINED, Fraction(0)):
                        entries = [(ruined, mixed(unit(ruined, classes), unit(k, classes), own), 1) for k in to]
                        yield Ruin(ruined, listed([*base, *entries]))


class OneRuinedClass(ScoreProperty):
    """One ruined class does not drag the value to its worst."""

    id = "condition_3"
    title = "one ruined class does not ruin the value"
    definition = (
        "If the items of one class score low for their class and high for others, while every other class is told, "
        "the value is not its worst over all lists of so many classes."
    )
    otherwise = "the value says nothing about the other classes once one class fails."
    source = f"{MULLICK}, Condition 3, for lists of scores"

    def examine(self, subject: ScoreSubject) -> Verdict:
        C = subject.classes
        if C == 2 and subject.metric.kind in ("rate", "pairs"):
            return ScoreVerdict(self.id, C, "untried", (ScoreFinding("one_class_alone"),))
        worst = subject.ends.least if subject.sign > 0 else subject.ends.greatest
        every = sorted(dict.fromkeys(ruins(C)), key=lambda ruin: sum(item.times for item in ruin.items))
        for ruin in every:
            if worst.known and compared(subject.value(ruin.items), worst.value) == 0:
                scene = subject.scene(ScoreFinding("ruined_list", place=ruin.ruined), ruin.items)
                shown = ScoreFinding("all_but_one", place=ruin.ruined, value=scene.exact)
                found = ScoreFinding("counterexample", items=scene.size)
                return ScoreVerdict(self.id, C, "refuted", (found,), Witness((scene,), (shown,)), len(every))
        near = min(every, key=lambda ruin: subject.sign * float(subject.value(ruin.items)))
        tried = ScoreFinding("ruins_tried", tried=len(every), value=float(subject.value(near.items)), worst=worst)
        return ScoreVerdict(self.id, C, "tried", (tried,), tried=len(every))


class RuinLowers(ScoreProperty):
    """One ruined class makes the value worse."""

    id = "ruin_lowers"
    title = "one ruined class makes it worse"
    definition = (
        "If every class is told, and then the items of one score low for it and high for another, it gets worse."
    )
    otherwise = "a class can fail without any sign of it."
    source = "by definition"

    def examine(self, subject: ScoreSubject) -> Verdict:
        C, tried = subject.classes, 0
        for sizes in sorted(product((1, 2, 3), repeat=C), key=sum):
            for ruined, to in _falls(C):
                tried += 1
                before, after = told(sizes, ruined), told(sizes, ruined, to)
                if subject.better(before, after) in (0, -1):
                    scenes = (
                        subject.scene(ScoreFinding("told_list"), before),
                        subject.scene(ScoreFinding("ruined_list", place=ruined), after),
                    )
                    shown = ScoreFinding("ruin_unseen", place=ruined, before=scenes[0].exact, after=scenes[1].exact)
                    found = ScoreFinding("counterexample", items=sum(scene.size for scene in scenes))
                    return ScoreVerdict(self.id, C, "refuted", (found,), Witness(scenes, (shown,)), tried)
        none = ScoreFinding("ruins_tried", tried=tried, value=None, worst=None)
        return ScoreVerdict(self.id, C, "tried", (none,), tried=tried)


def _falls(classes: int) -> Iterator[tuple[int, int]]:
    return ((i, j) for i in range(classes) for j in range(classes) if i != j)


class RareRuin(ScoreProperty):
    """A ruined class shows, however rare it is."""

    id = "rare_ruin_shows"
    title = "a ruined class shows, however rare"
    definition = "What the value loses as one class is ruined does not vanish as that class becomes rare."
    otherwise = "a rare class can fail, and the value hardly tells."
    source = "by definition"

    def examine(self, subject: ScoreSubject) -> Verdict:
        C, tried = subject.classes, 0
        for ruined, to in _falls(C):
            losses = []
            for many in OTHERS:
                sizes = [1 if k == ruined else many for k in range(C)]
                losses.append(subject.apart(told(sizes, ruined), told(sizes, ruined, to)))
                tried += 1
            if losses[0] > 0 and losses[-1] * VANISHING < losses[0]:
                return ScoreVerdict(
                    self.id, C, "refuted", (ScoreFinding("ruins_tried", tried=tried, value=None, worst=None),),
                    self._witness(subject, ruined, to), tried,
                )  # fmt: skip
        none = ScoreFinding("ruins_tried", tried=tried, value=None, worst=None)
        return ScoreVerdict(self.id, C, "tried", (none,), tried=tried)

    def _witness(self, subject: ScoreSubject, ruined: int, to: int) -> Witness:
        C, most = subject.classes, OTHERS[2]
        rare = [1 if k == ruined else most for k in range(C)]
        scenes = (
            subject.scene(ScoreFinding("ruined_list", place=ruined), told((1,) * C, ruined, to)),
            subject.scene(ScoreFinding("rare_ruined_list", place=ruined, others=most), told(rare, ruined, to)),
        )
        none = [float(subject.value(told(sizes, ruined))) for sizes in ((1,) * C, rare)]
        values = [float(subject.value(scene.items)) for scene in scenes]
        shown = ScoreFinding("ruin_vanishes", place=ruined, even=(none[0], values[0]), rare=(none[1], values[1]))
        return Witness(scenes, (shown,))
