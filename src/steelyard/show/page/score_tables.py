"""What the page of scores says in words and tables: which model is better, every metric, every class, every pair."""

from __future__ import annotations

import math
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from functools import cache
from itertools import groupby

from steelyard.counts.labels import Label
from steelyard.counts.labels import text as name
from steelyard.measuring.record import Metric
from steelyard.scores.comparison import ScoreComparison, ScoreDifference
from steelyard.scores.decided import direction_of, named
from steelyard.scores.evaluation import ModelValue, ScoreEvaluation
from steelyard.show import numbers
from steelyard.show.names import shortened
from steelyard.show.page.frame import MOST_SIDE_BY_SIDE, note_mark
from steelyard.show.page.metrics_of import title_of
from steelyard.show.page.texts import between, name_of, number, prose, shown, text
from steelyard.show.scores import evaluation_sentence, heading_of, p_cell, tests_of, verdict, what_p_is

MOST_OPEN = 6
"""Differences that are seen without being asked for."""

MOST_LISTED = 200
"""Differences that a page lists."""

MOST_IN_WORDS = 3
"""Pairs with the best model that stand below the verdict; a table has all."""

MOST_CLASSES = 100
"""Classes that are listed, those of the largest weight first."""

METRICS_IN_A_ROW = 4


def titled(metric: str) -> str:
    """Return what a metric is called on the page.

    Examples
    --------
    >>> titled("roc_auc"), titled("balanced_accuracy")
    ('area under the ROC curve', 'balanced accuracy')
    """
    record = named(metric)
    return title_of(record) if isinstance(record, Metric) else record.title


def verdict_of(result: ScoreEvaluation, compared: ScoreComparison | None) -> list[str]:
    """Return what is concluded: of one model its value, of several how the best stands to the others."""
    if compared is None:
        (short,) = shorter(result.models).values()
        return [
            evaluation_sentence(
                replace(result, values=tuple(replace(each, model=short) for each in result.values)), titled
            )
        ]
    first = compared.differences[0].metric
    told, sign = values_by(result, first)
    best = best_models(result)[0]
    own = [each for each in compared.differences if each.metric == first and best in (each.first, each.second)]
    own.sort(key=lambda each: _behind(each, best, told, sign))
    names = shorter(compared.models)
    pairs = [(each.first, each.second) for each in own[:MOST_IN_WORDS]]
    by_pair = [[each for each in compared.differences if (each.first, each.second) == pair] for pair in pairs]
    renamed = [tuple(_renamed(each, names) for each in of) for of in by_pair]
    return [verdict(replace(compared, differences=of), titled) for of in renamed]


@cache
def shorter(models: tuple[str, ...]) -> dict[str, str]:
    """Return what each model is called where a long name would be in the way: still told apart from the others."""
    return dict(zip(models, shortened(models), strict=True))


def _renamed(each: ScoreDifference, names: Mapping[str, str]) -> ScoreDifference:
    better = None if each.better is None else names[each.better]
    return replace(each, first=names[each.first], second=names[each.second], better=better)


def values_by(result: ScoreEvaluation, metric: str) -> tuple[dict[str, float], int]:
    """Return what each model has by a metric, and 1 or −1 for its direction."""
    told = {each.model: each.value for each in result.values if each.metric == metric}
    return told, 1 if direction_of(metric) == "higher" else -1


def best_models(result: ScoreEvaluation) -> list[str]:
    """Return the models by the first metric, the best first; those without a finite value last."""
    told, sign = values_by(result, result.values[0].metric)
    return sorted(told, key=lambda model: -sign * told[model] if math.isfinite(told[model]) else math.inf)


def _behind(each: ScoreDifference, best: str, told: dict[str, float], sign: int) -> float:
    other = each.second if each.first == best else each.first
    return -sign * told[other] if math.isfinite(told[other]) else math.inf


def called(model: str, models: Sequence[str]) -> str:
    """Return the name of a model as HTML, short but told apart from others, in full when pointed at."""
    return f'<bdi class="name" title="{text(model)}">{text(shorter(tuple(models))[model])}</bdi>'


