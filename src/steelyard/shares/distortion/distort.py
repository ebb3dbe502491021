"""Measure metrics on the counts as they are, at other class shares, and with more classes."""

from __future__ import annotations

import math
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np

from steelyard.counts import labels as naming
from steelyard.counts.confusion import Confusion
from steelyard.counts.labels import Label
from steelyard.importance import as_importance
from steelyard.measuring.lead import difference
from steelyard.measuring.measure import apply, as_confusion, checked_policy, one_number
from steelyard.measuring.notes import NO_NOTES, Note, Notes
from steelyard.measuring.pair_values import Listed, Named
from steelyard.measuring.record import Metric
from steelyard.measuring.view import DEFAULT_POLICY, Policy
from steelyard.shares.distortion.added_classes import checked_added, extended_weights, with_added_classes
from steelyard.shares.distortion.other_shares import at_factor, checked_factors, share_at
from steelyard.shares.distortion.result import Distortions, MetricDistortion, Shift
from steelyard.type_names import Floats

MOST_CLASSES = 100
"""Classes that are all grown and shrunk without being asked for: each takes a matrix of all classes per factor."""

COSTS_UNKNOWN = Notes([Note("costs_unknown")])


def distortions(
    data: Any,
    metrics: Iterable[str | Metric] | str | Metric | None = None,
    importance: Any = None,
    *,
    factors: Sequence[float] = (2, 5, 10),
    added: Sequence[int] = (1, 2, 3),
    classes: Iterable[Any] | None = None,
    undefined: str = DEFAULT_POLICY,
) -> Distortions:
    """Say how metrics would move if class shares changed, or classes were added, while the classifier stayed the same.

    Shares: each class in turn has 2, 5, 10 times as many items, or a half, a fifth, a tenth of them, and the others
    stay as they are (Mullick et al.'s Condition 1, one class at a time; their RRT moves by up to the factor). Rows are
    rescaled as `Confusion.at_shares` does. Classes: see `with_added_classes`.

    Averages are weighted by the importance, which is resolved once on the counts as they are and does not move; an
    added class has the mean weight. Metrics of the whole matrix are taken as counted. A move that is rounding alone
    (see `steelyard.measuring.lead`) is 0.

    Parameters
    ----------
    data
        A single `Confusion`, or counts.
    metrics, importance, undefined
        As for `sy.evaluate`.
    factors
        How many times as many items a class gets; each above 1, and each also divided by.
    added
        How many classes to add; none if empty.
    classes
        The classes that grow and shrink; all that have items, if not given.

    Examples
    --------
    >>> import steelyard as sy
    >>> cm = sy.Confusion([[80, 20], [90, 810]], labels=["fraud", "ok"])
    >>> found = sy.shares.distortions(cm, ["accuracy", "macro_precision", "balanced_accuracy"])
    >>> found.robust_to_shares
    ('balanced_accuracy',)
    >>> worst = found.metrics[0]
    >>> worst.metric.name, round(worst.present, 3), round(worst.fall.value, 3), worst.fall.words
    ('macro_precision', 0.723, 0.54, '1/10 of the items of fraud')
    >>> found["accuracy"].fall.words, round(found["accuracy"].fall.value, 3)
    ('10 times as many items of fraud', 0.847)
    """
    counts = _single(data)
    every = one_number(metrics)
    how = as_importance(importance)
    weights = how.weights(counts)
    sizes = counts.support.astype(np.float64)
    by = checked_factors(factors)
    more = _checked_numbers(added)
    moved = _moved(classes, counts)
    scene = _Scene(counts, every, weights, checked_policy(undefined))
    present = scene.values(counts, weights)[:, 0]
    at_shares = [scene.values(at_factor(counts, place, by), weights) for place in moved]
    with_more = [scene.with_added(k) for k in more]
    found = [
        MetricDistortion(
            metric=metric,
            present=float(present[i]),
            scale=_width(metric, weights, counts.labels) or abs(float(np.nan_to_num(present[i]))) or 1.0,
            bounded=_width(metric, weights, counts.labels) is not None,
            shares=tuple(_share_shifts(metric, present[i], [values[i] for values in at_shares], moved, by, counts)),
            classes=tuple(_class_shifts(metric, present[i], [values[i] for values in with_more], more)),
            note=COSTS_UNKNOWN if more and _knows_only(metric, counts.labels) else NO_NOTES,
        )
        for i, metric in enumerate(every)
    ]
    shares = sizes / sizes.sum()
    for array in (weights, shares):
        array.flags.writeable = False
    return Distortions(
        labels=counts.labels,
        shares=shares,
        moved=tuple(counts.labels[place] for place in moved),
        factors=by,
        added=more,
        importance=how,
        weights=weights,
        undefined=undefined,
        metrics=tuple(sorted(found, key=lambda one: -one.part if not math.isnan(one.part) else math.inf)),
    )


