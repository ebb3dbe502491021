"""What the page concludes before anything is moved, in sentences: those of a comparison, or what one model reaches."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

import numpy as np

from steelyard.comparison.compare import compare
from steelyard.comparison.comparison import Comparison
from steelyard.counts.joint import Joint
from steelyard.counts.matrix_input import MODEL
from steelyard.evaluation.evaluate import Evaluation
from steelyard.evaluation.given import MOST_TOGETHER
from steelyard.evaluation.score import Score
from steelyard.importance import uniform
from steelyard.intervals import bayes, bootstrap, classwise
from steelyard.intervals.units import Undrawable
from steelyard.measuring.record import Metric
from steelyard.show.disputes import dispute
from steelyard.show.evaluation_sentences import at_stated_shares
from steelyard.show.importance_words import if_it_counts
from steelyard.show.names import shortened
from steelyard.show.numbers import digits_of, with_minus
from steelyard.show.page.metrics_of import sentence, title_of, titled
from steelyard.show.robustness_sentence import weightings, whole_percent
from steelyard.show.verdict import listed, sentences_of


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


def of_comparison(result: Comparison) -> list[str]:
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


def of_values(evaluation: Evaluation, main: str, model: str | None) -> list[str]:
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
        yield _by(metric, under, f"{listed(names, best)} have the best value, {with_minus(values[best[0]])}.")
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