def values(result: ScoreEvaluation) -> str:
    """Return every metric of every model, the best marked; few models side by side, more below each other."""
    rows = [(metric, list(of)) for metric, of in groupby(result.values, key=lambda each: each.metric)]
    numbered = {
        note: n for n, note in enumerate(dict.fromkeys(str(note) for of in result.values for note in of.note), 1)
    }
    if len(result.models) <= MOST_SIDE_BY_SIDE:
        heads = [
            f'<th scope="col">{called(model, result.models) if len(result.models) > 1 else "Value"}</th>'
            for model in result.models
        ]
        body = (
            (f'<th scope="row">{text(heading_of(metric, titled))}</th>', _cells(of, numbered)) for metric, of in rows
        )
        return table("Score metrics", "by-metric", ['<th scope="col">Metric</th>', *heads], body)
    parts = []
    for start in range(0, len(rows), METRICS_IN_A_ROW):
        some = rows[start : start + METRICS_IN_A_ROW]
        cells = [_cells(of, numbered, beside=True) for _, of in some]
        heads = [f'<th scope="col">{text(heading_of(metric, titled))}</th>' for metric, _ in some]
        body = (
            (f'<th scope="row">{called(model, result.models)}</th>', [column[k] for column in cells])
            for k, model in enumerate(result.models)
        )
        parts.append(table("Score metrics", "by-model", ['<th scope="col">Model</th>', *heads], body))
    return "".join(parts)


def _cells(of: Sequence[ModelValue], numbered: Mapping[str, int], *, beside: bool = False) -> list[str]:
    """Return the cells of a metric, which lead to their notes; on a phone each says itself what it is of."""
    sign = 1 if direction_of(of[0].metric) == "higher" else -1
    models = [each.model for each in of]
    known = [sign * each.value for each in of if not math.isnan(each.value)]
    told = len(set(known)) > 1
    cells = []
    for each in of:
        best = told and sign * each.value == max(known)
        whom = name_of(titled(each.metric)) if beside else called(each.model, models)
        said = f'<b aria-hidden="true">{whom}</b>' if len(of) > 1 else ""
        data = _data(each.model, each.metric, each.value, each.low, each.high)
        notes = "".join(note_mark(f"score-note-{numbered[told]}", numbered[told], told) for told in map(str, each.note))
        cells.append(
            f'<td class="{"best" if best else ""}" {data}><span>{shown(each.value)}</span>'
            f"<small>{between(each.low, each.high)}</small><i>{'★' if best else ''}</i>{notes}{said}</td>"
        )
    return cells


def _data(model: str, metric: str, value: float, low: float, high: float) -> str:
    return (
        f'data-model="{text(model)}" data-metric="{text(metric)}" data-value="{number(value)}" '
        f'data-low="{number(low)}" data-high="{number(high)}"'
    )


def class_tables(result: ScoreEvaluation) -> str:
    """Return each metric that is an average over classes, class by class; nothing if one class was asked for."""
    parts = []
    weights = dict(zip(result.labels, result.weights, strict=True))
    for metric, of in groupby(result.values, key=lambda each: each.metric):
        models = list(of)
        if result.positive is not None or not models[0].classes:
            continue
        heads = ['<th scope="col">Class</th><th scope="col">Items</th>']
        heads += [
            f'<th scope="col">{called(model, result.models) if len(models) > 1 else "Value"}</th>'
            for model in result.models
        ]
        made = table(f"{titled(metric)} of each class", "", heads, _class_rows(models, weights))
        parts.append(f"<h3>{text(heading_of(metric, titled))}</h3>{made}{_left_out(models)}")
    return f"<details><summary>Class by class</summary>{''.join(parts)}</details>" if parts else ""


def _left_out(models: Sequence[ModelValue]) -> str:
    more = len(models[0].classes) - MOST_CLASSES
    classes = "class" if more == 1 else "classes"
    said = f"… and {more:,} more {classes}, none of a larger weight; to_dict() has all."
    return f'<p class="hint">{said}</p>' if more > 0 else ""


def _class_rows(models: Sequence[ModelValue], weights: Mapping[Label, float]) -> Iterator[tuple[str, Iterable[str]]]:
    every = models[0].classes
    for c in sorted(range(len(every)), key=lambda c: -weights[every[c].label])[:MOST_CLASSES]:
        first = every[c]
        cells = [f"<td>{first.items:,}</td>"]
        for each in models:
            row = each.classes[c]
            data = _data(each.model, each.metric, row.value, row.low, row.high)
            about = f'data-of-class="{text(name(row.label))}"'
            cells.append(
                f"<td><span {data} {about}>{shown(row.value)}</span><small>{between(row.low, row.high)}</small></td>"
            )
        yield f'<th scope="row">{name_of(name(first.label))}</th>', cells


