"""A metric under an importance, of what boosted trees predict while they are trained."""

from __future__ import annotations

import math
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Any, Self

from steelyard.counts import labels as naming
from steelyard.counts.confusion import Confusion
from steelyard.integrations.boosting.class_codes import codes_of
from steelyard.integrations.boosting.training_classes import sizes_in_training
from steelyard.integrations.plain_names import plain_name
from steelyard.measuring.goal import Goal, goal
from steelyard.measuring.record import Metric


@dataclass(frozen=True, eq=False, repr=False)
class BoostingEvaluation:
    """What is measured after each round, and under which name it is told.

    Attributes
    ----------
    goal
        The metric and the importance, with the classes and weights that are fixed.
    name
        What the library's log and history call it, without spaces and signs.
    margins
        Whether one number per item is a margin, not a probability.
    """

    goal: Goal
    name: str
    margins: bool

    @classmethod
    def of(
        cls,
        metric: str | Metric,
        importance: Any,
        parameters: Mapping[str, Any],
        *,
        y: Any,
        counts: Any,
        labels: Iterable[Any] | None,
        undefined: str,
        margins: bool,
        name: str | None,
    ) -> Self:
        """Return an evaluation; refuse what cannot be measured, before anything is trained."""
        names = None if labels is None else naming.checked(labels)
        sizes = sizes_in_training(y, counts, names)
        aim = goal(metric, importance, sizes=sizes, labels=names, undefined=undefined, **parameters)
        if aim.labels is not None and len(aim.labels) < 2:
            raise ValueError(f"there must be at least two classes, but these are only {naming.some(aim.labels)}.")
        return cls(aim, plain_name(aim.name if name is None else name), margins)

    def __repr__(self) -> str:
        return f"<{type(self).__name__}: {self.goal.name}, logged as {self.name!r}>"

    @property
    def higher_is_better(self) -> bool:
        return self.goal.sign > 0

    def value(self, y_true: Any, predictions: Any, weights: Any = None) -> float:
        """Return the metric of true classes and predictions; if it is undefined, what is worse than any value.

        Not NaN: a constant answer, as trees give in their first rounds, has no MCC, for example; and both libraries
        compare with the first value for ever, so that after NaN no round would ever be the best.
        """
        labels = self.goal.labels
        codes = codes_of(y_true, predictions, None if labels is None else len(labels), margins=self.margins)
        item = None if weights is None or not len(weights) else weights
        cm = Confusion.from_labels(codes.truth, codes.predicted, labels=range(codes.classes), weights=item)
        found = float(self.goal.of_counts(Confusion(cm, labels=labels)))
        return -self.goal.sign * math.inf if math.isnan(found) else found
