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
    """

    order: Positions
    step: Positions
    positive: np.ndarray[tuple[int], np.dtype[np.bool_]]
    weights: Floats

    @classmethod
    def of(cls, scores: Floats, positive: np.ndarray[tuple[int], np.dtype[np.bool_]], weights: Floats) -> Ranking:
        """Sort once."""
        order = np.argsort(scores)[::-1]
        sorted_scores = scores[order]
        step = np.empty(len(order), dtype=np.intp)
        step[:1] = 0
        np.cumsum(sorted_scores[1:] != sorted_scores[:-1], out=step[1:])
        return cls(order, step, positive[order], weights[order])

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


def _to_the_end(values: Floats) -> Floats:
    """Return the sum from each step to the last: an item moves all steps below it."""
    return np.cumsum(values[::-1])[::-1]


def mean_of(losses: Floats, weights: Floats) -> Sloped:
    """Return the mean of what each item has."""
    total = weights.sum()
    value = float((losses * weights).sum() / total)
    return Sloped(
        value, np.where(weights > 0, losses - value, 0.0) / total if np.isfinite(value) else np.zeros(len(losses))
    )
