"""Condition 3: one ruined class does not drag the value to its worst."""

from __future__ import annotations

import math
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache
from typing import Literal, NamedTuple

import numpy as np

from steelyard.lab.audits.subject import Audited, Effort, Property, Subject, over_all_sizes, scaled, spread
from steelyard.lab.audits.verdict import Finding, Verdict, Witness
from steelyard.lab.bounding.anywhere import Limit, limit_of
from steelyard.lab.bounding.objective import UndefinedError
from steelyard.lab.bounding.result import End, Matrix
from steelyard.lab.exact import compare
from steelyard.measuring.program.program import NotRecordable
from steelyard.type_names import Integers

FEW = (10**3, 10**6, 10**9, 10**12)
"""One item in so many of the ruined class is recognised: 1/ε."""

FEW_LABELLED = (10, 10**2, 10**3, 10**4)
"""The same for a metric that counts out labels, for which matrices must stay small."""

LARGER = 10
"""How many times as large the ruined class is than the others, or they than it."""

AT = 1e-6
"""A limit nearer than this share of the spread of the values to the worst one is at it."""

ARRIVED = 1e-10
"""A last step below this share of the spread has arrived at the limit."""

Others = Literal["right", "into_ruined", "into_another"]


@dataclass(frozen=True, slots=True)
class RuinPath:
    """A way to ruin one class: the matrix for any ε.

    Attributes
    ----------
    classes, ruined
        The number of classes, and the place of the ruined one.
    to
        The class as which it is predicted; None if it spreads over all others evenly.
    others
        What becomes of the other classes' share ε that is wrong.
    sizes
        Relative class sizes.
    """

    classes: int
    ruined: int
    to: int | None
    others: Others
    sizes: tuple[int, ...]

    def matrix(self, few: int) -> Matrix:
        """Return the matrix for ε = 1/few."""
        C = self.classes
        # A multiple of C − 1 items, so that an even spread is one of whole numbers.
        m = [[0] * C for _ in range(C)]
        for i, size in enumerate(self.sizes):
            items, share = size * (C - 1) * few, size * (C - 1)
            if i == self.ruined:
                m[i][i] = share
                for j in range(C):
                    if j != i and self.to in (None, j):
                        m[i][j] = (items - share) // (C - 1 if self.to is None else 1)
            else:
                m[i][i] = items if self.others == "right" else items - share
                if self.others == "into_ruined":
                    m[i][self.ruined] += share
                elif self.others == "into_another":
                    m[i][next(j for j in range(C) if j not in (i, self.ruined))] += share
        return tuple(map(tuple, m))

    def ruin(self) -> Matrix:
        """Return the smallest matrix for ε = 0: the class is never recognised, all others always."""
        C = self.classes
        items = 1 if self.to is not None else C - 1
        m = [[0] * C for _ in range(C)]
        for i, size in enumerate(self.sizes):
            if i == self.ruined:
                for j in range(C):
                    if j != i and self.to in (None, j):
                        m[i][j] = size * items // (C - 1 if self.to is None else 1)
            else:
                m[i][i] = size * items
        return tuple(map(tuple, m))


class Walked(NamedTuple):
    """A path and what the value tends to on it."""

    path: RuinPath
    limit: Limit


