"""Compare models: which is better, by how much, how sure that is, and whether it survives what was left unsaid."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace
from typing import Any

import numpy as np

from steelyard.comparison.by_class import Field
from steelyard.comparison.comparison import Comparison
from steelyard.comparison.contestants import Contestants, contestants
from steelyard.comparison.correlated_t import checked_rope, checked_test_share
from steelyard.comparison.signed_rank import Across, AcrossKind, checked_kind
from steelyard.comparison.weighing import Weighing
from steelyard.counts.data import Given
from steelyard.counts.matrix_input import MODEL
from steelyard.importance import as_importance
from steelyard.intervals import NAMED, as_method, bayes, bootstrap, classwise
from steelyard.intervals.interval import checked_confidence
from steelyard.measuring.apply import checked_policy
from steelyard.measuring.record import Metric
from steelyard.measuring.registry import chosen, listed, numbers_of, positive_class, refuse_idle_importance
from steelyard.measuring.view import Policy
from steelyard.type_names import Progress

DRAWS = 10_000

SHARED = 1e-6
"""By how much the shares of folds may exceed 1 by rounding."""

MAIN = "balanced_accuracy"
"""The metric of the verdict, if none is asked for: it follows the importance, and nothing else moves it."""


def compare(
    data: Any,
    prediction: Any = None,
    importance: Any = None,
    metrics: Iterable[str | Metric] | str | Metric | None = None,
    undefined: Policy | None = None,
    confidence: float = 0.95,
    *,
    truth: str | None = None,
    weight: str | None = None,
    by: Any = None,
    group: Any = None,
    labels: Iterable[Any] | None = None,
    weights: Any = None,
    missing: str = "refuse",
    rope: float = 0.0,
    intervals: Any = None,
    across: AcrossKind | None = None,
    test_share: float | None = None,
    runs: int = 1,
    paired: bool | None = None,
    progress: Progress | None = None,
    counts: Any = None,
    positive: Any = None,
) -> Comparison:
    """Compare several models, on the same items if it can be known which.

    Parameters
    ----------
    data, prediction
        A `Joint` table alone; or the true labels and the predicted ones by model, {"a": …, "b": …}; or, with `truth=`,
        data of any kind and its columns of predictions, as for `sy.count`. Matrices alone, as {"a": cm_a, "b": cm_b} or
        a stack along "model", do not say on which items the models agree, so their differences are less sure; the
        result says so.
    importance, metrics, undefined, confidence
        As for `sy.evaluate`. The verdict is by the first metric that is asked for, by balanced accuracy if none is. An
        importance that leaves something open, such as an order, also asks whether the conclusion holds for all weights
        that agree with it.
    truth, weight, labels, weights, missing, counts
        As for `sy.evaluate`.
    positive
        The class of which rates such as "f1" or "precision" are, as for `sy.evaluate`. If no metrics are given, the
        verdict is by its F score; with an importance, by balanced accuracy, which follows it.
    by
        Folds or data sets: a column, or one value per item beside labels. Counts have them as an axis.
    group
        What belongs together, such as the items of a patient: a column, or one value per item beside labels, or an axis
        of the counts.
    rope
        The largest difference that does not matter, in units of the metrics.
    intervals
        How to tell how sure the differences are. If not given, class by class ("classwise"), from one model of the
        data for interval, probability and p-value. Also `sy.intervals.bootstrap(draws=…, seed=…)`, "percentile", "bca"
        and "bayes" (of a joint table without a prior: the Bayesian bootstrap).
    across
        What the slices of `by` are: "folds" of one data set, of which the training sets overlap (correlated t of Nadeau
        and Bengio), or "datasets" (signed ranks). If not given, folds if their column is called so, such as "fold" or
        "cv_fold"; other slices, such as months, have no part in the comparison.
    test_share, runs
        The share of the items that each fold tests on, if the folds are not those of cross-validation; how often
        cross-validation was repeated. Where items occur in several folds, `group` must say which belong together.
    paired
        Whether the models must be compared item by item; if not given, they are if that is possible.
    progress
        Called with how many draws are done, and of how many.

    Examples
    --------
    >>> import steelyard as sy
    >>> wines = sy.Joint.from_files("examples/wine_quality_red.csv", "quality", ["tree", "svm"])
    >>> comparison = sy.compare(wines, metrics=["balanced_accuracy", "accuracy"])
    >>> comparison["accuracy"].ahead, comparison["accuracy"].better, round(comparison["accuracy"].p_adjusted, 2)
    ('svm', None, 0.09)
    """
    policy, level, kind = checked_policy(undefined), checked_confidence(confidence), across and checked_kind(across)
    test_share, rope, asked = checked_test_share(test_share), checked_rope(rope), _asked(metrics)
    given = Given(data, prediction, truth, weight, by, group, labels, weights, missing, counts)
    counted = given.counted_together()
    sides = contestants(counted.counts, group=counted.group, paired=paired)
    method = _method(intervals, sides)
    told_by = sides.without_company if isinstance(method, classwise) else sides
    kind = kind or _kind_by_name(sides, of_folds=test_share is not None or runs != 1)
    _check_folds(sides, kind, test_share, runs)
    folds = None
    if sides.by_fold is not None and kind is not None:
        folds = Across(sides.by_fold, kind, test_share, runs, rope, level, method.seed)
    pooled = sides.tables.pooled()
    numbers = numbers_of(asked, positive, pooled, importance=importance)
    if positive is not None:
        refuse_idle_importance(numbers, importance)
    names = [metric.name for metric in numbers]
    main = MAIN if asked is None and positive is None and MAIN in names else names[0]
    field = Field.of(told_by, numbers, importance, policy)
    _check_rope(rope, field)
    weighing = Weighing(
        told_by, field, method, level, rope, folds, asked=asked is not None, chosen=undefined is not None
    )
    of = None if positive is None else positive_class(positive, pooled)
    return replace(_compared(weighing, importance, main, progress), positive=of)


def _asked(metrics: Any) -> list[str | Metric] | None:
    """Return what was asked for, refusing an unknown name before anything is read; None if nothing was."""
    result = listed(metrics)
    if not chosen(result):
        raise ValueError("no metric was asked for; name at least one, such as 'accuracy'.")
    return result


def _method(intervals: Any, sides: Contestants) -> classwise | bootstrap | bayes:
    """Return how sure differences are told: class by class if nothing else is asked for."""
    named = intervals is None or (isinstance(intervals, str) and intervals in NAMED and intervals != "delta")
    method = as_method("classwise" if intervals is None else intervals, **({"draws": DRAWS} if named else {}))
    if not isinstance(method, classwise | bootstrap | bayes):
        raise ValueError(
            f"intervals of a comparison are classwise, bootstrap, percentile, bca or bayes, not {intervals!r}."
        )
    if not isinstance(method, classwise) and not sides.grouped and sides.units[0].squares is not None:
        raise ValueError("items with weights are compared class by class; leave out intervals=, or name groups.")
    return method


def _check_rope(rope: float, field: Field) -> None:
    """Refuse a rope that no difference can be larger than: it was meant otherwise, such as in percent."""
    for each in field.observed:
        low, high = each.metric.bounds(each.relevance, each.arguments)
        if rope >= high - low:
            raise ValueError(
                f"rope= is the largest difference that does not matter, but values of {each.metric.name!r} lie between "
                f"{low:g} and {high:g}, so that none would matter with {rope:g}."
            )


def _kind_by_name(sides: Contestants, *, of_folds: bool) -> AcrossKind | None:
    """Return that slices are folds if they are called so, or something was said of folds; None if nobody knows."""
    if sides.by_fold is None or of_folds:
        return "folds" if of_folds else None
    return "folds" if "fold" in sides.slices_of.casefold() else None


def _check_folds(sides: Contestants, kind: AcrossKind | None, test_share: float | None, runs: int) -> None:
    """Refuse what is said of folds that are not there, and folds that share items which would count as others."""
    about = {"test_share": test_share is not None, "runs": runs != 1}
    said = [f"{name}=" for name, given in about.items() if given]
    if sides.by_fold is None:
        if said or kind == "datasets":
            raise ValueError(
                f"{said[0] if said else 'across='} is about slices that there are none of; name them, by=."
            )
        return
    if said and kind == "datasets":
        raise ValueError(f"{said[0]} is about folds of one data set, but across='datasets'.")
    folds = int(np.prod([len(keys) for name, keys in sides.by_fold.axes.items() if name != MODEL]))
    repeated = runs > 1 or (test_share is not None and test_share * folds > 1 + SHARED)
    if repeated and not sides.grouped:
        raise ValueError(
            "with so many folds, items occur in several of them, and would count as others; name what says which item "
            "each row is, group=."
        )


def _compared(weighing: Weighing, importance: Any, main: str, progress: Progress | None) -> Comparison:
    scored, differences = weighing.weighed(progress)
    how, sides = as_importance(importance), weighing.models
    return Comparison(
        tables=sides.tables,
        importance=how,
        said=importance,
        weights=how.weights(sides.tables.pooled()),
        undefined=weighing.field.observed[0].policy,
        paired=sides.paired,
        grouped=sides.grouped,
        confidence=weighing.confidence,
        rope=weighing.rope,
        method=weighing.method,
        scored=scored,
        differences=differences,
        marginals=weighing.marginals(),
        joint=sides.joint,
        main=main,
        across=None if weighing.across is None else weighing.across.kind,
        note=sides.note([each.metric for each in scored], across=weighing.across is not None),
        units=sides.units,
        asked=weighing.asked,
        chosen=weighing.chosen,
    )
