"""Score metrics as functions of what each item weighs: their values, and how each item moves them.

The slope of a value by the weight of each item is all that its uncertainty needs: of classes of fixed sizes the
variance is the sum, class by class, of the squared slopes around their mean. For the area under the ROC curve the
slopes are the placements of DeLong, DeLong & Clarke-Pearson (1988), and that sum is their variance. Everything here
costs one sort per column (Sun & Xu 2014).
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from functools import cached_property
from typing import cast

import numpy as np

from steelyard.scores.arrays import arrays_of
from steelyard.type_names import Floats, Positions

Flags = np.ndarray[tuple[int], np.dtype[np.bool_]]


@dataclass(frozen=True, eq=False)
class Sloped:
    """A value, and its slope by the weight of each item, which is computed when someone asks how sure the value is.

    Attributes
    ----------
    value
        The value.
    make
        What computes the slopes.
    """

    value: float
    make: Callable[[], Floats] = field(repr=False)

    @cached_property
    def slopes(self) -> Floats:
        """The slope of the value by the weight of each item."""
        return self.make()


class RankedSteps:
    """What the items of a class and all others weigh, from the highest score to the lowest; equal scores are one step.

    It is all that a value needs. Steps of others between two steps of the class may be one: no metric of a ranking
    asks how they are ordered among themselves.

    Attributes
    ----------
    found, false
        What the items of the class weigh, and all others, step by step.
    arrays
        The words for what computes with them.
    """

    single = False
    """Whether each step is known to be one item that weighs 1."""

    def __init__(self, found: Floats, false: Floats) -> None:
        self.found, self.false, self.arrays = found, false, arrays_of(found)

    @classmethod
    def of(cls, scores: Floats, positive: Flags) -> RankedSteps:
        """Sort scores, but not items, which takes a third of the time; each item weighs 1."""
        every, own = np.sort(scores), np.sort(scores[positive])
        first = (
            np.flatnonzero(np.concatenate([[True], own[1:] != own[:-1]])) if len(own) else np.zeros(0, dtype=np.intp)
        )
        levels, hits = own[first], np.diff(first, append=len(own))
        start, stop = np.searchsorted(every, levels), np.searchsorted(every, levels, side="right")
        found, false = np.zeros(2 * len(levels) + 1), np.zeros(2 * len(levels) + 1)
        found[1::2] = hits[::-1]
        false[1::2] = (stop - start - hits)[::-1]
        false[::2] = np.diff(np.concatenate([[0], np.stack([start, stop], axis=1).ravel(), [len(every)]]))[::2][::-1]
        return cls(found, false)

    @cached_property
    def right(self) -> Floats:
        """What the items of the class weigh, down to each step and with it."""
        return cast("Floats", self.arrays.cumsum(self.found))

    @cached_property
    def wrong(self) -> Floats:
        """What all others weigh, down to each step and with it."""
        if self.single:
            return cast("Floats", self.arrays.every(self.found) + 1.0 - self.right)
        return cast("Floats", self.arrays.cumsum(self.false))

    @property
    def size(self) -> int:
        """About how many bytes it takes."""
        return 32 * len(self.found)

    @property
    def defined(self) -> bool:
        """Whether there are items of the class and others."""
        return bool(self.found.sum() > 0 and self.false.sum() > 0)

    def in_place(self, *_: Floats) -> Floats:
        """Return what belongs to each item: nothing is known of items here."""
        raise ValueError("steps without items have no slopes.")


class Ranking(RankedSteps):
    """Items from the highest to the lowest score, those of equal score as one step; and which are of the class.

    Parameters
    ----------
    scores, positive, weights
        Of each item: its score, whether it is of the class, and what it weighs; None if each weighs 1.

    Attributes
    ----------
    order
        The items, highest score first.
    positive, scores
        Of each item, in that order: whether it is of the class, and its score.
    """

    def __init__(self, scores: Floats, positive: Flags, weights: Floats | None = None) -> None:
        """Sort once."""
        self.arrays = xp = arrays_of(scores)
        scores = xp.whole(scores)
        self.order: Positions = xp.falling(scores)
        self.scores: Floats = scores[self.order]
        self.positive: Flags = positive[self.order]
        self._given = weights
        self._new = self.scores[1:] != self.scores[:-1]
        self._steps = int(xp.count_nonzero(self._new)) + 1 if len(self.order) else 0
        self.single = weights is None and not self._tied
        if self.single:
            found = xp.floats(self.positive)
            super().__init__(found, 1 - found)
        else:
            super().__init__(self._by_step(self.positive), self._by_step(~self.positive))

    @property
    def _tied(self) -> bool:
        return self._steps < len(self.order)

    def _by_step(self, these: Flags) -> Floats:
        weights = self.arrays.floats(these) if self._given is None else self.weights * these
        return cast("Floats", self.arrays.floats(self.arrays.bincount(self.step, weights, self._steps)))

    @cached_property
    def step(self) -> Positions:
        """The step that each item is in, in that order."""
        step = self.arrays.zeros_like(self.order)
        if len(step) > 1:
            step[1:] = self.arrays.cumsum(self._new)
        return cast("Positions", step)

    @cached_property
    def weights(self) -> Floats:
        """What each item weighs, in that order."""
        return np.ones(len(self.order)) if self._given is None else self._given[self.order]

    @property
    def size(self) -> int:
        """About how many bytes it takes."""
        return 33 * len(self.order) + super().size

    @cached_property
    def levels(self) -> Floats:
        """The score of each step."""
        return self.scores[np.concatenate([[True], self._new])] if self._steps else self.scores

    def in_place(self, *by_step: Floats) -> Floats:
        """Return what belongs to each item, of the class and of the others, where it stood before it was sorted."""
        xp = self.arrays
        of_class, of_others = (each[self.step] if self._tied else each for each in by_step)
        at = xp.where(self.positive, of_class, of_others)
        back = xp.empty_like(at)
        back[self.order] = at
        return cast("Floats", back)


def area_under_roc(ranked: RankedSteps) -> Sloped:
    """Return the chance that an item of the class scores above another, ties as half.

    Examples
    --------
    >>> import numpy as np
    >>> from steelyard.scores.slopes import Ranking, area_under_roc
    >>> scores, positive = np.array([0.9, 0.4, 0.4, 0.1]), np.array([True, True, False, False])
    >>> area_under_roc(Ranking(scores, positive, np.ones(4))).value
    0.875
    """
    found, false = ranked.found, ranked.false
    positives, others = found.sum(), false.sum()
    pairs = positives * others
    below = others - ranked.wrong + false / 2
    area = float(found @ below / pairs)

    def slopes() -> Floats:
        above = ranked.right - found / 2  # of the class, above an item of this step
        return ranked.in_place(below - area * others, above - area * positives) / pairs

    return Sloped(area, slopes)


def average_precision(ranked: RankedSteps) -> Sloped:
    """Return the mean precision at the items of the class: Σ (recall gained at a step) · (precision there).

    Examples
    --------
    >>> import numpy as np
    >>> from steelyard.scores.slopes import Ranking, average_precision
    >>> scores, positive = np.array([0.9, 0.7, 0.4, 0.1]), np.array([True, False, True, False])
    >>> round(average_precision(Ranking(scores, positive, np.ones(4))).value, 4)
    0.8333
    """
    found, xp = ranked.found, ranked.arrays
    positives = found.sum()
    right, taken = ranked.right, ranked.right + ranked.wrong
    with np.errstate(invalid="ignore", divide="ignore"):  # steps of items that weigh nothing
        precision = xp.where(taken > 0, right / taken, 0.0)
    value = float((found * precision).sum() / positives)

    def slopes() -> Floats:
        with np.errstate(invalid="ignore", divide="ignore"):
            rise = xp.where(taken > 0, found / taken, 0.0)
        by_found, by_false = _to_the_end(rise * (1 - precision)), -_to_the_end(rise * precision)
        return ranked.in_place((precision + by_found - value) / positives, by_false / positives)

    return Sloped(value, slopes)


def partial_area_under_roc(ranked: RankedSteps, max_fpr: float) -> Sloped:
    """Return the area up to a false positive rate, scaled so that chance has ½ and the best 1 (McClish 1989).

    Between steps, the curve is a straight line, also where it meets the greatest rate.

    Examples
    --------
    >>> import numpy as np
    >>> from steelyard.scores.slopes import Ranking, partial_area_under_roc
    >>> scores, positive = np.array([0.9, 0.8, 0.4, 0.1]), np.array([True, False, True, False])
    >>> round(partial_area_under_roc(Ranking(scores, positive, np.ones(4)), 0.5).value, 4)
    0.6667
    """
    found, false, xp = ranked.found, ranked.false, ranked.arrays
    positives, others = found.sum(), false.sum()
    limit = max_fpr * others  # what the others weigh up to the greatest rate
    before, right = ranked.wrong - false, ranked.right - found
    with np.errstate(invalid="ignore", divide="ignore"):
        inside = xp.where(false > 0, xp.clip((limit - before) / false, 0.0, 1.0), before < limit)
    below = right + found * inside / 2  # the mean height within a step
    area = (false * inside * below).sum()  # of weights, not yet of rates
    scale = max_fpr - max_fpr**2 / 2
    share = area / (positives * others)
    value = float((1 + (share - max_fpr**2 / 2) / scale) / 2)

    def slopes() -> Floats:
        wide = false * inside
        lifted = _to_the_end(wide) - wide + wide * inside / 2  # an item of the class lifts the curve from its step on
        # Another one widens its step, pushes what is right of it beyond the limit, and moves the limit.
        height = (found * inside).sum()  # at the limit
        moved = inside * (below - height) + max_fpr * height
        by_found = (lifted / others - share) / positives / (2 * scale)
        by_false = (moved / positives - share) / others / (2 * scale)
        return ranked.in_place(by_found, by_false)

    return Sloped(value, slopes)


def area_under_pr(ranked: RankedSteps) -> Sloped:
    """Return the area under the precision-recall curve; within a step, hits and false alarms grow in proportion.

    That is what thresholds between equal scores would reach by chance (Davis & Goadrich 2006); straight lines between
    points of the precision-recall curve would promise more. In closed form as Keilwagen, Grosse & Grau (2014) have it.

    Examples
    --------
    >>> import numpy as np
    >>> from steelyard.scores.slopes import Ranking, area_under_pr
    >>> scores, positive = np.array([0.9, 0.7, 0.4, 0.1]), np.array([True, False, True, False])
    >>> round(area_under_pr(Ranking(scores, positive, np.ones(4))).value, 4)  # (1 + 1 − log(3/2)) / 2
    0.7973
    """
    a, b, xp = ranked.found, ranked.false, ranked.arrays
    positives, s = a.sum(), a + b
    A, D = ranked.right - a, ranked.right + ranked.wrong - s  # hits, and all that is taken, above the step
    with np.errstate(invalid="ignore", divide="ignore"):
        c = xp.where(s > 0, a / s, 0.0)  # precision within the step
        log = xp.where(D > 0, xp.log1p(s / D), 0.0)
    value = float((a * c + c * (A - c * D) * log).sum() / positives)

    def slopes() -> Floats:
        with np.errstate(invalid="ignore", divide="ignore"):
            by_taken = xp.where(D > 0, -(c**2) * log - c * (A - c * D) * s / (D * (D + s)), 0.0)
            end = xp.where(D + s > 0, c * (A - c * D) / (D + s), 0.0)
            turn = xp.where(s > 0, ((A - 2 * c * D) * log + a) / s, 0.0)  # as the precision within the step grows
        later = _to_the_end(by_taken) - by_taken
        later_hits = _to_the_end(c * log) - c * log
        by_found = c + (1 - c) * turn + end + later + later_hits
        by_false = -c * turn + end + later
        return ranked.in_place((by_found - value) / positives, by_false / positives)

    return Sloped(value, slopes)


def lift_at_share(ranked: RankedSteps, share: float) -> Sloped:
    """Return how many times as frequent the class is among the items that score highest as among all.

    Slopes need the precision at the threshold itself. A single item there would say 0 or 1, so that it is the one of
    isotonic regression.

    Examples
    --------
    >>> import numpy as np
    >>> from steelyard.scores.slopes import Ranking, lift_at_share
    >>> scores, positive = np.array([0.9, 0.7, 0.4, 0.1]), np.array([True, False, False, False])
    >>> lift_at_share(Ranking(scores, positive, np.ones(4)), 0.25).value
    4.0
    """
    found, taken = ranked.found, ranked.found + ranked.false
    positives = found.sum()
    before, room = ranked.right + ranked.wrong - taken, share * taken.sum()
    with np.errstate(invalid="ignore", divide="ignore"):
        inside = np.where(taken > 0, np.clip((room - before) / taken, 0.0, 1.0), 0.0)
    right = (found * inside).sum()
    value = float(right / (share * positives))

    def slopes() -> Floats:
        at = precision_at(ranked, int(np.flatnonzero(inside > 0)[-1]))
        others = at * (share - inside)
        return ranked.in_place(
            (inside + others) / (share * positives) - value / positives, others / (share * positives)
        )

    return Sloped(value, slopes)


def precision_at(ranked: RankedSteps, step: int) -> float:
    """Return the share of the class among items of one step, by isotonic regression on all."""
    return float(recalibrated(ranked)[step])


def recalibrated(ranked: RankedSteps) -> Floats:
    """Return the share of the class at each step, falling with the score: isotonic regression (Ayer et al. 1955)."""
    from scipy.optimize import isotonic_regression  # noqa: PLC0415 - SciPy loads when it is used

    found, taken = ranked.found, ranked.found + ranked.false
    held = taken > 0
    fit = isotonic_regression(found[held] / taken[held], weights=taken[held], increasing=False).x
    return np.asarray(fit[np.maximum(np.cumsum(held) - 1, 0)], dtype=np.float64)


def _to_the_end(values: Floats) -> Floats:
    """Return the sum from each step to the last: an item moves all steps below it."""
    xp = arrays_of(values)
    return cast("Floats", xp.flip(xp.cumsum(xp.flip(values))))


def mean_of(losses: Floats, weights: Floats) -> Sloped:
    """Return the mean of what each item has; items that weigh nothing may have anything, also infinity."""
    xp = arrays_of(losses)
    total = weights.sum()
    held = xp.where(weights > 0, losses, 0.0)
    value = float(held @ weights / total)

    def slopes() -> Floats:
        if not np.isfinite(value):
            return cast("Floats", xp.zeros_like(held))
        return cast("Floats", xp.where(weights > 0, held - value, 0.0) / total)

    return Sloped(value, slopes)
