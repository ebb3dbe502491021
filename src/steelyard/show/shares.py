"""Other class shares, in sentences and in a notebook: metrics over the share of one class, and how far they move."""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence

import numpy as np

from steelyard.counts.labels import Label, text
from steelyard.shares.distort_result import Distortions, MetricDistortion, Shift, times
from steelyard.shares.what_if_result import Flip, MetricCurve, PairOrder, WhatIf
from steelyard.show import numbers
from steelyard.show.evaluation_sentences import what_matters
from steelyard.show.html import WIDTH, html_of
from steelyard.show.names import BY_ITEMS, capital, marked, metric_column, named, shortened
from steelyard.show.numbers import TEXT_WIDTH
from steelyard.show.parts import EMPTY_LINE, Column, Fold, Item, Part, Sentence, Sheet
from steelyard.show.printing import GAP, sheet_width, text_of

MOST_SHARES = 7
"""Beside the present one: a table that fits beside the names."""

MOST_ROWS = 30
MOST_MODELS = 12


def what_if_text(result: WhatIf) -> str:
    """Return a sentence for each metric, as plain text of 80 columns."""
    return text_of(map(Sentence, [_present(result), *result.sentences]))


def what_if_html(result: WhatIf) -> str:
    """Return metrics over the share of a class as HTML."""
    return html_of(_parts(result))


def _present(result: WhatIf) -> str:
    return f"{capital(named([result.label]))} has a share of {numbers.share(result.present)}."


def _parts(result: WhatIf) -> Iterator[Part]:
    yield Sentence(_present(result), "strong")
    moving = [curve for curve in result.curves if not curve.robust]
    if result.models == (None,):
        yield from _one_model(result, moving)
        if result.robust:
            (label,) = shortened([result.label])
            yield Sentence(f"Not changed by the share of {label}: {', '.join(result.robust)}.")
        return
    for curve in moving:
        yield Fold(_heading(curve), [*_several_models(result, curve), *_orders(curve)])
    robust = [curve for curve in result.curves if curve.robust]
    if robust:
        (label,) = shortened([result.label])
        told = [Item(curve.sentence) for curve in robust]
        which = "1 metric does" if len(robust) == 1 else f"{len(robust)} metrics do"
        yield Fold(f"{which} not change with the share of {label}", told)


def _one_model(result: WhatIf, moving: Sequence[MetricCurve]) -> Iterator[Part]:
    """Yield a row for each metric that moves."""
    shown = moving[:MOST_ROWS]
    if shown:
        rows = [curve.values[:, 0] for curve in shown]
        yield Sheet([metric_column([curve.metric for curve in shown]), *_at_shares(result, rows)])
    if len(moving) > len(shown):
        yield Sentence(f"… and {len(moving) - len(shown):,} more metrics; to_dict() has all.")


def _several_models(result: WhatIf, curve: MetricCurve) -> Iterator[Part]:
    """Yield a row for each model."""
    shown = result.models[:MOST_MODELS]
    rows = [curve.values[:, k] for k in range(len(shown))]
    yield Sheet([Column("model", shown, "names"), *_at_shares(result, rows)])
    if len(result.models) > len(shown):
        yield Sentence(f"… and {len(result.models) - len(shown):,} more models; to_dict() has all.")


def _at_shares(result: WhatIf, rows: Sequence[np.ndarray[tuple[int], np.dtype[np.float64]]]) -> Iterator[Column]:
    for place in _some(result):
        now = " (now)" if result.shares[place] == result.present else ""
        yield Column(f"{numbers.share(result.shares[place])}{now}", [numbers.value(float(row[place])) for row in rows])


def _heading(curve: MetricCurve) -> str:
    """Return what the share does to one metric: the whole of it for two models, else how many orders turn."""
    if len(curve.pairs) <= 1:
        return curve.sentence
    turning = sum(bool(pair.flips) for pair in curve.pairs)
    of = f"{turning:,} of {len(curve.pairs):,}" if turning else "no"
    return f"{curve.metric.name}: the order changes for {of} pairs of models"


