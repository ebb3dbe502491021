"""A metric of ours as one of river's: exact counts that items enter and leave, and a value at any time."""

from __future__ import annotations

import math
from collections.abc import Iterable
from typing import Any

import numpy as np
from river.base import Classifier
from river.metrics.base import MultiClassMetric

from steelyard.counts import labels as naming
from steelyard.counts.confusion import Confusion
from steelyard.importance import Importance
from steelyard.importance.mechanisms import sizes_of
from steelyard.measuring.goal import goal
from steelyard.measuring.record import Metric
from steelyard.measuring.view import DEFAULT_POLICY
from steelyard.stream import Counter


class Score(MultiClassMetric):
    """A metric under an importance, for river's evaluations, ensembles and `utils.Rolling`.

    Parameters
    ----------
    metric
        By name, such as "cba" or "mean_f(beta=2)", or a `Metric`.
    importance
        As for `sy.evaluate`; refused for "mcc", which goes by items; "mcc at importance" follows it. If it depends on
        class sizes, these are the sizes of what was counted so far, unless `counts` are given.
    labels
        The classes, if they are known; others are then refused. If not given, new ones may come at any time. An
        importance that names classes needs them.
    counts
        The sizes of the classes, such as those of earlier data, as {label: size}: they fix the importance.
    undefined
        As for `sy.evaluate`.

    Notes
    -----
    The value is NaN where there is none: before the first item, where all terms of the metric are undefined, and while
    the class sizes leave the importance open, as those of a class that was predicted or declared but has not come do
    for "rarity". Other metrics of river say 0 there, which looks like a bad model. A number is better than NaN.

    A value costs as much as there are pairs of classes, however many items there were. `sy.evaluate(score)` tells the
    rest.

    Examples
    --------
    >>> score = Score("balanced_accuracy", "rarity")
    >>> for truth, prediction in [("ok", "ok"), ("ok", "ill"), ("ok", "ok"), ("ill", "ill")]:
    ...     score.update(truth, prediction)
    >>> score
    balanced_accuracy under rarity: 91.67%
    """

    def __init__(
        self,
        metric: str | Metric = "balanced_accuracy",
        importance: Any = None,
        *,
        labels: Iterable[Any] | None = None,
        counts: Any = None,
        undefined: str = DEFAULT_POLICY,
    ) -> None:
        self.metric = metric
        self.importance = importance
        self.labels = None if labels is None else naming.checked(labels)
        self.counts = counts
        self.undefined = undefined
        sizes = None if counts is None else sizes_of(counts=counts, labels=self.labels)
        self._goal = goal(metric, importance, sizes=sizes, labels=self.labels, undefined=undefined)
        how = self._goal.importance
        if how is not None and self._goal.labels is None:
            _check_nameless(how)
        self._counter = Counter(self._goal.labels)
        self._fmt = ".2%" if self._goal.metric.range == (0, 1) else ".6g"

    def update(self, y_true: Any, y_pred: Any, w: float = 1.0) -> None:
        """Count an item; one without a prediction (None) is left out, as in river's own evaluations."""
        if _has_labels(y_true, y_pred):
            self._counter.update_one(y_true, y_pred, w)

    def revert(self, y_true: Any, y_pred: Any, w: float = 1.0) -> None:
        """Take an item back that was counted, without a trace."""
        if _has_labels(y_true, y_pred):
            self._counter.revert_one(y_true, y_pred, w)

    def get(self) -> float:
        """Return the value of what is counted now; NaN if there is none."""
        if not len(self._counter):
            return math.nan
        cm = self._counter.confusion
        return float(self._goal.of_counts(cm)) if self._importance_is_known(cm) else math.nan

    def _importance_is_known(self, cm: Confusion) -> bool:
        """Return whether the importance can be told of these class sizes; its names were checked at the beginning."""
        how = self._goal.importance
        if how is None or self._goal.weights is not None:
            return True
        try:
            how.weights(cm)
        except ValueError:
            return False
        return True

    @property
    def confusion(self) -> Confusion:
        """What is counted now."""
        return self._counter.confusion

    @property
    def bigger_is_better(self) -> bool:
        """Whether larger values are better."""
        return self._goal.sign > 0

    def works_with(self, model: Any) -> bool:
        """Return whether a model predicts classes; clusters have no true labels to be compared with."""
        return isinstance(model, Classifier)

    def is_better_than(self, other: Any) -> bool:
        """Return whether this value is better than another metric's; a number is better than NaN."""
        own, others = self.get(), other.get()
        if math.isnan(own) or math.isnan(others):
            return not math.isnan(own)
        return (own - others) * self._goal.sign > 0

    def __repr__(self) -> str:
        return f"{self._goal.name}: {self.get():{self._fmt}}"


def _has_labels(y_true: Any, y_pred: Any) -> bool:
    """Return whether there is a prediction: models predict None before they have learnt a class."""
    if y_true is None:
        raise ValueError("an item needs a true label, but y_true is None.")
    return y_pred is not None


def _check_nameless(importance: Importance) -> None:
    """Refuse an importance that speaks of certain classes: they may not all be there when a value is asked for."""
    try:
        for some in (2, 3):
            importance.weights(Confusion(np.eye(some), [object() for _ in range(some)]))
    except ValueError:
        raise ValueError(
            f"the importance '{importance}' speaks of certain classes, not all of which may have come when a value is "
            "asked for; name the classes with labels=[…]."
        ) from None
