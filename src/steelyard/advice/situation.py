"""The situation in which a metric is to be trusted: the classes, what matters, and what may change."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, Literal, cast, get_args

import numpy as np

from steelyard.counts.answer import Answer, Row, plain_label
from steelyard.counts.class_shares import Imbalance
from steelyard.counts.confusion import Confusion
from steelyard.counts.labels import Label, some
from steelyard.importance import Importance, as_importance

Worse = Literal["misses", "false_alarms"]

MUCH = 3
"""Class sizes with at least this ratio differ much: of two classes, one in four items or fewer."""

HALF, ROUNDING = 0.5, 1e-12


@dataclass(frozen=True, slots=True)
class Situation(Answer):
    """What advice depends on.

    Attributes
    ----------
    labels, sizes
        The classes and the number (or weight) of their items.
    importance, weights
        How much each class matters, as stated (None if it was not), and as weights that sum to 1.
    shares_change, classes_change
        Whether the shares of the classes may differ between the test and the use, and whether classes may be added.
    worse
        Which errors are worse: "misses" or "false_alarms"; None if neither.
    every_class
        Whether every class must work.
    weights_follow_sizes, weights_are_shares
        Whether the stated importance takes the weights from the class sizes, so that they change with them; and whether
        they are the class shares themselves.
    positive
        Of two classes the one that a rate is about: the more important one, else the rarer one.
    """

    labels: tuple[Label, ...]
    sizes: tuple[float, ...]
    importance: Importance | None
    weights: tuple[float, ...]
    shares_change: bool
    classes_change: bool
    worse: Worse | None
    every_class: bool
    weights_follow_sizes: bool = False
    weights_are_shares: bool = False

    @property
    def classes(self) -> int:
        """The number of classes."""
        return len(self.labels)

    @property
    def two(self) -> bool:
        """Whether there are two classes."""
        return self.classes == 2

    @property
    def stated(self) -> bool:
        """Whether an importance was stated."""
        return self.importance is not None

    @property
    def imbalance(self) -> Imbalance:
        """How unequal the class sizes are."""
        return Imbalance(self.labels, np.array(self.sizes))

    @property
    def skewed(self) -> bool:
        """Whether class sizes differ much: some by a factor of three, and not around one mean."""
        return self.imbalance.scenario != "balanced" and self.imbalance.ratio >= MUCH

    @property
    def heaviest(self) -> Label | None:
        """The class that has half of what matters or more, if that was stated; not where weights are class shares."""
        first, *others = sorted(self.weights, reverse=True)
        dominates = first >= HALF - ROUNDING and first > max(others, default=0) + ROUNDING
        if not (self.stated and dominates) or self.weights_are_shares:
            return None
        return self.labels[self.weights.index(first)]

    @property
    def rarest(self) -> int:
        """The place of the class with the fewest items, of those that have some."""
        return min((i for i, size in enumerate(self.sizes) if size > 0), key=lambda i: self.sizes[i])

    @property
    def positive_place(self) -> int | None:
        """The place of the positive class; None unless there are two classes."""
        if not self.two:
            return None
        return min(range(2), key=lambda i: (-round(self.weights[i], 12), self.sizes[i]))

    @property
    def positive(self) -> Label | None:
        place = self.positive_place
        return None if place is None else self.labels[place]

    def __str__(self) -> str:
        return self._shown_as("sentence")

    def to_dict(self) -> dict[str, Any]:
        """Return plain values."""
        return {
            "classes": self.classes,
            "sizes": {plain_label(label): size for label, size in zip(self.labels, self.sizes, strict=True)},
            "scenario": self.imbalance.scenario,
            "importance": None if self.importance is None else str(self.importance),
            "weights": {plain_label(label): weight for label, weight in zip(self.labels, self.weights, strict=True)},
            "shares_change": self.shares_change,
            "classes_change": self.classes_change,
            "worse": self.worse,
            "every_class": self.every_class,
            "positive": plain_label(self.positive),
            "sentence": str(self),
        }

    def to_rows(self) -> list[Row]:
        """Return one row for each class."""
        return [
            {"label": plain_label(label), "size": size, "weight": weight}
            for label, size, weight in zip(self.labels, self.sizes, self.weights, strict=True)
        ]


def situation_of(
    cm: Confusion,
    importance: Any,
    *,
    shares_change: bool,
    classes_change: bool,
    worse: str | None,
    every_class: bool,
) -> Situation:
    """Return the situation of counts, checked."""
    counts = cm.each_item_once()
    if len(counts.labels) < 2:
        raise ValueError(f"advice needs at least two classes, but there is only {some(counts.labels)}.")
    if not counts.total > 0:
        raise ValueError("there is nothing to advise on: the counts are all 0.")
    there = [label for label, size in zip(counts.labels, counts.support, strict=True) if size > 0]
    if len(there) < 2:
        raise ValueError(f"advice needs items of at least two classes, but only {some(there)} has any.")
    how = None if importance is None else as_importance(importance)
    follow, are_shares = (False, False) if how is None else _of_sizes(how, counts.labels)
    return Situation(
        labels=counts.labels,
        sizes=tuple(map(float, counts.support)),
        importance=how,
        weights=tuple(as_importance(how).weights(counts).tolist()),
        shares_change=bool(shares_change),
        classes_change=bool(classes_change),
        worse=_checked(worse),
        every_class=bool(every_class),
        weights_follow_sizes=follow,
        weights_are_shares=are_shares,
    )


def _of_sizes(importance: Importance, labels: tuple[Label, ...]) -> tuple[bool, bool]:
    """Return whether weights depend on the class sizes, and whether they are the shares: seen at two sets of sizes."""
    sizes = np.arange(1, len(labels) + 1)
    alike, rising = (importance.weights(Confusion(np.diag(each), labels)) for each in (np.ones_like(sizes), sizes))
    return not np.allclose(alike, rising), np.allclose(rising, sizes / sizes.sum()) and not np.allclose(alike, rising)


def _checked(worse: str | None) -> Worse | None:
    if worse is None:
        return None
    for known in get_args(Worse):
        if worse == known:
            return cast(Worse, known)
    raise ValueError(f"worse must be 'misses', 'false_alarms' or None, not {worse!r}.")
