"""Score metrics as functions of what each item weighs: their values, and how each item moves them.

The slope of a value by the weight of each item is all that its uncertainty needs: of classes of fixed sizes the
variance is the sum, class by class, of the squared slopes around their mean. For the area under the ROC curve the
slopes are the placements of DeLong, DeLong & Clarke-Pearson (1988), and that sum is their variance. Everything here
costs one sort per column (Sun & Xu 2014).
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from typing import NamedTuple

import numpy as np

from steelyard.type_names import Floats, Positions


class Sloped(NamedTuple):
    """A value, and its slope by the weight of each item."""

    value: float
    slopes: Floats


@dataclass(frozen=True, eq=False)
class Ranking:
    """Items from the highest to the lowest score, those of equal score as one step; and which are of the class.

    Attributes
    ----------
    order
        The items, highest score first.
    step
        The step that each of them is in, in that order.
    positive, weights
        Of each item, in that order: whether it is of the class, and what it weighs.
    levels
        The score of each step.
    """

    order: Positions
    step: Positions
    positive: np.ndarray[tuple[int], np.dtype[np.bool_]]
    weights: Floats
    levels: Floats

    @classmethod
    def of(cls, scores: Floats, positive: np.ndarray[tuple[int], np.dtype[np.bool_]], weights: Floats) -> Ranking:
        """Sort once."""
        order = np.argsort(scores)[::-1]
        sorted_scores = scores[order]
        step = np.empty(len(order), dtype=np.intp)
        step[:1] = 0
        np.cumsum(sorted_scores[1:] != sorted_scores[:-1], out=step[1:])
        levels = sorted_scores[np.concatenate([[True], step[1:] != step[:-1]])] if len(order) else sorted_scores
        return cls(order, step, positive[order], weights[order], levels)

    @cached_property
    def found(self) -> Floats:
        """What the items of the class weigh, step by step."""
        return self._by_step(self.positive)

    @cached_property
    def false(self) -> Floats:
        """What all others weigh, step by step."""
        return self._by_step(~self.positive)

    def _by_step(self, these: np.ndarray[tuple[int], np.dtype[np.bool_]]) -> Floats:
        steps = int(self.step[-1]) + 1 if len(self.step) else 0
        return np.bincount(self.step, weights=self.weights * these, minlength=steps).astype(np.float64)

    @property
    def defined(self) -> bool:
        """Whether there are items of the class and others."""
        return bool(self.found.sum() > 0 and self.false.sum() > 0)

    def in_place(self, by_step_of_class: Floats, by_step_of_others: Floats) -> Floats:
        """Return what belongs to each item, where the items stood before they were sorted."""
        at = np.where(self.positive, by_step_of_class[self.step], by_step_of_others[self.step])
        back = np.empty_like(at)
        back[self.order] = at
        return back


def area_under_roc(ranked: Ranking) -> Sloped:
    """Return the chance that an item of the class scores above another, ties as half.

    Examples
    --------
    >>> import numpy as np
    >>> from steelyard.scores.slopes import Ranking, area_under_roc
    >>> scores, positive = np.array([0.9, 0.4, 0.4, 0.1]), np.array([True, True, False, False])
    >>> area_under_roc(Ranking.of(scores, positive, np.ones(4))).value
    0.875
    """
    found, false = ranked.found, ranked.false
    positives, others = found.sum(), false.sum()
    above = np.cumsum(found) - found / 2  # of the class, above an item of this step
    below = others - np.cumsum(false) + false / 2
    area = float((found * below).sum() / (positives * others))
    return Sloped(area, ranked.in_place((below / others - area) / positives, (above / positives - area) / others))


def average_precision(ranked: Ranking) -> Sloped:
    """Return the mean precision at the items of the class: Σ (recall gained at a step) · (precision there).

    Examples
    --------
    >>> import numpy as np
    >>> from steelyard.scores.slopes import Ranking, average_precision
    >>> scores, positive = np.array([0.9, 0.7, 0.4, 0.1]), np.array([True, False, True, False])
    >>> round(average_precision(Ranking.of(scores, positive, np.ones(4))).value, 4)
    0.8333
    """
    found, false = ranked.found, ranked.false
    positives = found.sum()
    right, taken = np.cumsum(found), np.cumsum(found + false)
    with np.errstate(invalid="ignore", divide="ignore"):  # steps of items that weigh nothing
        precision = np.where(taken > 0, right / taken, 0.0)
        rise = np.where(taken > 0, found / taken, 0.0)
    value = float((found * precision).sum() / positives)
    by_found, by_false = _to_the_end(rise * (1 - precision)), -_to_the_end(rise * precision)
    return Sloped(value, ranked.in_place((precision + by_found - value) / positives, by_false / positives))


def partial_area_under_roc(ranked: Ranking, max_fpr: float) -> Sloped:
    """Return the area up to a false positive rate, scaled so that chance has ½ and the best 1 (McClish 1989).

    Between steps, the curve is a straight line, also where it meets the greatest rate.

    Examples
    --------
    >>> import numpy as np
    >>> from steelyard.scores.slopes import Ranking, partial_area_under_roc
    >>> scores, positive = np.array([0.9, 0.8, 0.4, 0.1]), np.array([True, False, True, False])
    >>> round(partial_area_under_roc(Ranking.of(scores, positive, np.ones(4)), 0.5).value, 4)
    0.6667
    """
    found, false = ranked.found, ranked.false
    positives, others = found.sum(), false.sum()
    limit = max_fpr * others  # what the others weigh up to the greatest rate
    before = np.cumsum(false) - false
    right = np.cumsum(found) - found
    with np.errstate(invalid="ignore", divide="ignore"):
        inside = np.where(false > 0, np.clip((limit - before) / false, 0.0, 1.0), before < limit)
    below = right + found * inside / 2  # the mean height within a step
    area = (false * inside * below).sum()  # of weights, not yet of rates
    wide = false * inside
    lifted = _to_the_end(wide) - wide + wide * inside / 2  # an item of the class lifts the curve from its step on
    # Another one widens its step, pushes what is right of it beyond the limit, and moves the limit.
    height = (found * inside).sum()  # at the limit
    moved = inside * (below - height) + max_fpr * height
    scale = max_fpr - max_fpr**2 / 2
    share = area / (positives * others)
    value = float((1 + (share - max_fpr**2 / 2) / scale) / 2)
    by_found = (lifted / others - share) / positives / (2 * scale)
    by_false = (moved / positives - share) / others / (2 * scale)
    return Sloped(value, ranked.in_place(by_found, by_false))


def area_under_pr(ranked: Ranking) -> Sloped:
    """Return the area under the precision-recall curve; within a step, hits and false alarms grow in proportion.

    That is what thresholds between equal scores would reach by chance (Davis & Goadrich 2006); straight lines between
    points of the precision-recall curve would promise more. In closed form as Keilwagen, Grosse & Grau (2014) have it.

    Examples
    --------
    >>> import numpy as np
    >>> from steelyard.scores.slopes import Ranking, area_under_pr
    >>> scores, positive = np.array([0.9, 0.7, 0.4, 0.1]), np.array([True, False, True, False])
    >>> round(area_under_pr(Ranking.of(scores, positive, np.ones(4))).value, 4)  # (1 + 1 − log(3/2)) / 2
    0.7973
    """
    a, b = ranked.found, ranked.false
    positives, s = a.sum(), a + b
    A, D = np.cumsum(a) - a, np.cumsum(s) - s  # hits, and all that is taken, above the step
    with np.errstate(invalid="ignore", divide="ignore"):
        c = np.where(s > 0, a / s, 0.0)  # precision within the step
        log = np.where(D > 0, np.log1p(s / D), 0.0)
        by_taken = np.where(D > 0, -(c**2) * log - c * (A - c * D) * s / (D * (D + s)), 0.0)
        end = np.where(D + s > 0, c * (A - c * D) / (D + s), 0.0)
        turn = np.where(s > 0, ((A - 2 * c * D) * log + a) / s, 0.0)  # as the precision within the step grows
    value = float((a * c + c * (A - c * D) * log).sum() / positives)
    later = _to_the_end(by_taken) - by_taken
    later_hits = _to_the_end(c * log) - c * log
    by_found = c + (1 - c) * turn + end + later + later_hits
    by_false = -c * turn + end + later
    return Sloped(value, ranked.in_place((by_found - value) / positives, by_false / positives))


def lift_at_share(ranked: Ranking, share: float) -> Sloped:
    """Return how many times as frequent the class is among the items that score highest as among all.

    Slopes need the precision at the threshold itself. A single item there would say 0 or 1, so that it is the one of
    isotonic regression.

    Examples
    --------
    >>> import numpy as np
    >>> from steelyard.scores.slopes import Ranking, lift_at_share
    >>> scores, positive = np.array([0.9, 0.7, 0.4, 0.1]), np.array([True, False, False, False])
    >>> lift_at_share(Ranking.of(scores, positive, np.ones(4)), 0.25).value
    4.0
    """
    found, taken = ranked.found, ranked.found + ranked.false
    positives = found.sum()
    before, room = np.cumsum(taken) - taken, share * taken.sum()
    with np.errstate(invalid="ignore", divide="ignore"):
        inside = np.where(taken > 0, np.clip((room - before) / taken, 0.0, 1.0), 0.0)
    right = (found * inside).sum()
    value = float(right / (share * positives))
    at = precision_at(ranked, int(np.flatnonzero(inside > 0)[-1]))
    others = at * (share - inside)
    return Sloped(
        value,
        ranked.in_place((inside + others) / (share * positives) - value / positives, others / (share * positives)),
    )


def precision_at(ranked: Ranking, step: int) -> float:
    """Return the share of the class among items of one step, by isotonic regression on all."""
    return float(recalibrated(ranked)[step])


def recalibrated(ranked: Ranking) -> Floats:
    """Return the share of the class at each step, falling with the score: isotonic regression (Ayer et al. 1955)."""
    from scipy.optimize import isotonic_regression  # noqa: PLC0415 - SciPy loads when it is used

    found, taken = ranked.found, ranked.found + ranked.false
    held = taken > 0
    fit = isotonic_regression(found[held] / taken[held], weights=taken[held], increasing=False).x
    return np.asarray(fit[np.maximum(np.cumsum(held) - 1, 0)], dtype=np.float64)


def _to_the_end(values: Floats) -> Floats:
    """Return the sum from each step to the last: an item moves all steps below it."""
    return np.cumsum(values[::-1])[::-1]


def mean_of(losses: Floats, weights: Floats) -> Sloped:
    """Return the mean of what each item has; items that weigh nothing may have anything, also infinity."""
    total = weights.sum()
    held = np.where(weights > 0, losses, 0.0)
    value = float(held @ weights / total)
    slopes = np.where(weights > 0, held - value, 0.0) / total if np.isfinite(value) else np.zeros(len(losses))
    return Sloped(value, slopes)
