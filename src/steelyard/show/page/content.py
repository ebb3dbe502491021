"""A result becomes content: plain values, ready for JSON, from which the page computes all that it shows."""

from __future__ import annotations

import json
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import compress
from math import comb
from typing import Any

import numpy as np

from steelyard import __version__
from steelyard.advice.candidates import called_for
from steelyard.comparison.compare import MAIN
from steelyard.comparison.comparison import Comparison
from steelyard.counts.confusion import Confusion
from steelyard.counts.joint import Joint
from steelyard.counts.labels import Label, find, some, storable, text
from steelyard.counts.matrix_input import MODEL
from steelyard.evaluation.evaluate import Evaluation
from steelyard.evaluation.uncertainty import DEFAULT, why_not_counts
from steelyard.intervals import Method, classwise
from steelyard.intervals.interval import ROUNDING
from steelyard.intervals.rows import hits_and_items
from steelyard.intervals.units import TooFewGroups, Units, groups_of, items_of
from steelyard.measuring.lead import NAMING, TIED, contestable
from steelyard.measuring.notes import NO_NOTES
from steelyard.measuring.registry import chosen
from steelyard.measuring.view import Policy, policy_of_rates
from steelyard.show.change_sentences import change_sentences
from steelyard.show.evaluation_sentences import YOURS, at_stated_shares, positive_sentence
from steelyard.show.note_sentences import WAYS
from steelyard.show.page import start, units_of
from steelyard.show.page.charts import POSITIVE
from steelyard.show.page.metrics_of import (
    gravest_first,
    metrics_of,
    rates_of,
    sentence,
    telling_class,
    unmoved,
    usual_rates,
)
from steelyard.show.page.presets import asking, order_weights, presets_of, source_of
from steelyard.show.page.recorded import Recorded, other_name, recorded
from steelyard.show.page.units_of import Drawn, packed, slices_of, why_no_slices
from steelyard.show.verdict import together

Result = Evaluation | Comparison

FORMAT = "steelyard report 1"

OTHERWISE = {
    "worst": "counting what the model gave up as the worst",
    "exclude": "leaving undefined classes out",
    "zero": "counting undefined classes as 0",
}
"""What is said of values by another policy."""

MOST_CLASSES = 500
MOST_MODELS = 50

UNNAMED = "model"
"""The name of the only model of an evaluation."""

ANEW = (
    "When you move something, the page computes the numbers again, and how sure they are with a quicker method: "
    "intervals and p-values may then differ a little from those of Python."
)

LONGEST_NAME, NAMED = 40, 3
"""Characters of a model's name in the title, and how many models are named there."""


