"""What the page shows until something is moved: conclusions in sentences, and the numbers as Python has them."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from typing import Any

import numpy as np
from numpy.typing import NDArray

from steelyard.comparison.compare import compare
from steelyard.comparison.comparison import Comparison
from steelyard.comparison.conclusion import alike_with_the_best
from steelyard.counts.confusion import Confusion
from steelyard.counts.data import MOST_TOGETHER
from steelyard.counts.joint import Joint
from steelyard.counts.matrix_input import MODEL
from steelyard.evaluation.evaluate import CLASS_RATES, Evaluation
from steelyard.evaluation.score import Score
from steelyard.evaluation.uncertainty import DEFAULT, Uncertainty
from steelyard.importance import uniform
from steelyard.intervals import bayes, bootstrap, classwise
from steelyard.intervals.class_moves import NO_MOVE
from steelyard.intervals.classwise import DECIDES
from steelyard.intervals.interval import FARTHEST, NORMAL, SKEWEST
from steelyard.intervals.rows import UNSEEN
from steelyard.intervals.units import Undrawable
from steelyard.measuring.lead import lead
from steelyard.measuring.record import Metric
from steelyard.measuring.registry import metrics as registry
from steelyard.show.change_sentences import BETTER, WORSE
from steelyard.show.evaluation_sentences import at_stated_shares, dispute, if_it_counts
from steelyard.show.names import shortened
from steelyard.show.numbers import digits_of, with_minus
from steelyard.show.page.metrics_of import sentence, title_of, titled
from steelyard.show.page.units_of import Packed, packed, unpacked
from steelyard.show.robustness import weightings, whole_percent
from steelyard.show.verdict import sentences_of, some_of
from steelyard.type_names import Floats

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


# The numbers, as Python has them.


DIGITS = 12
"""Digits of the ends of intervals: as many as nobody could miss."""

MOST_OF_SLICES = 1000
"""Intervals of slices that are worth waiting for; of more, the page makes its own."""

Ends = dict[str, Packed]
"""The lower and upper ends of intervals; and the values, if they do not stand elsewhere."""

Numbers = dict[str, Any]
"""See `of_evaluation`."""


def of_evaluation(evaluation: Evaluation, *, intervals: bool = True) -> Numbers:
    """Return the numbers of an evaluation of models.

    Returns
    -------
    dict
        `value`, `low` and `high` of each model and metric; `rank`, 1 the best, and `best`, 1 of a star; of `rates` the
        same three of each model, rate and class; what is undefined or unknown is NaN. `pairs`: see `of_comparison`.
        Without intervals, if so said, or if the evaluation has none.
    """
    known = intervals and evaluation.uncertainty.chosen.method is not None
    shape = evaluation.confusion.shape or (1,)
    result = np.array([score.interval if known else None for score in evaluation.scores], dtype=object)
    return {
        **_standing(evaluation),
        **_ends(result.reshape(len(evaluation.measured), *shape).T),
        "rates": _of_rates(evaluation, evaluation.uncertainty, known=intervals),
        "pairs": [],
    }


def of_comparison(comparison: Comparison) -> Numbers:
    """Return the numbers of a comparison: those of its models, and of the best two by each metric their difference."""
    result = np.array([each.intervals for each in comparison.scored], dtype=object)
    tables, weights = comparison.tables, comparison.weights
    rates = [registry[rate] for rate in CLASS_RATES]
    of_items = Uncertainty(tables, None, weights, "exclude", comparison.confidence, DEFAULT, (), rates)
    return {
        **_standing(comparison.evaluation),
        **_ends(result.T),
        "rates": _of_rates(comparison.evaluation, of_items, known=not comparison.grouped),
        "pairs": [pair_of(comparison, j) for j in range(len(comparison.scored))],
    }


def of_slices(evaluation: Evaluation, *, intervals: bool = True) -> Ends | None:
    """Return the values of slices and their intervals, if any, by model, slice and metric; None if too many."""
    cm = evaluation.confusion
    if len(cm.slice_axes) != 1 or len(evaluation.scores) > MOST_OF_SLICES:
        return None
    known = intervals and evaluation.uncertainty.chosen.method is not None
    result = np.empty(len(evaluation.scores), dtype=object)
    result[:] = [score.interval if known else None for score in evaluation.scores]
    values = np.stack([each.value for each in evaluation.measured])
    return {"value": packed(_by_slice(values, cm)), **_ends(_by_slice(result, cm))}


def by_shares(evaluation: Evaluation) -> Packed | None:
    """Return where the class shares alone explain how a slice differs, by model, slice and metric; None if too many."""
    cm = evaluation.confusion
    if len(cm.slice_axes) != 1 or len(evaluation.scores) > MOST_OF_SLICES:
        return None
    # A value about other classes than those of other slices is no such case, as in a terminal.
    explained = [score.move is not None and score.move.explained and not score.note for score in evaluation.scores]
    return packed(_by_slice(np.array(explained, dtype=np.int64), cm))


def _by_slice(numbers: NDArray[Any], cm: Confusion) -> NDArray[Any]:
    """Return numbers of metrics and matrices, whatever the order of their axes, by model, slice and metric."""
    order = [name for name in (MODEL, *cm.slice_axes) if name in cm.axes]
    return np.transpose(numbers.reshape(-1, *cm.shape), [*(1 + list(cm.axes).index(name) for name in order), 0])


CHANGES = ((WORSE, True), (BETTER, False))
"""What marks a class that is recognised worse, or better."""


def flags(evaluation: Evaluation) -> list[tuple[int, int, str]]:
    """Return where a class is recognised otherwise than in the other slices, beyond chance: model, slice, which."""
    cm, changes = evaluation.confusion, evaluation.changes
    axes = cm.slice_axes
    if len(axes) != 1 or changes is None:
        return []
    called = dict(zip(cm.labels, shortened(cm.labels), strict=True))
    result = []
    for k, model in enumerate(cm.axes.get(MODEL, [None])):
        for s, key in enumerate(cm.axes[axes[0]]):
            here = [*changes.of(model, (key,))]
            found = {mark: [called[one.label] for one in here if one.worse is worse] for mark, worse in CHANGES}
            if said := " ".join(f"{mark} {', '.join(labels)}" for mark, labels in found.items() if labels):
                result.append((k, s, said))
    return result


def best_first(numbers: Numbers, metric: int, metrics: int) -> list[int]:
    """Return the models by their rank by one of some metrics, those without one last."""
    ranks = unpacked(numbers["rank"]).reshape(-1, metrics)[:, metric]
    return np.argsort(np.where(np.isnan(ranks), np.inf, ranks), kind="stable").tolist()


def _standing(evaluation: Evaluation) -> Numbers:
    """Return the values of all models and metrics, their ranks, and who has the star."""
    values = np.array([each.value.reshape(-1) for each in evaluation.measured]).T
    ranks = np.array([_ranks(each.value.reshape(-1), each.metric) for each in evaluation.measured]).T
    best = np.zeros(values.shape)
    for j, stand in enumerate(evaluation.standings.values()):
        best[sorted(stand.starred), j] = 1
    return {"value": packed(values), "rank": packed(ranks), "best": packed(best)}


def _ranks(values: Floats, metric: Metric) -> Floats:
    """Return the rank of each of some values, 1 the best; those that tie share the smallest."""
    ahead = np.array([np.nansum(lead(values, np.asarray(own), metric) > 0) for own in values], dtype=np.float64)
    return np.where(np.isnan(values), np.nan, 1 + ahead)


def _of_rates(evaluation: Evaluation, uncertainty: Uncertainty, *, known: bool) -> Ends:
    """Return the rates of the classes with their intervals, if they are known, by model, rate and class."""
    C, shape = len(evaluation.confusion.labels), evaluation.confusion.shape
    values = np.stack([each.value.reshape(-1, C) for each in evaluation.rates], axis=1)
    result: Any = np.full(values.shape, None)
    if known and uncertainty.chosen_for_rates.method is not None:
        result = uncertainty.look(np.ndindex(shape), rates=True)
    return {"value": packed(values), **_ends(result)}


def _ends(intervals: Iterable[Any]) -> Ends:
    flat = np.array(list(intervals), dtype=object).reshape(-1)
    return {end: packed(_rounded(getattr(each, end, np.nan) for each in flat)) for end in ("low", "high")}


def _rounded(numbers: Iterable[float]) -> Floats:
    return np.array([float(f"{number:.{DIGITS}g}") for number in numbers])


def pair_of(comparison: Comparison, j: int) -> dict[str, Any] | None:
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


# Conclusions, in sentences.


def compared(evaluation: Evaluation, joint: Joint | None, main: str) -> Comparison | None:
    """Return the models of an evaluation, compared by one metric; None if that cannot be known, or takes long.

    So an evaluation and a comparison of the same models conclude the same, in the same words.
    """
    how = evaluation.uncertainty
    if evaluation.shares is not None:  # `compare` has none
        return None
    if how.confidence is None or how.asked is None or not 1 < _models(evaluation) <= MOST_TOGETHER:
        return None
    try:
        return compare(
            how.counts if joint is None else joint,
            metrics=_metric(evaluation, main),
            importance=None if evaluation.importance == uniform() else evaluation.importance,
            undefined=evaluation.undefined if evaluation.chosen else None,
            confidence=how.confidence,
            group=how.group,
            intervals=how.asked if isinstance(how.asked, classwise | bootstrap | bayes) else None,
        )
    except Undrawable:  # such as of counts that are no numbers of items: their values can be told, and no more
        return None


def concluded_comparison(result: Comparison) -> list[str]:
    """Return what was concluded, in the words of the terminal, but that metrics are called by their titles."""
    return [*sentences_of(result, title_of)]


def agreeing(result: Comparison) -> dict[str, Any] | None:
    """Return how often each model is the best over the weights that agree with what was said of the importance.

    None if one weight for each class was said, if the metric does not follow the importance, or if nobody knows: what
    the page finds out itself is over all possible weights.
    """
    robust = result.robust
    if robust is None or robust.region.is_point or np.isnan(robust.ranks[:, 0]).any():
        return None
    shares = robust.ranks[:, 0].tolist()
    sure = len(robust.shares) == 1 and robust.shares[0].how == "exact"  # of more models, ranks are drawn
    return {"over": weightings(robust), "shares": shares, "said": [_often(share, sure=sure) for share in shares]}


def _often(share: float, *, sure: bool) -> str:
    """Return a share of weights; what is known without draws may be all of them, or none."""
    return f"{share:.0%}".replace("%", " %") if sure and share in (0.0, 1.0) else whole_percent(share)


def concluded_values(evaluation: Evaluation, main: str, model: str | None) -> list[str]:
    """Return what is known without a comparison: of one model its value, of several the order of theirs.

    `model`: what the only one is called, if it has a name.
    """
    metric = _metric(evaluation, main)
    scores = [score for score in evaluation.scores if score.metric.name == main]
    return [*(_one(scores[0], metric, model, evaluation) if len(scores) == 1 else _several(scores, metric, evaluation))]


def _one(score: Score, metric: Metric, model: str | None, evaluation: Evaluation) -> Iterator[str]:
    under = _under(evaluation, metric)
    if np.isnan(score.value):
        yield f"{sentence(title_of(metric))}{under} is undefined."
        return
    interval, confidence, digits, sure = score.interval, evaluation.confidence, 3, ""
    if interval is not None and interval.known and confidence is not None:
        digits = digits_of(interval.low, interval.high, interval.high - interval.low)
        ends = f"{with_minus(interval.low, digits)} to {with_minus(interval.high, digits)}"
        sure = f" ({100 * confidence:.6g} % interval {ends})"
    reached = f"{with_minus(score.value, digits)}{sure}."
    if model is None:
        yield f"{sentence(title_of(metric))}{under} is {reached}"
    else:
        yield _by(metric, under, f"{model} reaches {reached}")
    if score.misleading:
        yield f"Beware, this value misleads: {titled(score.misleading, [metric])}."


def _several(scores: Sequence[Score], metric: Metric, evaluation: Evaluation) -> Iterator[str]:
    under, names = _under(evaluation, metric), shortened([str(dict(score.slice)[MODEL]) for score in scores])
    stand = evaluation.standings[metric.name]
    known = [k for k, score in enumerate(scores) if not np.isnan(score.value)]
    if not known:
        yield f"For all models, {title_of(metric)} is undefined."
        return
    values = {k: scores[k].value for k in known}
    order = sorted(known, key=lambda k: -metric.sign * values[k])
    said = {k: f"{names[k]} ({with_minus(values[k])})" for k in known}
    best = sorted(stand.first())
    if len(known) == 1:
        yield _by(metric, under, f"only {said[known[0]]} has a value.")
    elif stand.disputed:
        yield _by(metric, under, f"{dispute(stand, names)}.")
    elif not best:
        yield _by(metric, under, f"all models have the same value, {with_minus(values[known[0]])}.")
    elif len(best) > 1:
        yield _by(metric, under, f"{some_of(names, best)} have the best value, {with_minus(values[best[0]])}.")
    else:
        yield _by(metric, under, f"{said[order[0]]} has the best value, then {said[order[1]]}.")


def _by(metric: Metric, under: str, said: str) -> str:
    return f"By {title_of(metric)}{under}, {said}"


def _under(evaluation: Evaluation, metric: Metric) -> str:
    """Return the importance, if the metric follows it and not all classes matter alike; and stated class shares."""
    follows = metric.weighted and evaluation.importance != uniform()
    under = if_it_counts(evaluation.importance) if follows else ""
    return "".join(f" {said}" for said in (under, at_stated_shares(evaluation)) if said)


def _metric(evaluation: Evaluation, name: str) -> Metric:
    return next(each.metric for each in evaluation.measured if each.metric.name == name)


def _models(evaluation: Evaluation) -> int:
    return len(evaluation.confusion.axes.get(MODEL, (None,)))