@dataclass(frozen=True, slots=True)
class _Scene:
    """The same metrics and weights, measured in several situations."""

    cm: Confusion
    metrics: Sequence[Metric]
    weights: Floats
    policy: Policy

    def values(self, cm: Confusion, weights: Floats) -> Floats:
        """Return values of shape (metrics, matrices)."""
        results = apply(self.metrics, cm, importance=weights, undefined=self.policy)
        return np.stack([np.atleast_1d(result.value) for result in results])

    def with_added(self, added: int) -> Floats:
        """Return one value per metric; NaN for those that know the present classes only."""
        grown = with_added_classes(self.cm, added)
        weights = extended_weights(self.weights, self.cm.support, added)
        known = [i for i, metric in enumerate(self.metrics) if not _knows_only(metric, self.cm.labels)]
        values = np.full(len(self.metrics), np.nan)
        results = apply([self.metrics[i] for i in known], grown, importance=weights, undefined=self.policy)
        values[known] = [float(result.value) for result in results]
        return values


def _share_shifts(
    metric: Metric,
    present: float,
    values: Sequence[Floats],
    moved: Sequence[int],
    factors: Sequence[float],
    cm: Confusion,
) -> Iterator[Shift]:
    sizes = cm.support.astype(np.float64)
    for place, of_class in zip(moved, values, strict=True):
        changes = difference(of_class, np.full(len(factors), present), metric)
        for factor, value, change in zip(factors, of_class.tolist(), changes.tolist(), strict=True):
            yield Shift(cm.labels[place], factor, share_at(sizes, place, factor), 0, value, change)


def _class_shifts(metric: Metric, present: float, values: Sequence[float], added: Sequence[int]) -> Iterator[Shift]:
    for k, value in zip(added, values, strict=True):
        change = difference(np.array([value]), np.array([present]), metric)
        yield Shift(None, None, None, k, float(value), float(change[0]))


def _single(cm: Any) -> Confusion:
    counts = as_confusion(cm)
    if counts.shape:
        raise ValueError(
            f"distortions are those of one matrix; take one slice along {naming.some(counts.axes)}, such as cm[0], or "
            "all together, cm.pooled()."
        )
    if not counts.total > 0:
        raise ValueError("there is nothing to distort: the counts are all 0.")
    return counts


def _checked_numbers(added: Any) -> tuple[int, ...]:
    if isinstance(added, int | np.integer) and not isinstance(added, bool):
        added = (added,)
    if isinstance(added, str) or not isinstance(added, Iterable):
        raise ValueError(f"added must list numbers of classes, as in (1, 2, 3), not {added!r}.")
    return tuple(sorted({checked_added(k) for k in added}))


def _moved(classes: Any, cm: Confusion) -> list[int]:
    """Return the places of the classes that grow and shrink."""
    has_items = np.flatnonzero(cm.support > 0).tolist()
    if classes is None:
        if len(has_items) > MOST_CLASSES:
            raise ValueError(
                f"there are {len(has_items):,} classes with items; name those whose shares may change, at most "
                f"{MOST_CLASSES} at a time: classes=[…]."
            )
        return has_items
    if isinstance(classes, str) or not isinstance(classes, Iterable):
        raise ValueError(f"classes must list labels, as in ['fraud'], not {classes!r}.")
    places = list(dict.fromkeys(naming.positions(classes, cm.labels)))
    absent = [cm.labels[place] for place in places if place not in has_items]
    if absent:
        raise ValueError(f"class {naming.some(absent)} has no items, so its share cannot grow or shrink.")
    return places


def _knows_only(metric: Metric, labels: Sequence[Label]) -> bool:
    """Whether a metric has values for pairs of the present classes, such as costs, that say nothing of others."""
    return any(isinstance(value, Listed | Named) for value in metric.arguments(labels).values())


def _width(metric: Metric, weights: Floats, labels: Sequence[Label]) -> float | None:
    """Return how wide a metric's range is; None if it has no bounds."""
    low, high = metric.bounds(weights, metric.arguments(labels))
    return high - low if math.isfinite(high - low) and high > low else None
