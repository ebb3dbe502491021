"""Curves of scores in a terminal, in a notebook and in a sentence: what they come to, where decisions are worth it."""

from __future__ import annotations

import math
from collections.abc import Iterator

import numpy as np

from steelyard.counts.labels import Label
from steelyard.scores.decision_curves import CurveKind, ModelCurve, ScoreCurves
from steelyard.scores.regrets import Stretch
from steelyard.show import numbers
from steelyard.show.html import html_of
from steelyard.show.names import capital, listed, quoted
from steelyard.show.parts import EMPTY_LINE, Column, Part, Sentence, Sheet
from steelyard.show.printing import text_of
from steelyard.type_names import Range

AREAS = {
    "roc": "area under the ROC curve",
    "precision_recall": "average precision",
    "cost": "mean cost over the weights",
    "brier": "Brier score",
}
"""What the area of a curve is."""

ROWS = 9
"""Of a curve of decisions, places that are shown."""


def curves_text(result: ScoreCurves) -> str:
    """Return curves as text of 80 columns."""
    return text_of(_parts(result))


def curves_html(result: ScoreCurves) -> str:
    """Return them as HTML for a notebook."""
    return html_of(_parts(result))


def verdict(result: ScoreCurves) -> str:
    """Return what the curves come to in a sentence: areas, bins that are off, or where decisions are worth it."""
    (name,) = quoted([result.positive])
    if result.kind in ("roc", "precision_recall"):
        areas = listed([f"{numbers.value(each.area)} ({each.model})" for each in result.models])
        return f"{capital(AREAS[result.kind])} of class {name}: {areas}."
    if result.kind == "reliability":
        return " ".join(_calibration(each, result) for each in result.models)
    if len(result.baselines[0].x) == 1 and result.kind != "cost":
        (at,) = result.baselines[0].x
        able = [each.model for each in result.models if each.worth]
        told_of = listed(able) if able else "no model is shown to be"
        return f"Better than always or never answering {name}, {acting_from(result.positive, at)}: {told_of}."
    where = "at weights" if result.kind == "cost" else "at thresholds"
    told = [
        f"{each.model} {f'{where} {stretches_text(each.worth)}' if each.worth else 'nowhere that is shown'}"
        for each in result.models
    ]
    return f"Better than always or never answering {name}: {'; '.join(told)}."


def _calibration(each: ModelCurve, result: ScoreCurves) -> str:
    low, x, high = (np.array(values) for values in (each.low, each.x, each.high))
    above, below = int((x > high).sum()), int((x < low).sum())
    chance = numbers.value((1 - result.confidence) * len(x), digits=1)
    if not above + below:
        return f"In none of {len(x)} bins are the probabilities of {each.model} off."
    sides = listed([f"{side} in {bins}" for side, bins in (("too high", above), ("too low", below)) if bins])
    return f"Of {len(x)} bins, probabilities of {each.model} are {sides}; by chance alone, {chance} would look so."


FIXED = "fixed by what matters, and the best if the probabilities are right"
"""What a threshold is that importance or costs give, without a look at how well it does."""


def acting_from(positive: Label | None, threshold: float) -> str:
    """Say from which probability a threshold answers a class.

    Examples
    --------
    >>> acting_from("fraud", 1 / 31)
    "acting on 'fraud' from a probability of 0.032"
    """
    return f"acting on {quoted([positive])[0]} from a probability of {probability(threshold)}"


def probability(threshold: float) -> str:
    """Write a threshold: three digits, of small ones two that count.

    Examples
    --------
    >>> probability(1 / 31), probability(0.00072661)
    ('0.032', '0.00073')
    """
    return f"{threshold:.2g}" if 0 < threshold < 0.01 else f"{round(threshold, 3):g}"


def stretches_text(stretches: tuple[Stretch, ...] | list[Stretch]) -> str:
    """Return from where to where stretches go.

    Examples
    --------
    >>> stretches_text([Stretch("a", 0.02, 0.39), Stretch("a", 0.405, 0.405)])
    '0.02–0.39 and 0.405'
    """
    ends = [dict.fromkeys(map(_place, (one.low, one.high))) for one in stretches]
    return listed(["–".join(each) for each in ends])


