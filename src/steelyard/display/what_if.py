"""What if a class had another share, in a notebook: the metrics at some shares, and where the order tips."""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np

from steelyard.display import numbers
from steelyard.display.html import html_of
from steelyard.display.metric_names import marked
from steelyard.display.names import shortened
from steelyard.display.parts import Column, Part, Sentence, Sheet
from steelyard.what_ifs.result import WhatIf, percent

MOST_SHARES = 9
MOST_CURVES = 12


def what_if_html(found: WhatIf) -> str:
    """Return metrics over the share of a class as HTML."""
    return html_of(_parts(found))


def _parts(found: WhatIf) -> Iterator[Part]:
    present, *sentences = str(found).splitlines()
    yield Sentence(present, "strong")
    rows = _some(found)
    shares = [f"{percent(found.shares[row])}{' (now)' if found.shares[row] == found.present else ''}" for row in rows]
    curves = [(curve, k) for curve in found.curves for k in range(len(found.models))]
    models = [""] if found.models == (None,) else [f", {name}" for name in shortened(found.models, 16)]
    columns = [
        Column(f"{marked(curve.metric)}{models[k]}", [numbers.value(float(curve.values[row, k])) for row in rows])
        for curve, k in curves[:MOST_CURVES]
    ]
    yield Sheet([Column("share", shares, "words"), *columns])
    if len(curves) > MOST_CURVES:
        yield Sentence(f"… and {len(curves) - MOST_CURVES:,} more curves; to_dict() has all.")
    for sentence in sentences:
        yield Sentence(sentence)


def _some(found: WhatIf) -> list[int]:
    """Return the places of some shares, the least, the greatest and the present one among them."""
    every = len(found.shares)
    spread = np.linspace(0, every - 1, min(MOST_SHARES, every)).round().astype(int).tolist()
    return sorted({*spread, int(np.argmin(np.abs(found.shares - found.present)))})
