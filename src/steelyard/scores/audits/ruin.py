"""Properties of lists in which one class is ruined: its items score low for their own class and high for another."""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction
from itertools import product
from typing import NamedTuple

from steelyard.lab.audits.verdict import Verdict, Witness
from steelyard.scores.audits.finding import ScoreFinding
from steelyard.scores.audits.lists import RUINED, Items, listed, mixed, told, unit
from steelyard.scores.audits.pairs import MULLICK
from steelyard.scores.audits.property import ScoreProperty, ScoreVerdict
from steelyard.scores.audits.subject import ScoreSubject, compared

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
