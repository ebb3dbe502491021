"""Curves of scores as pictures that stand in the page before its script runs; the script adds marks that move."""

from __future__ import annotations

import math
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import pairwise

import numpy as np

from steelyard.counts.labels import text as name
from steelyard.scores.decision_curves import CurveKind, ModelCurve, ScoreCurves
from steelyard.show import numbers
from steelyard.show.names import shortened
from steelyard.show.page.texts import prose, text
from steelyard.show.score_curves import BANDED, axis_words, height, verdict
from steelyard.type_names import Floats, Range

KINDS: dict[CurveKind, str] = {
    "roc": "ROC curve",
    "precision_recall": "Precision and recall",
    "reliability": "Can its probabilities be believed?",
    "decision": "Is it worth deciding by it?",
    "cost": "What decisions cost",
}
"""Which curves there are, and their titles."""

OF_RANKS: tuple[CurveKind, ...] = ("roc", "precision_recall")
"""Those of scores that are no probabilities."""

WIDE, HIGH = 300, 220
"""Of the plane of a curve, in units of its picture; about a pixel each."""

LEFT, TOP, RIGHT, BELOW = 44, 20, 14, 40
"""What is around it."""

FAR = 3
"""Heights of the plane."""

EDGE = 6
"""What may be seen beyond the plane, so that marks at its ends are whole."""

NEAR = 1.0
"""Points that are nearer than that to the one before are left out."""

LONGEST = 24
"""Characters of a class's name beside an axis."""


@dataclass(frozen=True)
class Plane:
    """From where to where the axes go."""

    x: Range
    y: Range

    def points(self, x: Sequence[float] | Floats, y: Sequence[float] | Floats) -> Floats:
        """Return points of the picture, (n, 2); what is far beyond the plane is drawn less far, and not seen."""
        (left, right), (bottom, top) = self.x, self.y
        across = (np.asarray(x, dtype=np.float64) - left) / (right - left)
        up = (np.asarray(y, dtype=np.float64) - bottom) / (top - bottom)
        return np.column_stack([LEFT + WIDE * np.clip(across, -1, 2), TOP + HIGH * (1 - np.clip(up, -FAR, FAR))])


def figure(result: ScoreCurves, key: str, places: Sequence[int]) -> str:
    """Return a curve as HTML: its title, the picture, what it comes to, and how it is read.

    Its ids end with `key`; `places` are those of its models among all, by which lines look.
    """
    plane, of = _plane(result), _short(name(result.positive))
    words = {"aria-labelledby": f"curve-{key}", "aria-describedby": f"curve-{key}-words"}
    about = " ".join(f'{attribute}="{value}"' for attribute, value in words.items())
    box = f'data-x="{plane.x[0]:g} {plane.x[1]:g}" data-y="{plane.y[0]:g} {plane.y[1]:g}"'
    seen = WIDE + 2 * EDGE, HIGH + 2 * EDGE
    inside = f"{LEFT - EDGE} {TOP - EDGE} {seen[0]} {seen[1]}"
    size = f"{LEFT + WIDE + RIGHT} {TOP + HIGH + BELOW}"
    parts = [
        f'<figure data-curve="{result.kind}"><h3 id="curve-{key}">{text(_title(result))}</h3>',
        f'<svg class="chart" role="img" viewBox="0 0 {size}" {about} {box}>',
        *_axes(plane, *axis_words(result.kind, of)),
        f'<svg x="{LEFT - EDGE}" y="{TOP - EDGE}" width="{seen[0]}" height="{seen[1]}" viewBox="{inside}">',
        *(_line(plane.points(line.x, line.y), f"baseline {line.name}") for line in result.baselines),
        *(_model(each, k, result, plane) for k, each in zip(places, result.models, strict=True)),
        f'</svg></svg><figcaption id="curve-{key}-words">{prose(_verdict(result))}',
        f"<span>{prose(_reading(result))}</span></figcaption></figure>",
    ]
    return "".join(parts)


def _verdict(result: ScoreCurves) -> str:
    """Return what the curves come to, models by names that are not too long."""
    names = shortened([each.model for each in result.models])
    return verdict(replace(result, models=tuple(map(_called, result.models, names))))


def _called(each: ModelCurve, model: str) -> ModelCurve:
    return replace(each, model=model)


def _title(result: ScoreCurves) -> str:
    if result.kind != "precision_recall":
        return KINDS[result.kind]
    share = numbers.round_share(result.share)
    stated = " as stated" if result.stated else ""
    return f"{KINDS[result.kind]}, if {share} of the items are {name(result.positive)}{stated}"


def _reading(result: ScoreCurves) -> str:
    """Return what lines and bands of a curve mean, and which interval stands beside."""
    level, of = numbers.round_share(result.confidence), name(result.positive)
    banded = len(result.models) <= BANDED and any(each.low for each in result.models)
    band = f" The bands hold at all places together, at {level}." if banded else ""
    always = f"Dashed: always {of}; dotted: never {of}."
    return {
        "roc": "Dashed: by chance.",
        "precision_recall": f"Dashed: by chance, the share of {of}.",
        "reliability": f"Bins of equally many items, with {level} intervals. Dashed: probabilities that are right.",
        "decision": f"Net benefit: true positives per item, less false alarms × t/(1 − t). {always}{band}",
        "cost": f"Weighted error of deciding by the threshold that a weight fixes. {always}{band}",
    }[result.kind]