def _place(x: float) -> str:
    """Write a threshold or weight: to hundredths, if it is one."""
    return f"{x:.2f}" if math.isclose(100 * x, round(100 * x), abs_tol=1e-6) else f"{x:.3f}"


def _parts(result: ScoreCurves) -> Iterator[Part]:
    yield Sentence(verdict(result), "strong")
    yield EMPTY_LINE
    level = numbers.round_share(result.confidence)
    share = f"the class has {numbers.round_share(result.share)} of the items{' as stated' if result.stated else ''}"
    if result.kind in AREAS:
        yield Sheet(
            [
                Column("model", [each.model for each in result.models], "names"),
                Column(
                    AREAS[result.kind],
                    [numbers.value(each.area) for each in result.models],
                    extras=[_between(each.area_low, each.area_high) for each in result.models],
                ),
            ]
        )
        yield EMPTY_LINE
        yield Sentence(f"Behind each value, its {level} interval; {share}.", "dim")
    elif result.kind == "decision":
        yield _places(result)
        yield EMPTY_LINE
        band = f"behind it, a {level} band that holds at all thresholds together; {share}"
        yield Sentence(f"net benefit: true positives per item, less false alarms × t/(1 − t); {band}.", "dim")
    else:
        yield from _bins(result, level)


def _places(result: ScoreCurves) -> Sheet:
    x = result.baselines[0].x
    step = max(1, round((len(x) - 1) / (ROWS + 1)))
    rows = range(step, len(x) - 1, step) if len(x) > 1 else range(1)
    columns = [Column("threshold", [_place(x[i]) for i in rows])]
    for each in result.models:
        ends = [_between(each.low[i], each.high[i]) if each.low else "" for i in rows]
        columns.append(Column(each.model, [numbers.signed(each.y[i]) for i in rows], extras=ends))
    columns.extend(
        Column(line.name, [numbers.signed(line.y[i]) for i in rows]) for line in result.baselines if any(line.y)
    )
    return Sheet(columns)


def _bins(result: ScoreCurves, level: str) -> Iterator[Part]:
    for each in result.models:
        if len(result.models) > 1:
            yield Sentence(f"{each.model}:")
        ends = [_between(low, high) for low, high in zip(each.low, each.high, strict=True)]
        yield Sheet(
            [
                Column("probability", [numbers.value(x) for x in each.x]),
                Column("true", [numbers.value(y) for y in each.y], extras=ends),
            ]
        )
        yield EMPTY_LINE
    yield Sentence(f"true: how often it is of the class; behind it, its {level} interval.", "dim")


def _between(low: float, high: float) -> str:
    if not math.isfinite(low):
        return ""
    return numbers.closely_between(low, high) if low >= 0 else f"{numbers.signed(low)} … {numbers.signed(high)}"


# How a curve is drawn, in plots and on the page.

BANDED = 2
"""Up to how many models have bands, and the best thresholds of a cost curve; those of more would hide each other."""

DIP = 0.25
"""How far below 0 net benefit is shown, as a part of its height: what is lower is of no use, however low."""


def axis_words(kind: CurveKind, of: str) -> tuple[str, str]:
    """Return what the axes of a curve are, across and up; `of` is the class.

    Examples
    --------
    >>> axis_words("cost", "ill")
    ('weight of ill', 'weighted error (lower is better)')
    """
    return {
        "roc": ("share of the others taken for it", f"recall of {of}"),
        "precision_recall": (f"recall of {of}", f"precision of {of}"),
        "reliability": (f"probability of {of}", f"share of {of} among such items"),
        "decision": (f"threshold on the probability of {of}", "net benefit"),
        "cost": (f"weight of {of}", "weighted error (lower is better)"),
        "brier": (f"threshold on the probability of {of}", "twice the cost (lower is better)"),
    }[kind]


def height(result: ScoreCurves) -> Range:
    """Return from where to where a curve of decisions is shown."""
    if result.kind == "decision":
        top = 1.08 * max(result.share, *(max(each.y) for each in result.models))
        return -DIP * top, top
    shown = [each.high if len(result.models) <= BANDED and each.high else each.y for each in result.models]
    top = 1.05 * min(max(max(values) for values in shown), 1.0)
    return 0.0, top if top > 0 else 1.0