def differences(compared: ScoreComparison, result: ScoreEvaluation) -> str:
    """Return how far apart all pairs of models are, and which is better beyond chance; of many, those of the best."""
    chosen, left = compared.differences, ""
    if len(chosen) > MOST_LISTED:
        best = best_models(result)[0]
        own = tuple(each for each in chosen if best in (each.first, each.second))
        chosen = own[:MOST_LISTED]
        many, whose = f"{len(compared.differences):,}", called(best, compared.models)
        those = "those" if len(chosen) == len(own) else f"{len(chosen):,} of the {len(own):,}"
        left = f'<p class="hint">Of {many} differences, {those} of {whose} are here; sy.scores.compare has all.</p>'
    known = [_known(each, compared, corrected=tests_of(compared) > 1) for each in chosen]
    heads = [f'<th scope="col">{head}</th>' for head in ("Metric", "Models", *known[0])]
    rows = [
        (f'<th scope="row">{text(heading_of(each.metric, titled))}</th>', _difference(each, compared.models, told))
        for each, told in zip(chosen, known, strict=True)
    ]
    made = table("Differences", "differences", heads, rows)
    level = f"{100 * result.confidence:.6g} %"
    told = f'<p class="hint">{prose(READING.format(level=level))} {prose(what_p_is(compared))}</p>'
    if len(rows) <= MOST_OPEN:
        return left + made + told
    return f"{left}<details><summary>{len(rows)} differences</summary>{made}{told}</details>"


READING = "Each difference is the value of the first model less that of the second; below it is its {level} interval."


def _known(each: ScoreDifference, compared: ScoreComparison, *, corrected: bool) -> dict[str, str]:
    """Return what is known of a difference, as HTML, by the heads of the columns; on a phone, these stand before it."""
    apart = numbers.signed(each.difference) if math.isfinite(each.difference) else "–"
    holm = {"Holm": text(p_cell(each.p_adjusted))} if corrected else {}
    return {
        "Difference": f"<span>{apart}<small>{between(each.low, each.high)}</small></span>",
        "p": text(p_cell(each.p_value)),
        **holm,
        "Better": called(each.better, compared.models) if each.better else "–",
    }


def _difference(each: ScoreDifference, models: Sequence[str], known: Mapping[str, str]) -> list[str]:
    data = f'data-first="{text(each.first)}" data-second="{text(each.second)}" data-by="{text(each.metric)}"'
    data += f' data-value="{number(each.difference)}" data-low="{number(each.low)}" data-high="{number(each.high)}"'
    cells = [
        f'<td{f" {data}" if place == 0 else ""}><b aria-hidden="true">{head}</b>{cell}</td>'
        for place, (head, cell) in enumerate(known.items())
    ]
    first, second = called(each.first, models), called(each.second, models)
    return [f'<td>{first} <span class="less">− {second}</span></td>', *cells]


def table(about: str, kind: str, heads: Sequence[str], rows: Iterable[tuple[str, Iterable[str]]]) -> str:
    """Return a table in a region that scrolls of its own, given its heads and rows as HTML."""
    body = "".join(f"<tr>{head}{''.join(cells)}</tr>" for head, cells in rows)
    inside = f'<table class="{kind}"><thead><tr>{"".join(heads)}</tr></thead><tbody>{body}</tbody></table>'
    return f'<div class="wide" role="region" aria-label="{text(about)}" tabindex="0">{inside}</div>'


def legend(models: Sequence[str], places: Iterable[int]) -> str:
    """Return which line is of which model, of those at some places; nothing of one model."""
    if len(models) == 1:
        return ""
    sample = '<svg viewBox="0 0 34 10" aria-hidden="true"><path class="track" d="M1 5h32"/></svg>'
    items = (
        f'<li><span class="line model-{k % 10} dash-{k % 4}">{sample}</span>{called(models[k], models)}</li>'
        for k in places
    )
    return f'<ul class="legend">{"".join(items)}</ul>'
