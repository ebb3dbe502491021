"""What a model is tuned or trained for: one metric under one importance, the classes and their weights fixed."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import numpy as np

from steelyard.counts import labels as naming
from steelyard.counts.confusion import Confusion
from steelyard.importance import Importance, as_importance
from steelyard.measuring.apply import apply, checked_policy
from steelyard.measuring.record import Metric
from steelyard.measuring.registry import at_positive, chosen, positive_class, refuse_idle_importance, refuse_rates
from steelyard.measuring.view import DEFAULT_POLICY, Floats, Policy

if TYPE_CHECKING:
    from steelyard.counts.labels import Label


@dataclass(frozen=True, slots=True, eq=False)
class Goal:
    """One metric under one importance, so fixed that folds, epochs and models compare. Made by `goal`.

    Attributes
    ----------
    metric
        What is measured.
    importance
        How much each class matters; None where the user said nothing, or the metric does not follow it.
    labels
        The classes, in their order; None: those found in what is measured.
    weights
        The weight of each class, fixed; None: from the class sizes of what is measured.
    undefined
        What becomes of undefined terms.
    """

    metric: Metric
    importance: Importance | None
    labels: tuple[Label, ...] | None
    weights: Floats | None
    undefined: Policy

    def of_labels(self, y_true: Any, y_pred: Any, weights: Any = None) -> float:
        """Return the metric of true and predicted labels."""
        return float(self.of_counts(self.counted(y_true, y_pred, weights)))

    def counted(self, y_true: Any, y_pred: Any, weights: Any = None) -> Confusion:
        """Return the counts of true and predicted labels, over the goal's classes."""
        return Confusion.from_labels(y_true, y_pred, labels=self.labels, weights=weights)

    def of_counts(self, cm: Confusion) -> Any:
        """Return the metric of counts, one value for each matrix of a stack."""
        if self.labels is not None and cm.labels != self.labels:  # the weights are in the order of the goal's classes
            cm = cm.declare(self.labels)
        how = self.importance if self.weights is None else self.weights
        given = None if self.importance is None else how
        (measured,) = apply([self.metric], cm, importance=given, undefined=self.undefined)
        return measured.value

    @property
    def name(self) -> str:
        """The metric and the importance in one line: "cba", "cba under rarity", "mcc at importance under rarity"."""
        return self.metric.name if self.importance is None else f"{self.metric.name} under {self.importance}"

    @property
    def sign(self) -> int:
        """1 if larger values are better, −1 if smaller ones are."""
        return self.metric.sign


def goal(
    metric: str | Metric,
    importance: Any = None,
    *,
    sizes: Confusion | None = None,
    labels: Iterable[Any] | None = None,
    undefined: str = DEFAULT_POLICY,
    positive: Any = None,
    **parameters: Any,
) -> Goal:
    """Return a goal, refusing what cannot be measured, before anything is trained.

    Parameters
    ----------
    metric
        By name, with its parameters behind, such as `beta=2`; or a `Metric`.
    importance
        As for `sy.evaluate`; refused for a metric that does not follow it, such as "mcc" ("mcc at importance" does,
        decision 0005).
    sizes
        The classes and their sizes in the training data (see `sizes_of`): the importance is resolved on them, once.
    labels
        The classes, where only these are known.
    undefined, positive
        As for `sy.evaluate`.

    Examples
    --------
    >>> from steelyard.importance.mechanisms import sizes_of
    >>> rare = goal("balanced_accuracy", "rarity", sizes=sizes_of(["ok"] * 9 + ["ill"]))
    >>> rare.labels, rare.weights
    (('ill', 'ok'), array([0.9, 0.1]))
    >>> round(rare.of_labels(["ok", "ok", "ill"], ["ok", "ill", "ill"]), 3)
    0.95
    """
    (of,) = chosen([metric])
    if positive is not None:
        (of,) = at_positive([of], positive if sizes is None else positive_class(positive, sizes))
    return goals([of.at(**parameters)], importance, sizes=sizes, labels=labels, undefined=undefined)[0]


def goals(
    metrics: Iterable[str | Metric] | str | Metric | None,
    importance: Any = None,
    *,
    sizes: Confusion | None = None,
    labels: Iterable[Any] | None = None,
    undefined: str = "exclude",
) -> tuple[Goal, ...]:
    """Return several goals under one importance; metrics that do not follow it may be among others that do.

    Examples
    --------
    >>> [each.name for each in goals(["cba", "mcc", "mcc at importance"], "rarity")]
    ['cba under rarity', 'mcc', 'mcc at importance under rarity']
    """
    asked = chosen(metrics)
    refuse_rates(asked)
    refuse_idle_importance(asked, importance)
    policy = checked_policy(undefined)
    how = None if importance is None else as_importance(importance)
    known = sizes.labels if sizes is not None else None if labels is None else naming.checked(labels)
    weights = None if how is None else _fixed(how, sizes, known)
    if known is not None:
        for each in asked:
            each.arguments(known)
    return tuple(
        Goal(each, how, known, weights, policy) if each.weighted else Goal(each, None, known, None, policy)
        for each in asked
    )


def _fixed(importance: Importance, sizes: Confusion | None, labels: tuple[Label, ...] | None) -> Floats | None:
    """Return the weights if they are known: by the sizes, or since they do not depend on any."""
    if sizes is not None:
        return importance.weights(sizes)
    if labels is None or depends_on_sizes(importance, labels):
        return None
    return importance.weights(_alike(labels))


def depends_on_sizes(importance: Importance, labels: tuple[Label, ...]) -> bool:
    """Return whether the weights change with the sizes of the classes."""
    rising = Confusion(np.diag(np.arange(1.0, len(labels) + 1)), labels)
    return not np.allclose(importance.weights(_alike(labels)), importance.weights(rising), rtol=1e-9, atol=0)


def _alike(labels: tuple[Label, ...]) -> Confusion:
    return Confusion(np.diag(np.ones(len(labels))), labels)
