"""What if a class had another share, in a notebook: the metrics at some shares, and where the order tips."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

import numpy as np

from steelyard.counts.labels import text
from steelyard.shares.what_ifs.result import MetricCurve, WhatIf
from steelyard.show import numbers
from steelyard.show.html import html_of
from steelyard.show.metric_names import metric_column
from steelyard.show.names import shortened
from steelyard.show.parts import Column, Fold, Item, Part, Sentence, Sheet

MOST_SHARES = 7
"""Beside the present one: a table that fits beside the names."""

MOST_ROWS = 30
MOST_MODELS = 12


def what_if_text(found: WhatIf) -> str:
    """Return a sentence for each metric."""
    return "\n".join([_present(found), *found.sentences])


def what_if_html(found: WhatIf) -> str:
    """Return metrics over the share of a class as HTML."""
    return html_of(_parts(found))


def _present(found: WhatIf) -> str:
    return f"{text(found.label)} has a share of {numbers.share(found.present)}."


def _parts(found: WhatIf) -> Iterator[Part]:
    yield Sentence(_present(found), "strong")
    moving = [curve for curve in found.curves if not curve.robust]
    if found.models == (None,):
        yield from _one_model(found, moving)
        if found.robust:
            (label,) = shortened([found.label])
            yield Sentence(f"Not moved by the share of {label}: {', '.join(found.robust)}.")
        return
    for curve in moving:
        yield Fold(_heading(curve), [*_several_models(found, curve), *_orders(curve)])
    robust = [curve for curve in found.curves if curve.robust]
    if robust:
        (label,) = shortened([found.label])
        told = [Item(curve.sentence) for curve in robust]
        which = "1 metric does" if len(robust) == 1 else f"{len(robust)} metrics do"
        yield Fold(f"{which} not move with the share of {label}", told)


def _one_model(found: WhatIf, moving: Sequence[MetricCurve]) -> Iterator[Part]:
    """Yield a row for each metric that moves."""
    shown = moving[:MOST_ROWS]
    if shown:
        rows = [curve.values[:, 0] for curve in shown]
        yield Sheet([metric_column([curve.metric for curve in shown]), *_at_shares(found, rows)])
    if len(moving) > len(shown):
        yield Sentence(f"… and {len(moving) - len(shown):,} more metrics; to_dict() has all.")


def _several_models(found: WhatIf, curve: MetricCurve) -> Iterator[Part]:
    """Yield a row for each model."""
    shown = found.models[:MOST_MODELS]
    rows = [curve.values[:, k] for k in range(len(shown))]
    yield Sheet([Column("model", shown, "names"), *_at_shares(found, rows)])
    if len(found.models) > len(shown):
        yield Sentence(f"… and {len(found.models) - len(shown):,} more models; to_dict() has all.")


def _at_shares(found: WhatIf, rows: Sequence[np.ndarray[tuple[int], np.dtype[np.float64]]]) -> Iterator[Column]:
    for place in _some(found):
        now = " (now)" if found.shares[place] == found.present else ""
        yield Column(f"{numbers.share(found.shares[place])}{now}", [numbers.value(float(row[place])) for row in rows])


def _heading(curve: MetricCurve) -> str:
    """Return what the share does to one metric: the whole of it for two models, else how many orders turn."""
    if len(curve.pairs) <= 1:
        return curve.sentence
    turning = sum(bool(pair.flips) for pair in curve.pairs)
    of = f"{turning:,} of {len(curve.pairs):,}" if turning else "no"
    return f"{curve.metric.name}: the order turns for {of} pairs of models"


def _orders(curve: MetricCurve) -> Iterator[Part]:
    """Yield how the models of each pair stand to each other, unless the heading says it."""
    if len(curve.pairs) > 1:
        yield from (Item(pair.sentence) for pair in curve.pairs)


def _some(found: WhatIf) -> list[int]:
    """Return the places of some shares, the least, the greatest and the present one among them."""
    every = len(found.shares)
    spread = np.linspace(0, every - 1, min(MOST_SHARES, every)).round().astype(int).tolist()
    return sorted({*spread, int(np.argmin(np.abs(found.shares - found.present)))})