def _orders(curve: MetricCurve) -> Iterator[Part]:
    """Yield how the models of each pair stand to each other, unless the heading says it."""
    if len(curve.pairs) > 1:
        yield from (Item(pair.sentence) for pair in curve.pairs)


def _some(result: WhatIf) -> list[int]:
    """Return the places of some shares, the least, the greatest and the present one among them."""
    every = len(result.shares)
    spread = np.linspace(0, every - 1, min(MOST_SHARES, every)).round().astype(int).tolist()
    return sorted({*spread, int(np.argmin(np.abs(result.shares - result.present)))})


# Distortions in the terminal and in a notebook: the most distorted metrics first, then those that stay.


STAYS = "–"
NARROWEST, WIDEST = 4, 24
"""Columns of a class's name beside a value."""


def distortions_text(result: Distortions) -> str:
    """Return distortions as plain text of 80 columns."""
    return text_of(distortions_parts(result, TEXT_WIDTH))


def distortions_html(result: Distortions) -> str:
    """Return distortions as HTML for a notebook."""
    return html_of(distortions_parts(result, WIDTH))


def distortions_parts(result: Distortions, columns: int) -> Iterator[Part]:
    """Yield what distortions show."""
    yield Sentence(f"If {_situations(result)}", "strong")
    metrics = [one.metric for one in result.metrics]
    yield from what_matters("", result.importance, result.labels, result.weights, metrics)
    yield EMPTY_LINE
    yield _sheet(result, columns)
    yield Sentence(
        "lowest, highest: over the other shares of each class. ×10: ten times as many items of that class; /10: a "
        f"tenth. {STAYS} does not change so." + (f" {BY_ITEMS}" if _whole(result) else ""),
        "dim",
    )
    for line in (*_robust(result), *_notes(result)):
        yield Sentence(line)


def _situations(result: Distortions) -> str:
    rising = [f"{factor:g}" for factor in result.factors if factor > 1]
    parts = _listed([f"1/{factor}" for factor in rising])
    said = f"a class had {_listed(rising)} times as many items, or {parts} of them"
    more = (
        f"; or there were {_listed([str(k) for k in result.added])} more classes as good as these"
        if result.added
        else ""
    )
    return f"{said}{more}, and the classifier stayed the same:"


def _listed(words: Sequence[str]) -> str:
    return words[0] if len(words) == 1 else f"{', '.join(words[:-1])} or {words[-1]}"


def _sheet(result: Distortions, columns: int) -> Sheet:
    metrics = [marked(one.metric) for one in result.metrics]
    last = [numbers.value(one.classes[-1].value) if one.classes else "" for one in result.metrics]
    now = [numbers.value(one.present) for one in result.metrics]
    heading = f"+{result.added[-1]} classes" if result.added and result.added[-1] > 1 else "+1 class"
    fixed = [
        Column("metric", metrics, "words"),
        Column("now", now),
        *([Column(heading, last)] if result.added else []),
    ]
    factor = max(map(len, map(times, result.factors)))
    room = (columns - sheet_width(Sheet(fixed)) - 2 * GAP) // 2 - len("0.000  ") - factor
    names = dict(zip(result.moved, shortened(result.moved, max(NARROWEST, min(WIDEST, room))), strict=True))
    extremes = [
        Column(heading, [_extreme(one, shift, names) for one, shift in shifts], "words")
        for heading, shifts in (
            ("lowest", [(one, one.fall) for one in result.metrics]),
            ("highest", [(one, one.rise) for one in result.metrics]),
        )
    ]
    return Sheet([*fixed[:2], *extremes, *fixed[2:]])


def _extreme(one: MetricDistortion, shift: Shift | None, names: dict[Label, str]) -> str:
    if math.isnan(one.present):
        return ""
    if shift is None or shift.factor is None:
        return STAYS
    return f"{numbers.value(shift.value)} {names[shift.label]} {times(shift.factor)}"


def _robust(result: Distortions) -> Iterator[str]:
    for what, names, asked in (
        ("class shares", result.robust_to_shares, bool(result.moved)),
        ("added classes", result.robust_to_classes, bool(result.added)),
    ):
        if asked:
            yield f"Not changed by {what}: {', '.join(names) or 'none of these'}."


