"""The values of goals, for what was counted since the last time: a batch, an epoch, an evaluation."""

from __future__ import annotations

from collections.abc import Iterable

from steelyard.counts import labels as naming
from steelyard.counts.confusion import Confusion
from steelyard.measuring.goal import Goal


def goal_values(goals: Iterable[Goal], cm: Confusion) -> dict[str, float]:
    """Return the value of each goal by the name of its metric, of one matrix.

    A few batches, as those that Lightning tries first, may lack a class whose size decides about the importance. Then
    the sizes of the training data are asked for, with which this cannot happen.

    Examples
    --------
    >>> from steelyard.measuring.goal import goal
    >>> goal_values([goal("accuracy"), goal("balanced_accuracy")], Confusion([[8, 0], [1, 1]]))
    {'accuracy': 0.9, 'balanced_accuracy': 0.75}
    """
    values = {}
    for each in goals:
        _check_sizes(each, cm)
        values[each.metric.name] = float(each.of_counts(cm))
    return values


def _check_sizes(of: Goal, cm: Confusion) -> None:
    """Refuse class sizes of which the importance cannot be told, in words for those who can give `counts`."""
    if of.importance is None or of.weights is not None:
        return
    try:
        of.importance.weights(cm)
    except ValueError:
        lacking = [label for label, size in zip(cm.labels, cm.support.tolist(), strict=True) if not size]
        if not lacking:
            raise
        raise ValueError(
            f"the importance '{of.importance}' depends on class sizes, but there are no items of "
            f"{naming.some(lacking)}; give counts=, the class sizes of the training data."
        ) from None