def content_of(
    result: Result, *, joint: Joint | None = None, title: str | None = None, counts_move: bool = False
) -> dict[str, Any]:
    """Return all that the page of a result holds.

    Intervals are those of the result until something is moved. Then the page makes its own, class by class by slopes;
    of groups, by the delta method.

    Parameters
    ----------
    result
        What `sy.evaluate` or `sy.compare` returned.
    joint
        For an evaluation: the joint table of its models, so that differences are taken on the same items; if not given,
        that which was evaluated, if one was.
    title
        Of the page; if not given, what was evaluated.
    counts_move
        Whether the page will make other counts, in which other classes are undefined.

    Examples
    --------
    >>> import steelyard as sy
    >>> content = content_of(sy.evaluate(["a", "b", "b"], ["a", "b", "a"], metrics=["cba", "accuracy"]))
    >>> content["labels"], content["counts"], [metric["name"] for metric in content["metrics"]]
    (['a', 'b'], [[1, 0, 1, 1]], ['cba', 'accuracy'])
    """
    shown = _of_comparison(result, joint) if isinstance(result, Comparison) else _of_evaluation(result, joint)
    evaluation, drawn, tables = shown.evaluation, shown.drawn, shown.tables
    metrics, policy = [each.metric for each in evaluation.measured], _quiet(evaluation.undefined)
    names = [metric.name for metric in metrics]
    contested = [each.metric.name for each in evaluation.measured if contestable(each, any_counts=counts_move)]
    contested = [] if evaluation.chosen else contested
    programs = recorded(metrics, usual_rates(), tables, policy, contested)
    rates = [rate for rate in usual_rates() if rate.name not in programs.why_not]
    support, stated = shown.once.support, _stated_in_code(evaluation)
    return {
        "format": FORMAT,
        "version": __version__,
        "title": _title(shown) if title is None else title,
        "labels": [text(label) for label in tables.labels],
        "python_labels": [source_of(label) for label in tables.labels],
        "models": [text(name) for name in shown.models],
        "named": bool(shown.evaluation.confusion.shape) or shown.evaluation.model is not None,
        "python_models": [source_of(name) for name in shown.models],
        "items": shown.once.items.item(),
        "dropped": tables.dropped,
        "stored": json.dumps(_stored(tables)),
        "counts": [packed(counts) for counts in tables.dense().counts],
        "squares": _squares(tables),
        "support": support.tolist(),
        "seen": tables.counted_items().support.tolist(),
        "shares": (support / support.sum() if evaluation.shares is None else evaluation.shares).tolist(),
        "stated": evaluation.shares is not None,
        "at_stated": at_stated_shares(evaluation),
        "policy": policy,
        "chosen": evaluation.chosen,
        "others": [*_others(programs, policy, names, contested)],
        "confidence": drawn.confidence,
        "how": asking(drawn.confidence, shown.asked) + stated,
        "how_anew": asking(drawn.confidence, classwise(by_slopes=True)) + stated,
        "reach": drawn.reach(len(shown.models)),
        "variance_factor": drawn.variance_factor(len(shown.models)),
        "why_no_intervals": f"There are no intervals: {drawn.why_none}." if drawn.why_none else "",
        "tied": TIED,
        "beyond": ROUNDING,
        "by_class": start.BY_CLASS,
        "curved": start.curved(metrics),
        "rope": shown.rope,
        "start": shown.start,
        "metrics": metrics_of(evaluation, programs, unmoved(metrics, tables, evaluation.weights, policy)),
        "main": names.index(shown.main),
        "first": _first(evaluation, shown.main),
        "order": start.best_first(shown.start, names.index(shown.main), len(names)),
        "asked": shown.together,
        "together": together(comb(len(shown.models), 2), len(metrics) if shown.together else 1),
        "telling": telling_class(metrics[names.index(shown.main)], shown.at_shares, evaluation.weights, policy),
        "rates": rates_of(rates, unmoved(rates, tables, evaluation.weights, policy_of_rates(policy)), tables.labels),
        "program": programs.program,
        "at_shares": programs.at_shares,
        "bounds": programs.bounds,
        "weights": evaluation.weights.tolist(),
        "importance": str(evaluation.importance),
        "yours": YOURS,
        "positive": positive_sentence(evaluation.positive, tables.labels) if evaluation.positive is not None else "",
        "positive_class": None if evaluation.positive is None else find(evaluation.positive, tables.labels),
        "positive_word": POSITIVE,
        "presets": [preset.to_dict() for preset in presets_of(evaluation.importance, shown.at_shares.pooled())],
        "order_weights": order_weights(len(tables.labels)).tolist(),
        "units": drawn.to_dict(),
        "alone": _alone(shown),
        "slices": shown.slices,
        "verdict": shown.verdict,
        "agreeing": shown.agreeing,
        "notes": [*_notes(shown, programs)],
        "misleading": gravest_first(evaluation, shown.main),
    }


def _stated_in_code(evaluation: Evaluation) -> str:
    """Return how the code says at which class shares everything was measured, behind its other arguments."""
    if evaluation.shares is None:
        return ""
    labels, shares = evaluation.confusion.labels, evaluation.shares.tolist()
    return f", shares={{{', '.join(f'{source_of(c)}: {share!r}' for c, share in zip(labels, shares, strict=True))}}}"


