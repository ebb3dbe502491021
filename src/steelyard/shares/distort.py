"""How metrics would move if one class grew or shrank, or classes were added, the classifier the same."""

from __future__ import annotations

import math
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from numbers import Real
from typing import TYPE_CHECKING, Any

import numpy as np

from steelyard.counts import labels as naming
from steelyard.counts.cells import DENSE_CELLS
from steelyard.counts.confusion import Confusion
from steelyard.counts.labels import Label, whole_number
from steelyard.importance import as_importance
from steelyard.measuring.apply import apply, as_confusion, checked_policy
from steelyard.measuring.lead import difference
from steelyard.measuring.notes import NO_NOTES, Note, Notes
from steelyard.measuring.parameters import Listed, Named
from steelyard.measuring.record import Metric
from steelyard.measuring.registry import one_number
from steelyard.measuring.view import DEFAULT_POLICY, Policy
from steelyard.shares.distort_result import Distortions, MetricDistortion, Shift
from steelyard.shares.what_if_curves import AtShares
from steelyard.type_names import Floats

if TYPE_CHECKING:
    from numpy.typing import NDArray

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

    Averages are weighted by the importance, as it is at the shares: "rarity" and "prevalence" mean the sizes that
    classes have there. An added class has the mean weight. Metrics of the whole matrix are taken as counted. A move
    that is rounding alone (see `steelyard.measuring.lead`) is 0.

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
    >>> distortions = sy.shares.distortions(cm, ["accuracy", "macro_precision", "balanced_accuracy"])
    >>> distortions.robust_to_shares
    ('balanced_accuracy',)
    >>> worst = distortions.metrics[0]
    >>> worst.metric.name, round(worst.present, 3), round(worst.fall.value, 3), worst.fall.words
    ('macro_precision', 0.723, 0.54, "1/10 of the items of class 'fraud'")
    >>> distortions["accuracy"].fall.words, round(distortions["accuracy"].fall.value, 3)
    ("10 times as many items of class 'fraud'", 0.847)
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
    at_shares = [
        AtShares(counts, place, how, scene.policy).values(every, shares_at(sizes, place, by))[..., 0] for place in moved
    ]
    with_more = [scene.with_added(k) for k in more]
    by_metric = [
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
        metrics=tuple(sorted(by_metric, key=lambda one: -one.part if not math.isnan(one.part) else math.inf)),
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
    return tuple(sorted({_checked_added(k) for k in added}))


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


# Shares at which one class has more or fewer items, the others as they are.


def checked_factors(factors: Any) -> tuple[float, ...]:
    """Return how many times as many items a class gets, falling and rising: (2, 10) gives 1/10, 1/2, 2, 10."""
    if isinstance(factors, Real):
        factors = (factors,)
    if isinstance(factors, str) or not isinstance(factors, Iterable):
        raise ValueError(f"factors must be numbers above 1, as in (2, 5, 10), not {factors!r}.")
    every = list(factors)
    for factor in every:
        if isinstance(factor, bool) or not isinstance(factor, Real) or not 1 < float(factor) < float("inf"):
            raise ValueError(f"factors must be finite numbers above 1 (each is also divided by), not {factor!r}.")
    if not every:
        raise ValueError("factors must name at least one number above 1, such as 10.")
    rising = sorted({float(factor) for factor in every})
    return (*(1 / factor for factor in reversed(rising)), *rising)


def share_at(sizes: Floats, position: int, factor: float) -> float:
    """Return the share of a class that has so many times as many items while the others stay as they are."""
    grown = factor * sizes[position]
    return float(grown / (grown + np.delete(sizes, position).sum()))


def shares_at(sizes: Floats, position: int, factors: Sequence[float]) -> Floats:
    """Return these shares for several factors."""
    return np.array([share_at(sizes, position, factor) for factor in factors])


# A matrix with more classes of the same quality: the one place that says what that means.


def with_added_classes(cm: Any, added: int) -> Confusion:
    """Return the counts as they might be if there were more classes and the classifier were as good as before.

    - Every class keeps its items and its hits, so its recall. An equal part of its errors goes to each added class:
      with C classes before and k added ones, 1/(C − 1 + k) of them; the rest keeps its proportions.
    - An added class has the mean support and the mean recall of the classes that have items. Its errors are spread
      evenly over all other classes.

    Parameters
    ----------
    cm
        A single `Confusion` or counts.
    added
        How many classes to add, at least 1.

    Examples
    --------
    >>> import steelyard as sy
    >>> from steelyard.shares.distort import with_added_classes
    >>> with_added_classes(sy.Confusion([[8, 2], [3, 7]], labels=["a", "b"]), 1).counts
    array([[8.  , 1.  , 1.  ],
           [1.5 , 7.  , 1.5 ],
           [1.25, 1.25, 7.5 ]])
    """
    counts = as_confusion(cm)
    if counts.shape:
        raise ValueError("classes are added to one matrix, not to a stack; take one of its slices, such as cm[0].")
    how_many = _checked_added(added)
    if (len(counts.labels) + how_many) ** 2 > DENSE_CELLS:
        raise ValueError(
            f"classes are added to a matrix with all its cells, and {len(counts.labels) + how_many:,} classes have "
            f"more than {DENSE_CELLS:,} of them."
        )
    if not counts.total > 0:
        raise ValueError("there is no item, so an added class could not be like the others.")
    cells = counts.cells.array().astype(np.float64)
    return Confusion(extended(cells, how_many), [*counts.labels, *new_labels(counts.labels, how_many)])


def extended(m: NDArray[Any], added: int) -> NDArray[Any]:
    """Return the cells with added classes, in the arithmetic of the cells: floats, or fractions in an array of objects.

    What is spread, and how, `with_added_classes` says.
    """
    C = len(m)
    others = C - 1 + added
    hits = np.diagonal(m)
    errors = m * (1 - np.eye(C, dtype=np.int64))
    misses, support = errors.sum(axis=1), m.sum(axis=1)
    counted = (support > 0).astype(bool)
    size = support.sum() / int(counted.sum())
    recall = (hits[counted] / support[counted]).sum() / int(counted.sum())
    cells = np.empty((C + added, C + added), dtype=m.dtype)
    cells[:C, :C] = errors * (C - 1) / others
    cells[:C, C:] = (misses / others)[:, None]
    cells[C:] = size * (1 - recall) / others
    np.fill_diagonal(cells, np.concatenate([hits, [size * recall] * added]))
    return cells


def extended_weights(weights: NDArray[np.float64], support: NDArray[Any], added: int) -> NDArray[np.float64]:
    """Return the weights with those of added classes, each the mean of the classes with items; they sum to 1 again."""
    every = np.concatenate([weights, np.full(added, weights[support > 0].mean())])
    return every / every.sum()


def new_labels(labels: Sequence[Label], added: int) -> list[str]:
    """Return names for added classes that no class has."""
    taken, names, number = {*labels}, list[str](), 0
    while len(names) < added:
        number += 1
        if f"added {number}" not in taken:
            names.append(f"added {number}")
    return names


def _checked_added(added: Any) -> int:
    """Refuse what is no number of classes to add."""
    return whole_number(added, "the number of added classes", least=1)
