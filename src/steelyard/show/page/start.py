"""How sure the result is, as Python says it: what the page shows until something is moved."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any

import numpy as np

from steelyard.comparison.comparison import Comparison
from steelyard.comparison.conclusion import alike_with_the_best
from steelyard.evaluation.evaluate import CLASS_RATES, Evaluation
from steelyard.evaluation.uncertainty import DEFAULT, Uncertainty
from steelyard.intervals.class_moves import NO_MOVE
from steelyard.intervals.classwise import DECIDES
from steelyard.intervals.combined import FARTHEST, SKEWEST
from steelyard.intervals.interval import NORMAL
from steelyard.intervals.rows import UNSEEN
from steelyard.measuring.record import Metric
from steelyard.measuring.registry import metrics as registry
from steelyard.show.page.units_of import Packed, packed

DIGITS = 12
"""Digits of the ends of intervals: as many as nobody could miss."""

BY_CLASS = {
    "unseen": UNSEEN,
    "skewest": SKEWEST,
    "decides": DECIDES,
    "farthest": -NORMAL.inv_cdf(FARTHEST),
    "wide": NORMAL.inv_cdf(0.975),
    "no_move": NO_MOVE,
}
"""What the page must know to do class by class what `steelyard.intervals` does; levels are normal quantiles."""


def curved(metrics: Sequence[Metric]) -> dict[str, float]:
    """Return how many times the bias of metrics is taken beside the slopes, as `ClassMoves` does it."""
    return {metric.name: metric.curved for metric in metrics if metric.curved}


Ends = dict[str, Packed]
"""The lower and upper ends of intervals."""


def of_evaluation(evaluation: Evaluation) -> dict[str, Any] | None:
    """Return the intervals of the models of an evaluation; None if it has none."""
    if evaluation.uncertainty.chosen.method is None:
        return None
    shape = evaluation.confusion.shape or (1,)
    scores = np.array([score.interval for score in evaluation.scores], dtype=object)
    return {
        **_ends(scores.reshape(len(evaluation.measured), *shape).T),
        "rates": _of_rates(evaluation.uncertainty, shape if evaluation.confusion.shape else ()),
        "pairs": [],
    }


def of_comparison(comparison: Comparison) -> dict[str, Any]:
    """Return the intervals of the models of a comparison, and of the best two by each metric their difference."""
    intervals = np.array([each.intervals for each in comparison.scored], dtype=object)
    tables, weights = comparison.tables, comparison.weights
    rates = [registry[rate] for rate in CLASS_RATES]
    of_items = Uncertainty(tables, None, weights, "exclude", comparison.confidence, DEFAULT, (), rates)
    return {
        **_ends(intervals.T),
        "rates": None if comparison.grouped else _of_rates(of_items, tables.shape),
        "pairs": [_pair(comparison, j) for j in range(len(comparison.scored))],
    }


def _of_rates(uncertainty: Uncertainty, shape: tuple[int, ...]) -> Ends | None:
    """Return the intervals of the rates of the classes, by model, rate and class; None if there are none."""
    if uncertainty.chosen_for_rates.method is None:
        return None
    return _ends(uncertainty.look(np.ndindex(shape), rates=True))


def _ends(intervals: Iterable[Any]) -> Ends:
    flat = np.array(list(intervals), dtype=object).reshape(-1)
    return {end: packed(_rounded(getattr(each, end, np.nan) for each in flat)) for end in ("low", "high")}


def _rounded(numbers: Iterable[float]) -> np.ndarray[Any, np.dtype[np.float64]]:
    return np.array([float(f"{number:.{DIGITS}g}") for number in numbers])


def _pair(comparison: Comparison, j: int) -> dict[str, Any] | None:
    """Return how far the best model by a metric is ahead of the next that is not alike; None if it is unknown."""
    scored = comparison.scored[j]
    order = [k for k in scored.best_first if np.isfinite(scored.leads[k])]
    if len(order) < 2:
        return None
    alike = alike_with_the_best(comparison, order)
    pair = order[0], next((k for k in order if k not in alike), order[1])
    best, second = (comparison.models[k] for k in pair)
    difference = comparison.pair(best, second, scored.metric.name)
    if not difference.interval.known:
        return None
    lead, limits = difference.lead_of(best), difference.limited_by
    numbers = (lead.value, lead.low, lead.high, lead.better, difference.p_value, difference.p_adjusted)
    return {
        "models": list(pair),
        "numbers": packed(np.array(numbers)),
        "limited": -1 if limits is None else comparison.tables.labels.index(limits),
    }