def _stored(tables: Confusion) -> dict[str, Any]:
    """Return what `Confusion.to_dict` says of matrices, without their numbers."""
    axes = {name: storable(keys) for name, keys in tables.axes.items()}
    return {"labels": storable(tables.labels), "axes": axes, "dropped": tables.dropped}


@dataclass(frozen=True)
class _Shown:
    """What evaluations and comparisons have in common, as the page sees them.

    Attributes
    ----------
    evaluation
        The metrics of the models, all slices together.
    once
        Counts in which each item is counted once, if the models are on the same items.
    drawn
        What tells how sure the numbers are.
    main
        The name of the metric of the verdict.
    start
        The numbers of the result itself.
    verdict, agreeing
        What follows from them, in sentences; and how often each model is the best over the weights that agree.
    way, asked
        By which way it is known how sure they are, and that which was asked for; None if none was.
    rope
        The largest difference that does not matter.
    together
        Whether p-values are corrected over the pairs of all metrics together, as by a comparison of metrics that were
        asked for; the models of an evaluation are compared by one metric at a time.
    """

    evaluation: Evaluation
    once: Confusion
    drawn: Drawn
    main: str
    start: start.Numbers
    verdict: list[str]
    way: Method | None
    asked: Method | None = None
    rope: float = 0.0
    together: bool = False
    group: str = ""
    slices: dict[str, Any] | None = None
    agreeing: dict[str, Any] | None = None
    warnings: tuple[str, ...] = ()

    @property
    def tables(self) -> Confusion:
        """The matrices, a stack along "model" also if there is one."""
        cm = self.evaluation.confusion
        return cm if cm.shape else Confusion.of_models({self.evaluation.model or UNNAMED: cm})

    @property
    def at_shares(self) -> Confusion:
        """The same at the class shares that were stated, if some were."""
        shares = self.evaluation.shares
        return self.tables if shares is None else self.tables.at_shares(shares)

    @property
    def models(self) -> tuple[Label, ...]:
        return tuple(self.tables.axes[MODEL])


def _of_evaluation(given: Evaluation, joint: Joint | None) -> _Shown:
    _check_size(given.confusion)
    evaluation, together = given.overall, _checked_joint(joint, given)
    names = [each.metric.name for each in evaluation.measured]
    if not names:
        raise ValueError("a page needs at least one metric, but none was evaluated.")
    main, drawn = MAIN if _by_default(names) else names[0], _drawn(evaluation, together)
    numbers = start.of_evaluation(evaluation, intervals=not drawn.why_none)
    compared = None if drawn.why_none else start.compared(evaluation, together, main)
    if compared is None:
        verdict = start.concluded_values(evaluation, main, evaluation.model)
    else:
        verdict = start.concluded_comparison(compared)
        numbers["pairs"] = [start.pair_of(compared, 0) if name == main else None for name in names]
    slices, changed = slices_of(given.confusion), [*change_sentences(given)]
    return _Shown(
        evaluation,
        once=evaluation.confusion.each_item_once(),
        drawn=drawn,
        main=main,
        start=numbers,
        verdict=verdict,
        way=evaluation.uncertainty.chosen.method,
        asked=None if evaluation.uncertainty.asked == DEFAULT else evaluation.uncertainty.asked,
        group=evaluation.uncertainty.group or "",
        slices=slices
        and {
            **slices,
            "start": start.of_slices(given, intervals=not drawn.why_none),
            "by_shares": start.by_shares(given),
            "changed": changed,
            "flags": start.flags(given),
        },
        agreeing=None if compared is None else start.agreeing(compared),
        warnings=tuple(filter(None, [why_no_slices(given.confusion), *([] if slices else changed)])),
    )


