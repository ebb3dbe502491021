"""Properties of the least and the greatest value: the same for any number of classes, and as declared."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from fractions import Fraction
from typing import Literal, NamedTuple

from steelyard.lab.audits.verdict import MULLICK, ListScene, Verdict, Witness
from steelyard.lab.exact import Number
from steelyard.scores.audits.exact import exact_value
from steelyard.scores.audits.lists import MOST, Items, far, short
from steelyard.scores.audits.pairs import ScoreProperty, ScoreVerdict
from steelyard.scores.audits.subject import End, Ends, Lists, ScoreFinding, ScoreSubject, compared, ends

Side = Literal["least", "greatest"]
ROUNDED = 1e-12
SIDES: tuple[Side, ...] = ("least", "greatest")


def lists_of(classes: int) -> Iterator[Items]:
    """Yield all lists on which values are looked at, the short ones first."""
    if classes < MOST:
        for some in short(classes):
            yield from some
    yield from far(classes)


class Gap(NamedTuple):
    """A list whose value lies beyond an end, and which end."""

    side: Side
    end: End
    subject: ScoreSubject
    items: Items


def _beyond(side: Side, value: Number, end: Number) -> bool:
    return compared(value, end) == (1 if side == "greatest" else -1)


class ClassCount(ScoreProperty):
    """The least and the greatest value are the same for every number of classes."""

    id = "condition_2"
    title = "bounds do not depend on the number of classes"
    definition = (
        "The least and the greatest value over all lists of items are the same for every number of classes; of a "
        "metric of one class against the rest, those of its mean over all classes."
    )
    otherwise = "the same number means less with more classes, and adding classes alone moves the value."
    source = f"{MULLICK}, Condition 2, for lists of scores"

    def examine(self, subject: ScoreSubject) -> Verdict:
        C = subject.classes
        if not subject.even:
            return ScoreVerdict(self.id, C, "untried", (ScoreFinding("worst_unknown"),))
        known = {number: _mean_ends(subject, number) for number in range(2, C + 2)}
        figures = {
            f"{name}_{number}": float(getattr(both, side).value)
            for number, both in known.items()
            for name, side in zip(("low", "high"), SIDES, strict=True)
            if getattr(both, side).known and abs(float(getattr(both, side).value)) != float("inf")
        }
        told = tuple(
            ScoreFinding("ends", classes=number, least=both.least, greatest=both.greatest)
            for number, both in known.items()
        )
        why = ScoreFinding("argument", because=known[C].because)
        tried = 0
        for a, b in ((C, C + 1), *((k, k + 1) for k in range(2, C))):
            for outer, inner in ((b, a), (a, b)):
                gap, looked = _gap(subject, outer, known[outer], known[inner])
                tried += looked
                if gap is not None:
                    witness = _witness(gap, inner)
                    return ScoreVerdict(self.id, C, "refuted", (*told, why), witness, tried, figures)
        alike = all(_same(known[C], both) for both in known.values())
        told = (ScoreFinding("ends_alike", least=known[C].least, greatest=known[C].greatest),) if alike else told
        return ScoreVerdict(self.id, C, "proved" if alike else "tried", (*told, why), None, tried, figures)


def _mean_ends(subject: ScoreSubject, classes: int) -> Ends:
    return ends(subject.metric, Lists(classes, False, _even(subject, classes)))


def _even(subject: ScoreSubject, classes: int) -> tuple[Fraction, ...] | None:
    return None if subject.shares is None else (Fraction(1, classes),) * classes


def _same(a: Ends, b: Ends) -> bool:
    pairs = ((getattr(a, side), getattr(b, side)) for side in SIDES)
    return all(x.known and y.known and compared(x.value, y.value) == 0 for x, y in pairs)


def _gap(subject: ScoreSubject, classes: int, own: Ends, other: Ends) -> tuple[Gap | None, int]:
    """Return the shortest list of so many classes that goes beyond the ends for another number; and how many tried."""
    sides = [side for side in SIDES if _beyond(side, getattr(own, side).value, getattr(other, side).value)]
    if not sides:
        return None, 0
    of = _MeanSubject(subject, classes)
    tried = 0
    found: list[Gap] = []
    for items in lists_of(classes):
        tried += 1
        size = sum(item.times for item in items)
        if found and size > sum(item.times for item in found[0].items):
            continue
        for side in sides:
            if _beyond(side, of.value(items), getattr(other, side).value):
                gap = Gap(side, getattr(other, side), of, items)
                found = [gap, *found] if not found or size < sum(i.times for i in found[0].items) else [*found, gap]
    if not found:
        return None, tried
    least = sum(item.times for item in found[0].items)
    shortest = [gap for gap in found if sum(item.times for item in gap.items) == least]
    return max(shortest, key=lambda gap: round(_far(gap), 9)), tried


def _far(gap: Gap) -> float:
    return abs(float(gap.subject.value(gap.items)) - float(gap.end.value))


class _MeanSubject(ScoreSubject):
    """The same metric with another number of classes, all of them counting the same."""

    def __init__(self, subject: ScoreSubject, classes: int) -> None:
        super().__init__(subject.metric, classes, _even(subject, classes))

    @property
    def of_first(self) -> bool:
        return False

    def _computed(self, items: Items) -> Number:
        return exact_value(self.metric, items, self.classes, self.shares, mean=True)


def _witness(gap: Gap, inner: int) -> Witness:
    of = gap.subject
    scene = of.scene(ScoreFinding("of_classes", classes=of.classes), gap.items)
    shown = ScoreFinding("beyond_end", side=gap.side, end=gap.end, classes=inner, value=scene.exact, of=of.classes)
    return Witness((scene,), (shown,))


class DeclaredBounds(ScoreProperty):
    """No value lies outside the declared range, and both of its ends are reached or approached."""

    id = "declared_bounds"
    title = "declared bounds are kept and reached"
    definition = "No value lies outside the range that the metric declares, and both ends of it can be come near to."
    otherwise = "a value near the end of the range is not as good, or as bad, as it looks."
    source = "by definition"

    def examine(self, subject: ScoreSubject) -> Verdict:
        declared = [_declared(end) for end in subject.metric.bounds(subject.classes)]
        own = subject.ends
        scenes: list[ListScene] = []
        shown: list[ScoreFinding] = []
        reached: list[Number] = []
        tried = 0
        furthest = _furthest(subject, lists_of(subject.classes))
        for side, end, extreme in zip(SIDES, declared, furthest, strict=True):
            tried = extreme.tried
            value = subject.value(extreme.items)
            reached.append(value)
            possible: End = getattr(own, side)
            if _beyond(side, value, end):
                kind: Literal["outside_range", "short_of_end"] = "outside_range"
            elif _beyond(side, end, possible.value):
                kind = "short_of_end"
            else:
                continue
            scenes.append(subject.scene(ScoreFinding("furthest_list", side=side), extreme.items))
            shown.append(ScoreFinding(kind, side=side, declared=end, end=possible))
        why = ScoreFinding("argument", because=own.because)
        if scenes:
            witness = Witness(tuple(scenes), tuple(shown))
            return ScoreVerdict(self.id, subject.classes, "refuted", (why,), witness, tried)
        known = own.least.known and own.greatest.known
        kept = ScoreFinding("range_kept", declared=tuple(declared), reached=tuple(reached), tried=tried)
        found = (kept, why) if known else (kept,)
        return ScoreVerdict(self.id, subject.classes, "proved" if known else "tried", found, tried=tried)


class Extreme(NamedTuple):
    """The list with the least or the greatest value, the shortest of such, among so many."""

    items: Items
    tried: int


def _furthest(subject: ScoreSubject, lists: Iterable[Items]) -> tuple[Extreme, Extreme]:
    every = list(lists)
    values = [float(subject.value(items)) for items in every]
    least = min(range(len(every)), key=lambda k: (round(values[k], 12), sum(i.times for i in every[k])))
    greatest = min(range(len(every)), key=lambda k: (-round(values[k], 12), sum(i.times for i in every[k])))
    return Extreme(every[least], len(every)), Extreme(every[greatest], len(every))


def _declared(end: float) -> Number:
    """Return a declared end as a fraction: what is computed in floats, such as 9/19, may be rounded."""
    if abs(end) == float("inf"):
        return end
    near = Fraction(end).limit_denominator(1000)
    return near if abs(float(near) - end) < ROUNDED else Fraction(end)
