"""Rules that are known without a search, of metrics that add up over the items; and costs that decide nothing."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

import numpy as np

from steelyard.counts.class_shares import row_factors
from steelyard.counts.labels import Label
from steelyard.decisions.rule import scaled
from steelyard.measuring.goal import Goal

if TYPE_CHECKING:
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
