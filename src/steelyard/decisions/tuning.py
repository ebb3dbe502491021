"""Find the decision rule that is best by a metric, and what ways of finding one are worth on unseen items."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import replace
from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np

from steelyard.counts.confusion import Confusion
from steelyard.counts.labels import Label, whole_number
from steelyard.counts.read.containers import encode
from steelyard.decisions.closed_form import closed_form, linearised, refuse_odd_costs
from steelyard.decisions.recalibration import CalibrationGain, Recalibration
from steelyard.decisions.rule import Rule
from steelyard.decisions.search import search
from steelyard.decisions.validation import (
    Recalibrator,
    Validation,
    mean_losses,
    recalibrator,
    refuse_other_order,
    through,
    validation,
)
from steelyard.importance.mechanisms import sizes_of
from steelyard.measuring.goal import Goal, goal
from steelyard.measuring.probabilities import as_numbers
from steelyard.measuring.record import Metric
from steelyard.measuring.registry import positive_class
from steelyard.measuring.view import DEFAULT_POLICY, Floats

if TYPE_CHECKING:
    from numpy.typing import ArrayLike, NDArray


PARTS = 5

Part = tuple["NDArray[np.intp]", "NDArray[np.intp]"]
"""The places of the items that a rule is found on, and of those that are held out and judge it."""


class TunedGains(NamedTuple):
    """The gains of a rule, and what found them."""

    gains: Floats
    by: str


RuleFinder = Callable[["Validation"], TunedGains]
"""Finds a rule on items."""


def parts_of(items: Validation, seed: int) -> list[Part]:
    """Return a few parts that are held out in turn: each item once, and of no class all items but of those with one.

    The items of a class are dealt out in a random order, and the next class goes on where it ended, so that small
    classes do not all meet in the first part.
    """
    rng = np.random.default_rng(seed)
    order = np.concatenate([rng.permutation(np.flatnonzero(items.truth == c)) for c in range(items.C)])
    part = np.empty(len(order), dtype=np.intp)
    part[order] = np.arange(len(order)) % min(PARTS, len(order))
    return [(np.flatnonzero(part != k), np.flatnonzero(part == k)) for k in range(part.max() + 1)]


def can_judge(items: Validation, parts: Sequence[Part]) -> bool:
    """Return whether a rule can be found without each part: whether no class loses all of its items with it."""
    return len(parts) > 1 and all(len(judge) and (items.of(find).t[items.t > 0] > 0).all() for find, judge in parts)


def held_out(
    items: Validation, parts: Sequence[Part], ways: Sequence[RuleFinder], maps: Sequence[Recalibration | None] = ()
) -> NDArray[np.float64]:
    """Return counts by way and part: the answers to held-out items by the rule found on the others.

    `maps` recalibrate the probabilities of each part and of the others; they know nothing of what is held out.
    """
    counts = np.empty((len(ways), len(parts), items.C, items.C))
    for k, (find, judge) in enumerate(parts):
        found = maps[k] if maps else None
        others, own = (through(items.of(places), found) for places in (find, judge))
        for i, way in enumerate(ways):
            counts[i, k] = own.counts(own.answers(way(others).gains))
    return counts


def best_way(items: Validation, counts: NDArray[np.float64]) -> int:
    """Return the way that is best on what was held out; of equals the first."""
    return int(np.argmax(items.worths(counts.sum(axis=1))))


def unseen_counts(items: Validation, counts: NDArray[np.float64]) -> NDArray[np.float64]:
    """Return the counts of the best way as items see it that had no part in the choice either.

    The best of several scores flatters itself, however honest each of them is. So for each part the way is chosen on
    the other parts.
    """
    if len(counts) == 1:
        return np.asarray(counts[0].sum(axis=0))
    others = counts.sum(axis=1, keepdims=True) - counts
    chosen = items.worths(others).argmax(axis=0)
    return np.asarray(counts[chosen, np.arange(counts.shape[1])].sum(axis=0))


# Find the decision rule that is best by a metric under an importance, on validation items.


METHODS = ("auto", "closed_form", "search", "linearised")

RESTARTS = 8

HELD_OUT_RESTARTS = 0
"""Of searches that only say what a search is worth: eight more find a thousandth more on their items and as much on
others, in five times the time (C = 3 to 10, n = 300 to 2,000)."""


def tune(
    y_true: Any,
    probabilities: ArrayLike,
    metric: str | Metric = "balanced_accuracy",
    importance: Any = None,
    *,
    labels: Iterable[Any] | None = None,
    positive: Any = None,
    weights: Any = None,
    method: str = "auto",
    undefined: str = DEFAULT_POLICY,
    restarts: int = RESTARTS,
    seed: int = 0,
    recalibrate: str | None = None,
    **parameters: Any,
) -> Rule:
    """Return the rule, argmax of g_c·p_c, that is best by a metric under an importance, on validation items.

    Parameters
    ----------
    y_true
        The true label of each validation item: of items that the model was not trained on.
    probabilities
        One row per item, one column per class; of two classes, also the probability of the positive one alone.
    metric, importance, undefined
        As for `sy.evaluate`: one metric that gives one number, by name, its parameters behind, such as `beta=2` or
        `costs=…`. A metric of the whole matrix goes by items, so an importance is refused; "mcc at importance" has one.
    labels
        The class of each column; if not given, the sorted labels of `y_true`.
    positive
        The class of a single column, of metrics of one class, and whose threshold is told; the rarer one if not given.
    weights
        One weight per item; 1 each if not given.
    method
        "closed_form": w/π for (weighted) balanced accuracy, the most probable class for accuracy, costs for the
        expected cost, and both at importance; best where the probabilities are right. "search": for two classes all
        thresholds, for more one class after the other, from several starts. "linearised": a matrix of gains, the
        metric's slope (Frank–Wolfe and Dinkelbach). "auto": the best of the closed form, where there is one, the most
        probable class and the search, by their answers to items that they were not found on.
    restarts, seed
        How often the search for more than two classes starts anew near the best so far, and the seed of that.
    recalibrate
        Whether probabilities are recalibrated first: "temperature" or "vector", as for `recalibrate`, or "auto": the
        way with the least log loss on held-out items, or none. The rule then recalibrates what it decides on.

    Returns
    -------
    Rule
        Never worse on these items than the most probable class, recalibrated; which it is if nothing better is found.

    Examples
    --------
    >>> import numpy as np, steelyard as sy
    >>> truth = ["ok", "ok", "ok", "ill", "ok", "ill"]
    >>> ill = np.array([0.05, 0.1, 0.2, 0.3, 0.4, 0.7])
    >>> p = np.stack([ill, 1 - ill], axis=1)
    >>> rule = sy.decisions.tune(truth, p, "mean_f", "rarity", labels=["ill", "ok"], method="search")
    >>> round(rule.untuned, 3), round(rule.score, 3)
    (0.741, 0.819)
    >>> rule.decide([[0.35, 0.65]])
    array(['ill'], dtype='<U3')
    >>> costs = {("ill", "ok"): 30, ("ok", "ill"): 1}
    >>> rule = sy.decisions.tune(truth, ill, "expected_cost", positive="ill", costs=costs, method="closed_form")
    >>> round(rule.threshold, 3)  # 1/31
    0.032
    """
    sizes = sizes_of(y_true, labels=labels, weights=weights)
    if labels is None:
        _refuse_unnamed(sizes, probabilities)
    one = None if positive is None else positive_class(positive, sizes)
    probabilities = _both_columns(probabilities, sizes.labels, one)
    sought = goal(metric, importance, sizes=sizes, undefined=undefined, positive=one, **parameters)
    truth = encode(y_true, sizes.labels)
    items = validation(sought, truth, probabilities, weights, one)
    refuse_other_order(items)
    rule = _rule(items, method, restarts, seed, recalibration=recalibrator(recalibrate))
    return rule if one is None else replace(rule, positive=one)


def tuned(
    goal: Goal,
    truth: ArrayLike,
    probabilities: ArrayLike,
    weights: Any = None,
    *,
    method: str = "auto",
    restarts: int = RESTARTS,
    seed: int = 0,
    parts: Sequence[Part] | None = None,
    recalibration: Recalibrator | None = None,
) -> Rule:
    """Return the rule for a goal; `truth` holds the position of each item's class. All else is as for `tune`.

    `parts` says which items are held out in turn, and on which a rule is found meanwhile; if not given, they are drawn.
    `recalibration` fits a map of the probabilities first, for each part anew.
    """
    return _rule(validation(goal, truth, probabilities, weights), method, restarts, seed, parts, recalibration)


def _rule(
    items: Validation,
    method: str,
    restarts: int,
    seed: int,
    parts: Sequence[Part] | None = None,
    recalibration: Recalibrator | None = None,
) -> Rule:
    check_method(method)
    restarts, seed = whole_number(restarts, "restarts"), whole_number(seed, "seed")
    refuse_odd_costs(items.goal, items.labels)
    drawn = parts_of(items, seed) if parts is None else parts
    judging = drawn if can_judge(items, drawn) else None
    found, maps = None, []
    if recalibration is not None:
        found = recalibration.fitted(items, drawn)
        maps = recalibration.maps(items, judging or ())
    moved = through(items, found)
    (gains, found_by), unseen = _chosen(items, moved, method, restarts, seed, judging, maps)
    gain = None
    if recalibration is not None:
        before = _unseen(items, _held_out(items, method, seed, judging)) if judging else np.nan
        losses = mean_losses(items, judging or (), maps)
        gain = CalibrationGain(None if found is None else found.way, items.goal.name, *losses, before, unseen)
    score = items.goal.of_counts(Confusion(items.counts(moved.answers(gains)), items.labels))
    return Rule(
        labels=items.labels,
        gains=gains,
        goal=items.goal,
        score=float(score),
        unseen=unseen,
        untuned=float(items.measured(items.counts(items.answers(np.ones(items.C))))),
        method=found_by,
        items=float(items.t.sum()),
        recalibration=found,
        calibration_gain=gain,
        positive=None if items.positive is None else items.labels[items.positive],
    )


def check_method(method: str) -> None:
    """Refuse an unknown method."""
    if method not in METHODS:
        raise ValueError(f"method must be one of {', '.join(METHODS)}, not {method!r}.")


def _ways(items: Validation, method: str, restarts: int, seed: int) -> list[RuleFinder]:
    """Return the ways to find a rule among which held-out items choose: those that fit less first, which win ties."""
    searched = _way("search", lambda some: search(some, restarts, seed))
    if method == "search":
        return [searched]
    if method == "linearised":
        return [_way("linearised", linearised)]
    has_closed_form = closed_form(items) is not None
    if method == "closed_form" and not has_closed_form:
        raise ValueError(
            f"{items.goal.metric.id} has no closed form; take the method search, or a metric that has one: "
            "balanced_accuracy, accuracy or expected_cost."
        )
    known = [_way("closed_form", closed_form)] if has_closed_form else []
    return known if method == "closed_form" else [*known, _untuned, searched]


def _way(name: str, find: Callable[[Validation], Floats | None]) -> RuleFinder:
    """Return a way that gives place to the most probable class where that is better, or as good without a fit."""

    def way(items: Validation) -> TunedGains:
        gains, untuned = find(items), _untuned(items)
        if gains is None:
            return untuned
        worth, before = items.worth(gains), items.worth(untuned.gains)
        return TunedGains(gains, name) if worth > before or (worth == before and name == "closed_form") else untuned

    return way


def _untuned(items: Validation) -> TunedGains:
    return TunedGains(np.ones(items.C), "untuned")


def _chosen(
    items: Validation,
    moved: Validation,
    method: str,
    restarts: int,
    seed: int,
    parts: Sequence[Part] | None,
    maps: Sequence[Recalibration | None],
) -> tuple[TunedGains, float]:
    """Return the rule of the best way, and its metric on items that had no part in finding or choosing it.

    The rule is for `moved`, the items recalibrated; NaN, if no items can be held out, and the first way that finds
    something is then taken.
    """
    ways = _ways(moved, method, restarts, seed)
    if parts is not None:
        counts = _held_out(items, method, seed, parts, maps)
        return ways[best_way(items, counts)](moved), _unseen(items, counts)
    rules = (way(moved) for way in ways)
    return next((one for one in rules if one.by != "untuned"), _untuned(moved)), np.nan


def _held_out(
    items: Validation, method: str, seed: int, parts: Sequence[Part], maps: Sequence[Recalibration | None] = ()
) -> NDArray[np.float64]:
    return held_out(items, parts, _ways(items, method, HELD_OUT_RESTARTS, seed), maps)


def _unseen(items: Validation, counts: NDArray[np.float64]) -> float:
    return float(items.measured(unseen_counts(items, counts)))


def _both_columns(probabilities: ArrayLike, labels: Sequence[Label], positive: Label | None) -> ArrayLike:
    """Return a column for each of two classes, where only that of the positive one was given."""
    given = as_numbers(probabilities, "probabilities")
    if given.ndim != 1 or len(labels) != 2:
        return probabilities
    if positive is None:
        raise ValueError(
            f"one column of probabilities is of one class; say which, positive={labels[0]!r} or positive={labels[1]!r}."
        )
    bad = ~((given >= 0) & (given <= 1))
    if bad.any():
        row = int(bad.argmax())
        raise ValueError(f"probabilities must lie between 0 and 1, but row {row} has {given[row]:g}.")
    return np.stack([given if label == positive else 1 - given for label in labels], axis=1)


def _refuse_unnamed(sizes: Confusion, probabilities: ArrayLike) -> None:
    """Refuse columns of which it is not said which classes they are."""
    shape = as_numbers(probabilities, "probabilities").shape
    if len(shape) == 2 and shape[1] > len(sizes.labels):
        raise ValueError(
            f"there are {shape[1]} columns of probabilities, but the items have {len(sizes.labels)} different labels; "
            "say which class each column is: labels=[…]."
        )
