"""The least and the greatest value of a metric, for given class sizes or over all of them."""

from __future__ import annotations

import operator
from collections.abc import Sequence
from types import SimpleNamespace
from typing import Any

import numpy as np

from steelyard.importance import as_importance
from steelyard.lab.bounding.anywhere import anywhere
from steelyard.lab.bounding.objective import LARGEST, Objective
from steelyard.lab.bounding.of_sizes import of_sizes
from steelyard.lab.bounding.result import Bounds
from steelyard.measuring.apply import checked_policy
from steelyard.measuring.record import Metric
from steelyard.measuring.registry import metrics as registry
from steelyard.measuring.registry import refuse_idle_importance
from steelyard.measuring.view import DEFAULT_POLICY

MOST_CLASSES = 20
"""For bounds over all class sizes; beyond, the search would take long."""


def bounds(
    metric: str | Metric,
    *,
    supports: Sequence[int] | None = None,
    classes: int | None = None,
    importance: Any = None,
    undefined: str = DEFAULT_POLICY,
) -> Bounds:
    """Return how low and how high a metric can go, with the matrices that go there. Of a rate, for the first class.

    All matrices are tried if they are few. Else a search is made, and an end is the furthest value found, unless it is
    `known` that no matrix goes beyond.

    Parameters
    ----------
    metric
        Its name, or a metric.
    supports
        Class sizes, each at least 1: the bounds over all matrices with these.
    classes
        A number of classes from 2 to 20: the bounds over all matrices of so many classes, each with at least one item.
    importance
        How much each class matters, as for a metric. Without `supports`, one that does not depend on class sizes.
    undefined
        What to do with classes whose rate is undefined, as for a metric.

    Examples
    --------
    >>> import steelyard as sy
    >>> print(sy.lab.bounds("one_point_auroc_ova", classes=3).least)
    approaches 0.1667 (1/6)
    >>> sy.lab.bounds("one_point_auroc_ova", supports=[1, 1, 3]).least.matrix
    ((0, 0, 1), (0, 0, 1), (0, 3, 0))
    """
    of = metric if isinstance(metric, Metric) else registry[metric]
    if of.of_rate is not None:
        raise ValueError(f"ask for bounds of the rate itself, {of.of_rate.name!r}, not of what it is of one class.")
    refuse_idle_importance([of], importance)
    policy = checked_policy(undefined)
    sizes = _checked(supports, classes)
    C = len(sizes) if supports is not None else int(operator.index(classes))  # type: ignore[arg-type]
    weights = _weights(importance, sizes, fixed=supports is not None)
    objective = Objective(of, weights, policy)
    least, greatest = of_sizes(objective, sizes) if supports is not None else anywhere(objective, C)
    relevance = np.ones(C) if weights is None else np.array(weights)
    declared = of.bounds(relevance, of.arguments(tuple(range(C))))
    return Bounds(
        of.name,
        C,
        tuple(sizes) if supports is not None else None,
        None if weights is None else tuple(weights),
        least,
        greatest,
        (float(declared[0]), float(declared[1])),
    )


def _checked(supports: Sequence[int] | None, classes: int | None) -> list[int]:
    """Return the class sizes, one of each class if they are not given."""
    if (supports is None) == (classes is None):
        raise ValueError("bounds are for class sizes, as supports=[5, 20, 300], or a number of classes, as classes=3.")
    if supports is None:
        try:
            number = operator.index(classes)  # type: ignore[arg-type]
        except TypeError:
            number = 0
        if not 2 <= number <= MOST_CLASSES:
            raise ValueError(f"classes must be a whole number from 2 to {MOST_CLASSES}, not {classes!r}.")
        return [1] * number
    try:
        sizes = [operator.index(size) for size in supports]
    except TypeError:
        sizes = []
    if len(sizes) < 2 or min(sizes) < 1:
        raise ValueError(f"class sizes must be whole numbers of at least 1, for two classes or more, not {supports!r}.")
    if sum(sizes) > LARGEST:
        raise ValueError(f"class sizes must add up to at most 2^53, beyond which counts are rounded, not {sum(sizes)}.")
    return sizes


def _weights(importance: Any, sizes: list[int], *, fixed: bool) -> list[float] | None:
    """Return the relevance of each class; None if no importance is given."""
    if importance is None:
        return None
    rule = as_importance(importance)
    labels = tuple(range(len(sizes)))
    relevance = rule.relevance(SimpleNamespace(labels=labels, support=np.array(sizes)))
    if not fixed:
        others = rule.relevance(SimpleNamespace(labels=labels, support=np.arange(1, len(sizes) + 1)))
        if not np.allclose(relevance / relevance.sum(), others / others.sum()):
            raise ValueError(
                f"the importance '{rule}' depends on the class sizes, so bounds for it need them: supports=[…]."
            )
    weights: list[float] = relevance.tolist()
    return weights