def _notes(result: Distortions) -> Iterator[str]:
    for note in dict.fromkeys(one.note for one in result.metrics if one.note):
        concerned = ", ".join(one.metric.name for one in result.metrics if one.note == note)
        yield f"{concerned}: {note}."


def _whole(result: Distortions) -> bool:
    return any(not one.metric.weighted for one in result.metrics)


# The sentences of both.


def order_sentence(pair: PairOrder) -> str:
    """Return which of two models is ahead, and at which shares."""
    first, second, label = text(pair.first), text(pair.second), named([pair.label])
    if pair.undefined:
        return f"{first} and {second} cannot be compared: undefined for {' and '.join(map(text, pair.undefined))}."
    ties = ", or equal" if pair.ties else ""
    if not pair.flips:
        every = f"every share of {label}"
        if pair.between is not None:
            low, high = map(numbers.round_share, pair.between)
            every += f" from {low} to {high}"
        if pair.leader is None:
            return f"{first} and {second} are equal at {every}."
        behind = second if pair.leader == pair.first else first
        return f"{text(pair.leader)} is ahead of {behind} at {every}{ties}."
    start = pair.flips[0]
    opening = f"{text(start.below)} is ahead of {text(start.above)} while {label} has a share below "
    if len(pair.flips) == 1:
        return f"{opening}{numbers.share(start.low)}; above {_over(start)}, {text(start.above)} is ahead{ties}."
    middle = [
        f"{text(here.above)} from {numbers.share(here.high)} to {numbers.share(after.low)}"
        for here, after in zip(pair.flips, pair.flips[1:], strict=False)
    ]
    last = pair.flips[-1]
    return f"{opening}{numbers.share(start.low)}; {', '.join(middle)}; above {_over(last)}, {text(last.above)}{ties}."


def _over(flip: Flip) -> str:
    return "that" if math.isclose(flip.low, flip.high, rel_tol=1e-6) else numbers.share(flip.high)


def curve_sentence(curve: MetricCurve) -> str:
    """Return what the share of a class does to a metric."""
    if curve.robust:
        moving = f"does not change with the share of {named([curve.label])}"
    else:
        spans = (_span(curve, k) for k in range(len(curve.models)))
        moving = f"over all shares of {named([curve.label])} {'; '.join(spans)}"
    orders = [pair.sentence for pair in curve.pairs]
    if not orders:
        return f"{curve.metric.name}: {moving}."
    return f"{curve.metric.name}: {f'{moving}; ' if curve.robust else ''}{' '.join(orders)}"


def _span(curve: MetricCurve, k: int) -> str:
    known = curve.values[:, k][np.isfinite(curve.values[:, k])]
    return f"from {known.min():.3f} to {known.max():.3f}" if known.size else "undefined"


def shift_words(shift: Shift) -> str:
    """Return another situation, as it stands in a sentence."""
    if shift.factor is None:
        return f"{shift.added} more class{'es' if shift.added > 1 else ''}"
    if shift.factor > 1:
        return f"{shift.factor:g} times as many items of {named([shift.label])}"
    return f"1/{1 / shift.factor:g} of the items of {named([shift.label])}"


def distortion_sentence(result: MetricDistortion) -> str:
    """Return how a metric would move with other class shares and with added classes."""
    if math.isnan(result.present):
        return f"{result.metric.name}: undefined."
    said = []
    for moves, shift in (("falls", result.fall), ("rises", result.rise)):
        if shift is not None:
            said.append(f"{moves} to {shift.value:.3f} with {shift.words}")
    if result.shares:
        said = said or ["does not change with class shares" if result.robust_to_shares else "undefined at other shares"]
    if result.classes and result.robust_to_classes:
        said.append("does not change with added classes")
    elif result.classes:
        last = result.classes[-1]
        said.append(f"{'undefined' if math.isnan(last.value) else f'{last.value:.3f}'} with {last.words}")
    return f"{result.metric.name}: {result.present:.3f}; {'; '.join(said)}."
