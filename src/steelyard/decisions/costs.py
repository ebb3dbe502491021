"""Costs by which nothing can be decided."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from steelyard.counts.labels import Label
from steelyard.measuring.goal import Goal


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
