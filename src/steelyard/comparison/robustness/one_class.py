"""Where the winner changes when one class's weight is raised or lowered, the others keeping their proportions."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, Literal

import numpy as np

from steelyard.comparison.robustness.sampling import all_leads
from steelyard.comparison.robustness.scores import CHUNK, Scores
from steelyard.counts.answer import Answer, plain_label
from steelyard.counts.labels import Label, text
from steelyard.importance.region import Region
from steelyard.measuring.lead import TIED
from steelyard.type_names import Floats

GRID, LEAST_GRID = 33, 5
"""Weights of a class, from 0 to 1, between which a change is looked for where there is no formula."""

MOST_VALUES = 10**8
"""Weights on all grids, times classes and models, that are looked at in seconds."""

HALVINGS = 40

MOST_REFINED = 100
"""Changes that are located to the last digit where there is no formula: those nearest to the start."""


@dataclass(frozen=True)
class Turn(Answer):
    """The winner changes when a class's weight passes a value.

    Attributes
    ----------
    label
        The class.
    now, at
        Its weight now, and the weight at which the winner changes.
    side
        "more" if it changes when the class weighs more than that, "less" if when it weighs less.
    winner
        The model that is ahead beyond.
    agrees
        Whether the weights there agree with what was said; None if that was one set of weights.
    how
        "exact", by a formula; or "searched", between weights on a grid and then by halving.
    """

    label: Label
    now: float
    at: float
    side: Literal["more", "less"]
    winner: Label
    agrees: bool | None
    how: Literal["exact", "searched"]

    @property
    def change(self) -> float:
        """How far the class's weight is from there."""
        return abs(self.at - self.now)

    def to_dict(self) -> dict[str, Any]:
        """Return plain values."""
        return {
            "class": text(self.label),
            "now": self.now,
            "at": self.at,
            "side": self.side,
            "winner": plain_label(self.winner),
            "agrees": self.agrees,
            "how": self.how,
        }


def turns(scores: Scores, region: Region, start: Floats, winner: int) -> tuple[Turn, ...]:
    """Return where changing one class's weight alone changes the winner, the smallest change first."""
    changes = _by_formula(scores, start, winner) if scores.rates is not None else _by_search(scores, start, winner)
    how: Literal["exact", "searched"] = "exact" if scores.rates is not None else "searched"
    listed = []
    for c, at, other in sorted(changes):
        agrees = None if region.is_point else region.contains(_moved(start, c, np.array([at]))[0])
        side: Literal["more", "less"] = "more" if at >= start[c] else "less"
        listed.append(Turn(scores.labels[c], float(start[c]), at, side, scores.models[other], agrees, how))
    return tuple(sorted(listed, key=lambda turn: round(turn.change, 12)))  # of two classes, both change alike


def _moved(start: Floats, c: int, at: Floats) -> Floats:
    """Return the weights with class c at these weights, (T,) → (T, C)."""
    others = start.copy()
    others[c] = 0.0
    weights = (1 - at)[:, None] * others / others.sum()
    weights[:, c] = at
    return weights


def _by_formula(scores: Scores, start: Floats, winner: int) -> list[tuple[int, float, int]]:
    """Return the nearest change on either side for each class: (class, weight, other model)."""
    roots = np.stack(
        [_crossings(scores, start, winner, b) for b in range(len(scores.models)) if b != winner], axis=-1
    )  # (C, 2, K − 1)
    others = [b for b in range(len(scores.models)) if b != winner]
    changes = []
    for side in (1, -1):
        beyond = side * (roots - start[:, None, None])
        nearest = np.where(beyond > 0, beyond, np.inf).min(axis=1)
        for c in np.flatnonzero(np.isfinite(nearest).any(axis=1)).tolist():
            b = int(nearest[c].argmin())
            changes.append((c, float(start[c] + side * nearest[c, b]), others[b]))
    return changes


def _crossings(scores: Scores, start: Floats, a: int, b: int) -> Floats:
    """Return the weights of each class at which the lead of a over b changes its sign, (C, 2), NaN where there is none.

    Sums of rates and of what counts are linear in the weight t of the class: (1 − t)·rest + t·own. Two averages over
    the same classes cross where one linear function is 0, others where a quadratic one is.
    """
    if scores.alike(a, b):
        rest, own = _ends(scores.slopes(a, b), start)
        return _roots(rest, (rest + own) / 2, own)
    rates, counted = scores.rates, scores.counted.astype(np.float64)
    assert rates is not None  # noqa: S101 - only averages come here
    n_a, n_b, d_a, d_b = (_ends(x, start) for x in (rates[a], rates[b], counted[a], counted[b]))
    return _roots(
        n_a[0] * d_b[0] - n_b[0] * d_a[0],
        (n_a[0] * d_b[1] + n_a[1] * d_b[0] - n_b[0] * d_a[1] - n_b[1] * d_a[0]) / 2,
        n_a[1] * d_b[1] - n_b[1] * d_a[1],
    )


