"""Condition 3: one ruined class does not drag the value to its worst."""

from __future__ import annotations

import math
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache
from typing import Literal, NamedTuple

import numpy as np

from steelyard.audits.how_far import Audited, worst_for
from steelyard.audits.property import Effort, Property
from steelyard.audits.subject import Integers, Subject, as_matrix
from steelyard.audits.verdict import Verdict
from steelyard.audits.witness import Matrix, Witness
from steelyard.extremes.given import corners
from steelyard.extremes.objective import UndefinedError
from steelyard.extremes.result import End
from steelyard.extremes.sequences import Limit, limit_of

FEW = (10**3, 10**6, 10**9, 10**12)
"""One item in so many of the ruined class is recognised: 1/ε."""

FEW_LABELLED = (10, 10**2, 10**3, 10**4)
"""The same for a metric that counts out labels, for which matrices must stay small."""

LARGER = 10
"""How many times as large the ruined class is than the others, or they than it."""

AT = 1e-6
"""A limit nearer than this to the worst value is at it."""

ARRIVED = 1e-10
"""A last step below this has arrived at the limit."""

COARSE = 10
"""Items per class (and place to go) of the matrices among which the worst value is looked for."""

Others = Literal["right", "into the ruined class", "into another class"]


@dataclass(frozen=True, slots=True)
class Path:
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
                if self.others == "into the ruined class":
                    m[i][self.ruined] += share
                elif self.others == "into another class":
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

    def __str__(self) -> str:
        goes = "spread over the others" if self.to is None else f"taken for class {self.to + 1}"
        errors = "" if self.others == "right" else f", the others' few errors {self.others}"
        mine, other = self.sizes[self.ruined], self.sizes[self.ruined - 1]
        size = "as large as the others"
        if mine != other:
            size = f"{LARGER} times as {'large' if mine > other else 'small'} as the others"
        return f"class {self.ruined + 1} ({size}) {goes}{errors}"


class Walked(NamedTuple):
    """A path and what the value tends to on it."""

    path: Path
    limit: Limit


class Condition3(Property):
    """One class that is hardly ever recognised does not drag the value to its worst."""

    id = "condition_3"
    title = "one ruined class does not ruin the value"
    definition = (
        "If the recall of one class tends to 0 and that of all others to 1, the value does not tend to its worst."
    )
    matters = "Otherwise the value says nothing about the other classes once one class fails."
    source = "Mullick et al. 2020, Condition 3"

    def examine(self, subject: Subject, classes: int, effort: Effort) -> Verdict:  # noqa: ARG002 - nothing is random
        few = _few(subject)
        tried = paths(classes, few=few is FEW_LABELLED)
        walked = list(_walked(subject, tried, few))
        if not walked:
            text = f"On none of {len(tried)} paths does the value tend to anything: it is undefined or keeps moving."
            return Verdict(self.id, classes, "untried", text, tried=len(tried))
        refuting = next(_falling(subject, walked), None)
        if refuting is not None:
            return self._refuted(subject, *refuting, len(tried))
        least = min(walked, key=lambda each: (round(subject.metric.sign * each.limit.value, 9), sum(each.path.sizes)))
        try:
            worst = worst_for(subject, _coarse(least.path))
        except UndefinedError as error:
            return Verdict(self.id, classes, "untried", f"There is no worst value to fall to: {error}")
        left = len(tried) - len(walked)
        omitted = f"; {left} more were left out, where the value is undefined or tends to nothing" if left else ""
        evidence = (
            f"On {len(walked)} paths to ruin (which class, where its items go, what becomes of the others' errors, "
            f"class sizes) with ε down to 1/{few[-1]:,} the worst limit is {_shown(least.limit)}, the worst value for "
            f"these class sizes {worst}{omitted}. Worst path: {least.path}."
        )
        figures = _figures(subject, least.limit.value, worst)
        return Verdict(self.id, classes, "tried", evidence, tried=len(walked), figures=figures)

    def _refuted(self, subject: Subject, walk: Walked, worst: End, tried: int) -> Verdict:
        witness = _witness(subject, walk)
        evidence = (
            f"With {walk.path}, the value tends to {_shown(walk.limit)} as ε tends to 0; the worst value for these "
            f"class sizes is {worst} ({worst.how})."
        )
        figures = _figures(subject, walk.limit.value, worst)
        return Verdict(self.id, walk.path.classes, "refuted", evidence, witness, tried, figures)


def _few(subject: Subject) -> tuple[int, ...]:
    return FEW_LABELLED if subject.labelled else FEW


@cache
def paths(classes: int, *, few: bool = False) -> tuple[Path, ...]:
    """Return all paths that are tried, the plainest first; if few, those with classes of the same size."""
    places = range(classes) if classes <= 3 else (0, 1, classes - 1)
    found = []
    for size in (1,) if few else (1, LARGER, 1 / LARGER):
        for ruined in places:
            mine, other = (int(size), 1) if size >= 1 else (1, LARGER)
            sizes = tuple(mine if i == ruined else other for i in range(classes))
            goes: list[int | None] = [j for j in sorted({0, 1, classes - 1}) if j != ruined]
            goes += [None] if classes > 2 else []
            errors: list[Others] = ["right", "into the ruined class"]
            errors += ["into another class"] if classes > 2 else []
            found += [Path(classes, ruined, to, others, sizes) for others in errors for to in goes]
    return tuple(found)


