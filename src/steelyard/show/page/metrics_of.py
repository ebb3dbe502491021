"""What the page says of each metric: its record, whether class shares move it, and along which class to look first."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import replace
from typing import Any

import numpy as np

from steelyard.counts.class_shares import completed, row_factors
from steelyard.counts.confusion import Confusion
from steelyard.counts.labels import Label
from steelyard.evaluation.evaluate import CLASS_RATES, Evaluation
from steelyard.measuring.apply import apply
from steelyard.measuring.lead import lead, rounding, undefined_decides
from steelyard.measuring.notes import GRAVEST, Note, Notes
from steelyard.measuring.program.program import plain
from steelyard.measuring.record import KINDS, OF_CLASS, Metric
from steelyard.measuring.registry import metrics as registry
from steelyard.shares.what_if_curves import stays
from steelyard.show.how_sure import Footnotes, remarks
from steelyard.show.page.recorded import Recorded, of_class, quotient_of
from steelyard.type_names import Floats

RANDOM = 2
"""Share vectors drawn at random, beside those as counted, uniform ones and those of the sizes turned round."""

SEED = 0


def unmoved(metrics: Sequence[Metric], tables: Confusion, weights: Floats, policy: str) -> list[bool]:
    """Return for each metric or rate whether it does not move with the class shares.

    Examples
    --------
    >>> import steelyard as sy
    >>> cm = sy.Confusion([[8, 2], [10, 80]])
    >>> unmoved([sy.metrics.accuracy, sy.metrics.balanced_accuracy], cm, cm.support / 100, "exclude")
    [False, True]
    """
    support = np.asarray(tables.support, dtype=np.float64)
    total = np.asarray(tables.total)[..., None]
    seen = [apply(metrics, tables, importance=weights, undefined=policy)]
    for shares in _shares(support.reshape(-1, support.shape[-1]).sum(axis=0)):
        # A class that a model has no items of cannot be given a share; its other classes have it.
        there = shares * (support > 0)
        sums = there.sum(axis=-1, keepdims=True)
        scale = row_factors(there / np.where(sums > 0, sums, 1.0), support, total)
        seen.append(apply(metrics, tables.with_rows_scaled(scale), importance=weights, undefined=policy))
    return [
        _same(np.stack([each.value.reshape(-1) for each in of_metric]), metric)
        for metric, of_metric in zip(metrics, zip(*seen, strict=True), strict=True)
    ]


def of_rows(metrics: Sequence[Metric], labels: Sequence[Label], weights: Floats, policy: str) -> list[bool]:
    """Return for each metric or rate whether no class shares move it, on any counts: nor do they how sure it is.

    On some counts more metrics stay, such as the accuracy of a model without errors, but not their intervals.

    Examples
    --------
    >>> import steelyard as sy
    >>> of_rows([sy.metrics.accuracy, sy.metrics.balanced_accuracy], ["a", "b"], np.full(2, 0.5), "exclude")
    [False, True]
    """
    C = len(labels)
    counts = np.random.default_rng(SEED).integers(1, 60, (C, C)) + 20 * np.eye(C, dtype=int)
    return unmoved(metrics, Confusion(counts, labels), weights, policy)


def _shares(sizes: Floats) -> list[Floats]:
    """Return class shares, up to a factor, that differ from those as counted."""
    rising = np.argsort(sizes, kind="stable")
    turned = np.empty_like(sizes)
    turned[rising] = np.maximum(sizes[rising[::-1]], 1)
    drawn = np.random.default_rng(SEED).uniform(0.1, 1.0, (RANDOM, len(sizes)))
    return [np.ones_like(sizes), turned, *drawn]


def _same(values: Floats, metric: Metric) -> bool:
    """Return whether values, at some shares a row, stay; those that are undefined at all of them say nothing."""
    known = values[:, ~np.isnan(values).all(axis=0)]
    return known.size > 0 and stays(known, metric)


# The class whose weight tells most at first sight: along it, another model takes the lead.


HEAVIER = (0.3, 0.5, 0.7, 0.9, 1.0)
"""Weights to which a class is raised, the others in proportion."""

MOST_TRIED = 40


def telling_class(metric: Metric, tables: Confusion, weights: Floats, policy: str) -> int:
    """Return the class that takes the lead from the best model when it is raised least; the first if none does.

    Examples
    --------
    >>> import steelyard as sy
    >>> tables = sy.Confusion([[[9, 1], [5, 5]], [[8, 2], [3, 7]]], axes={"model": ["a", "b"]})
    >>> telling_class(sy.metrics.balanced_accuracy, tables, np.array([0.5, 0.5]), "exclude")
    0
    """
    if not metric.weighted or len(weights) < 2:
        return 0
    best = _best(metric, tables, weights, policy)
    for weight in HEAVIER:
        for c in range(min(len(weights), MOST_TRIED)):
            if weight <= weights[c]:
                continue
            if _best(metric, tables, completed(weights, [c], np.array([weight])), policy).isdisjoint(best):
                return c
    return 0


def _best(metric: Metric, tables: Confusion, weights: Floats, policy: str) -> set[int]:
    (result,) = apply([metric], tables, importance=weights, undefined=policy)
    values = result.value
    behind = [np.nan_to_num(lead(values, value, metric), nan=0.0).max() > 0 for value in values]
    return {k for k, is_behind in enumerate(behind) if not is_behind and np.isfinite(values[k])}


# What the page says of each metric and each rate, from its record.


AT_IMPORTANCE_MEANS = "a function of the whole matrix, at class shares equal to the weights"
"""What the kind of a metric means that follows the importance so."""


def usual_rates() -> list[Metric]:
    """Return the rates that nobody need ask for, those of an evaluation's table of classes first."""
    usual = [metric for metric in registry.values() if metric.kind == "rate" and not metric.optional]
    others = [metric for metric in usual if metric.id not in CLASS_RATES]
    return [*(registry[rate] for rate in CLASS_RATES), *others]


