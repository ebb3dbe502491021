"""Rules that are known without a search: of metrics that add up over the items, and by the slope of any metric."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, Any

import numpy as np

from steelyard.counts.class_shares import row_factors
from steelyard.counts.labels import Label
from steelyard.decisions.rule import scaled
from steelyard.measuring.goal import Goal
from steelyard.measuring.program import NotRecordable, gradients, record, with_slopes

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from steelyard.decisions.validation import Validation
    from steelyard.measuring.view import Floats


def refuse_odd_costs(goal: Goal, labels: Sequence[Label]) -> None:
    """Refuse costs that make one answer free for all items, or a right answer dearer than all wrong ones.

    Both come from pairs that were forgotten (they cost nothing) or from gains in place of costs; a rule would follow
    them without a word.
    """
    if "costs" not in goal.metric.parameters:
        return
    costs = goal.metric.arguments(labels)["costs"].array
    free = np.flatnonzero(~costs.any(axis=0))
    if len(free):
        answer = labels[int(free[0])]
        raise ValueError(
            f"always answering {answer!r} would cost nothing: give a cost to that answer for the other classes, too "
            f"(pairs that are not named cost nothing)."
        )
    right = np.diagonal(costs)
    wrong = np.where(np.eye(len(labels), dtype=np.bool_), -np.inf, costs).max(axis=1)
    odd = np.flatnonzero(right > wrong)
    if len(odd):
        i = int(odd[0])
        raise ValueError(
            f"the right answer for {labels[i]!r} costs {right[i]:g}, more than any wrong one; costs are what an answer "
            "takes, not what it gives."
        )


# Rules that are known without a search: of metrics that add up over the items.


def closed_form(items: Validation) -> Floats | None:
    """Return the gains that are best if the probabilities are right; None if the metric has no such form.

    An item of class i that is answered right adds w_i/t_i to the weighted balanced accuracy, 1/n to the accuracy; an
    answer j takes c_ij/n from the expected cost. What is expected of an answer is then linear in the probabilities, and
    the best answer has the largest of it. "At importance", accuracy and cost are taken at class shares w (decision
    0005): each item of class i weighs w_i·n/t_i.
    """
    metric = items.goal.metric
    per_item = balancing(items)
    if metric.average_of == "recall":
        return scaled(per_item)
    at_shares, of = (np.ones(items.C), metric) if metric.as_counted is None else (per_item, metric.as_counted)
    if of.builtin and of.id == "accuracy":
        return scaled(at_shares)
    if of.builtin and of.id == "expected_cost":
        costs = metric.arguments(items.labels)["costs"].array
        return scaled(-costs * at_shares[:, None])
    return None


def balancing(items: Validation) -> Floats:
    """Return w/π, up to rounding: what an item of each class weighs if the classes are to weigh w."""
    return row_factors(items.w, items.t, items.t.sum())


# Rules by the slope of a metric: how much each cell moves the goal, and deciding by that, again and again.


SlopeAtCounts = Callable[["NDArray[Any]"], "Floats | None"]
"""Takes counts, returns the derivative by each cell, larger is better; None where it is not finite."""


def slope_of(items: Validation) -> SlopeAtCounts:
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
        (gradient,) = gradients(program, counts.astype(np.float64), relevance).values()
        return goal.sign * gradient.by_cell if np.isfinite(gradient.by_cell).all() else None

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
    gains = [_walk(items, slope, step) for step in (lambda t: 2 / (t + 2), lambda _: 1.0)]
    return max(gains, key=items.worth)


def _walk(items: Validation, slope: SlopeAtCounts, step: Callable[[int], float]) -> Floats:
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