@cache
def _stack(tried: tuple[Path, ...], few: tuple[int, ...]) -> Integers:
    """Return the matrices of all paths and all ε, of shape (paths × ε, C, C)."""
    return np.array([path.matrix(each) for path in tried for each in few], dtype=np.int64)


def _walked(subject: Subject, tried: tuple[Path, ...], few: tuple[int, ...]) -> Iterator[Walked]:
    """Yield the paths on which the value has a limit."""
    values = subject.values(_stack(tried, few)).reshape(-1, len(few))
    for path, along in zip(tried, values.tolist(), strict=True):
        if not np.isnan(along).any():
            limit = limit_of(along, ARRIVED)
            if limit is not None and np.isfinite(limit.value):
                yield Walked(path, limit)


def _falling(subject: Subject, walked: list[Walked]) -> Iterator[tuple[Walked, End]]:
    """Yield the paths on which exact values tend to the worst value of their class sizes."""
    sign = subject.metric.sign
    objective = Audited(subject)
    seen: dict[tuple[int, ...], float] = {}
    bounds: dict[tuple[int, ...], End] = {}
    for walk in walked:
        sizes = _coarse(walk.path)
        if sizes not in seen:  # a bad corner alone shows that most limits are not the worst
            scores = sign * subject.values(corners(np.array(sizes, dtype=np.int64)))
            seen[sizes] = float(np.nanmin(scores)) if not np.isnan(scores).all() else np.inf
        if sign * walk.limit.value > seen[sizes] + AT:
            continue
        if sizes not in bounds:
            try:
                bounds[sizes] = worst_for(subject, sizes)
            except UndefinedError:
                continue
        worst = bounds[sizes]
        exact = limit_of([objective.value(walk.path.matrix(each)) for each in _few(subject)], ARRIVED)
        if exact is not None and sign * (exact.value - worst.value) <= AT:
            yield Walked(walk.path, exact), worst


def _coarse(path: Path) -> tuple[int, ...]:
    """Return class sizes in the same proportions among which the worst value is looked for."""
    return tuple(size * COARSE * (path.classes - 1) for size in path.sizes)


def _witness(subject: Subject, walk: Walked) -> Witness:
    """Return the ruin and the worst matrix of the same class sizes; near ruin, if its value is no limit of others."""
    objective = Audited(subject)
    path = walk.path
    ruin = path.ruin()
    value = float(subject.values(np.array([ruin], dtype=np.int64))[0])
    continuous = not np.isnan(value) and abs(value - walk.limit.value) <= AT
    matrix = ruin if continuous else _reduced(path.matrix(FEW[0]))
    worst = _beside(subject, matrix)
    recognised = "never" if continuous else f"once in {FEW[0]:,} times"
    always = "always" if continuous or path.others == "right" else "nearly always"
    scenes = (
        subject.scene(f"class {path.ruined + 1} is {recognised} recognised, the others {always}", matrix),
        subject.scene("the worst there is with these class sizes", worst),
    )
    known = scenes[0].exact is not None and scenes[1].exact is not None
    if continuous and objective.order(matrix, worst) == 0:
        told = f"is {scenes[0].value:.4g}, the worst there is"
    else:
        told = f"tends to {walk.limit.value:.4g}, the worst there is, as the recall of that class tends to 0"
    sentence = f"All classes but one are recognised, and the value {told}."
    return Witness(scenes, sentence, confirmed=known)


def _beside(subject: Subject, matrix: Matrix) -> Matrix:
    """Return another matrix of the same class sizes with the worst value: one with as few hits as there is."""
    sizes = [sum(row) for row in matrix]
    worst = worst_for(subject, sizes)
    block = corners(np.array(sizes, dtype=np.int64))
    block = block[np.argsort(np.trace(block, axis1=1, axis2=2), kind="stable")]
    objective = Audited(subject)
    for k in np.flatnonzero(np.abs(subject.values(block) - worst.value) <= ARRIVED):
        other = as_matrix(block[k])
        if other != matrix and objective.order(other, worst.matrix) == 0:
            return other
    return worst.matrix


def _reduced(m: Matrix) -> Matrix:
    """Return the smallest matrix in the same proportions."""
    divisor = math.gcd(*(cell for row in m for cell in row))
    return tuple(tuple(cell // divisor for cell in row) for row in m)


def _figures(subject: Subject, limit: float, worst: End) -> dict[str, float]:
    return {"limit": limit, "low" if subject.metric.sign > 0 else "high": worst.value}


def _shown(limit: Limit) -> str:
    shown = f"{limit.value:.4g}"
    return shown if limit.name in (None, shown) else f"{shown} ({limit.name})"