class Condition3(Property):
    """One class that is hardly ever recognised does not drag the value to its worst."""

    id = "condition_3"
    title = "one ruined class does not ruin the value"
    definition = (
        "If, with class sizes in fixed proportions, one class has the recall ε and every other at least 1 − ε, with "
        "the same ε, and ε tends to 0, the value does not tend to its worst over all matrices of so many classes."
    )
    otherwise = "the value says nothing about the other classes once one class fails."
    source = "Mullick et al. 2020, Condition 3"

    def examine(self, subject: Subject, classes: int, effort: Effort) -> Verdict:  # noqa: ARG002 - nothing is random
        few = _few(subject)
        tried = paths(classes, few=few is FEW_LABELLED)
        walked = list(_walked(subject, tried, few))
        if not walked:
            nowhere = Finding("no_limits", paths=len(tried))
            return Verdict(self.id, classes, "untried", (nowhere,), tried=len(tried))
        try:
            worst = over_all_sizes(subject, classes)[subject.metric.sign < 0]
        except UndefinedError as error:
            return Verdict(self.id, classes, "untried", (Finding("no_worst", why=str(error)),))
        figures = _figures(subject, walked, worst)
        falling = next(_falling(subject, walked, worst), None)
        if falling is not None:
            witness, how = _witness(subject, falling, worst)
            falls = Finding("falls", path=falling.path, limit=falling.limit, worst=worst, classes=classes)
            return Verdict(self.id, classes, "refuted", (falls, how), witness, len(tried), figures)
        left = len(tried) - len(walked)
        findings = (
            _searched(subject, walked, few),
            Finding("worst_value", worst=worst, classes=classes),
            *([Finding("ruins_left_out", paths=left)] if left else []),
        )
        return Verdict(self.id, classes, "tried", findings, tried=len(walked), figures=figures)


def _few(subject: Subject) -> tuple[int, ...]:
    return FEW_LABELLED if subject.labelled else FEW


@cache
def paths(classes: int, *, few: bool = False) -> tuple[RuinPath, ...]:
    """Return all paths that are tried, the plainest first; if few, those with classes of the same size."""
    places = range(classes) if classes <= 3 else (0, 1, classes - 1)
    all_paths = []
    for size in (1,) if few else (1, LARGER, 1 / LARGER):
        for ruined in places:
            mine, other = (int(size), 1) if size >= 1 else (1, LARGER)
            sizes = tuple(mine if i == ruined else other for i in range(classes))
            goes: list[int | None] = [j for j in sorted({0, 1, classes - 1}) if j != ruined]
            goes += [None] if classes > 2 else []
            errors: list[Others] = ["right", "into_ruined"]
            errors += ["into_another"] if classes > 2 else []
            all_paths += [RuinPath(classes, ruined, to, others, sizes) for others in errors for to in goes]
    return tuple(all_paths)


@cache
def _stack(tried: tuple[RuinPath, ...], few: tuple[int, ...]) -> Integers:
    """Return the matrices of all paths and all ε, of shape (paths × ε, C, C)."""
    return np.array([path.matrix(each) for path in tried for each in few], dtype=np.int64)


def _walked(subject: Subject, tried: tuple[RuinPath, ...], few: tuple[int, ...]) -> Iterator[Walked]:
    """Yield the paths on which the value has a limit."""
    values = subject.values(_stack(tried, few)).reshape(-1, len(few))
    for path, along in zip(tried, values.tolist(), strict=True):
        if not np.isnan(along).any():
            limit = limit_of(along, ARRIVED, spread(subject, path.classes))
            if limit is not None:
                yield Walked(path, limit)


def _falling(subject: Subject, walked: list[Walked], worst: End) -> Iterator[Walked]:
    """Yield the paths on which exact values tend to the worst value; none, if that is not known to be the end."""
    objective = Audited(subject)
    for walk in walked if worst.converged else ():
        if not _at(subject, walk, worst):
            continue
        along = [objective.value(walk.path.matrix(each)) for each in _few(subject)]
        limit = limit_of(along, ARRIVED, spread(subject, walk.path.classes))
        if limit is not None and _at(subject, Walked(walk.path, limit), worst):
            yield Walked(walk.path, limit)


def _at(subject: Subject, walk: Walked, worst: End) -> bool:
    """Return whether a limit is the worst value, or nearer to it than we can tell."""
    if math.isinf(worst.value) or math.isinf(walk.limit.value):
        return walk.limit.value == worst.value
    above = subject.metric.sign * (walk.limit.value - worst.value)
    return bool(scaled(subject, walk.path.classes, above, worst.value) <= AT)