def _of_comparison(given: Comparison, joint: Joint | None) -> _Shown:
    if joint is not None:
        raise ValueError("a comparison has its joint table itself; joint= is for an evaluation.")
    _check_size(given.tables)
    if given.grouped:
        drawn = units_of.groups(given.confidence, given.units)
    else:
        drawn = units_of.items(given.confidence, _items(given.joint))
    warning = f"{sentence(str(given.note))}." if given.note else ""
    return _Shown(
        given.evaluation,
        once=given.tables.each_item_once() if given.paired else given.tables.pooled(),
        drawn=drawn,
        main=given.score().metric.name,
        start=start.of_comparison(given),
        verdict=start.concluded_comparison(given),
        way=given.method,
        rope=given.rope,
        together=given.asked,
        group="groups" if given.grouped else "",
        agreeing=start.agreeing(given),
        warnings=tuple(filter(None, [warning])),
    )


AT_FIRST = 5
"""Metrics that are seen before others are asked for."""

MOST_AT_FIRST = 8
"""Metrics that were asked for and are all seen at first."""


def _first(evaluation: Evaluation, main: str) -> list[int]:
    """Return the metrics that are seen first: that of the verdict, and those that the situation calls for."""
    metrics = [each.metric for each in evaluation.measured]
    names = [metric.name for metric in metrics]
    # Those of the positive class before others; sorting keeps the order of the rest.
    ordered = sorted(range(len(names)), key=lambda j: evaluation.positive is not None and metrics[j].of_rate is None)
    if len(names) <= MOST_AT_FIRST:
        return ordered
    if _by_default(names):
        called = called_for(evaluation.at_shares, evaluation.importance, metrics, evaluation.models_misled)
        wanted = [metric.name for metric in called.metrics]
    else:
        wanted = [names[j] for j in ordered]
    return [names.index(name) for name in dict.fromkeys([main, *wanted])][:AT_FIRST]


def _by_default(names: Sequence[str]) -> bool:
    """Return whether metrics are those that are shown if none are asked for."""
    return list(names) == [metric.name for metric in chosen(None)]


def _check_size(counts: Confusion) -> None:
    """Refuse what nobody could look at."""
    classes, models = len(counts.labels), len(counts.axes.get(MODEL, ()))
    if classes > MOST_CLASSES:
        raise ValueError(
            f"a page shows up to {MOST_CLASSES} classes, and there are {classes:,}; merge some, "
            "cm.collapse({'others': [...]}), and evaluate those."
        )
    if models > MOST_MODELS:
        raise ValueError(f"a page shows up to {MOST_MODELS} models, and there are {models:,}; choose some of them.")


def _checked_joint(joint: Joint | None, evaluation: Evaluation) -> Joint | None:
    """Return the joint table, pooled over all but the groups; refuse one of other counts."""
    result = evaluation.joint if joint is None else joint
    if result is None:
        return None
    group = evaluation.uncertainty.group
    if group is not None and group not in result.axes:
        raise ValueError(f"groups are drawn along {group!r}, so the joint table needs that axis, too.")
    if joint is not None and joint.pooled().confusion() != evaluation.overall.confusion:
        raise ValueError("the joint table is not that of the models that were evaluated: its counts are others.")
    others = [name for name in result.axes if name != group]
    return result.pooled(*others) if others else result


def _drawn(evaluation: Evaluation, joint: Joint | None) -> Drawn:
    """Return what tells how sure an evaluation is."""
    how = evaluation.uncertainty
    if how.confidence is None or how.asked is None:
        return Drawn(None, "none were asked for")
    if how.group is None:
        why_not = NO_NOTES if how.counts.is_weighted else why_not_counts(how.counts)
        return Drawn(None, str(why_not)) if why_not else units_of.items(how.confidence, _items(joint))
    slices = [joint] if joint is not None else [how.slice(at) for at in np.ndindex(evaluation.confusion.shape)]
    units: list[Units | None] = []
    for each in slices:
        try:
            units.append(groups_of(each, how.group))
        except TooFewGroups as problem:
            units.append(None)
            why = str(problem.note)
    return units_of.groups(how.confidence, units) if any(units) else Drawn(None, why, "groups")