def _ends(per_class: Floats, start: Floats) -> tuple[Floats, Floats]:
    """Return Σw·x for each class at weight 0, the others in proportion, and at weight 1."""
    share = np.where(start < 1, 1 - start, np.nan)  # without other classes there are no proportions
    without = np.array([per_class @ start]) - per_class * start
    return without / share, per_class


def _roots(p: Floats, q: Floats, r: Floats) -> Floats:
    """Return where p·(1 − t)² + 2q·t·(1 − t) + r·t² changes its sign between 0 and 1."""
    # In u = t/(1 − t) it is p + 2q·u + r·u². The root of q² − pr with the sign of q loses no digits.
    scale = np.maximum(np.abs(p), np.maximum(np.abs(q), np.abs(r)))
    p, q, r = (np.where(np.abs(x) <= TIED * scale, 0.0, x) for x in (p, q, r))  # a tie at an end is no change
    inner = q * q - p * r
    with np.errstate(divide="ignore", invalid="ignore"):
        k = -(q + np.copysign(np.sqrt(inner), q))
        # u = k/r and u = p/k, so t = k/(k + r) and t = p/(p + k).
        both = np.stack([k / (k + r), p / (p + k)], axis=-1)
        real = (inner > 1e-24 * scale * scale) & (scale > 0)
        inside = real[:, None] & (both > 0) & (both < 1)
    return np.where(inside, both, np.nan)


def _by_search(scores: Scores, start: Floats, winner: int) -> list[tuple[int, float, int]]:
    """Look for a change between weights on a grid, and halve the way to the nearest ones."""
    brackets = _brackets(scores, start, winner)
    if not brackets:
        return []
    brackets.sort(key=lambda bracket: abs(bracket[2] - start[bracket[0]]))
    classes = [c for c, _, _ in brackets[:MOST_REFINED]]
    inside, outside = np.array([ends for _, *ends in brackets[:MOST_REFINED]]).T
    for _ in range(HALVINGS):
        middle = (inside + outside) / 2
        lost = least_lead(scores, _each_moved(start, classes, middle[:, None]), winner)[0] < 0
        inside, outside = np.where(lost, inside, middle), np.where(lost, middle, outside)
    ahead = least_lead(scores, _each_moved(start, classes, outside[:, None]), winner)[1]
    return list(zip(classes, outside.tolist(), ahead.tolist(), strict=True))


def _each_moved(start: Floats, classes: list[int], at: Floats) -> Floats:
    """Return the weights with each of these classes at its own weights, (n, T) → (n·T, C)."""
    return np.concatenate([_moved(start, c, one) for c, one in zip(classes, at, strict=True)])


def _brackets(scores: Scores, start: Floats, winner: int) -> list[tuple[int, float, float]]:
    """Return (class, a weight before the change, one after it), on either side."""
    C = len(start)
    points = int(np.clip(MOST_VALUES // (C**2 * len(scores.models)), LEAST_GRID, GRID))
    movable = [c for c in range(C) if start[c] < 1]
    together = max(1, CHUNK // (C * (points + 1)))
    brackets = []
    for i in range(0, len(movable), together):
        classes = movable[i : i + together]
        grids = np.sort([np.append(np.linspace(0, 1, points), start[c]) for c in classes], axis=1)
        leads = least_lead(scores, _each_moved(start, classes, grids), winner)[0].reshape(grids.shape)
        for c, grid, lead in zip(classes, grids, leads, strict=True):
            behind = np.flatnonzero(lead < 0)
            if (above := behind[grid[behind] > start[c]]).size:
                brackets.append((c, float(grid[above[0] - 1]), float(grid[above[0]])))
            if (below := behind[grid[behind] < start[c]]).size:
                brackets.append((c, float(grid[below[-1] + 1]), float(grid[below[-1]])))
    return brackets


def least_lead(scores: Scores, weights: Floats, winner: int) -> tuple[Floats, Floats]:
    """Return the winner's lead over the best of the others at each weights, and who that is."""
    size = max(1, CHUNK // len(scores.models) ** 2)
    parts = [
        all_leads(scores, scores.at(weights[i : i + size]))[:, winner] for i in range(0, max(len(weights), 1), size)
    ]
    lead = np.concatenate(parts)
    lead[:, winner] = np.inf
    lead = np.where(np.isnan(lead), np.inf, lead)
    return lead.min(axis=1), lead.argmin(axis=1)