def _plane(result: ScoreCurves) -> Plane:
    if result.kind in OF_RANKS:
        return Plane((0, 1), (0, 1))
    if result.kind == "reliability":
        most = max(max(each.x + each.high) for each in result.models)
        end = 1.0 if most > 0.5 else _ticks((0.0, most))[-1]
        return Plane((0, end), (0, end))
    return Plane((0, 1), height(result))


def _ticks(ends: Range, about: int = 5) -> list[float]:
    """Return round numbers from the first that is not below, to the first that is not inside any more.

    Examples
    --------
    >>> _ticks((0, 1)), _ticks((-0.03, 0.1))
    ([0.0, 0.2, 0.4, 0.6, 0.8, 1.0], [0.0, 0.05, 0.1])
    """
    low, high = ends
    rough = (high - low) / about
    power = 10.0 ** math.floor(math.log10(rough))
    step = next(times * power for times in (1, 2, 5, 10) if times * power >= rough * (1 - 1e-9))
    first, last = math.ceil(low / step - 1e-9), math.ceil(high / step - 1e-9)
    return [round(n * step, 12) + 0.0 for n in range(first, last + 1)]


def _axes(plane: Plane, across: str, up: str) -> Iterator[str]:
    for x in (x for x in _ticks(plane.x) if x <= plane.x[1] * (1 + 1e-9)):
        ((left, _),) = plane.points([x], [0])
        yield _text(left, TOP + HIGH + 15, f"{x:g}", "middle")
    for y in (y for y in _ticks(plane.y) if y <= plane.y[1]):
        ((_, top),) = plane.points([0], [y])
        said = _text(LEFT - 6, top + 4, numbers.with_minus(y, _digits(y)), "end")
        yield f'<path class="axis" d="M{LEFT} {top:.4g}h{WIDE}"/>{said}'
    yield _text(LEFT + WIDE / 2, TOP + HIGH + 32, across, "middle") + _text(4, 12, f"↑ {up}", "start")


def _digits(value: float) -> int:
    return len(f"{value:g}".partition(".")[2])


def _text(x: float, y: float, words: str, anchor: str) -> str:
    return f'<text x="{x:.4g}" y="{y:.4g}" text-anchor="{anchor}">{text(words)}</text>'


def _model(each: ModelCurve, k: int, result: ScoreCurves, plane: Plane) -> str:
    parts = []
    if each.low and result.kind == "reliability":
        ends = zip(plane.points(each.x, each.low).tolist(), plane.points(each.x, each.high).tolist(), strict=True)
        parts.append(_drawn("interval", "".join(f"M{x:.4g} {low:.4g}V{high:.4g}" for (x, low), (_, high) in ends)))
    elif each.low and len(result.models) <= BANDED:
        way = np.vstack([plane.points(each.x, each.high), plane.points(each.x, each.low)[::-1]])
        parts.append(_drawn("band", f"{_way(way)}Z"))
    x, y = np.array(each.x), np.array(each.y)
    if result.kind == "precision_recall":  # a step reaches to the left of its point
        x, y = np.repeat(x, 2)[:-1], np.repeat(y, 2)[1:]
    points = plane.points(x, y)
    kind = "thin track" if result.kind == "reliability" else "track"
    parts.append(_drawn(kind, _way(points)))
    if result.kind == "reliability":
        parts += [f'<circle cx="{x:.4g}" cy="{y:.4g}" r="3"/>' for x, y in points.tolist()]
    inside = f"<title>{text(each.model)}</title>{''.join(parts)}"
    return f'<g class="line model-{k % 10} dash-{k % 4}" data-k="{k}">{inside}</g>'


def _line(points: Floats, kind: str) -> str:
    return _drawn(kind, _way(points))


def _drawn(kind: str, way: str) -> str:
    return f'<path class="{kind}" d="{way}"/>'


def _way(points: Floats) -> str:
    """Return a path through points, in tenths, without those that are hardly apart."""
    kept = list(_apart(points.tolist()))
    places = [(round(10 * x), round(10 * y)) for x, y in kept]
    (x, y), *_ = places
    steps = "".join(f"l{_tenths(c - a)}{_tenths(d - b, between=True)}" for (a, b), (c, d) in pairwise(places))
    return f"M{_tenths(x)}{_tenths(y, between=True)}{steps}"


def _apart(points: Iterable[Sequence[float]]) -> Iterator[Sequence[float]]:
    last: Sequence[float] | None = None
    waits = None
    for point in points:
        waits = None
        if last is None or max(abs(a - b) for a, b in zip(point, last, strict=True)) >= NEAR:
            last = point
            yield point
        else:
            waits = point
    if waits is not None:
        yield waits


def _tenths(number: int, *, between: bool = False) -> str:
    """Write tenths as shortly as a path takes them, with what must stand between two numbers."""
    written = f"{number / 10:g}".replace("0.", ".", 1) if abs(number) < 10 and number else f"{number / 10:g}"
    return written if not between or number < 0 else f" {written}"


def _short(words: str) -> str:
    return words if len(words) <= LONGEST else f"{words[: LONGEST - 1]}…"