def metrics_of(evaluation: Evaluation, recorded: Recorded, unmoved: Sequence[bool]) -> list[dict[str, Any]]:
    """Return the metrics of an evaluation of models, as the page takes them."""
    labels, policy = evaluation.confusion.labels, evaluation.undefined
    rows = of_rows([each.metric for each in evaluation.measured], labels, evaluation.weights, policy)
    models = evaluation.confusion.shape[0] if evaluation.confusion.shape else 1
    listed: list[dict[str, Any]] = []
    said = _told_once(evaluation)
    decides = undefined_decides([each.metric for each in evaluation.measured], evaluation.at_shares)
    for place, (result, still) in enumerate(zip(evaluation.measured, unmoved, strict=True)):
        metric = result.metric
        why_fixed = sentence(recorded.why_not.get(metric.name, ""))
        scores = evaluation.scores[place * models : (place + 1) * models]
        listed.append(
            {
                "name": metric.name,
                "title": title_of(metric),
                "builtin": metric.builtin,
                "meaning": _meaning(metric),
                "weighted": metric.weighted,
                "undefined_decides": decides[place],
                "of_rows": still and rows[place],
                "of_class": of_class(metric, labels),
                "sign": metric.sign,
                "rounding": rounding(metric),
                "robust": still,
                "live": not why_fixed,
                "fixed": plain(result.value.reshape(-1)) if why_fixed else None,
                "why_fixed": why_fixed,
                "misleading": [
                    [k, str(titled(score.misleading, [metric]))] for k, score in enumerate(scores) if score.misleading
                ],
                "notes": [[k, said[str(remark)]] for k, score in enumerate(scores) for remark in remarks(score)],
            }
        )
    return listed


def _told_once(evaluation: Evaluation) -> dict[str, str]:
    """Return what each remark says, where those that differ in an amount alone are one note."""
    footnotes, metrics = Footnotes(), [each.metric for each in evaluation.measured]
    every = [remark for score in evaluation.scores for remark in remarks(score)]
    marks = {
        str(remark): footnotes.mark([replace(remark, notes=tuple(titled(remark.notes, metrics)))]) for remark in every
    }
    notes = footnotes.told()
    return {remark: f"{sentence(notes[mark])}." for remark, mark in marks.items()}


def titled(notes: Iterable[Note], metrics: Iterable[Metric]) -> Notes:
    """Return notes that call some metrics by their titles."""
    titles = {metric.name: title_of(metric) for metric in metrics}
    return Notes(replace(note, metric=titles.get(note.metric, note.metric)) for note in notes)


def gravest_first(evaluation: Evaluation, main: str) -> list[str]:
    """Return what is said of values that mislead, the gravest first: those of the verdict, then as notes are ranked.

    Of one kind, the farther a value is from what it is held against, beside the range of the metric, the graver.
    """
    found: dict[str, tuple[bool, int, float]] = {}
    said = _told_once(evaluation)
    for score in evaluation.scores:
        for note, remark in zip(score.misleading[:1], remarks(score), strict=False):
            low, high = score.metric.range if isinstance(score.metric.range, tuple) else (-np.inf, np.inf)
            off = 0.0 if note.amount is None else abs(note.amount - score.value)
            far = off / (high - low) if np.isfinite(high - low) else off
            kind = GRAVEST.index(note.kind) if note.kind in GRAVEST else len(GRAVEST)
            found.setdefault(said[str(remark)], (score.metric.name != main, kind, -far))
    return sorted(found, key=found.__getitem__)


def rates_of(rates: Sequence[Metric], unmoved: Sequence[bool], labels: Sequence[Label]) -> list[dict[str, Any]]:
    """Return rates as the page takes them."""
    rows = of_rows(rates, labels, np.full(len(labels), 1 / len(labels)), "exclude")
    return [
        {
            "name": rate.name,
            "title": rate.title,
            "robust": still,
            "of_rows": still and always,
            "sign": rate.sign,
            "quotient": quotient_of(rate),
        }
        for rate, still, always in zip(rates, unmoved, rows, strict=True)
    ]


def sentence(words: str) -> str:
    """Return words with a capital at their beginning."""
    return f"{words[:1].upper()}{words[1:]}"


def title_of(metric: Metric) -> str:
    """Return what a metric is called: its title with its parameters."""
    return f"{metric.title} ({metric.settings})" if metric.fixed else metric.title


def _meaning(metric: Metric) -> str:
    """Return what a metric is in one line: what its kind means, and its note."""
    kind = KINDS.get(metric.kind, OF_CLASS) if metric.as_counted is None else AT_IMPORTANCE_MEANS
    return " ".join(filter(None, [f"{sentence(kind)}.", metric.note]))