def _items(joint: Joint | None) -> Units | None:
    return None if joint is None else items_of(joint, weighted=True)


def _alone(shown: _Shown) -> Sequence[tuple[list[int], list[int]] | None]:
    """Return the hits and items of each model's classes, which tell how much of a difference may be chance.

    Of models on the same items, the items on which they differ tell it.
    """
    drawn = shown.drawn
    if drawn.confidence is None or drawn.paired or len(shown.models) < 2:
        return []
    return drawn.alone or [hits_and_items(items_of(each, weighted=True)) for each in shown.tables]


def _squares(tables: Confusion) -> list[Any] | None:
    """Return the sums of the squared weights of the items in each cell; None if they have no weights."""
    return [packed(squares) for squares in tables.dense().squares] if tables.is_weighted else None


def _others(result: Recorded, policy: Policy, names: list[str], contested: list[str]) -> Iterator[dict[str, Any]]:
    """Yield where the values of metrics by other policies are among the outputs, and what is said of the policy."""
    places = {output["metric"]: place for place, output in enumerate(result.program["outputs"])}
    for other in (each for each in NAMING if each != policy):
        for name in contested:
            if name not in result.why_not:
                place = places[other_name(name, other)]
                yield {"metric": names.index(name), "output": place, "policy": other, "said": OTHERWISE[other]}


def _quiet(policy: Policy) -> Policy:
    """Return what a page can do about undefined terms: it cannot refuse them."""
    return "nan" if policy == "raise" else policy


def _title(shown: _Shown) -> str:
    """Return which models there are, and of how many classes."""
    named = shown.evaluation.confusion.shape or shown.evaluation.model
    names = [text(name) for name in shown.models] if named else ["A classifier"]
    listed = [name if len(name) <= LONGEST_NAME else f"{name[:LONGEST_NAME]}…" for name in names[:NAMED]]
    *first, last = [*listed, f"{len(names) - NAMED} more"] if len(names) > NAMED else listed
    return f"{', '.join(first)} and {last}" if first else last


def _notes(shown: _Shown, result: Recorded) -> Iterator[str]:
    """Yield what a reader must know about the data, and how the page is made."""
    tables, drawn = shown.tables, shown.drawn
    yield str(tables.imbalance)
    if shown.evaluation.importance.caution:
        yield shown.evaluation.importance.caution
    yield from shown.warnings
    if tables.dropped:
        yield f"Items left out because a label is missing: {tables.dropped:,.15g}."
    empty = some(compress(tables.labels, (shown.once.support == 0).tolist()))
    if empty:
        yield f"Class {empty} has no items."
    if not all(each.metric.weighted for each in shown.evaluation.measured):
        yield "Importance has no part in metrics tagged “by items”."
    yield from filter(None, [_how_sure(shown), drawn.note or _apart(shown)])
    if result.unsure:
        yield f"The range of {some(sorted(result.unsure))} cannot be recorded, so there is no interval of it here."
    for rate in usual_rates():
        if rate.name in result.why_not:
            yield f"The rate {rate.name} is not on this page: {result.why_not[rate.name]}"


def _how_sure(shown: _Shown) -> str:
    drawn = shown.drawn
    if drawn.confidence is None:
        return ""
    units = f"{shown.once.items:,} items" if drawn.groups is None else f"{max(drawn.groups):,} groups ({shown.group})"
    known = "" if shown.way is None else f"{100 * drawn.confidence:.6g} % intervals: {WAYS[shown.way.name]} {units}. "
    return f"{known}{ANEW}"


def _apart(shown: _Shown) -> str:
    if shown.drawn.confidence is None or shown.drawn.paired or len(shown.models) < 2:
        return ""
    return "Models are compared as if each had items of its own; a joint table (sy.Joint) would tell where they agree."