# The witness, and how sure it is.


def _witness(subject: Subject, walk: Walked, worst: End) -> tuple[Witness, Finding]:
    """Return the ruin beside a worst matrix, and what of it is exact; near ruin, if the value jumps there."""
    path = walk.path
    ruin = path.ruin()
    value = float(subject.values(np.array([ruin], dtype=np.int64))[0])
    continuous = not np.isnan(value) and _at(subject, Walked(path, Limit(value, None)), worst)
    matrix = ruin if continuous else _reduced(path.matrix(_few(subject)[0]))
    beside = _beside(subject, matrix, worst)
    same = continuous and worst.attained and _order(subject, ruin, beside) == 0
    ruined = Finding(
        "ruined",
        place=path.ruined,
        once_in=None if continuous else _few(subject)[0],
        others_always=continuous or path.others == "right",
    )
    scenes = (
        subject.scene(ruined, matrix),
        subject.scene(Finding("worst_there_is", attained=worst.attained), beside),
    )
    shown = Finding("all_but_one", limit=walk.limit.value, attained=same)
    return Witness(scenes, (shown,), confirmed=same and worst.known), _how(subject, same=same, known=worst.known)


def _how(subject: Subject, *, same: bool, known: bool) -> Finding:
    """Return what of a fall is exact, and what is extrapolated or searched."""
    along = _few(subject)
    if not subject.recordable:
        return Finding("fall_inexact", along=along)
    return Finding("fall_exact", along=along, known=known) if same else Finding("fall_extrapolated", along=along)


def _beside(subject: Subject, matrix: Matrix, worst: End) -> Matrix:
    """Return another matrix with the worst value: of the same class sizes, all wrong or constant, if one has it."""
    C = len(matrix)
    targets = [[(i + 1) % C for i in range(C)], *([j] * C for j in range(C))]
    for goes in targets if worst.attained else ():
        other = tuple(tuple(sum(row) if j == to else 0 for j in range(C)) for row, to in zip(matrix, goes, strict=True))
        if other != matrix and _order(subject, other, worst.matrix) == 0:
            return other
    return worst.matrix


def _order(subject: Subject, first: Matrix, second: Matrix) -> int | None:
    """Return how two exact values stand; None if that is unknown."""
    if not subject.recordable:
        return None
    try:
        a, b = subject.exact(first), subject.exact(second)
    except NotRecordable:
        return None
    return None if a is None or b is None else compare(a, b)


def _reduced(m: Matrix) -> Matrix:
    """Return the smallest matrix in the same proportions."""
    divisor = math.gcd(*(cell for row in m for cell in row))
    return tuple(tuple(cell // divisor for cell in row) for row in m)


# What was found. Limits depend on the class sizes, so that only those of classes of the same size are figures.


def _least(subject: Subject, walked: list[Walked]) -> Walked | None:
    """Return the worst limit with classes of the same size."""
    alike = [walk for walk in walked if len(set(walk.path.sizes)) == 1 and math.isfinite(walk.limit.value)]
    scale = spread(subject, walked[0].path.classes)
    return min(alike, key=lambda walk: round(subject.metric.sign * walk.limit.value / scale, 9), default=None)


def _figures(subject: Subject, walked: list[Walked], worst: End) -> dict[str, float]:
    least = _least(subject, walked)
    limit = {} if least is None else {"limit_at_equal_sizes": least.limit.value}
    end = "low" if subject.metric.sign > 0 else "high"
    return limit | ({end: worst.value} if math.isfinite(worst.value) else {})


def _searched(subject: Subject, walked: list[Walked], few: tuple[int, ...]) -> Finding:
    least = _least(subject, walked)
    return Finding(
        "ruins_tried",
        paths=len(walked),
        fewest=few[-1],
        limit=None if least is None else least.limit,
        path=None if least is None else least.path,
        skewed=LARGER if any(len(set(walk.path.sizes)) > 1 for walk in walked) else None,
    )
