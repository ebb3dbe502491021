"""Rules by the slope of a metric: how much each cell moves the goal, and deciding by that, again and again."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any

import numpy as np

from steelyard.decisions.rule import scaled
from steelyard.measuring.program import NotRecordable, gradients, record, with_slopes

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from steelyard.decisions.validation import Validation
    from steelyard.measuring.view import Floats


Slope = Callable[["NDArray[Any]"], "Floats | None"]
"""Takes counts, returns the derivative by each cell, larger is better; None where it is not finite."""


def slope_of(items: Validation) -> Slope:
    """Return the derivative of the goal; refuse a metric that cannot be recorded (NotRecordable, a ValueError)."""
    goal = items.goal
    program = with_slopes(
        record(
            [goal.metric],
            classes=items.C,
            policy=goal.undefined,
            whole_numbers=False,
            labels=items.labels,
        )
    )
    relevance = items.w / items.w.max()

    def slope(counts: NDArray[Any]) -> Floats | None:
        (found,) = gradients(program, counts.astype(np.float64), relevance).values()
        return goal.sign * found.by_cell if np.isfinite(found.by_cell).all() else None

    return slope


# Decide by the slope of the metric, again and again (Narasimhan et al. 2015, "Consistent multiclass algorithms").


STEPS = 50


def linearised(items: Validation) -> Floats:
    """Return the best gain matrix on the way.

    Near some counts, the metric is its tangent: each cell is worth its slope, and what is best for that is known,
    `decide` with the slopes as gains. One loop serves two methods, which differ in how far they go towards the counts
    of that rule. All the way (step 1): for a ratio (a·M)/(b·M) the slope is a − (value)·b up to a factor, so this is
    Dinkelbach's method. A part, 2/(t + 2): the counts of rules mixed at random, on which Frank and Wolfe's method
    reaches the maximum of a concave metric, such as the G mean. Mixtures are a way, not a result: the best rule on the
    way is kept.
    """
    try:
        slope = slope_of(items)
    except NotRecordable as error:
        raise ValueError(
            f'the method "linearised" needs the derivative of the metric, and {error} Take the method "search".'
        ) from None
    found = [_walk(items, slope, step) for step in (lambda t: 2 / (t + 2), lambda _: 1.0)]
    return max(found, key=items.worth)


def _walk(items: Validation, slope: Slope, step: Callable[[int], float]) -> Floats:
    """Return the best gains on a walk that starts where the slope is finite: at answers drawn by the probabilities."""
    point = _drawn(items)
    best, worth = np.eye(items.C), -np.inf
    before: Floats | None = None
    for t in range(STEPS):
        by_cell = slope(point)
        if by_cell is None:
            break
        gains = scaled(by_cell - np.diagonal(by_cell)[:, None])  # what an answer loses beside the right one
        if not gains.any():  # level ground
            break
        counts = items.counts(items.answers(gains))
        reached = float(items.worths(counts))
        if reached > worth:
            best, worth = gains, reached
        if before is not None and np.array_equal(before, counts):  # the slope leads nowhere else
            break
        before = counts
        point = point + step(t) * (counts - point)
    return best


def _drawn(items: Validation) -> Floats:
    """Return the expected counts if each item were answered at random, by its probabilities: few cells are empty."""
    item = 1.0 if items.weights is None else items.weights
    by_answer = [np.bincount(items.truth, weights=column * item, minlength=items.C) for column in items.columns]
    return np.stack(by_answer, axis=1)
